import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  count,
  difference,
  onlyHidden,
  ifShown,
  intersection,
  isEmpty,
  noEntries,
  observedOr,
  union,
  type Entries,
  findLookAlikes,
} from "../../provider/list/entries";
import { kinds, byKind } from "../../provider/list/kinds";
import { someEntries, someObserved } from "./arbitraries";
import { bundles, entries } from "./entries";

/** Whether an entry is in a set of entries, for every entry that one of the sets contains. */
function forEachMember(sets: readonly Entries[], check: (isIn: (set: Entries) => boolean) => void): void {
  for (const kind of kinds) {
    for (const entry of new Set(sets.flatMap((set) => [...set[kind]]))) check((set) => set[kind].has(entry));
  }
}

describe("the algebra of entries", () => {
  it("is that of sets, kind by kind", () => {
    fc.assert(
      fc.property(someEntries, someEntries, (left, right) => {
        const [both, either, only] = [intersection(left, right), union(left, right), difference(left, right)];
        forEachMember([left, right, both, either, only], (isIn) => {
          expect(isIn(both)).toBe(isIn(left) && isIn(right));
          expect(isIn(either)).toBe(isIn(left) || isIn(right));
          expect(isIn(only)).toBe(isIn(left) && !isIn(right));
        });
      }),
    );
  });

  it("counts over all kinds, and is empty at zero", () => {
    expect(count(entries({ appBundles: ["com.a", "com.b"], websites: ["a.example"] }))).toBe(3);
    fc.assert(
      fc.property(someEntries, (some) => {
        expect(isEmpty(some)).toBe(count(some) === 0);
      }),
    );
  });

  it("changes none of its operands", () => {
    const [left, right] = [bundles("com.a"), bundles("com.b")];
    union(left, right);
    difference(left, right);
    intersection(left, right);
    expect([left, right]).toEqual([bundles("com.a"), bundles("com.b")]);
  });
});

describe("kinds that the API does not show", () => {
  it("take the one value, and kinds that it shows the other", () => {
    fc.assert(
      fc.property(someObserved, someEntries, someEntries, (observed, shown, hidden) => {
        const chosen = ifShown(observed, () => shown, hidden);
        for (const kind of kinds) expect(chosen[kind]).toEqual((observed[kind] === undefined ? hidden : shown)[kind]);
      }),
    );
  });

  it("have no observed entries, and keep the given ones", () => {
    fc.assert(
      fc.property(someObserved, someEntries, (observed, given) => {
        for (const kind of kinds) {
          expect(observedOr(observed, given)[kind]).toEqual(observed[kind] ?? given[kind]);
          expect(onlyHidden(observed, given)[kind]).toEqual(
            observed[kind] === undefined ? given[kind] : noEntries[kind],
          );
        }
      }),
    );
  });

  it("are given to the function as kinds without entries", () => {
    const observed = { ...bundles("com.a"), websites: undefined };
    ifShown(
      observed,
      (present) => {
        expect(present).toEqual(bundles("com.a"));
        return present;
      },
      noEntries,
    );
    expect.assertions(1);
  });
});

describe("findLookAlikes", () => {
  it("finds missing entries that are in the list in another letter case", () => {
    const observed = entries({ appBundles: ["com.example.app", "com.other"], websites: ["A.example"] });
    const missing = entries({ appBundles: ["com.Example.App", "com.gone"], websites: ["a.example"] });
    expect(findLookAlikes(missing, observed)).toEqual([
      ["com.Example.App", "com.example.app"],
      ["a.example", "A.example"],
    ]);
  });

  it("does not look for an entry among those of another kind nor if the list is not shown", () => {
    expect(findLookAlikes(entries({ websites: ["A.example"] }), bundles("a.example"))).toEqual([]);
    expect(
      findLookAlikes(
        bundles("com.A"),
        byKind(() => undefined),
      ),
    ).toEqual([]);
    expect(findLookAlikes(noEntries, bundles("com.a"))).toEqual([]);
  });
});
