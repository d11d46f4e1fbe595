import { describe, expect, it } from "vitest";
import { countReport } from "../../provider/report/summary";
import { reportOutcome, type Report } from "../../provider/report/report";
import { printHtml } from "../../provider/report/html/page";
import { printMarkdown } from "../../provider/report/markdown";
import { bundles } from "../list/entries";
import { noticesOn } from "./notice-lines";
import {
  create,
  headlineOf,
  info,
  outline,
  refresh,
  refreshByProgram,
  remove,
  reportOf,
  stackStep,
  textOf,
  update,
} from "./preview";

const notices = noticesOn({ appListId: 4321, name: "blocked apps" });
const missing = notices.missing(bundles("com.b"));
const unexpected = notices.unexpected(bundles("com.y", "com.x"));
/** What the resource held before somebody took com.b out of the list, and after a refresh saw that. */
const held = { appBundles: ["com.a", "com.b"] };
const after = { appBundles: ["com.a"], missing: { appBundles: ["com.b"] } };
const unchanged = "same blocked: 2 unchanged";

function expectDrift(report: Report, changing: number, drifting: number): void {
  expect(countReport(report)).toMatchObject({ changing, drifting });
  expect(reportOutcome(report)).toBe("changes");
}

describe("drift that pulumi up does not change", () => {
  it.each([
    ["the program has dropped the entry too, or ignores changes", refresh("blocked", held)],
    ["the refresh ran the program", refreshByProgram("blocked", held, { appBundles: ["com.a"] })],
  ])("is reported and counted: %s", (_, refreshed) => {
    const report = reportOf([refreshed, stackStep], [info(missing)]);
    expect(outline(report)).toEqual([unchanged, `> ${missing}`]);
    expectDrift(report, 0, 1);
    expect(headlineOf(report)).toBe("No changes, but drift in 1 app list");
    expect(textOf(report)).toContain(`  ${missing}\n`);
  });
});

describe("drift of an updated resource", () => {
  it("is reported in the provider's words if the report does not name every entry of it", () => {
    const steps = [refresh("blocked", held), update("blocked", after, { appBundles: ["com.a", "com.c"] })];
    const report = reportOf(steps, [info(missing)]);
    expect(outline(report)).toEqual(["update blocked: 1 unchanged, added com.c", `> ${missing}`]);
    expect(headlineOf(report)).toBe("1 app list will change: +1; drift in 1");
  });

  it("is counted by its entries if the report names every entry of it", () => {
    const exclusive = { exclusive: true };
    const observed = { appBundles: ["com.a", "com.x", "com.y"] };
    const change = update("blocked", { ...after, ...exclusive, observed }, { ...held, ...exclusive });
    const report = reportOf([refresh("blocked", { ...held, ...exclusive }), change], [info(missing), info(unexpected)]);
    expect(report.resources[0]?.messages.map(({ message }) => message)).toEqual([missing, unexpected]);
    expect(headlineOf(report)).toBe("1 app list will change: +1 −2; drift in 1 (1 missing, 2 unexpected)");
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
    const gone = notices.driftUnknown("the API returns 404");
    const report = reportOf([refresh("blocked", held), stackStep], [info(gone)]);
    expect(outline(report)).toEqual([unchanged, `> ${gone}`]);
    expect(report.resources).toMatchObject([{ notVerified: ["appBundles"] }]);
    expect(countReport(report)).toMatchObject({ changing: 0, drifting: 0 });
    expect(reportOutcome(report)).toBe("notVerified");
  });

  it("is reported with drift at no resource if two have it", () => {
    const { resources, messages } = reportOf([refresh("blocked", held), create("new", held)], [info(missing)]);
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
  const both = [refresh("here", held), refresh("there", { ...held, ...eu }), stackStep];
  const neither = ["same here: 2 unchanged", "same there of eu: 2 unchanged"];

  it("are not confused: drift without an account belongs to the whole report, and counts", () => {
    const report = reportOf(both, [info(missing)]);
    expect(outline(report)).toEqual([...neither, `> ${missing}`]);
    expect(report.messages).toEqual([{ severity: "info", topic: "drift", message: missing }]);
    expectDrift(report, 0, 1);
    expect(textOf(report)).toContain(`Messages:\n  ${missing}\n`);
  });

  it("do not assign the drift of one to a change of the other", () => {
    const there = { appBundles: ["com.z"], ...eu };
    const change = update("there", there, { appBundles: ["com.y", "com.z"], ...eu });
    expect(reportOf([refresh("here", held), refresh("there", there), change], [info(missing)]).messages).toHaveLength(
      1,
    );
  });

  it("do not assign what is not verified of one to the other", () => {
    const sentence = notices.driftUnknown("the API refuses to remove an entry");
    const report = reportOf(both, [info(sentence)]);
    expect(report.resources.map(({ notVerified }) => notVerified)).toEqual([[], []]);
    expect(outline(report)).toEqual([...neither, `> ${sentence}`]);
    expect(reportOutcome(report)).toBe("notVerified");
  });
});

describe("an incomplete replacement", () => {
  const waiting = { ...held, adopted: { appBundles: ["com.b"] }, delete: true };
  const [old, current] = [refresh("blocked", waiting), refresh("blocked", { ...held, id: 9876 })];

  it.each([
    ["before", [old, current]],
    ["after", [current, old]],
  ])("still deletes in the old list, which the preview shows %s the new one", (_, steps) => {
    const report = reportOf([...steps, stackStep]);
    expect(outline(report)).toEqual([
      "delete blocked: 0 unchanged, removed com.a, kept com.b (adopted)",
      "same blocked of 9876: 2 unchanged",
    ]);
    expect(reportOutcome(report)).toBe("changes");
  });
});

describe("a resource that was not refreshed", () => {
  it("does not count among the lists without drift", () => {
    expect(headlineOf(reportOf([refresh("blocked", held), stackStep]))).toBe("No changes, and no drift in 1 list");
  });

  it("is counted in the headline although others were refreshed", () => {
    const report = reportOf([
      refresh("blocked", held),
      stackStep,
      remove("other", { appBundles: ["com.z"], id: 9876 }),
    ]);
    expect(report.resources).toMatchObject([
      { name: "other", observation: "notRead" },
      { name: "blocked", observation: "read" },
    ]);
    expect(textOf(report)).toContain(
      "The preview did not read the lists of 1 resource. The numbers come from the last deployment; drift is unknown. " +
        "To read the lists: pulumi preview --json --refresh\n",
    );
  });
});

describe("drift in the provider's words", () => {
  const report = reportOf([refresh("blocked", held), stackStep], [info(missing)]);

  it("is in the comment of a pull request, on the page, and in both headlines", () => {
    const [markdown, html] = [printMarkdown(report), printHtml(report)];
    expect(markdown).toContain("### No changes, but drift in 1 app list\n");
    expect(markdown).toContain("<summary>same · <code>blocked</code>");
    expect(markdown).toContain(`# ${missing}\n`);
    expect(markdown).not.toContain("without changes");
    expect(html).toContain("<h1>No changes, but drift in 1 app list</h1>");
    expect(html).toContain(missing.replaceAll('"', "&#34;"));
  });

  it("is in both if it belongs to no resource", () => {
    const unplaced = reportOf([stackStep], [info(missing)]);
    expect(printMarkdown(unplaced)).toContain(`**Messages**\n\n\`\`\`text\n${missing}\n\`\`\``);
    expect(printHtml(unplaced)).toContain(`<h2 id="messages">Messages</h2>`);
  });
});
