import { formatCount, formatPart } from "../common/format";

/**
 * How much one change may remove: a number of entries, or a share of the managed entries.
 */
export type RemovalLimit =
  { readonly unit: "entries"; readonly most: number } | { readonly unit: "percent"; readonly most: number };

/** By default, one change may remove 30% of the entries of a resource… */
const usualLimit: RemovalLimit = { unit: "percent", most: 30 };
/** …and any number of managed ones if fewer than this can be lost: a share of a short list means little. */
const fewestGuarded = 10;

/** Percentages are compared as whole numbers, since 18.4% of 375 is not 69 in binary fractions. */
const precision = 1_000_000;

export type Verdict = { readonly outcome: "allowed" } | { readonly outcome: "refused"; readonly reason: string };

/**
 * Reads the resource argument `removalLimit`.
 *
 * @param limit a whole number of entries such as 500, or a percentage such as "40%".
 * @returns undefined if it is neither.
 */
export function parseRemovalLimit(limit: number | string): RemovalLimit | undefined {
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
 * Refuses a change that removes more than the limit: a truncated file must not empty a live list.
 *
 * @param removed the number of entries that the change removes.
 * @param losable the number of entries that can be lost: those that the resource manages; of an exclusive list all that
 * were in it before the change.
 * @param limit the resource's own limit. Default: the usual one.
 * @param unmanaged the number of unmanaged entries among the removed ones. Default: none.
 */
export function guardRemovals(
  removed: number,
  losable: number,
  limit: RemovalLimit | undefined,
  unmanaged = 0,
): Verdict {
  const applied = limit ?? usualLimit;
  const judged = limit === undefined && losable < fewestGuarded ? unmanaged : removed;
  const share = Math.floor((Math.round(applied.most * precision) * losable) / (100 * precision));
  if (judged <= (applied.unit === "entries" ? applied.most : share)) return { outcome: "allowed" };
  return {
    outcome: "refused",
    reason: `would remove ${formatPart(removed, losable)}, more than the limit of ${formatLimit(applied)} at once`,
  };
}

/**
 * The limit that applies to a change as a text, such as "30%" or "500"; undefined if none does.
 *
 * @param losable, limit and unmanaged: see {@link guardRemovals}.
 */
export function printRemovalLimit(
  losable: number,
  limit: RemovalLimit | undefined,
  unmanaged: number,
): string | undefined {
  const isExempt = limit === undefined && losable < fewestGuarded && unmanaged === 0;
  return isExempt ? undefined : formatLimit(limit ?? usualLimit);
}

function formatLimit({ unit, most }: RemovalLimit): string {
  return unit === "entries" ? formatCount(most) : `${most}%`;
}

/**
 * Whether the first update of an imported resource keeps the entries in the list that the program does not declare.
 *
 * @param isSameRun whether the list was imported in this run: the program was not asked for its entries before.
 */
export function releasesImported(
  dropped: number,
  managed: number,
  limit: RemovalLimit | undefined,
  isSameRun: boolean,
): boolean {
  return isSameRun || guardRemovals(dropped, managed, limit ?? usualLimit).outcome === "refused";
}
