import fc from "fast-check";
import { accountElsewhere, accountNames } from "../accounts";
import { bitsOf, days, ending, type Day } from "../oracle/bits";
import type { Declared } from "../program";

/** A resource of a program. */
export interface Named extends Declared {
  readonly name: string;
  readonly appListId: number;
}

/** The lists of the API. */
export const appListIds = [1, 2] as const;

/** The entries that programs and other people add and remove. */
const names = ["com.a", "com.b", "com.c", "com.d", "1-p", "2-q", "a.example", "b.example"] as const;

export const someEntries = fc.subarray([...names]).map(bitsOf);

export const oneEntry = fc.constantFrom(...names).map((name) => bitsOf([name]));

/** The names of resources. */
export const resourceNames = ["a", "b", "c"] as const;

/** A value that is chosen a number of times as often as all others together. */
export function mostly<Value>(weight: number, usual: Value, ...others: readonly Value[]): fc.Arbitrary<Value> {
  return fc.oneof({ arbitrary: fc.constant(usual), weight }, { arbitrary: fc.constantFrom(...others), weight: 1 });
}

const resource: fc.Arbitrary<Named> = fc.record({
  name: fc.constantFrom(...resourceNames),
  appListId: fc.constantFrom(...appListIds),
  account: mostly(6, ...accountNames),
  entries: fc.tuple(someEntries, mostly(4, 0, ending)).map(([some, ended]) => some | ended),
  day: mostly<Day>(1, days.ahead, days.over, undefined),
  exclusive: mostly(2, false, true),
  claimExisting: mostly(5, false, true),
  removalLimit: mostly<number | string>(8, "100%", 0, "30%"),
});

/** Any program that may run. */
export const anyProgram: fc.Arbitrary<readonly Named[]> = fc
  .uniqueArray(resource, { minLength: 1, maxLength: 3, selector: ({ name }) => name })
  .map(permitted);

/**
 * A program that the provider lets run: an entry of a list belongs to the first resource that declares it, and only a list
 * with one resource is exclusive.
 */
export function permitted(program: readonly Named[]): readonly Named[] {
  const isSameList = (one: Named, other: Named): boolean =>
    one.appListId === other.appListId && (one.account === accountElsewhere) === (other.account === accountElsewhere);
  return program.map((each, index) => {
    const earlier = program.slice(0, index).filter((other) => isSameList(each, other));
    const taken = earlier.reduce((bits, { entries }) => bits | entries, 0);
    const isAlone = program.filter((other) => isSameList(each, other)).length === 1;
    return { ...each, entries: each.entries & ~taken, exclusive: each.exclusive === true && isAlone };
  });
}
