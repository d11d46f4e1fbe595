import { EntrySet } from "./entry-set";
import { byKind, kinds, type ByKind } from "./kinds";

export type Entries = ByKind<EntrySet>;

export type Action = "add" | "remove";

export type Changes = Readonly<Record<Action, Entries>>;

export const noEntries: Entries = byKind(() => EntrySet.none);

export const noChanges: Changes = { add: noEntries, remove: noEntries };

const ofKinds = (operation: "union" | "minus" | "intersect") => (left: Entries, right: Entries) =>
  byKind((kind) => left[kind][operation](right[kind]));

/** An entry of both sides has the left note. */
export const union = ofKinds("union");
export const difference = ofKinds("minus");
/** The entries of both sides, with the left notes. */
export const intersection = ofKinds("intersect");

export function unionAll(groups: readonly Entries[]): Entries {
  return groups.reduce(union, noEntries);
}

export function areEqual(left: Entries, right: Entries): boolean {
  return kinds.every((kind) => left[kind].equals(right[kind]));
}

export function isEmpty(entries: Entries): boolean {
  return count(entries) === 0;
}

export function count(entries: Entries): number {
  return kinds.reduce((total, kind) => total + entries[kind].size, 0);
}

export function hasNoChanges({ add, remove }: Changes): boolean {
  return isEmpty(add) && isEmpty(remove);
}
