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
 * The number of entries that a change could remove: those that the resource manages, or may have added; of an exclusive list
 * all.
 *
 * @param named the entries of the list that are known by name.
 * @param unmanaged the number of unmanaged entries when the list was last read. Default: not known.
 */
export function countAtRisk(own: Entries, exclusive: boolean, named: Entries, unmanaged = 0): number {
  return count(own) + (exclusive ? Math.max(count(difference(named, own)), unmanaged) : 0);
}

/**
 * Refuses a change that removes more than the limit: a truncated file must not empty a live list.
 *
 * @param removed the number of entries that the change removes.
 * @param atRisk the number of entries that it could remove: {@link countAtRisk}.
 * @param limit the resource's own limit. Default: the usual one.
 * @param unmanaged the number of unmanaged entries among the removed ones. Default: none.
 * @returns the reason; undefined if the change is allowed.
 */
export function guardRemovals(removed: number, atRisk: number, limit: Limit | undefined, unmanaged = 0) {
  const applied = limit ?? usualLimit;
  const judged = limit === undefined && atRisk < bounds.fewestGuarded ? unmanaged : removed;
  return judge(judged, applied, atRisk, `would remove ${formatPart(removed, atRisk)}`);
}

/**
 * Refuses an update that adds more than the limit: a wrong file must not fill a live list.
 *
 * @param added the number of entries that it adds, without drift and without what an earlier change left undone.
 * @param managed the number of managed entries. A share is one of at least 10, so that a short list can grow.
 * @param limit the resource's own limit. Default: there is none.
 * @returns the reason; undefined if the update is allowed.
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
 * The limit that applies to a change as a text, such as "30%" or "500"; undefined if none does.
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
 * The entries that the first update of an imported resource releases: they stay in the list, and are no longer managed.
 *
 * @param dropped the managed entries that no resource declares.
 * @param isSameRun whether the list was imported in this run: the program was not asked for its entries before.
 */
export function releasedByImport(
  dropped: Entries,
  managed: Entries,
  limit: Limit | undefined,
  isSameRun: boolean,
): Entries {
  const refusal = guardRemovals(count(dropped), count(managed), limit ?? usualLimit);
  return isSameRun || refusal !== undefined ? dropped : noEntries;
}
