import { describe, expect, it } from "vitest";
import { countReport } from "../../provider/report/summary";
import { onlyDrift } from "../../provider/report/drift";
import { printMarkdown } from "../../provider/report/markdown";
import { reportOutcome } from "../../provider/report/report";
import { bundles } from "../list/entries";
import {
  create,
  headlineOf,
  info,
  noticesOn,
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
const same = "same blocked: no entries";

describe("drift that pulumi up does not change", () => {
  it.each([
    ["the program has dropped the entry too, or ignores changes", refresh("blocked", held)],
    ["the refresh ran the program", refreshByProgram("blocked", held, { appBundles: ["com.a"] })],
  ])("is reported and counted: %s", (_, refreshed) => {
    const report = reportOf([refreshed, stackStep], [info(missing)]);
    expect(outline(report)).toEqual([same, `> ${missing}`]);
    expect(reportOutcome(report)).toBe("changes");
    expect(countReport(report)).toMatchObject({ changing: 0, drifting: 1 });
    expect(headlineOf(report)).toBe("No changes, but drift in 1 app list");
    expect(textOf(report)).toContain(`  ${missing}\n`);
  });
});

describe("drift of an updated resource", () => {
  it("is reported in the provider's words if the report does not name every entry of it", () => {
    const steps = [refresh("blocked", held), update("blocked", after, { appBundles: ["com.a", "com.c"] })];
    const report = reportOf(steps, [info(missing)]);
    expect(outline(report)).toEqual(["update blocked: added com.c", `> ${missing}`]);
    expect(headlineOf(report)).toBe("1 app list will change: +1");
    expect(countReport(report).drifting).toBe(1);
  });

  it("is counted by its entries if the report names every entry of it", () => {
    const exclusive = { exclusive: true };
    const observed = { appBundles: ["com.a", "com.x", "com.y"] };
    const change = update("blocked", { ...after, ...exclusive, observed }, { ...held, ...exclusive });
    const report = reportOf([refresh("blocked", { ...held, ...exclusive }), change], [info(missing), info(unexpected)]);
    expect(report.resources[0]?.messages).toEqual([]);
    expect(countReport(report).drifting).toBe(1);
    expect(headlineOf(report)).toBe("1 app list will change: +1, −2");
  });

  it("is reported if the resource is deleted, and at no resource if it is renamed", () => {
    const deletion = [refresh("blocked", held), remove("blocked", after)];
    const deleted = reportOf(deletion, [info(missing)]);
    expect(outline(deleted)).toEqual(["delete blocked: removed com.a", `> ${missing}`]);
    const renamed = reportOf([...deletion, create("renamed", held)], [info(missing)]);
    expect(renamed.messages).toEqual([{ severity: "info", topic: "drift", message: missing }]);
    expect([deleted, renamed].map((report) => countReport(report).drifting)).toEqual([1, 1]);
  });
});

it("counts a list once that several resources have, with a message for each of them", () => {
  const other = { appBundles: ["com.other"] };
  const steps = [refresh("blocked", held), update("blocked", after, held), refresh("second", other), stackStep];
  const both = [info(missing), info(missing.replace("com.b", "com.other"))];
  expect(countReport(reportOf(steps, both)).drifting).toBe(1);
});

describe("a list that could not be read", () => {
  it("is not verified, and counts neither as drift nor as changed", () => {
    const sentence = notices.driftUnknown("the API returns 404");
    const report = reportOf([refresh("blocked", held), stackStep], [info(sentence)]);
    expect(outline(report)).toEqual([same, `> ${sentence}`]);
    expect(report.resources).toMatchObject([{ notVerified: ["appBundles"], messages: [{ topic: "notVerified" }] }]);
    expect(countReport(report)).toMatchObject({ changing: 0, drifting: 0 });
    expect(reportOutcome(report)).toBe("notVerified");
    expect(textOf(report)).toContain(`Not verified:\n  ${sentence}\n`);
  });
});

describe("lists of one ID in two accounts", () => {
  const both = [refresh("here", held), refresh("there", { ...held, account: "eu" }), stackStep];
  const neither = ["same here: no entries", "same there of eu: no entries"];

  it("are not confused: drift without an account belongs to the whole report, and counts", () => {
    const report = reportOf(both, [info(missing)]);
    expect(outline(report)).toEqual([...neither, `> ${missing}`]);
    expect(countReport(report)).toMatchObject({ changing: 0, drifting: 1 });
    expect(reportOutcome(report)).toBe("changes");
    expect(textOf(report)).toContain(`Messages:\n  ${missing}\n`);
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
      "delete blocked: removed com.a, kept com.b (adopted)",
      "same blocked of 9876: no entries",
    ]);
    expect(reportOutcome(report)).toBe("changes");
  });
});

describe("a resource that was not refreshed", () => {
  it("is counted in the report although others were refreshed", () => {
    const steps = [refresh("blocked", held), stackStep, remove("other", { appBundles: ["com.z"], id: 9876 })];
    const report = reportOf(steps);
    expect(report.resources).toMatchObject([
      { name: "other", observation: "notRead" },
      { name: "blocked", observation: "read" },
    ]);
    expect(textOf(report)).toContain("\nThe preview did not read the lists of 1 resource. The numbers are from");
  });
});

describe("a report of drift alone", () => {
  const refreshedStack = { ...stackStep, op: "refresh" };
  const change = update("blocked", after, { appBundles: ["com.a", "com.b", "com.c"] });

  it("has the drift of a resource, and nothing that the program changes", () => {
    const whole = reportOf([refresh("blocked", held), change], [info(missing)]);
    expect(headlineOf(whole)).toContain("will change");
    const report = onlyDrift(whole);
    expect(reportOutcome(report)).toBe("changes");
    expect(headlineOf(report)).toBe("Drift in 1 app list");
    expect(countReport(report)).toMatchObject({ changing: 0, drifting: 1 });
    expect(textOf(report)).toContain("com.b");
    expect(textOf(report)).not.toContain("com.c");
  });

  it("has no changes if there is no drift, whatever the program changes, even if that is over a limit", () => {
    const steps = [refresh("blocked", { appBundles: ["com.a"] }), update("blocked", { appBundles: ["com.a"] }, held)];
    const report = reportOf(steps);
    expect(reportOutcome(report)).toBe("changes");
    const overLimit = { message: "over the limit", code: "CHANGE_LIMIT", resources: ["blocked"], urns: [] };
    for (const errors of [[], [overLimit]]) {
      expect(reportOutcome(onlyDrift({ ...report, errors }))).toBe("nothing");
      expect(headlineOf(onlyDrift({ ...report, errors }))).toBe("No drift in 1 list");
    }
    expect(reportOutcome(onlyDrift({ ...report, errors: [{ message: "no network", resources: [], urns: [] }] }))).toBe(
      "error",
    );
  });

  it("is not verified if the preview did not read a list, although it refreshed others", () => {
    const quiet = reportOf([refresh("blocked", held), update("blocked", held, held)]);
    const [resource] = quiet.resources;
    if (resource === undefined) throw new Error("The report has no resource.");
    const unread = { ...resource, name: "other", appListId: 4322, observation: "notRead" } as const;
    expect(reportOutcome(onlyDrift(quiet))).toBe("nothing");
    const report = onlyDrift({ ...quiet, resources: [resource, unread] });
    expect([reportOutcome(report), headlineOf(report)]).toEqual(["notVerified", "Drift is not known"]);
  });

  const [deployed, now] = ["https://old.example.com", "https://new.example.com"];
  const move = notices.moved(JSON.stringify(deployed), JSON.stringify(now));

  it.each([
    ["another base URL", { ...held, baseUrl: deployed }, held, { "app-list:baseUrl": now }],
    ["another account", held, { ...held, account: "eu" }, {}],
  ])("is not verified for a resource that is not deployed yet with %s", (_, before, declared, config) => {
    const steps = [refresh("blocked", before), update("blocked", before, declared)];
    const report = onlyDrift(reportOf(steps, [info(move)], config));
    expect([reportOutcome(report), headlineOf(report)]).toEqual(["notVerified", "Drift is not known"]);
    expect(textOf(report)).toContain(`Messages:\n  ${move}\n`);
  });

  it("is not verified if no list is deployed, and says so", () => {
    for (const steps of [
      [create("blocked", held)],
      [refreshedStack, create("blocked", held)],
      [refreshedStack, stackStep],
    ]) {
      const report = onlyDrift(reportOf(steps));
      const headline = "Drift is not known: the stack has no deployed app list";
      expect([reportOutcome(report), headlineOf(report)]).toEqual(["notVerified", headline]);
    }
  });

  it("fails if a replacement over its limit ended the preview before all lists were compared", () => {
    const overLimit = { message: "error: it would remove too much. [CHANGE_LIMIT]", severity: "error" };
    const report = onlyDrift(reportOf([refresh("blocked", held), stackStep], [overLimit]));
    expect(reportOutcome(report)).toBe("error");
  });

  it("names the two ways out, and does not promise that a deployment repairs it", () => {
    const report = onlyDrift(reportOf([refresh("blocked", held), change], [info(missing)]));
    expect(textOf(report)).toContain("\nTo repair drift: pulumi up --refresh. To accept it, declare");
    expect(printMarkdown(report)).toContain("To repair all, start it by hand, with repair. To accept drift, declare");
    expect(printMarkdown(report)).toContain("**1 app bundle missing (drift)**");
    expect(printMarkdown(report)).toContain("<td>drift: 1 missing</td>");
  });

  it("says missing and unexpected, without the signs of additions and removals", () => {
    const exclusive = { exclusive: true };
    const observed = { appBundles: ["com.a", "com.x", "com.y"] };
    const repair = update("blocked", { ...after, ...exclusive, observed }, { ...held, ...exclusive });
    const report = reportOf([refresh("blocked", { ...held, ...exclusive }), repair], [info(missing), info(unexpected)]);
    const lines = (text: string) => text.match(/^.*(?:\(drift\)|com\.[bxy]$).*$/gmu);
    expect(lines(textOf(onlyDrift(report)))).toEqual([
      "  2 app bundles unexpected (drift)",
      "      com.x",
      "      com.y",
      "  1 app bundle missing (drift)",
      "      com.b",
    ]);
    expect(lines(textOf(report))).toEqual([
      "  2 app bundles unexpected, will be removed (drift)",
      "    - com.x",
      "    - com.y",
      "  1 app bundle missing (drift): added again",
      "    + com.b",
    ]);
  });
});
