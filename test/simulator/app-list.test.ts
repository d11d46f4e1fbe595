import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byKind } from "../../provider/list/kinds";
import { expectForAll } from "../list/arbitraries";
import { applyChange, type EntryLists } from "../../provider/simulator/app-list";
import { type Behavior, defaultBehavior } from "../../provider/simulator/behavior";

const none: EntryLists = byKind(() => []);

function change(
  held: Partial<EntryLists>,
  action: "add" | "remove",
  entries: Partial<EntryLists>,
  behavior: Partial<Behavior> = {},
) {
  const result = applyChange({ ...none, ...held }, action, entries, { ...defaultBehavior, ...behavior });
  return result.refusal?.status ?? result.entries;
}

// Few different entries, so that held and asked ones often meet.
const bundle = fc.constantFrom("com.a", "com.b", "com.C", "com.c", "id1", "com.d", "com.e");
const placement = fc.constantFrom("1-a", "1-b", "2-a", "33-x-y");
const entryLists = fc.record({
  appBundles: fc.array(bundle),
  placementIds: fc.array(placement),
  websites: fc.array(bundle),
});
const heldLists = entryLists.map((lists) => byKind((kind) => [...new Set(lists[kind])]));

describe("applyChange with the default behavior", () => {
  it("adds and removes as sets: the results are the union, without duplicates, and the difference", () => {
    expectForAll(heldLists, entryLists, (held, asked) => {
      const sets = byKind((kind) => [new Set(held[kind]), new Set(asked[kind])] as const);
      expect(change(held, "add", asked)).toEqual(byKind((kind) => [...sets[kind][0].union(sets[kind][1])]));
      expect(change(held, "remove", asked)).toEqual(byKind((kind) => [...sets[kind][0].difference(sets[kind][1])]));
    });
  });
});

describe("applyChange with a chosen behavior", () => {
  const apps = (entries: string) => entries.split(" ").filter((entry) => entry !== "");
  const [a, b] = [new Set(["a"]), new Set(["b"])];
  const reserved = "invalid.pulumiapplist.x1 a";
  const statuses = { statuses: { present: 409, absent: 410, refused: 400 } };

  it.each<[string, Partial<Behavior>, string, "add" | "remove", string, string | number]>([
    ["counts copies if an entry that is present is added", { addPresent: "duplicate" }, "a", "add", "a b b", "a a b b"],
    ["removes all copies", {}, "a b a", "remove", "a", "b"],
    ["can refuse the addition of an entry that is present", { addPresent: "error" }, "a", "add", "b a", 422],
    ["can refuse the addition of an entry that is repeated", { addPresent: "error" }, "", "add", "a a", 422],
    ["refuses then no other addition", { addPresent: "error" }, "a", "add", "b", "a b"],
    ["can refuse the removal of an absent entry", { removeAbsent: "error" }, "a", "remove", "a b", 422],
    ["refuses then no repeated removal", { removeAbsent: "error" }, "a", "remove", "a a", ""],
    ["can refuse to add reserved names", { reservedNames: "refuse" }, "a", "add", reserved, 422],
    ["can refuse to remove reserved names", { reservedNames: "refuse" }, "a", "remove", reserved, 422],
    ["accepts reserved names", {}, "a", "add", reserved, "a invalid.pulumiapplist.x1"],
    ["drops entries silently", { ignored: a, addPresent: "error" }, "a", "add", "a b", "a b"],
    ["drops new entries silently", { ignored: b }, "a", "add", "a b", "a"],
    ["can remove the first copy alone", { removedCopies: "first" }, "a b a", "remove", "a", "b a"],
    ["keeps entries silently", { ignored: a, removeAbsent: "error" }, "a b", "remove", "a b", "a"],
    ["refuses a whole addition because of one entry", { refused: b }, "", "add", "a b", 422],
    ["refuses then no removal", { refused: b }, "b", "remove", "b", ""],
    ["refuses a removal because of one entry", { removalRefused: b }, "b", "remove", "b", 422],
    ["refuses then no addition", { removalRefused: b }, "", "add", "b", "b"],
    ["stores lower case", { letterCase: "lower" }, "com.Old", "add", "com.New com.old", "com.Old com.new"],
    ["can answer 409 to a present entry", { addPresent: "error", ...statuses }, "a", "add", "a", 409],
    ["can answer 410 to an absent entry", { removeAbsent: "error", ...statuses }, "", "remove", "a", 410],
    ["can answer 400 to an addition", { refused: a, ...statuses }, "", "add", "a", 400],
    ["can answer 400 to a removal", { removalRefused: a, ...statuses }, "a", "remove", "a", 400],
    ["finds entries in any case", { letterCase: "lower" }, "com.Old", "remove", "COM.OLD", ""],
  ])("%s", (_, behavior, held, verb, asked, expected) => {
    const result = change({ appBundles: apps(held) }, verb, { appBundles: apps(asked) }, behavior);
    expect(result).toEqual(typeof expected === "number" ? expected : { ...none, appBundles: apps(expected) });
  });

  it.each<[Partial<Behavior>, string, "add" | "remove", string, string]>([
    [{ addPresent: "error" }, "a", "add", "a b", "a b"],
    [{ refused: b }, "", "add", "a b", "a"],
    [{ removeAbsent: "error" }, "a c", "remove", "a b", "c"],
    [{ removalRefused: b }, "a b", "remove", "a b", "b"],
    // For two reasons.
    [{ reservedNames: "refuse", refused: b }, "a", "add", "b invalid.pulumiapplist.x c", "a c"],
  ])("can refuse a request and carry it out for its other entries: %j", (more, held, verb, asked, left) => {
    const behavior = { ...defaultBehavior, ...more, refusalEffect: "others" } as const;
    const result = applyChange({ ...none, appBundles: apps(held) }, verb, { appBundles: apps(asked) }, behavior);
    expect(result).toMatchObject({ refusal: { status: 422 }, entries: { ...none, appBundles: apps(left) } });
  });

  it("distinguishes kinds: a website does not make an app bundle of the same name present", () => {
    const behavior = { removeAbsent: "error" } as const;
    expect(change({ websites: ["a.com"] }, "remove", { appBundles: ["a.com"] }, behavior)).toBe(422);
  });

  it("answers 413 above the limit of a request, over all kinds", () => {
    const request = { appBundles: ["a", "b"], websites: ["w"] };
    expect(change({}, "add", request, { maxEntriesPerRequest: 3 })).not.toBe(413);
    expect(change({}, "add", request, { maxEntriesPerRequest: 2 })).toBe(413);
    expect(change({}, "remove", request, { maxEntriesPerRequest: 2 })).toBe(413);
  });

  it.each(["x", "123", "-abc", "abc-123", "12-", " 1-a", "1-a b"])(
    "refuses a whole request with the placement ID %j",
    (bad) => {
      expect(change({}, "add", { placementIds: ["1-a", bad] })).toBe(422);
      expect(change({}, "remove", { placementIds: ["1-a", bad] })).toBe(422);
    },
  );
});
