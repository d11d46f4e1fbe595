import { bounds } from "./bounds";
import { count, difference } from "./entries";
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
  // Missing entries were there before.
  const added = count(difference(update.add, update.addAgain));
  return judge({ limit: "additionLimit", value: addition, part: "all" }, added, whole);
}

function overRemovalLimit({ parts, isKnownByKind }: Update, given: Limit | "default"): Judgement | undefined {
  const isDefault = given === "default";
  const subject = { limit: "removalLimit", value: isDefault ? usualLimit : given } as const;
  const { own, unmanaged, atRisk } = parts.all;
  const isShort = isDefault && atRisk < bounds.fewestGuarded;
  const [part, removed] = isShort ? (["unmanaged", unmanaged] as const) : (["all", own + unmanaged] as const);
  const ofAll = judge({ ...subject, part }, removed, atRisk);
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
  const [, entries, percentage] = /^(?:(\d+)|(\d+(?:\.\d+)?)\s*%)$/u.exec(String(limit).trim()) ?? [];
  const most = Number(entries ?? percentage);
  if (entries !== undefined) return Number.isSafeInteger(most) ? { unit: "entries", most } : undefined;
  return most <= 100 ? { unit: "percent", most } : undefined;
}
