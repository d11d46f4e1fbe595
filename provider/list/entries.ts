import { EntrySet } from "./entry-set";
import { byKind, kinds, type ByKind } from "./kinds";

export type Entries = ByKind<EntrySet>;

/** Undefined for a kind that the API does not show. */
export type Observed = ByKind<EntrySet | undefined>;

export interface Changes {
  readonly add: Entries;
  readonly remove: Entries;
}

export type Action = keyof Changes;

export const noEntries: Entries = byKind(() => EntrySet.none);

export const noChanges: Changes = { add: noEntries, remove: noEntries };

/** An entry of both has the note of the left one. */
export function union(left: Entries, right: Entries): Entries {
  return byKind((kind) => left[kind].union(right[kind]));
}

/** The union of many: the parts of a long list are copied once, and not once per part. */
export function unionAll(groups: readonly Entries[]): Entries {
  return byKind((kind) => EntrySet.unionAll(groups.map((group) => group[kind])));
}

export function difference(left: Entries, right: Entries): Entries {
  return byKind((kind) => left[kind].minus(right[kind]));
}

/** With the notes of the left ones. */
export function intersection(left: Entries, right: Entries): Entries {
  return byKind((kind) => left[kind].intersect(right[kind]));
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

/**
 * The one way to deal with kinds that the API does not show: of each kind that it shows, what `shown` makes of the
 * observed entries; of each other kind, `otherwise`.
 *
 * @param shown is given the observed entries, with none of a kind that the API does not show.
 * @param otherwise may be a function, which is called only if the API does not show a kind.
 */
export function ifShown(
  observed: Observed,
  shown: (present: Entries) => Entries,
  otherwise: Entries | (() => Entries),
): Entries {
  const known = shown(byKind((kind) => observed[kind] ?? noEntries[kind]));
  if (kinds.every((kind) => observed[kind] !== undefined)) return known;
  const hidden = typeof otherwise === "function" ? otherwise() : otherwise;
  return byKind((kind) => (observed[kind] === undefined ? hidden : known)[kind]);
}

/** The observed entries; of a kind that the API does not show, the given ones. */
export function observedOr(observed: Observed, otherwise: Entries | (() => Entries)): Entries {
  return ifShown(observed, (present) => present, otherwise);
}

/** Of the given entries those that the list may contain: shown ones, and all of a kind that the API does not show. */
export function possiblyPresent(observed: Observed, entries: Entries): Entries {
  return intersection(entries, observedOr(observed, entries));
}

/** Of the given entries those that the list certainly does not contain: the API shows their kind without them. */
export function knownAbsent(observed: Observed, entries: Entries): Entries {
  return difference(entries, observedOr(observed, entries));
}

/** Of the given entries those of the kinds that the API does not show. */
export function onlyHidden(observed: Observed, entries: Entries): Entries {
  return ifShown(observed, () => noEntries, entries);
}

/** Finds missing entries that the list contains in another letter case: an API may store entries in lower case. */
export function findLookAlikes(missing: Entries, observed: Observed) {
  return kinds.flatMap((kind) => {
    const shown = new Map(Array.from(observed[kind] ?? [], (entry) => [entry.toLowerCase(), entry]));
    return Array.from(missing[kind]).flatMap((declared) => {
      const other = shown.get(declared.toLowerCase());
      return other === undefined ? [] : [[declared, other] as const];
    });
  });
}
