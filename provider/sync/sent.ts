import { count, isEmpty, noEntries, union, type Entries } from "../list/entries";
import { byKind } from "../list/kinds";
import type { ApiError } from "../api/errors";
import type { AppList } from "../api/schemas";

export interface RefusedGroup {
  readonly entries: Entries;
  /** Whether it is one entry, which was sent alone. Otherwise the API refused it together with more. */
  readonly isCertain: boolean;
  readonly error: ApiError;
}

/** Entries in none of the groups were not sent. */
export interface Sent {
  /** Entries of requests for which the API returned success. Whether they took effect is still to be verified. */
  readonly acknowledged: Entries;
  /** Entries among them that the response to their own addition lacks. */
  readonly leftOut: Entries;
  /** Entries that the API refused, also those that it refused with others and that were not sent again. */
  readonly refused: readonly RefusedGroup[];
  /** Why sending ended early, and the entries of that request. */
  readonly interruption?: { readonly error: ApiError; readonly entries: Entries } | undefined;
  /** The list as the last response of success shows it. */
  readonly appList?: AppList | undefined;
}

/** The statuses for a request with an invalid entry. */
export const invalid: ReadonlySet<number> = new Set([400, 422]);

/** The entries of requests that had no effect according to the API. */
export function deniedEntries({ refused, interruption }: Sent): Entries {
  const isDenied = interruption?.error.effect === "denied";
  return refused.map(({ entries }) => entries).reduce(union, isDenied ? interruption.entries : noEntries);
}

/**
 * The entries that a request names and nothing else. A list can show an entry with a comma in it: a request to remove
 * that would remove others, which may be declared.
 */
export function sendableEntries(entries: Entries): Entries {
  return byKind((kind) => {
    const withComma = new Set(Iterator.from(entries[kind]).filter((entry) => entry.includes(",")));
    return withComma.size === 0 ? entries[kind] : entries[kind].difference(withComma);
  });
}

/** A part of entries in the order in which they are sent, over all kinds. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export function slice(entries: Entries, { start, end }: Range): Entries {
  if (start === 0 && end === count(entries)) return entries;
  let first = 0;
  return byKind((kind) => {
    const [from, to] = [Math.max(0, start - first), Math.max(0, end - first)];
    first += entries[kind].size;
    return new Set(Iterator.from(entries[kind]).take(to).drop(from));
  });
}

/** The entries of disjoint groups together. */
export function merge(groups: readonly Entries[]): Entries {
  const filled = groups.filter((group) => !isEmpty(group));
  const [first = noEntries, ...others] = filled;
  return others.length === 0 ? first : byKind((kind) => new Set(filled.flatMap((group) => [...group[kind]])));
}
