import { formatCount, formatPercentage, formatShare } from "../common/format";

/**
 * How much one change may remove: a number of entries, or a share of what the list is known to hold for the resource.
 */
export type RemovalLimit =
  { readonly unit: "entries"; readonly most: number } | { readonly unit: "percent"; readonly most: number };

/** Without a limit of its own, a resource may lose 30% of its entries at once… */
const usualLimit: RemovalLimit = { unit: "percent", most: 30 };
/** …and any number of them while it holds fewer than this: in a short list a share says nothing. */
const fewestGuarded = 10;

/** Percentages are compared as whole numbers, since 18.4% of 375 is not 69 in binary fractions. */
const precision = 1_000_000;

/** What the guard decided about a change. */
export type Verdict =
  { readonly outcome: "allowed" } | { readonly outcome: "refused"; readonly reason: string; readonly remedy: string };

/**
 * Reads the resource argument `removalLimit`.
 *
 * @param limit a whole number of entries such as 500, or a percentage such as "40%".
 * @returns undefined where it is neither.
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
 * Refuses a change that removes more than the limit: a file that was cut short must not empty a live list.
 *
 * @param removed how many entries the change removes.
 * @param managed how many entries there are to lose: those of the resource, or of the whole list when it is exclusive.
 * @param limit the resource's own limit; undefined for the usual one.
 */
export function guardRemovals(removed: number, managed: number, limit: RemovalLimit | undefined): Verdict {
  const applied = limit ?? usualLimit;
  if (limit === undefined && managed < fewestGuarded) return { outcome: "allowed" };
  const isAllowed =
    applied.unit === "entries"
      ? removed <= applied.most
      : removed * 100 * precision <= Math.round(applied.most * precision) * managed;
  if (isAllowed) return { outcome: "allowed" };
  const most = applied.unit === "entries" ? formatCount(applied.most) : formatPercentage(applied.most);
  return {
    outcome: "refused",
    reason:
      `would remove ${formatCount(removed)} of ${formatCount(managed)} entries (${formatShare(removed, managed)}), ` +
      `more than the limit of ${most} at once`,
    remedy:
      "If that is meant, allow it on this resource for this change: " +
      `removalLimit: ${removed}, or removalLimit: "${Math.min(100, Math.ceil((removed * 100) / managed))}%".`,
  };
}
