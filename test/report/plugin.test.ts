import { describe, expect, it } from "vitest";
import { reportOutcome } from "../../provider/report/report";
import { printError } from "../../provider/report/summary";
import { bundles } from "../list/entries";
import { noticesOn } from "./notice-lines";
import {
  create,
  ofPlugin,
  outline,
  pluginType,
  refresh,
  remove,
  reportOf,
  textOf,
  unknown,
  update,
  urnOf,
  type Held,
  type PrintedDiagnostic,
  type PrintedStep,
} from "./preview";

const notices = noticesOn({ appListId: 4321, name: "blocked apps" });
const missing = notices.missing(bundles("com.b"));
const held = { appBundles: ["com.a", "com.b"] };
const after = { appBundles: ["com.a"], missing: { appBundles: ["com.b"] } };

/** A message at a resource of the plugin. */
function message(line: string, name = "blocked", severity = "info"): PrintedDiagnostic {
  return { urn: urnOf(name, pluginType), message: `${line}\n`, severity };
}

/** A step of a provider resource of the plugin. */
function provider(op: string, name: string): PrintedStep {
  const urn = urnOf(name, "pulumi:providers:app-list");
  const inputs = { baseUrl: "https://api.example", apiKey: "[secret]", username: "ad.ops@example.com" };
  return { op, urn, newState: { urn, inputs }, ...(op !== "create" && { oldState: { urn, id: "1", inputs } }) };
}

/** The step of a resource whose inputs a preview did not check. */
function unchecked(inputs: object, op = "create"): PrintedStep {
  const step = ofPlugin(create("blocked", {}), op === "create" ? "eu" : undefined);
  return { ...step, op, newState: { ...step.newState, inputs: { appListId: 4321, ...inputs } } };
}

describe("a preview of the plugin", () => {
  it.each([
    ["an update", [update("blocked", held, { appBundles: ["com.a", "com.c  # dating"] })]],
    ["drift", [refresh("blocked", held), update("blocked", after, held)]],
    ["a deletion", [remove("blocked", { ...held, adopted: { appBundles: ["com.b"] } })]],
    ["no change", [refresh("blocked", held), { ...update("blocked", held, held), op: "same" }]],
  ])("has the same report as that of the dynamic provider: %s", (_, steps) => {
    const { resources, ...rest } = reportOf(steps.map((step) => ofPlugin(step)));
    const ofDynamic = reportOf(steps);
    const withoutUrn = ({ urn: _urn, ...resource }: (typeof resources)[number]) => resource;
    expect({ ...rest, resources: resources.map(withoutUrn) }).toEqual({
      ...ofDynamic,
      resources: ofDynamic.resources.map(withoutUrn),
    });
    expect(resources.every(({ provider: name }) => name === undefined)).toBe(true);
  });

  it("has the notices at the resource, without the plan", () => {
    const plan = message('app list 4321 "blocked apps": +1 app bundle → 2 entries: +"com.c"');
    const steps = [ofPlugin(refresh("blocked", held)), ofPlugin(create("other", { appListId: 9 }))];
    expect(outline(reportOf(steps, [message(missing), plan]))).toEqual([
      "create other of 9: nothing",
      "same blocked: 2 unchanged",
      `> ${missing}`,
    ]);
  });

  it("marks warnings, which have a severity and no mark there", () => {
    const warning = notices.moved('account "eu"', "the default account");
    expect(warning).toContain(": warning: moved from");
    const unmarked = warning.replace(": warning: ", ": ");
    const report = reportOf([ofPlugin(update("blocked", held, after))], [message(unmarked, "blocked", "warning")]);
    expect(report.resources[0]?.messages).toEqual([{ severity: "warning", message: unmarked }]);
    expect(textOf(report)).toContain(`  warning: ${unmarked}\n`);
  });

  it("assigns a notice to its resource, also if two accounts have a list of the same ID", () => {
    const lost = notices.missing(bundles("com.lost"));
    const report = reportOf(
      [ofPlugin(refresh("blocked", held)), ofPlugin(refresh("eu", held), "eu"), ofPlugin(create("new", {}))],
      [message(lost, "eu")],
    );
    expect(outline(report)).toEqual([
      "create new: nothing",
      "same eu: 2 unchanged",
      `> ${lost}`,
      "same blocked: 2 unchanged",
    ]);
  });

  it("takes lists of two explicit providers for two lists, and names the provider", () => {
    const one = { appBundles: ["com.a"] };
    const report = reportOf([ofPlugin(create("ofEu", one), "eu"), ofPlugin(remove("ofUs", one), "us")]);
    expect(report.resources).toMatchObject([
      { name: "ofEu", provider: "eu" },
      { name: "ofUs", provider: "us", kinds: [{ removed: [{ entry: "com.a" }] }] },
    ]);
    expect(textOf(report)).toContain("(resource ofEu, create, provider eu)");
  });

  it.each(["create", "update", "delete", "replace"])("reports nothing about provider resources: %s", (op) => {
    const report = reportOf([provider(op, "eu"), provider("refresh", "us")]);
    expect(report.resources).toEqual([]);
    expect(reportOutcome(report)).toBe("nothing");
  });

  it("reads inputs that were not checked, because their provider is not known yet", () => {
    const report = reportOf([
      unchecked({
        appBundles: [{ entry: "com.z", note: "gambling" }, "com.a", "com.a"],
        websites: "# a comment\nb.example # note\n\na.example\n",
        placementIds: ["no placement"],
      }),
    ]);
    expect(outline(report)).toEqual([
      "create blocked: 0 unchanged, added com.a, added com.z # gambling; " +
        "websites 0 unchanged, added a.example, added b.example # note",
      '# pulumi up will refuse this: placementIds[0]: "no placement" contains whitespace; a note starts with a space ' +
        "and #, or is the note of { entry, note }.",
    ]);
    expect(report.resources[0]?.totals.added).toEqual({ count: 4, bound: "atMost" });
  });

  it("does not guess entries that a list of such inputs hides", () => {
    const hiding = { appBundles: ["com.a", "[secret]"], websites: [{ entry: unknown }, "a.example"] };
    expect(outline(reportOf([unchecked(hiding)]))).toEqual([
      "create blocked: nothing",
      "# Its app bundles are secret: their changes are not shown.",
      "# Its websites are outputs of another resource and not known yet: their changes are not shown.",
    ]);
  });
});

describe("a stack that moves from one host to the other", () => {
  it.each([
    ["to the plugin", (step: PrintedStep) => step, ofPlugin],
    ["back", ofPlugin, (step: PrintedStep) => step],
  ])("has one resource: %s", (_, before, now) => {
    const from = before(refresh("blocked", held));
    const to = now(update("blocked", after, { appBundles: ["com.a", "com.b", "com.c"] }));
    const step = { ...to, oldState: before(update("blocked", after, {})).oldState ?? {} };
    const report = reportOf([from, step], [{ ...message(missing), urn: from.urn }]);
    expect(outline(report)).toEqual(["update blocked: 1 unchanged, added com.c, missing com.b", `> ${missing}`]);
    expect(report.resources).toMatchObject([{ observation: "read" }]);
  });
});

describe("an import", () => {
  const imported = notices.imported(bundles("com.a", "com.b"));
  const importOf = (declared: object): PrintedStep => unchecked(declared, "import");
  const reportOn = (...steps: readonly PrintedStep[]) => reportOf(steps, [message(imported)]);
  /** The update that follows an import. */
  const updateOf = (declared: object, entries: Held = held): PrintedStep =>
    ofPlugin(update("blocked", { ...entries, adopted: entries, isImported: true }, { ...declared }));

  it("of a list that contains what the program declares changes nothing in it", () => {
    const report = reportOn(importOf({ appBundles: ["com.b", "com.a"] }));
    expect(reportOutcome(report)).toBe("changes");
    expect(report.resources).toMatchObject([{ observation: "read" }]);
    expect(outline(report)).toEqual(["import blocked: 2 unchanged", `> ${imported}`]);
    expect(textOf(report)).toMatch(/^1 app list will change: no entries\n/u);
  });

  it("keeps entries that the program does not declare, and adds what it declares besides", () => {
    const declared = { appBundles: ["com.a", "com.c"] };
    const report = reportOn(importOf(declared), updateOf(declared));
    const line = "update blocked: 1 unchanged, added com.c, kept com.b (adopted)";
    expect(outline(report)).toEqual([line, `> ${imported}`]);
    expect(report.resources).toMatchObject([
      { observation: "read", totals: { removed: { count: 0 }, added: { count: 1 } } },
    ]);
  });

  it("removes what the program does not declare if the list is exclusive", () => {
    const declared = { appBundles: ["com.a"], exclusive: true };
    const report = reportOn(importOf(declared), updateOf(declared));
    expect(outline(report)[0]).toBe("update blocked: 1 unchanged, removed com.b (adopted)");
    expect(report.resources).toMatchObject([{ totals: { removed: { count: 1 } } }]);
  });

  it("of an earlier run removes dropped lines, unless they are more than the removal guard allows", () => {
    const appBundles = Array.from({ length: 10 }, (_, index) => `com.app${index}`);
    const ofEarlier = (first: number) =>
      reportOf([updateOf({ appBundles: appBundles.slice(first) }, { appBundles })]).resources[0]?.kinds;
    expect(ofEarlier(1)).toMatchObject([{ removed: [{ entry: "com.app0" }], kept: [] }]);
    expect(ofEarlier(9)).toMatchObject([{ removed: [], unchanged: 1 }]);
    expect(ofEarlier(9)?.[0]?.kept).toHaveLength(9);
  });

  it("of another list replaces the resource: additions to the new list are upper bounds", () => {
    const old = ofPlugin(update("blocked", { id: 1, appBundles: ["com.z"] }, { appListId: 4321, ...held }, "replace"));
    const { resources } = reportOn({ ...old, newState: { ...old.newState, importID: "4321" } });
    expect(resources).toMatchObject([
      { appListId: 4321, operation: "replace", totals: { added: { count: 2, bound: "atMost" } } },
      { appListId: 1, operation: "delete", kinds: [{ removed: [{ entry: "com.z" }] }] },
    ]);
  });

  it("that failed leaves the changes unknown", () => {
    const report = reportOf(
      [importOf(held)],
      [message("error: Preview failed: the list cannot be read", "blocked", "error")],
    );
    expect(report.resources).toEqual([]);
    expect(report.errors.map(printError)).toEqual(['resource "blocked": the list cannot be read']);
  });
});
