import { describe, expect, it } from "vitest";
import { shownUrl } from "../../provider/resource/move";
import { printNotice } from "../../provider/resource/notices";
import type { Report } from "../../provider/report/report";
import { printText } from "../../provider/report/text";
import { create, refresh, remove, reportOf, update, type PrintedDiagnostic } from "./preview";

const list = { appListId: 4321, name: "blocked apps" };
const held = { appBundles: ["com.a", "com.b"] };

function info(message: string): PrintedDiagnostic {
  return { message: `${message}\n`, severity: "info" };
}

function headlineOf(report: Report): string | undefined {
  return printText(report, { style: (_, text) => text }).split("\n")[0];
}

describe("another base URL", () => {
  const before = { ...held, baseUrl: "https://old.example" };
  const line = printNotice({
    kind: "moved",
    list,
    before: shownUrl("https://old.example"),
    now: shownUrl("https://new.example"),
  });
  const moved = info(line);

  it("removes and keeps no entries there, and has a remark about those at the old one", () => {
    const { resources } = reportOf([update("blocked", before, { appBundles: ["com.a", "com.c"] })], [moved]);
    expect(resources).toMatchObject([
      { managed: 0, kinds: [{ unchanged: 0, removed: [], added: [{ entry: "com.a" }, { entry: "com.c" }] }] },
    ]);
    expect(resources[0]?.remarks.map(({ message }) => message)).toEqual([
      "The base URL was https://old.example. The 2 app bundles that the resource manages there are not removed. " +
        "Declared entries that are already in the list at the new base URL are not added again.",
      line,
    ]);
  });

  it("is not assumed for a resource of a third base URL", () => {
    const { resources } = reportOf(
      [update("blocked", { ...held, baseUrl: "https://third.example" }, { appBundles: ["com.a"] })],
      [moved],
    );
    expect(resources[0]?.kinds).toMatchObject([{ unchanged: 1, removed: [{ entry: "com.b" }] }]);
  });
});

describe("a change of arguments alone", () => {
  it.each([
    [{ removalLimit: 5 }, "removalLimit"],
    [{ claimExisting: true, removalLimit: "40%" }, "claimExisting, removalLimit"],
  ])("is reported as such, not as a change of unknown entries", (given, names) => {
    const report = reportOf([update("blocked", held, { ...held, ...given })]);
    expect(headlineOf(report)).toBe("1 app list to change: no entries");
    expect(report.resources[0]?.remarks.map(({ message }) => message)).toContain(`Changes arguments: ${names}.`);
  });

  it("may remove unknown entries if the list becomes exclusive", () => {
    const report = reportOf([update("blocked", held, { ...held, exclusive: true })]);
    expect(headlineOf(report)).toBe("1 app list to change: removals not known yet");
  });

  it("differs from an output of another resource", () => {
    const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
    const report = reportOf([update("blocked", held, { appBundles: unknown })]);
    expect(headlineOf(report)).toBe("1 app list to change: entries not known yet");
  });
});

describe("an entry that moves to a resource of another account", () => {
  const eu = { account: "eu" };

  it("stays if both accounts have the same base URL", () => {
    const baseUrl = "https://api.example";
    const { resources } = reportOf([
      update("here", { ...held, baseUrl }, { appBundles: ["com.a"] }),
      update("there", { appBundles: ["com.c"], baseUrl, ...eu }, { appBundles: ["com.b", "com.c"], ...eu }),
    ]);
    expect(resources.map(({ kinds }) => kinds)).toMatchObject([
      [{ unchanged: 1, removed: [], kept: [{ entry: "com.b" }] }],
      // Nothing is taken over from another account.
      [{ unchanged: 1, added: [{ entry: "com.b" }] }],
    ]);
    expect(resources[0]?.remarks.map(({ message }) => message)).toEqual([
      'Keeps 1 app bundle in the list: resource "there" of another account declares it for a list of the same ID, which ' +
        "can be the same list.",
    ]);
  });

  it("is removed with a remark if the base URLs are not known", () => {
    const { resources } = reportOf([
      update("here", held, { appBundles: ["com.a"] }),
      create("there", { ...held, ...eu }),
    ]);
    expect(resources[0]?.remarks.map(({ message }) => message)).toEqual([
      'Resource "there" declares 1 app bundle of the removed entries for a list of the same ID in another account. ' +
        "If both accounts have the same base URL, pulumi up keeps these entries.",
    ]);
  });

  it("is not assumed for the other step of the same resource", () => {
    expect(
      reportOf([refresh("here", held), remove("here", held)]).resources[0]?.remarks.map(({ message }) => message),
    ).toEqual([]);
  });
});
