import { expect } from "vitest";
import { EntrySet } from "../provider/list/entry-set";

/** Two sets of entries are equal if they have the same entries with the same notes: not if they are made alike. */
function areSameEntries(left: unknown, right: unknown): boolean | undefined {
  if (!(left instanceof EntrySet) || !(right instanceof EntrySet)) return undefined;
  return left.equals(right) && [...left].every((entry) => left.note(entry) === right.note(entry));
}

expect.addEqualityTesters([areSameEntries]);
