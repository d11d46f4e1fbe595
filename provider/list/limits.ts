import { bounds } from "./bounds";
import { difference, noEntries, union, unionAll, type Entries } from "./entries";
import { kinds, type Kind } from "./kinds";
import type { Update } from "./update";

/** How much one update may remove or add of a kind: a number of entries, or a percentage. */
export interface Limit {
  readonly unit: "entries" | "percent";
  readonly most: number;
}

/** The removal limit of a resource that sets none. */
export const usualLimit: Limit = { unit: "percent", most: bounds.removedPercent };

/** The limits of an operation. Undefined: not judged. */
export interface Limits {
  readonly removal?: Limit | undefined;
  readonly addition?: Limit | undefined;
  /** What the state manages or has as missing: the whole of a percentage, whatever the list shows. */
  readonly whole: Entries;
  /** Whether no change with `exclusive` has succeeded yet. Then unmanaged entries are a whole of their own. */
  readonly isNewlyExclusive: boolean;
}

/** A kind of which an update removes or adds more than the limit allows, in numbers and names. */
export interface Judgement {
  readonly of: "own" | "unmanaged" | "added";
  readonly kind: Kind;
  readonly value: Limit;
  /** The number of removed or added entries, of this whole. `allowed`: the most that the limit allows. */
  readonly changed: number;
  readonly whole: number;
  readonly allowed: number;
  /** The removed or added entries of the kind. */
  readonly entries: Entries;
  /** The entries that an approval names: of own ones, all that the program drops, also those that are gone or expired. */
  readonly names: Entries;
}

/**
 * Judges an update by the limits of its resource, kind by kind: a truncated or a wrong file must neither empty nor fill a
 * live list. Own and unmanaged entries are apart, because their names are known at different times.
 *
 * @returns the kinds that are over their limit.
 */
export function overLimits(update: Update, limits: Limits): readonly Judgement[] {
  const { removal, addition, whole, isNewlyExclusive } = limits;
  const { own, unmanaged, expired } = update.remove;
  const added = difference(update.add, update.addAgain);
  return [
    // Neither what another writer removes nor the end of a last day changes the digest.
    ...judgeKinds("own", removal, own, whole, unionAll([own, expired, update.absent])),
    ...judgeKinds("unmanaged", removal, unmanaged, isNewlyExclusive ? unmanaged : union(whole, unmanaged)),
    ...judgeKinds("added", addition, added, whole),
  ];
}

function judgeKinds(
  of: Judgement["of"],
  value: Limit | undefined,
  changed: Entries,
  whole: Entries,
  names = changed,
): readonly Judgement[] {
  if (value === undefined) return [];
  return kinds.flatMap((kind) => {
    const [some, all] = [changed[kind].size, whole[kind].size];
    const allowed = mostAllowed(value, all);
    const numbers = { changed: some, whole: all, allowed };
    const only = (entries: Entries): Entries => ({ ...noEntries, [kind]: entries[kind] });
    return some > allowed ? [{ of, kind, value, ...numbers, entries: only(changed), names: only(names) }] : [];
  });
}

/** Percentages are compared as whole numbers, since 18.4% of 375 is not 69 in binary fractions. */
const precision = 1_000_000;

/** One entry is never too large a share, unless nothing is allowed. */
function mostAllowed({ unit, most }: Limit, whole: number): number {
  if (unit === "entries" || most === 0) return most;
  return Math.max(1, Math.floor((Math.round(most * precision) * whole) / (100 * precision)));
}

/**
 * Reads the resource argument `removalLimit` or `additionLimit`.
 *
 * @param limit a whole number of entries such as 500, or a percentage such as "40%".
 * @returns undefined if it is neither.
 */
export function parseLimit(limit: number | string | undefined): Limit | undefined {
  const [, entries, percentage] = /^(?:(\d+)|(\d+(?:\.\d+)?)\s*%)$/u.exec(String(limit).trim()) ?? [];
  const most = Number(entries ?? percentage);
  if (entries !== undefined) return Number.isSafeInteger(most) ? { unit: "entries", most } : undefined;
  return most <= 100 ? { unit: "percent", most } : undefined;
}
