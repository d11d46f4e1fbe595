import { describe, expect, it } from "vitest";
import {
  count,
  difference,
  onlyHidden,
  ifShown,
  intersection,
  isEmpty,
  knownAbsent,
  noEntries,
  observedOr,
  possiblyPresent,
  union,
  type Entries,
  findLookAlikes,
} from "../../provider/list/entries";
import { kinds, byKind } from "../../provider/list/kinds";
import { expectForAll, someEntries, someObserved } from "./arbitraries";
import { bundles, entries } from "./entries";

/** Whether an entry is in a set of entries, for every entry that one of the sets contains. */
function forEachMember(sets: readonly Entries[], check: (isIn: (set: Entries) => boolean) => void): void {
  for (const kind of kinds) {
    for (const entry of new Set(sets.flatMap((set) => [...set[kind]]))) check((set) => set[kind].has(entry));
  }
}

describe("the algebra of entries", () => {
  it("is that of sets, kind by kind", () => {
    expectForAll(someEntries, someEntries, (left, right) => {
      const [both, either, only] = [intersection(left, right), union(left, right), difference(left, right)];
      forEachMember([left, right, both, either, only], (isIn) => {
        expect(isIn(both)).toBe(isIn(left) && isIn(right));
        expect(isIn(either)).toBe(isIn(left) || isIn(right));
        expect(isIn(only)).toBe(isIn(left) && !isIn(right));
      });
    });
  });

  it("counts over all kinds, and is empty at zero", () => {
    expect(count(entries({ appBundles: ["com.a", "com.b"], websites: ["a.example"] }))).toBe(3);
    expectForAll(someEntries, (some) => {
      expect(isEmpty(some)).toBe(count(some) === 0);
    });
  });
});

describe("kinds that the API does not show", () => {
  it("take the one value, and kinds that it shows the other", () => {
    expectForAll(someObserved, someEntries, someEntries, (observed, shown, hidden) => {
      const chosen = ifShown(observed, () => shown, hidden);
      for (const kind of kinds) expect(chosen[kind]).toEqual((observed[kind] === undefined ? hidden : shown)[kind]);
    });
  });

  it("have no observed entries, and keep the given ones", () => {
    expectForAll(someObserved, someEntries, (observed, given) => {
      for (const kind of kinds) {
        expect(observedOr(observed, given)[kind]).toEqual(observed[kind] ?? given[kind]);
        const hidden = observed[kind] === undefined ? given : noEntries;
        expect(onlyHidden(observed, given)[kind]).toEqual(hidden[kind]);
      }
    });
  });

  it("are given to the function as kinds without entries", () => {
    const observed = { ...bundles("com.a"), websites: undefined };
    expect(ifShown(observed, (present) => present, bundles("com.b"))).toEqual(bundles("com.a"));
  });

  it("may contain any entry: none is known to be absent", () => {
    expectForAll(someObserved, someEntries, (observed, given) => {
      for (const kind of kinds) {
        const shown = observed[kind] ?? given[kind];
        expect(possiblyPresent(observed, given)[kind]).toEqual(given[kind].intersect(shown));
        expect(knownAbsent(observed, given)[kind]).toEqual(given[kind].minus(shown));
      }
    });
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
    const notShown = byKind(() => undefined);
    expect(findLookAlikes(bundles("com.A"), notShown)).toEqual([]);
    expect(findLookAlikes(noEntries, bundles("com.a"))).toEqual([]);
  });
});
