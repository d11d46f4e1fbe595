import { describe, expect, it } from "vitest";
import { printNotice } from "./notice-lines";
import { countReport } from "../../provider/report/summary";
import { reportOutcome, type Report } from "../../provider/report/report";
import { printHtml } from "../../provider/report/html/page";
import { printMarkdown } from "../../provider/report/markdown";
import { printText } from "../../provider/report/text";
import { bundles } from "../list/entries";
import { create, refresh, refreshByProgram, remove, reportOf, update, urnOf, type PrintedDiagnostic } from "./preview";

const list = { appListId: 4321, name: "blocked apps" };
const missing = printNotice({ kind: "missing", list, entries: bundles("com.b") });
const stack = { op: "same", urn: urnOf("brand-safety-dev", "pulumi:pulumi:Stack") };
/** What the resource held before somebody took com.b out of the list, and after a refresh saw that. */
const held = { appBundles: ["com.a", "com.b"] };
const after = { appBundles: ["com.a"], missing: { appBundles: ["com.b"] } };

function info(message: string): PrintedDiagnostic {
  return { message: `${message}\n\n`, severity: "info" };
}

function headlineOf(report: Report): string | undefined {
  return printText(report, { style: (_, text) => text }).split("\n")[0];
}

describe("drift that pulumi up does not change", () => {
  it.each([
    ["the program has dropped the entry too, or ignores changes", refresh("blocked", held)],
    ["the refresh ran the program", refreshByProgram("blocked", held, { appBundles: ["com.a"] })],
  ])("is reported and counted: %s", (_, refreshed) => {
    const report = reportOf([refreshed, stack], [info(missing)]);
    expect(report.resources).toMatchObject([{ name: "blocked", operation: "same", messages: [{ message: missing }] }]);
    expect(reportOutcome(report)).toBe("changes");
    expect(countReport(report)).toMatchObject({ changing: 0, drifting: 1 });
    expect(headlineOf(report)).toBe("No changes, but drift in 1 app list");
    expect(printText(report, { style: (_style, text) => text })).toContain(`  ${missing}\n`);
  });
});

describe("drift of an updated resource", () => {
  it("is reported in the provider's words if the report does not name every entry of it", () => {
    const steps = [refresh("blocked", held), update("blocked", after, { appBundles: ["com.a", "com.c"] })];
    const report = reportOf(steps, [info(missing)]);
    expect(report.resources[0]?.messages.map(({ message }) => message)).toEqual([missing]);
    expect(countReport(report).drifting).toBe(1);
    expect(headlineOf(report)).toBe("1 app list to change: +1; drift in 1");
  });

  it("is counted by its entries if the report names every entry of it", () => {
    const exclusive = { exclusive: true };
    const unexpected = printNotice({ kind: "unexpected", list, entries: bundles("com.y", "com.x") });
    const steps = [
      refresh("blocked", { ...held, ...exclusive }),
      update(
        "blocked",
        { ...after, ...exclusive, observed: { appBundles: ["com.a", "com.x", "com.y"] } },
        { ...held, ...exclusive },
      ),
    ];
    const report = reportOf(steps, [info(missing), info(unexpected)]);
    expect(report.resources[0]?.messages.map(({ message }) => message)).toEqual([missing, unexpected]);
    expect(headlineOf(report)).toBe("1 app list to change: +1 −2; drift in 1 (1 missing, 2 unexpected)");
  });

  it.each([
    ["deleted", [remove("blocked", after)], "blocked"],
    ["renamed", [create("renamed", held), remove("blocked", after)], undefined],
  ])("is reported if the resource is %s", (_, steps, name) => {
    const report = reportOf([refresh("blocked", held), ...steps], [info(missing)]);
    const drifted = report.resources.filter(({ messages }) => messages.some(({ message }) => message === missing));
    expect(drifted.map((resource) => resource.name)).toEqual(name === undefined ? [] : [name]);
    expect(report.messages.map(({ message }) => message)).toEqual(name === undefined ? [missing] : []);
    expect(countReport(report).drifting).toBe(1);
  });
});

describe("a list that may be gone", () => {
  it("is not verified, and counts neither as drift nor as changed", () => {
    const unknown = printNotice({ kind: "driftUnknown", list, reason: "the API returns 404" });
    const report = reportOf([refresh("blocked", held), stack], [info(unknown)]);
    expect(report.resources).toMatchObject([
      { operation: "same", notVerified: ["appBundles"], kinds: [{ unchanged: 2 }] },
    ]);
    expect(countReport(report)).toMatchObject({ changing: 0, drifting: 0 });
    expect(reportOutcome(report)).toBe("notVerified");
  });

  it("is reported with drift at no resource if two have it", () => {
    const steps = [refresh("blocked", held), create("new", held)];
    const { resources, messages } = reportOf(steps, [info(missing)]);
    expect(resources.flatMap((resource) => resource.messages)).toEqual([]);
    expect(messages.map(({ message }) => message)).toEqual([missing]);
  });
});

describe("a list whose missing entries are back", () => {
  it("gets these entries at most", () => {
    const found = { appBundles: ["com.a"], facts: { unmanaged: 1 } };
    const report = reportOf([refresh("blocked", after), update("blocked", found, held)]);
    expect(report.resources[0]?.totals.added).toEqual({ count: 1, bound: "atMost" });
  });
});

describe("lists of one ID in two accounts", () => {
  const eu = { account: "eu" };
  const both = [refresh("here", held), refresh("there", { ...held, ...eu }), stack];

  it("are not confused: drift without an account belongs to the whole report, and counts", () => {
    const report = reportOf(both, [info(missing)]);
    expect(report.resources.map(({ messages }) => messages)).toEqual([[], []]);
    expect(report.messages).toEqual([{ severity: "info", topic: "drift", message: missing }]);
    expect(reportOutcome(report)).toBe("changes");
    expect(countReport(report).drifting).toBe(1);
    expect(printText(report, { style: (_, text) => text })).toContain(`Messages:\n  ${missing}\n`);
  });

  it("do not assign the drift of one to a change of the other", () => {
    const steps = [
      refresh("here", held),
      refresh("there", { appBundles: ["com.z"], ...eu }),
      update("there", { appBundles: ["com.z"], ...eu }, { appBundles: ["com.y", "com.z"], ...eu }),
    ];
    expect(reportOf(steps, [info(missing)]).messages).toHaveLength(1);
  });

  it("do not assign what is not verified of one to the other", () => {
    const reason = "the API refuses to remove an entry";
    const sentence = printNotice({ kind: "driftUnknown", list, reason });
    const report = reportOf(both, [info(sentence)]);
    expect(report.resources.map(({ notVerified }) => notVerified)).toEqual([[], []]);
    expect(report.messages.map(({ message }) => message)).toEqual([sentence]);
    expect(reportOutcome(report)).toBe("notVerified");
  });
});

describe("an incomplete replacement", () => {
  const waiting = { appBundles: ["com.a", "com.b"], adopted: { appBundles: ["com.b"] }, delete: true };

  const old = refresh("blocked", waiting);
  const current = refresh("blocked", { ...held, id: 9876 });

  it.each([
    ["before", [old, current]],
    ["after", [current, old]],
  ])("still deletes in the old list, which the preview shows %s the new one", (_, steps) => {
    const report = reportOf([...steps, stack]);
    expect(report.resources.map(({ appListId, operation, kinds }) => [appListId, operation, kinds])).toMatchObject([
      [4321, "delete", [{ unchanged: 0, removed: [{ entry: "com.a" }], kept: [{ entry: "com.b" }] }]],
      [9876, "same", [{ unchanged: 2 }]],
    ]);
    expect(reportOutcome(report)).toBe("changes");
  });
});

describe("a resource that was not refreshed", () => {
  it("does not count among the lists without drift", () => {
    const report = reportOf([refresh("blocked", held), stack]);
    expect(headlineOf(report)).toBe("No changes, and no drift in 1 list");
  });

  it("is counted in the headline although others were refreshed", () => {
    const other = { appBundles: ["com.z"], id: 9876 };
    const report = reportOf([refresh("blocked", held), stack, remove("other", other)]);
    expect(report.resources).toMatchObject([
      { name: "other", observation: "notRead" },
      { name: "blocked", observation: "read" },
    ]);
    expect(printText(report, { style: (_, text) => text })).toContain(
      "Drift of 1 resource is not known, and the numbers are those of the state, because the preview did not read the " +
        "lists. To read them: pulumi preview --json --refresh\n",
    );
  });
});

describe("drift in the provider's words", () => {
  const report = reportOf([refresh("blocked", held), stack], [info(missing)]);
  const text = missing.replaceAll('"', "&#34;");

  it("is in the comment of a pull request", () => {
    const markdown = printMarkdown(report);
    expect(markdown).toContain("### No changes, but drift in 1 app list\n");
    expect(markdown).toContain("<summary>same · <code>blocked</code>");
    expect(markdown).toContain(`# ${missing}\n`);
    expect(markdown).not.toContain("without changes");
  });

  it("is on the page, and in its headline", () => {
    const html = printHtml(report);
    expect(html).toContain("<h1>No changes, but drift in 1 app list</h1>");
    expect(html).toContain(text);
  });

  it("is in both if it belongs to no resource", () => {
    const unplaced = reportOf([stack], [info(missing)]);
    expect(printMarkdown(unplaced)).toContain(`**Messages**\n\n\`\`\`text\n${missing}\n\`\`\``);
    expect(printHtml(unplaced)).toContain(`<h2 id="messages">Messages</h2>`);
  });
});
