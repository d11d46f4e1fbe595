import { describe, expect, it } from "vitest";
import { printNotice } from "./notice-lines";
import { reportOutcome } from "../../provider/report/report";
import { printError } from "../../provider/report/summary";
import { printText } from "../../provider/report/text";
import { bundles } from "../list/entries";
import {
  create,
  ofPlugin,
  pluginType,
  refresh,
  remove,
  reportOf,
  update,
  urnOf,
  type PrintedDiagnostic,
  type PrintedStep,
} from "./preview";

const list = { appListId: 4321, name: "blocked apps" };
const missing = printNotice({ kind: "missing", list, entries: bundles("com.b") });
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

/** The text of the report, without the lines about the stack. */
function textOf(steps: readonly PrintedStep[], diagnostics: readonly PrintedDiagnostic[] = []): string {
  const text = printText(reportOf(steps, diagnostics), { style: (_, part) => part });
  return text.replaceAll(/^(stack|Drift is not known) .*\n/gmu, "");
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
    const plan = message('app list 4321 "blocked apps": +1 app bundle → 2: +"com.c"');
    const step = ofPlugin(refresh("blocked", held));
    const report = reportOf([step, ofPlugin(create("other", { appListId: 9 }))], [message(missing), plan]);
    expect(report.resources.find(({ name }) => name === "blocked")).toMatchObject({
      messages: [{ message: missing }],
      remarks: [],
    });
    expect(report.messages).toEqual([]);
  });

  it("marks warnings, which have a severity and no mark there", () => {
    const warning = printNotice({
      kind: "moved",
      list,
      places: { before: 'account "eu"', now: "the default account" },
    });
    expect(warning).toContain(": warning: moved from");
    const unmarked = warning.replace(": warning: ", ": ");
    const steps = [ofPlugin(update("blocked", held, after))];
    const printed = [message(unmarked, "blocked", "warning")];
    expect(reportOf(steps, printed).resources[0]?.messages).toEqual([{ severity: "warning", message: unmarked }]);
    expect(textOf(steps, printed)).toContain(`  warning: ${unmarked}\n`);
  });

  it("assigns a notice to its resource, also if two accounts have a list of the same ID", () => {
    const report = reportOf(
      [ofPlugin(refresh("blocked", held)), ofPlugin(refresh("eu", held), "eu"), ofPlugin(create("new", {}))],
      [message(printNotice({ kind: "missing", list, entries: bundles("com.lost") }), "eu")],
    );
    const drifted = report.resources.filter(({ messages }) => messages.some(({ topic }) => topic === "drift"));
    expect(drifted.map(({ name }) => name)).toEqual(["eu"]);
    expect(report.messages).toEqual([]);
  });

  it("takes lists of two explicit providers for two lists, and names the provider", () => {
    const report = reportOf([
      ofPlugin(create("ofEu", { appBundles: ["com.a"] }), "eu"),
      ofPlugin(remove("ofUs", { appBundles: ["com.a"] }), "us"),
    ]);
    expect(report.resources.map(({ name, provider: of }) => [name, of])).toEqual([
      ["ofEu", "eu"],
      ["ofUs", "us"],
    ]);
    expect(report.resources[1]?.kinds).toMatchObject([{ removed: [{ entry: "com.a" }] }]);
    expect(textOf([ofPlugin(create("ofEu", {}), "eu")])).toContain("(resource ofEu, create, provider eu)");
  });

  it.each(["create", "update", "delete", "replace"])("reports nothing about provider resources: %s", (op) => {
    const report = reportOf([provider(op, "eu"), provider("refresh", "us")]);
    expect(report.resources).toEqual([]);
    expect(reportOutcome(report)).toBe("nothing");
  });

  it("reads inputs that were not checked, because their provider is not known yet", () => {
    const inputs = {
      appListId: 4321,
      appBundles: [{ entry: "com.z", note: "gambling" }, "com.a", "com.a"],
      websites: "# a comment\nb.example # note\n\na.example\n",
      placementIds: ["no placement"],
    };
    const step = ofPlugin(create("blocked", {}), "eu");
    expect(textOf([{ ...step, newState: { ...step.newState, inputs } }])).toBe(`1 app list to change: up to +4

app list 4321 (resource blocked, create, provider eu)
  pulumi up will refuse this: placementIds[0]: "no placement" contains whitespace; a note starts with a space and #, or is the note of { entry, note }.
  2 app bundles added
    + com.a
    + com.z  # gambling
  2 websites added
    + a.example
    + b.example  # note
`);
  });

  it("does not guess entries that a list of such inputs hides", () => {
    const inputs = {
      appListId: 4321,
      appBundles: ["com.a", "[secret]"],
      websites: [{ entry: "04da6b54-80e4-46f7-96ec-b56ff0331ba9" }, "a.example"],
    };
    const step = ofPlugin(create("blocked", {}), "eu");
    const text = textOf([{ ...step, newState: { ...step.newState, inputs } }]);
    expect(text).toContain("Its app bundles are secret: their changes are not shown.\n");
    expect(text).toContain(
      "Its websites are outputs of another resource and not known yet: their changes are not shown.\n",
    );
    expect(text).not.toContain("04da6b54");
  });
});

describe("a stack that moves from one host to the other", () => {
  it.each([
    ["to the plugin", (step: PrintedStep) => step, ofPlugin],
    ["back", ofPlugin, (step: PrintedStep) => step],
  ])("has one resource: %s", (_, before, now) => {
    const from = before(refresh("blocked", held));
    const to = now(update("blocked", after, { appBundles: ["com.a", "com.b", "com.c"] }));
    const old = before(update("blocked", after, {})).oldState ?? {};
    const report = reportOf(
      [from, { ...to, oldState: old }],
      [{ urn: from.urn, message: `${missing}\n`, severity: "info" }],
    );
    expect(report.resources).toHaveLength(1);
    expect(report.resources[0]).toMatchObject({ operation: "update", observation: "read" });
    expect(report.resources[0]?.kinds).toMatchObject([
      { unchanged: 1, added: [{ entry: "com.c" }], missing: [{ entry: "com.b" }] },
    ]);
    expect(report.messages).toEqual([]);
  });
});

describe("an import", () => {
  const imported = message(printNotice({ kind: "imported", list, entries: bundles("com.a", "com.b") }));
  const importOf = (declared: object): PrintedStep => {
    const { newState: state } = ofPlugin(create("blocked", {}));
    return {
      op: "import",
      urn: urnOf("blocked", pluginType),
      newState: { ...state, inputs: { appListId: 4321, ...declared } },
    };
  };

  it("of a list that contains what the program declares changes nothing in it", () => {
    const steps = [importOf({ appBundles: ["com.b", "com.a"] })];
    const report = reportOf(steps, [imported]);
    expect(reportOutcome(report)).toBe("changes");
    expect(report.resources).toMatchObject([
      { operation: "import", observation: "read", kinds: [{ unchanged: 2, added: [] }] },
    ]);
    expect(textOf(steps, [imported])).toBe(`1 app list to change: no entries

app list 4321 (resource blocked, import)
  app list 4321 "blocked apps": imported 2 app bundles ("com.a", "com.b"). They count as adopted: pulumi destroy keeps them, unless claimExisting is true.
`);
  });

  const state = { imported: true, adopted: held, ...held };
  const updateOf = (declared: object): PrintedStep => {
    const step = ofPlugin(update("blocked", state, { ...declared }));
    const { oldState: before } = step;
    const outputs = { ...oldStateOutputs(before), imported: true };
    return { ...step, oldState: { ...before, outputs } };
  };

  it("keeps entries that the program does not declare, and adds what it declares besides", () => {
    const declared = { appBundles: ["com.a", "com.c"] };
    const report = reportOf([importOf(declared), updateOf(declared)], [imported]);
    expect(report.resources).toHaveLength(1);
    expect(report.resources[0]).toMatchObject({
      operation: "update",
      observation: "read",
      kinds: [
        { unchanged: 1, added: [{ entry: "com.c" }], removed: [], kept: [{ entry: "com.b", origin: "adopted" }] },
      ],
      totals: { removed: { count: 0 }, added: { count: 1 } },
    });
  });

  it("removes what the program does not declare if the list is exclusive", () => {
    const declared = { appBundles: ["com.a"], exclusive: true };
    const [resource] = reportOf([importOf(declared), updateOf(declared)], [imported]).resources;
    expect(resource?.kinds).toMatchObject([{ removed: [{ entry: "com.b" }], kept: [] }]);
    expect(resource?.totals.removed).toMatchObject({ count: 1 });
  });

  it("of an earlier run removes dropped lines, unless they are more than the removal guard allows", () => {
    const entries = Array.from({ length: 10 }, (_, index) => `com.app${index}`);
    const ofEarlier = (declared: readonly string[]) => {
      const step = ofPlugin(
        update("blocked", { appBundles: entries, adopted: { appBundles: entries } }, { appBundles: declared }),
      );
      const outputs = { ...oldStateOutputs(step.oldState), imported: true };
      return reportOf([{ ...step, oldState: { ...step.oldState, outputs } }]).resources[0]?.kinds;
    };
    expect(ofEarlier(entries.slice(1))).toMatchObject([{ removed: [{ entry: "com.app0" }], kept: [] }]);
    expect(ofEarlier(entries.slice(9))).toMatchObject([{ removed: [], unchanged: 1 }]);
    expect(ofEarlier(entries.slice(9))?.[0]?.kept).toHaveLength(9);
  });

  it("of another list replaces the resource: additions to the new list are upper bounds", () => {
    const old = ofPlugin(update("blocked", { id: 1, appBundles: ["com.z"] }, { appListId: 4321, ...held }, "replace"));
    const { resources } = reportOf([{ ...old, newState: { ...old.newState, importID: "4321" } }], [imported]);
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

function oldStateOutputs(state: object | undefined): object {
  return state !== undefined && "outputs" in state && typeof state.outputs === "object" ? (state.outputs ?? {}) : {};
}
