import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  areEqual,
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
} from "../../provider/list/entries";
import { readText } from "../../provider/list/entry-text";
import { byKind, kinds } from "../../provider/list/kinds";
import { printText } from "../../provider/list/text";
import { entriesOf } from "../../provider/list/text-entries";
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

  it("is the same for entries that are read from texts", () => {
    const readEntries = (some: Entries): Entries =>
      entriesOf(
        byKind((kind) => readText(kind, printText(new Map(Array.from(some[kind], (one) => [one, undefined])))).read),
      );
    const algebra = (left: Entries, right: Entries) => ({
      parts: [union, difference, intersection].map((combine) => byKind((kind) => new Set(combine(left, right)[kind]))),
      counts: [left, right].map(count),
      areEmpty: [left, right].map(isEmpty),
      areEqual: areEqual(left, right),
    });
    fc.assert(
      fc.property(someEntries, fc.option(someEntries), (left, other) => {
        const right = other ?? byKind((kind) => new Set(left[kind]));
        const [leftRead, rightRead] = [readEntries(left), readEntries(right)];
        const expected = algebra(left, right);
        expect(expected.areEqual).toBe(isEmpty(difference(left, right)) && isEmpty(difference(right, left)));
        expect(algebra(leftRead, rightRead)).toEqual(expected);
        expect(algebra(leftRead, right)).toEqual(expected);
        expect(algebra(left, rightRead)).toEqual(expected);
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
          expect(onlyHidden(observed, given)[kind]).toEqual(observed[kind] === undefined ? given[kind] : new Set());
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
