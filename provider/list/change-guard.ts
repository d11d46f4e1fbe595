import { formatCount, formatPart, plural } from "../common/format";
import { bounds } from "./bounds";
import { count, difference, noEntries, type Entries } from "./entries";

/** How much one change may remove, or add: a number of entries, or a share of the managed entries. */
export type Limit =
  { readonly unit: "entries"; readonly most: number } | { readonly unit: "percent"; readonly most: number };

const usualLimit: Limit = { unit: "percent", most: bounds.removedPercent };

/** Percentages are compared as whole numbers, since 18.4% of 375 is not 69 in binary fractions. */
const precision = 1_000_000;

/**
 * Reads the resource argument `removalLimit` or `additionLimit`.
 *
 * @param limit a whole number of entries such as 500, or a percentage such as "40%".
 * @returns undefined if it is neither.
 */
export function parseLimit(limit: number | string | undefined): Limit | undefined {
  if (limit === undefined) return undefined;
  if (typeof limit === "number") {
    return Number.isSafeInteger(limit) && limit >= 0 ? { unit: "entries", most: limit } : undefined;
  }
  const percentage = /^(\d{1,3}(?:\.\d+)?)\s*%$/u.exec(limit.trim())?.[1];
  if (percentage === undefined) {
    return /^\d{1,15}$/u.test(limit.trim()) ? { unit: "entries", most: Number(limit) } : undefined;
  }
  const most = Number(percentage);
  return most <= 100 ? { unit: "percent", most } : undefined;
}

/**
 * The number of entries at risk: those that a change could remove. These are the managed entries and the unconfirmed
 * additions, or all entries of an exclusive list.
 *
 * @param named the entries of the list whose names are known.
 * @param unmanaged the number of unmanaged entries when the list was last read. Default: not known.
 */
export function countAtRisk(own: Entries, exclusive: boolean, named: Entries, unmanaged = 0): number {
  return count(own) + (exclusive ? Math.max(count(difference(named, own)), unmanaged) : 0);
}

/**
 * Checks whether a change removes more than the limit: a truncated file must not empty a live list.
 *
 * @param removed the number of entries that the change removes.
 * @param atRisk the number of entries at risk: {@link countAtRisk}.
 * @param limit the resource's own limit. Default: the usual one.
 * @param unmanaged the number of unmanaged entries among the removed ones. Default: none.
 * @returns the reason if the change is over the limit; undefined if it is not.
 */
export function guardRemovals(removed: number, atRisk: number, limit: Limit | undefined, unmanaged = 0) {
  const applied = limit ?? usualLimit;
  const judged = limit === undefined && atRisk < bounds.fewestGuarded ? unmanaged : removed;
  return judge(judged, applied, atRisk, `would remove ${formatPart(removed, atRisk)}`);
}

/**
 * Checks whether an update adds more than the limit: a wrong file must not fill a live list.
 *
 * @param added the number of entries that the program adds. Missing entries and the rest of an interrupted change do
 *   not count.
 * @param managed the number of managed entries. A percentage is taken of at least 10, so that a short list can grow.
 * @param limit the resource's own limit. Default: there is none.
 * @returns the reason if the update is over the limit; undefined if it is not.
 */
export function guardAdditions(added: number, managed: number, limit: Limit | undefined): string | undefined {
  if (limit === undefined) return undefined;
  const effect = `would add ${plural(added, "entry", "entries")} to ${formatCount(managed)} managed`;
  return judge(added, limit, Math.max(managed, bounds.fewestGuarded), effect);
}

function judge(judged: number, limit: Limit, whole: number, effect: string): string | undefined {
  const share = Math.floor((Math.round(limit.most * precision) * whole) / (100 * precision));
  if (judged <= (limit.unit === "entries" ? limit.most : share)) return undefined;
  return `${effect}, more than the limit of ${formatLimit(limit)} at once`;
}

/**
 * The limit that applies to a change, such as "30%" or "500"; undefined if none applies.
 *
 * @param atRisk, limit and unmanaged: see {@link guardRemovals}.
 */
export function printLimit(atRisk: number, limit: Limit | undefined, unmanaged: number): string | undefined {
  const isExempt = limit === undefined && atRisk < bounds.fewestGuarded && unmanaged === 0;
  return isExempt ? undefined : formatLimit(limit ?? usualLimit);
}

function formatLimit({ unit, most }: Limit): string {
  return unit === "entries" ? formatCount(most) : `${most}%`;
}

/**
 * The entries that the first update of an imported resource releases: they stay in the list and are no longer managed.
 *
 * @param dropped the managed entries that no resource declares.
 * @param isSameRun whether the list was imported in this run: then nobody has compared its entries with the program
 *   yet.
 */
export function releasedByImport(
  dropped: Entries,
  managed: Entries,
  limit: Limit | undefined,
  isSameRun: boolean,
): Entries {
  const reason = guardRemovals(count(dropped), count(managed), limit ?? usualLimit);
  return isSameRun || reason !== undefined ? dropped : noEntries;
}
