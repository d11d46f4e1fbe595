import { describe, expect, it } from "vitest";
import { providerSettings } from "../../provider/hosts/plugin/provider-config";
import { reportOutcome } from "../../provider/report/report";
import { bundles } from "../list/entries";
import {
  create,
  noticesOn,
  ofPlugin,
  oldState,
  outline,
  pluginType,
  refresh,
  remove,
  reportOf,
  stackStep,
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

/** The step of a resource whose inputs a preview did not check. */
function unchecked(inputs: object, op = "create"): PrintedStep {
  const step = ofPlugin(create("blocked", {}), op === "create" ? "eu" : undefined);
  return { ...step, op, newState: { ...step.newState, inputs: { appListId: 4321, ...inputs } } };
}

describe("a preview of the plugin", () => {
  it("has the same report as that of the dynamic provider", () => {
    const steps = [refresh("blocked", held), update("blocked", after, { appBundles: ["com.b", "com.c  # dating"] })];
    const ofDynamic = reportOf(steps);
    const resources = ofDynamic.resources.map((resource) => ({ ...resource, urn: urnOf("blocked", pluginType) }));
    expect(reportOf(steps.map((step) => ofPlugin(step)))).toEqual({ ...ofDynamic, resources });
  });

  it("marks warnings, which have a severity and no mark there", () => {
    const warning = notices.moved('account "eu"', "the default account");
    expect(warning).toContain(": warning: moved from");
    const unmarked = warning.replace(": warning: ", ": ");
    const report = reportOf([ofPlugin(update("blocked", held, after))], [message(unmarked, "blocked", "warning")]);
    expect(report.resources[0]?.messages).toEqual([{ severity: "warning", message: unmarked }]);
    expect(textOf(report)).toContain(`  warning: ${unmarked}\n`);
  });

  it("assigns a notice to its resource, even if two accounts have a list of the same ID", () => {
    const lost = notices.missing(bundles("com.lost"));
    const steps = [stackStep, ofPlugin(refresh("blocked", held)), ofPlugin(refresh("eu", held), "eu")];
    const lines = ["same eu: no entries", `> ${lost}`, "same blocked: no entries"];
    expect(outline(reportOf(steps, [message(lost, "eu")]))).toEqual(lines);
  });

  it.each([
    ["default", undefined],
    ["default_0_1_0", undefined],
    ["default_https_/releases_example_com/app-list", undefined],
    ["default_github_/api.github.com/ad-ops/pulumi-app-list", undefined],
    ["defaults", "defaults"],
    ["default-eu", "default-eu"],
    ["default_eu", "default_eu"],
  ])("takes the provider resource %j for %j, in the report and in messages", (name, provider) => {
    const report = reportOf([ofPlugin(create("blocked", { appBundles: ["com.a"] }), name)]);
    expect(report.resources[0]?.provider).toBe(provider);
    expect(providerSettings({}, {}, { name }).provider).toBe(provider);
  });

  it("takes lists of two explicit providers for two lists, but for a delete, and names the provider", () => {
    const one = { appBundles: ["com.a"] };
    const report = reportOf([ofPlugin(create("ofEu", one), "eu"), ofPlugin(remove("ofUs", one), "us")]);
    expect(report.resources).toMatchObject([
      { name: "ofEu", provider: "eu" },
      { name: "ofUs", provider: "us", entries: [{ change: "kept", entry: "com.a" }] },
    ]);
    expect(textOf(report)).toContain("(resource ofEu, create, provider eu)");
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
      "create blocked: added com.a, added com.z # gambling, " +
        "added websites a.example, added websites b.example # note",
      '# pulumi up will reject this: placementIds[0]: "no placement" contains whitespace; a note starts with a space ' +
        "and #, or is the note of { entry, note }.",
    ]);
    expect(report.resources[0]?.totals.added).toEqual({ count: 4, isAtMost: true });
  });

  it("does not guess entries that a list of such inputs hides", () => {
    const hiding = { appBundles: ["com.a", "[secret]"], websites: [{ entry: unknown }, "a.example"] };
    expect(outline(reportOf([unchecked(hiding)]))).toEqual([
      "create blocked: no entries",
      "# Its app bundles are secret: their changes are not shown.",
      "# Its websites are outputs of another resource and not known yet: their changes are not shown.",
    ]);
  });
});

it("a stack that moves from one host to the other has one resource", () => {
  const from = refresh("blocked", held);
  const to = ofPlugin(update("blocked", after, { appBundles: ["com.a", "com.b", "com.c"] }));
  const step = { ...to, oldState: oldState("blocked", after) };
  const report = reportOf([from, step], [{ ...message(missing), urn: from.urn }]);
  expect(outline(report)).toEqual(["update blocked: added com.c, missing com.b"]);
  expect(report.resources).toMatchObject([{ observation: "read" }]);
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
    expect(outline(report)).toEqual(["import blocked: no entries", `> ${imported}`]);
    expect(textOf(report)).toMatch(/^1 app list will change: no entries\n/u);
  });

  it("keeps entries that the program does not declare, and adds what it declares besides", () => {
    const declared = { appBundles: ["com.a", "com.c"] };
    const report = reportOn(importOf(declared), updateOf(declared));
    const line = "update blocked: added com.c, kept com.b (adopted)";
    expect(outline(report)).toEqual([line, `> ${imported}`]);
    expect(report.resources).toMatchObject([
      { observation: "read", totals: { removed: { count: 0 }, added: { count: 1 } } },
    ]);
  });

  it("removes what the program does not declare if the list is exclusive", () => {
    const declared = { appBundles: ["com.a"], exclusive: true };
    const report = reportOn(importOf(declared), updateOf(declared));
    expect(outline(report)[0]).toBe("update blocked: removed com.b (adopted)");
    expect(report.resources).toMatchObject([{ totals: { removed: { count: 1 } } }]);
  });

  it("that was not followed by an update keeps dropped lines, however few", () => {
    const appBundles = Array.from({ length: 10 }, (_, index) => `com.app${index}`);
    const ofEarlier = (first: number) =>
      outline(reportOf([updateOf({ appBundles: appBundles.slice(first) }, { appBundles })])).join();
    expect(ofEarlier(1)).toBe("update blocked: kept com.app0 (adopted)");
    expect(ofEarlier(9)).toMatch(/^update blocked(?:[:,] kept com\.app\d \(adopted\)){9}$/u);
  });

  it("of another list replaces the resource: additions to the new list are upper bounds", () => {
    const old = ofPlugin(update("blocked", { id: 1, appBundles: ["com.z"] }, { appListId: 4321, ...held }, "replace"));
    const { resources } = reportOn({ ...old, newState: { ...old.newState, importID: "4321" } });
    expect(resources).toMatchObject([
      { appListId: 4321, operation: "replace", totals: { added: { count: 2, isAtMost: true } } },
      { appListId: 1, operation: "delete", entries: [{ change: "removed", entry: "com.z" }] },
    ]);
  });

  it("that failed leaves the changes unknown, and so does a refresh beside it", () => {
    const failure = message("error: Preview failed: the list cannot be read", "blocked", "error");
    expect(reportOf([importOf(held), refresh("other", held)], [failure]).resources).toEqual([]);
  });
});
