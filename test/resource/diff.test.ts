import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffResource, needsRequests, type Difference } from "../../provider/resource/diff";
import { parseInputs, type ParsedInputs } from "../../provider/resource/inputs";
import { noticeLine } from "../../provider/resource/notices";
import { Run } from "../../provider/resource/run";
import { parseState, type State } from "../../provider/resource/state";
import { printLines } from "../../provider/list/text";
import { anyNotes } from "../list/arbitraries";
import { declaredBy, numberedText } from "./declared";

type Raw = Readonly<Record<string, unknown>>;

function stateOf(outputs: Raw): State {
  return parseState({ stateVersion: 1, appListId: 4321, name: "brand-safety", unmanaged: 0, ...outputs });
}

/** A difference with the line that is printed about it. */
type PrintedDifference = Pick<Difference, "changes" | "replaces"> & { readonly line?: string };

/** In inputs: a value that a preview does not know yet. */
const unknownValue = Symbol("unknown value");

/** The difference between outputs and inputs, each with the parts that most tests have in common. */
function difference(outputs: Raw, inputs: Raw): PrintedDifference {
  const unknown = Object.keys(inputs).filter((name) => inputs[name] === unknownValue);
  const parsed = parseInputs({ appListId: 4321, ...inputs }, new Set(unknown));
  if (parsed.outcome === "refused") throw new Error(parsed.problems.join("; "));
  const { notices, changes, replaces } = diffAt(stateOf(outputs), parsed);
  const [line, ...more] = notices.map(noticeLine);
  expect(more).toEqual([]);
  return line === undefined ? { changes, replaces } : { changes, replaces, line };
}

/** The difference in a run that knows nothing else, at this base URL. */
function diffAt(state: State, inputs: ParsedInputs, baseUrl?: string): Difference {
  const run = new Run({ config: (key) => (key === "baseUrl" ? baseUrl : undefined), environment: {} }, () => {});
  return diffResource(state, inputs, run.list(state.given));
}

const anotherList =
  "This is another list: pulumi up reads it, adopts the declared entries that are already there, and removes nothing from " +
  "the old one. If it is the same list, set claimExisting: true for one pulumi up.";

const noChange: PrintedDifference = { changes: false, replaces: [] };

describe("no difference", () => {
  it("is found if the declared entries are managed", () => {
    const texts = { appBundles: "com.a\ncom.b\n", websites: "a.example\n" };
    expect(difference(texts, texts)).toEqual(noChange);
    expect(difference({}, {})).toEqual(noChange);
  });

  it("is found if only notes differ", () => {
    fc.assert(
      fc.property(anyNotes("appBundles"), anyNotes("appBundles"), (notes, others) => {
        const renoted = new Map(Array.from(notes.keys(), (entry, index) => [entry, [...others.values()][index]]));
        expect(difference({ appBundles: printLines(notes) }, { appBundles: printLines(renoted) })).toEqual(noChange);
      }),
    );
  });

  it("is found if an argument has its default value", () => {
    expect(difference({}, { exclusive: false, claimExisting: false })).toEqual(noChange);
    expect(difference({ exclusive: false, claimExisting: false }, {})).toEqual(noChange);
  });

  it("is found in an exclusive list without unmanaged entries, and in another list with them", () => {
    const texts = { appBundles: "com.a\n" };
    expect(difference({ ...texts, exclusive: true }, { ...texts, exclusive: true })).toEqual(noChange);
    expect(difference({ ...texts, unmanaged: 5 }, texts)).toEqual(noChange);
  });
});

describe("changed entries", () => {
  it("are a change, with one line", () => {
    const outputs = { appBundles: numberedText(9982), unmanaged: 3 };
    expect(difference(outputs, { appBundles: numberedText(9981, 1019) })).toEqual({
      changes: true,
      replaces: [],
      line: 'app list 4321 "brand-safety": +18 −19 app bundles → 9,981 (removes 0.2%)',
    });
  });

  it("are compared with the managed entries, so the rest of a partial failure is a change", () => {
    const outputs = { appBundles: "com.a\ncom.b\n", unconfirmed: { add: { appBundles: "com.c\n" } } };
    const { changes, line } = difference(outputs, { appBundles: "com.a\ncom.b\ncom.c\n" });
    expect(changes).toBe(true);
    expect(line).toBe('app list 4321 "brand-safety": +1 app bundle → 3: +"com.c"');
  });

  it("are printed for a list without a name", () => {
    expect(difference({ name: undefined }, { websites: "a.example\n" }).line).toBe(
      'app list 4321: +1 website → 1: +"a.example"',
    );
  });

  it("mention campaigns only if entries are removed", () => {
    const outputs = { appBundles: "com.a\ncom.b\n", hasAssociatedCampaigns: true };
    expect(difference(outputs, { appBundles: "com.a\n" }).line).toBe(
      'app list 4321 "brand-safety": −1 app bundle → 1 (removes 50%): −"com.b"; campaigns are associated with this list',
    );
    expect(difference(outputs, { appBundles: "com.a\ncom.b\ncom.c\n" }).line).not.toContain("campaigns");
    const unused = { ...outputs, hasAssociatedCampaigns: false };
    expect(difference(unused, { appBundles: "com.a\n" }).line).not.toContain("campaigns");
  });
});

describe("a removal that was never confirmed", () => {
  it("needs requests also when its line is back in the program", () => {
    const texts = { appBundles: "com.a\n" };
    const state = stateOf({ ...texts, unconfirmed: { remove: texts } });
    expect(needsRequests(state, declaredBy(texts))).toBe(true);
  });
});

describe("an addition that was never confirmed", () => {
  it("needs requests also when nothing else has changed", () => {
    const state = stateOf({ unconfirmed: { add: { appBundles: "com.dropped\n" } } });
    expect(needsRequests(state, declaredBy({}))).toBe(true);
  });
});

describe("changed arguments", () => {
  it.each([
    ["claimExisting", {}, { claimExisting: true }],
    ["claimExisting", { claimExisting: true }, {}],
    ["removalLimit", {}, { removalLimit: 500 }],
    ["removalLimit", { removalLimit: 500 }, { removalLimit: "40%" }],
  ])("are a change without a line: %s from %j to %j", (_, outputs, inputs) => {
    expect(difference(outputs, inputs)).toEqual({ changes: true, replaces: [] });
    expect(needsRequests(stateOf(outputs), declaredBy(inputs))).toBe(false);
  });

  it("report that unmanaged entries stay when exclusive is removed", () => {
    expect(difference({ exclusive: true, unmanaged: 3 }, {})).toEqual({
      changes: true,
      replaces: [],
      line: 'app list 4321 "brand-safety": update: no longer exclusive, so unmanaged entries stay',
    });
    expect(needsRequests(stateOf({ exclusive: true, unmanaged: 3 }), declaredBy({}))).toBe(false);
  });

  it("are found in another base URL", () => {
    const state = stateOf({ baseUrl: "https://one.example" });
    const inputs = parseInputs({ appListId: 4321 });
    expect(diffAt(state, inputs, "https://two.example")).toMatchObject({ changes: true, replaces: [] });
    expect(diffAt(state, inputs, "https://one.example")).toMatchObject({ ...noChange, notices: [] });
    expect(diffAt(state, inputs)).toMatchObject({ ...noChange, notices: [] });
  });

  it("report the number of claimed entries", () => {
    const texts = { appBundles: "com.a\ncom.b\ncom.c\n" };
    const adopted = { adopted: { appBundles: "com.a\ncom.b\n" } };
    expect(difference({ ...texts, ...adopted }, { ...texts, claimExisting: true }).line).toBe(
      'app list 4321 "brand-safety": update: claims 2 adopted entries, which pulumi destroy will remove',
    );
  });

  it("report one claimed entry in the singular", () => {
    const outputs = { appBundles: "com.a\n", adopted: { appBundles: "com.a\n" } };
    const { line } = difference(outputs, { appBundles: "com.a\n", claimExisting: true });
    expect(line).toContain("claims 1 adopted entry, which pulumi destroy will remove");
  });
});

describe("an exclusive list", () => {
  it("is read when it becomes exclusive, also if no unmanaged entries are known", () => {
    expect(difference({}, { exclusive: true })).toEqual({
      changes: true,
      replaces: [],
      line: 'app list 4321 "brand-safety": update: exclusive, so unmanaged entries will be removed',
    });
    expect(needsRequests(stateOf({}), declaredBy({ exclusive: true }))).toBe(true);
  });

  it.each([
    [1, "update: exclusive, so unmanaged entries will be removed (1 when the list was last read)"],
    [1200, "update: exclusive, so unmanaged entries will be removed (1,200 when the list was last read)"],
  ])("loses %d unmanaged entries, and the line reports them", (unmanaged, remark) => {
    const outputs = { exclusive: true, unmanaged, hasAssociatedCampaigns: true };
    expect(difference(outputs, { exclusive: true }).line).toBe(
      `app list 4321 "brand-safety": ${remark}; campaigns are associated with this list`,
    );
  });

  it("is left alone if the API does not show its entries", () => {
    expect(difference({ exclusive: true, unmanaged: undefined }, { exclusive: true })).toEqual(noChange);
  });
});

describe("a replacement", () => {
  it.each([
    ["another list", {}, { appListId: 1 }],
    ["another list of another account", { account: "emea" }, { appListId: 1 }],
    ["a list that a preview does not know yet", {}, { appListId: unknownValue }],
  ])("is needed for %s", (_, outputs, inputs) => {
    expect(difference(outputs, { appBundles: "com.a\n", ...inputs })).toEqual({
      changes: true,
      replaces: ["appListId"],
    });
  });
});

describe("another account", () => {
  it.each([
    ["another one", { account: "emea" }, { account: "apac" }, 'account "emea"', 'account "apac"'],
    ["one that is named only now", {}, { account: "emea" }, "the default account", 'account "emea"'],
    ["one that is no longer named", { account: "emea" }, {}, 'account "emea"', "the default account"],
  ])("is a change and no replacement, and the line contains both: %s", (_, outputs, inputs, before, now) => {
    expect(difference(outputs, { appBundles: "com.a\n", ...inputs })).toEqual({
      changes: true,
      replaces: [],
      line: `app list 4321 "brand-safety": warning: moved from ${before} to ${now}. ${anotherList}`,
    });
  });

  it("is an unknown change when a preview does not know it yet", () => {
    expect(difference({ account: "emea" }, { account: unknownValue })).toEqual({
      changes: true,
      replaces: [],
      line: 'app list 4321 "brand-safety": update: not known yet, because some inputs are not known',
    });
  });
});

describe("inputs that a preview does not know yet", () => {
  it("are an unknown change", () => {
    expect(difference({ appBundles: "com.a\n" }, { appBundles: unknownValue })).toEqual({
      changes: true,
      replaces: [],
      line: 'app list 4321 "brand-safety": update: not known yet, because some inputs are not known',
    });
  });
});
