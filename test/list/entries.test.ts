import { describe, expect, it } from "vitest";
import { count, difference, intersection, isEmpty, union, type Entries } from "../../provider/list/entries";
import { kinds } from "../../provider/list/kinds";
import { expectForAll, someEntries } from "./arbitraries";
import { entries } from "./entries";

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
