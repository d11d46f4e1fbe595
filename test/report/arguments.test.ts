import { describe, expect, it } from "vitest";
import { shownUrl } from "../../provider/resource/identity";
import { printNotice } from "./notice-lines";
import type { Report } from "../../provider/report/report";
import { printText } from "../../provider/report/text";
import { create, ofPlugin, refresh, remove, reportOf, update, type PrintedDiagnostic } from "./preview";

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
    places: { before: shownUrl("https://old.example"), now: shownUrl("https://new.example") },
  });
  const moved = info(line);
  const dropped = { appBundles: ["com.a"] };
  const config = { "app-list:baseUrl": "https://new.example" };

  it("removes and keeps no entries there, and is reported in the provider's words", () => {
    const step = update("blocked", before, { appBundles: ["com.a", "com.c"] });
    const { resources } = reportOf([step], [moved], config);
    expect(resources).toMatchObject([
      { kinds: [{ unchanged: 0, removed: [], added: [{ entry: "com.a" }, { entry: "com.c" }] }] },
    ]);
    expect(resources[0]?.messages.map(({ message }) => message)).toEqual([line]);
  });

  it.each([
    ["for a resource of the same one", update("blocked", { ...held, baseUrl: "https://new.example" }, dropped), config],
    ["if the stack names none", update("blocked", before, dropped), {}],
    ["for a provider, which has settings of its own", ofPlugin(update("blocked", before, dropped), "eu"), config],
    [
      "for an account, which can have settings of its own",
      update("blocked", { ...before, account: "eu" }, { ...dropped, account: "eu" }),
      config,
    ],
  ])("is not assumed %s", (_, step, ofStack) => {
    const { resources } = reportOf([step], [], ofStack);
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
    expect(report.resources[0]?.remarks).toContain(`Changes arguments: ${names}.`);
  });

  it("may remove unknown entries if the list becomes exclusive", () => {
    const report = reportOf([update("blocked", held, { ...held, exclusive: true })]);
    expect(headlineOf(report)).toBe("1 app list to change: removals not known yet");
  });

  it("differs from an output of another resource", () => {
    const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
    const report = reportOf([update("blocked", held, { appBundles: unknown })]);
    expect(headlineOf(report)).toBe("1 app list to change: up to −2 by the state; additions not known yet");
  });
});

describe("another account", () => {
  const eu = { account: "eu" };

  it("is another list: its declared entries are added, and nothing is removed from the old one", () => {
    const report = reportOf([update("blocked", held, { appBundles: ["com.a", "com.c"], ...eu })]);
    expect(headlineOf(report)).toBe("1 app list to change: up to +2");
    expect(report.resources).toMatchObject([{ kinds: [{ unchanged: 0, removed: [] }] }]);
  });

  it("keeps nothing for a resource of the first one", () => {
    const { resources } = reportOf([
      update("here", held, { appBundles: ["com.a"] }),
      update("there", { appBundles: ["com.c"], ...eu }, { appBundles: ["com.b", "com.c"], ...eu }),
    ]);
    expect(resources.map(({ kinds }) => kinds)).toMatchObject([
      [{ unchanged: 1, removed: [{ entry: "com.b" }], kept: [] }],
      [{ unchanged: 1, added: [{ entry: "com.b" }] }],
    ]);
    expect(resources.flatMap(({ remarks }) => remarks)).toEqual([]);
  });
});

describe("an entry that moves to a resource with another provider", () => {
  it("may be removed, with a remark: the base URLs may be the same", () => {
    const report = reportOf([
      ofPlugin(update("here", held, { appBundles: ["com.a"] })),
      ofPlugin(create("there", held), "eu"),
    ]);
    expect(headlineOf(report)).toBe("2 app lists to change: up to +2, up to −1 by the state");
    expect(report.resources[0]?.remarks).toEqual([
      "Another resource may declare removed entries for the same list. If so, pulumi up keeps them.",
    ]);
  });

  it("is not assumed for the other step of the same resource", () => {
    expect(reportOf([refresh("here", held), remove("here", held)]).resources[0]?.remarks).toEqual([]);
  });
});
