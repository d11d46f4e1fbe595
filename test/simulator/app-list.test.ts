import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byKind, kinds } from "../../provider/list/kinds";
import { applyChange, type EntryLists } from "../../provider/simulator/app-list";
import { type Behaviour, defaultBehaviour } from "../../provider/simulator/behaviour";

const none: EntryLists = byKind(() => []);

function change(
  held: Partial<EntryLists>,
  action: "add" | "remove",
  entries: Partial<EntryLists>,
  behaviour: Partial<Behaviour> = {},
) {
  const result = applyChange({ ...none, ...held }, action, entries, { ...defaultBehaviour, ...behaviour });
  return result.kind === "changed" ? result.entries : result.status;
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

describe("applyChange with the default behaviour", () => {
  it("adds as a set: the result is the union, without duplicates", () => {
    fc.assert(
      fc.property(heldLists, entryLists, (held, asked) => {
        const result = change(held, "add", asked);
        expect(result).toEqual(byKind((kind) => [...new Set(held[kind]).union(new Set(asked[kind]))]));
      }),
    );
  });

  it("removes as a set: the result is the difference", () => {
    fc.assert(
      fc.property(heldLists, entryLists, (held, asked) => {
        const result = change(held, "remove", asked);
        expect(result).toEqual(byKind((kind) => [...new Set(held[kind]).difference(new Set(asked[kind]))]));
      }),
    );
  });
});

describe("applyChange with any behaviour", () => {
  const subset = fc.oneof(bundle, placement).chain((entry) => fc.constantFrom(new Set<string>(), new Set([entry])));
  const anyBehaviour: fc.Arbitrary<Behaviour> = fc
    .record({
      addPresent: fc.constantFrom("ignore", "duplicate", "error"),
      removeAbsent: fc.constantFrom("ignore", "error", "notFound", "listNotFound"),
      reservedNames: fc.constantFrom("allow", "refuse"),
      silentlyDropped: subset,
      silentlyKept: subset,
      refused: subset,
      removalRefused: subset,
      letterCase: fc.constantFrom("keep", "lower"),
      maxEntriesPerRequest: fc.constantFrom(undefined, 5),
      maxEntriesPerList: fc.constantFrom(undefined, 10),
    } as const)
    .map((behaviour) => ({ ...defaultBehaviour, ...behaviour }));
  const action = fc.constantFrom("add" as const, "remove" as const);

  it("changes no entry that the request does not contain", () => {
    fc.assert(
      fc.property(entryLists, action, entryLists, anyBehaviour, (held, verb, asked, behaviour) => {
        const result = change(held, verb, asked, behaviour);
        if (typeof result === "number") return;
        for (const kind of kinds) {
          const named = new Set(asked[kind].flatMap((entry) => [entry, entry.toLowerCase()]));
          const others = (entries: readonly string[]) =>
            entries.filter((entry) => !named.has(entry) && !named.has(entry.toLowerCase()));
          expect(others(result[kind])).toEqual(others(held[kind]));
        }
      }),
    );
  });

  it("never shrinks a list by an add, and never grows one by a remove", () => {
    fc.assert(
      fc.property(entryLists, action, entryLists, anyBehaviour, (held, verb, asked, behaviour) => {
        const result = change(held, verb, asked, behaviour);
        if (typeof result === "number") return;
        for (const kind of kinds) {
          const [smaller, larger] = verb === "add" ? [held[kind], result[kind]] : [result[kind], held[kind]];
          expect(smaller.length).toBeLessThanOrEqual(larger.length);
        }
      }),
    );
  });

  it("does not change its arguments", () => {
    fc.assert(
      fc.property(entryLists, action, entryLists, anyBehaviour, (held, verb, asked, behaviour) => {
        const before = structuredClone({ held, asked });
        change(held, verb, asked, behaviour);
        expect({ held, asked }).toEqual(before);
      }),
    );
  });
});

describe("applyChange with a chosen behaviour", () => {
  it("counts copies when an entry that is present is added as a duplicate, and removes all of them", () => {
    const added = change({ appBundles: ["a"] }, "add", { appBundles: ["a", "b", "b"] }, { addPresent: "duplicate" });
    expect(added).toEqual({ ...none, appBundles: ["a", "a", "b", "b"] });
    expect(change({ appBundles: ["a", "b", "a"] }, "remove", { appBundles: ["a"] })).toEqual({
      ...none,
      appBundles: ["b"],
    });
  });

  it("refuses an add with an entry that is present, or is repeated, if that is an error", () => {
    const behaviour = { addPresent: "error" } as const;
    expect(change({ appBundles: ["a"] }, "add", { appBundles: ["b", "a"] }, behaviour)).toBe(422);
    expect(change({}, "add", { appBundles: ["a", "a"] }, behaviour)).toBe(422);
    expect(change({ appBundles: ["a"] }, "add", { appBundles: ["b"] }, behaviour)).toMatchObject({
      appBundles: ["a", "b"],
    });
  });

  it("refuses a remove with an absent entry if that is an error", () => {
    const behaviour = { removeAbsent: "error" } as const;
    expect(change({ appBundles: ["a"] }, "remove", { appBundles: ["a", "b"] }, behaviour)).toBe(422);
    expect(change({ appBundles: ["a"] }, "remove", { appBundles: ["a", "a"] }, behaviour)).toEqual(none);
  });

  it.each(["notFound", "listNotFound"] as const)("can answer 404 to it: %s", (removeAbsent) => {
    expect(change({ appBundles: ["a"] }, "remove", { appBundles: ["a", "b"] }, { removeAbsent })).toBe(404);
    expect(change({ appBundles: ["a"] }, "remove", { appBundles: ["a"] }, { removeAbsent })).toEqual(none);
  });

  it("can refuse the reserved names of app bundles, in both actions", () => {
    const probe = { appBundles: ["invalid.pulumiapplist.x1", "a"] };
    for (const action of ["add", "remove"] as const) {
      expect(change({ appBundles: ["a"] }, action, probe, { reservedNames: "refuse" })).toBe(422);
      expect(change({ appBundles: ["a"] }, action, probe)).not.toBe(422);
    }
  });

  it("distinguishes kinds: a website does not make an app bundle of the same name present", () => {
    const behaviour = { removeAbsent: "error" } as const;
    expect(change({ websites: ["a.com"] }, "remove", { appBundles: ["a.com"] }, behaviour)).toBe(422);
  });

  it("drops and keeps chosen entries silently, and accepts the request", () => {
    const dropping = { silentlyDropped: new Set(["a"]), addPresent: "error" } as const;
    expect(change({ appBundles: ["a"] }, "add", { appBundles: ["a", "b"] }, dropping)).toMatchObject({
      appBundles: ["a", "b"],
    });
    const keeping = { silentlyKept: new Set(["a", "z"]), removeAbsent: "error" } as const;
    expect(change({ appBundles: ["a", "b"] }, "remove", { appBundles: ["a", "b", "z"] }, keeping)).toMatchObject({
      appBundles: ["a"],
    });
  });

  it("refuses the whole request because of one chosen entry, separately for add and remove", () => {
    expect(change({}, "add", { appBundles: ["a", "b"] }, { refused: new Set(["b"]) })).toBe(422);
    expect(change({ appBundles: ["b"] }, "remove", { appBundles: ["b"] }, { refused: new Set(["b"]) })).toEqual(none);
    expect(change({ appBundles: ["b"] }, "remove", { appBundles: ["b"] }, { removalRefused: new Set(["b"]) })).toBe(
      422,
    );
    expect(change({}, "add", { appBundles: ["b"] }, { removalRefused: new Set(["b"]) })).toMatchObject({
      appBundles: ["b"],
    });
  });

  it("stores lower case and finds entries in any case", () => {
    const behaviour = { letterCase: "lower" } as const;
    expect(change({ appBundles: ["com.Old"] }, "add", { appBundles: ["com.New", "com.old"] }, behaviour)).toMatchObject(
      {
        appBundles: ["com.Old", "com.new"],
      },
    );
    expect(change({ appBundles: ["com.Old"] }, "remove", { appBundles: ["COM.OLD"] }, behaviour)).toEqual(none);
  });

  it("answers 413 above the limit of a request, and 422 to an add above the limit of a list, over all kinds", () => {
    const request = { appBundles: ["a", "b"], websites: ["w"] };
    expect(change({}, "add", request, { maxEntriesPerRequest: 3 })).not.toBe(413);
    expect(change({}, "add", request, { maxEntriesPerRequest: 2 })).toBe(413);
    expect(change({}, "remove", request, { maxEntriesPerRequest: 2 })).toBe(413);
    expect(change({ placementIds: ["1-a"] }, "add", request, { maxEntriesPerList: 3 })).toBe(422);
    expect(change({ placementIds: ["1-a"] }, "add", request, { maxEntriesPerList: 4 })).not.toBe(422);
    expect(change(request, "remove", { appBundles: ["a"] }, { maxEntriesPerList: 1 })).not.toBe(422);
  });

  it.each(["x", "123", "-abc", "abc-123", "12-", " 1-a", "1-a b"])(
    "refuses a whole request with the placement ID %j",
    (bad) => {
      expect(change({}, "add", { placementIds: ["1-a", bad] })).toBe(422);
      expect(change({}, "remove", { placementIds: ["1-a", bad] })).toBe(422);
    },
  );
});
