import { bounds } from "./bounds";
import { kinds, type Kind } from "./kinds";
import type { Update } from "./update";

/** How much one update may remove or add: a number of entries, or a percentage. */
export interface Limit {
  readonly unit: "entries" | "percent";
  readonly most: number;
}

/** The limits of a resource. "default": the usual one. Undefined: not judged. */
export interface Limits {
  readonly removal?: Limit | "default" | undefined;
  readonly addition?: Limit | undefined;
}

/** An update that is over a limit, in numbers. Whatever prints a limit, or the share that it judges, prints these. */
export interface Judgement {
  readonly limit: "removalLimit" | "additionLimit";
  readonly value: Limit;
  /** The part of the entries that is over the limit: all, one kind, or the unmanaged ones of a short list. */
  readonly part: "all" | "unmanaged" | Kind;
  /** Whether the part is over the limit because the update removes every managed entry of a kind. */
  readonly isEverything: boolean;
  /** The number of removed or added entries of the part, of this whole. `allowed`: the most that the limit allows. */
  readonly changed: number;
  readonly whole: number;
  readonly allowed: number;
}

const usualLimit: Limit = { unit: "percent", most: bounds.removedPercent };

/** Percentages are compared as whole numbers, since 18.4% of 375 is not 69 in binary fractions. */
const precision = 1_000_000;

/**
 * Judges an update by the limits of its resource: a truncated or a wrong file must neither empty nor fill a live list.
 *
 * - `removalLimit` holds for all entries at risk, and for each kind with at least ten. By default, it does not apply to
 *   the managed entries of a list with fewer, but no update removes all managed entries of a kind.
 * - `additionLimit` holds for all entries. Its whole are the managed ones, at least ten, so that a short list can grow.
 *
 * @returns the first part that is over its limit; undefined if none is.
 */
export function overLimit(update: Update, { removal, addition }: Limits): Judgement | undefined {
  const removed = removal === undefined ? undefined : overRemovalLimit(update, removal);
  if (removed !== undefined || addition === undefined) return removed;
  const whole = Math.max(update.managed, bounds.fewestGuarded);
  return judge({ limit: "additionLimit", value: addition, part: "all" }, countAdditions(update), whole);
}

function overRemovalLimit({ parts, isKnownByKind }: Update, given: Limit | "default"): Judgement | undefined {
  const isDefault = given === "default";
  const subject = { limit: "removalLimit", value: isDefault ? usualLimit : given } as const;
  const { own, unmanaged, atRisk } = parts.all;
  const isShort = isDefault && atRisk < bounds.fewestGuarded;
  const ofAll = isShort
    ? judge({ ...subject, part: "unmanaged" }, unmanaged, atRisk)
    : judge({ ...subject, part: "all" }, own + unmanaged, atRisk);
  if (ofAll !== undefined) return ofAll;
  for (const part of kinds) {
    const { own, unmanaged, kept, atRisk } = parts[part];
    const isJudged = isKnownByKind && atRisk >= bounds.fewestGuarded;
    const over = isJudged ? judge({ ...subject, part }, own + unmanaged, atRisk) : undefined;
    if (over !== undefined) return over;
    if (isDefault && kept === 0 && own >= bounds.fewestEmptied) {
      return { ...subject, part, isEverything: true, changed: own, whole: own, allowed: own - 1 };
    }
  }
  return undefined;
}

function judge(
  subject: Pick<Judgement, "limit" | "value" | "part">,
  changed: number,
  whole: number,
): Judgement | undefined {
  const { unit, most } = subject.value;
  const share = Math.floor((Math.round(most * precision) * whole) / (100 * precision));
  const allowed = unit === "entries" ? most : share;
  return changed > allowed ? { ...subject, isEverything: false, changed, whole, allowed } : undefined;
}

/** The number of new entries: missing ones were there before. */
function countAdditions({ add, addAgain }: Update): number {
  return kinds.reduce((sum, kind) => sum + add[kind].minus(addAgain[kind]).size, 0);
}

/**
 * The removal limit that applies to an update; undefined if none does: a list with few entries at risk has none by
 * default, except for unmanaged entries.
 */
export function appliedLimit({ parts }: Update, given: Limit | "default"): Limit | undefined {
  const { atRisk, unmanaged } = parts.all;
  if (given !== "default") return given;
  return atRisk < bounds.fewestGuarded && unmanaged === 0 ? undefined : usualLimit;
}

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
