import { byKind, kinds, type ByKind, type Kind } from "./kinds";
import { findTexts } from "./text-entries";

/** The order of a set carries no meaning. */
export type Entries = ByKind<ReadonlySet<string>>;

/** Undefined for a kind that the API does not show. */
export type Observed = ByKind<ReadonlySet<string> | undefined>;

export interface Changes {
  readonly add: Entries;
  readonly remove: Entries;
}

export type Action = keyof Changes;

export const noEntries: Entries = byKind(() => new Set<string>());

export const noChanges: Changes = { add: noEntries, remove: noEntries };

export function union(left: Entries, right: Entries): Entries {
  if (isEmpty(right)) return left;
  if (isEmpty(left)) return right;
  return byKind((kind) => (areSameTexts(left, right, kind) ? left[kind] : left[kind].union(right[kind])));
}

export function difference(left: Entries, right: Entries): Entries {
  if (isEmpty(left) || isEmpty(right)) return left;
  return byKind((kind) => {
    const [text, other] = [findTexts(left)?.[kind], findTexts(right)?.[kind]];
    if (text === undefined || other === undefined) return without(left[kind], right[kind]);
    return text.text === other.text ? noEntries[kind] : text.without(other);
  });
}

/**
 * Mostly, two lists differ in a few entries. These are collected here, while Set's `difference` copies the whole set and
 * deletes from the copy.
 */
function without(left: ReadonlySet<string>, right: ReadonlySet<string>): ReadonlySet<string> {
  if (right.size < left.size / 2) return left.difference(right);
  const rest = new Set<string>();
  for (const entry of left) if (!right.has(entry)) rest.add(entry);
  return rest;
}

export function intersection(left: Entries, right: Entries): Entries {
  if (isEmpty(left) || isEmpty(right)) return noEntries;
  return byKind((kind) => (areSameTexts(left, right, kind) ? left[kind] : left[kind].intersection(right[kind])));
}

export function areEqual(left: Entries, right: Entries): boolean {
  return kinds.every((kind) => areEqualOfKind(left, right, kind));
}

export function areEqualOfKind(left: Entries, right: Entries, kind: Kind): boolean {
  if (areSameTexts(left, right, kind)) return true;
  if (countKind(left, kind) !== countKind(right, kind)) return false;
  const [text, other] = [findTexts(left)?.[kind], findTexts(right)?.[kind]];
  if (text !== undefined && other !== undefined) return text.without(other).size === 0;
  return left[kind].isSubsetOf(right[kind]);
}

/** The text need not be parsed then. */
function areSameTexts(left: Entries, right: Entries, kind: Kind): boolean {
  const text = findTexts(left)?.[kind].text;
  return text !== undefined && text === findTexts(right)?.[kind].text;
}

export function isEmpty(entries: Entries): boolean {
  return kinds.every((kind) => countKind(entries, kind) === 0);
}

export function count(entries: Entries): number {
  return kinds.reduce((total, kind) => total + countKind(entries, kind), 0);
}

function countKind(entries: Entries, kind: Kind): number {
  return findTexts(entries)?.[kind].size ?? entries[kind].size;
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
export function observedOr(observed: Observed, otherwise: Entries): Entries {
  return ifShown(observed, (present) => present, otherwise);
}

/** Of the given entries those of the kinds that the API does not show. */
export function onlyHidden(observed: Observed, entries: Entries): Entries {
  return ifShown(observed, () => noEntries, entries);
}
