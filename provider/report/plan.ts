import { count, difference, intersection, isEmpty, noEntries, union } from "../list/entries";
import { kinds } from "../list/kinds";
import { nothingManaged } from "../list/ownership";
import { overLimit, parseLimit, type Judgement } from "../list/limits";
import { planUpdate, type Count, type Facts, type Intent, type Update } from "../list/update";
import { seenViews } from "../list/views";
import { digestOf } from "../resource/approval";
import { approvableDelete } from "../resource/guard";
import { factsOf, stateInRun } from "../resource/state";
import type { ResourceChange } from "./changes";
import { entryChanges, type ReportedEntry, type Totals } from "./report";

/** What the next `pulumi up` does to the entries of a resource, and how its limits judge that. */
export interface Plan {
  readonly update: Update;
  readonly overLimit?: Judgement | undefined;
  /** Approves a delete over its limit: no preview prints that, because the engine may call no Diff before it. */
  readonly digest?: string | undefined;
}

/**
 * Plans a change with the facts in a preview.
 *
 * @param today in UTC, as `YYYY-MM-DD`.
 * @returns undefined if nothing is sent: an import without an update sends nothing.
 */
export function planChange(change: ResourceChange, today: string): Plan | undefined {
  const { operation, before, declared, hidden, isRetained, neighbors } = change;
  if (operation === "same" || operation === "import") return undefined;
  const intent: Intent = {
    what: operation === "delete" ? "delete" : "update",
    desired: declared?.entries ?? noEntries,
    exclusive: declared?.given.exclusive === true,
    isRetained: isRetained === true,
  };
  const stored =
    before && (declared ? stateInRun(before.state, { removed: noEntries }, declared.entries) : before.state);
  const state: Facts = { ...factsOf(stored, today), hidden };
  const content = before?.observed;
  const facts = content === undefined ? state : { ...state, views: seenViews(content), isRead: true };
  const update = planUpdate(facts, intent, neighbors);
  if (declared === undefined) return { update, ...judgeDelete(change, update, today) };
  const { removalLimit, additionLimit } = declared.given;
  // Like by Diff, which may not know yet what the other resources declare. That can only make the update smaller.
  const judged = planUpdate(facts, intent, { declared: noEntries });
  const removal = overLimit(judged, { removal: parseLimit(removalLimit) ?? "default" });
  if (removal !== undefined || before === undefined) return { update, overLimit: removal };
  const planned = planUpdate(state, intent, { declared: noEntries });
  return { update, overLimit: overLimit(planned, { addition: parseLimit(additionLimit) }) };
}

/**
 * Judges a delete like `pulumi up`: as an update if the resource is replaced, or if another one declares some of its
 * entries. If the preview does not show all entries, it is not judged.
 */
function judgeDelete(
  { before, replacement, hidden }: ResourceChange,
  update: Update,
  today: string,
): Pick<Plan, "overLimit" | "digest"> {
  const isAsked = replacement !== undefined || !isEmpty(update.spared);
  if (before === undefined || !isAsked || hidden.length > 0) return {};
  const { given, baseUrl } = before.state;
  const { removalLimit } = replacement ?? given;
  const judgement = overLimit(update, { removal: parseLimit(removalLimit) ?? "default" });
  if (judgement === undefined) return {};
  return { overLimit: judgement, digest: digestOf({ baseUrl, ...given }, approvableDelete(before.state, today)) };
}

/** The entries of an update for the report. */
export function reportEntries({ before }: ResourceChange, { add, remove, kept }: Update): readonly ReportedEntry[] {
  const { ownership = nothingManaged, missing = noEntries } = before?.state ?? {};
  const { managed } = ownership;
  const entries = {
    // An exclusive update removes entries of an imported list that it does not declare.
    removed: union(remove.own, intersection(remove.unmanaged, managed)),
    expired: remove.expired,
    unexpected: difference(remove.unmanaged, managed),
    added: difference(add, missing),
    missing: intersection(add, missing),
    kept,
  };
  return entryChanges.flatMap((change) =>
    kinds.flatMap((kind) =>
      Array.from(entries[change][kind], (entry) => {
        const origin = ownership.adopted[kind].has(entry) ? ("adopted" as const) : undefined;
        return { kind, change, entry, note: entries[change][kind].note(entry), origin };
      }),
    ),
  );
}

export const none: Count = { count: 0, isAtMost: false };

export const noTotals: Totals = { added: none, removed: none, atRisk: 0 };

/** The numbers of entries that an update adds and removes. */
export function countTotals(update: Update): Totals {
  const { added, removed, remove } = update;
  const atRisk = removed.count === null ? null : update.parts.all.atRisk;
  return { added, removed, expired: count(remove.expired) || undefined, atRisk };
}

export function sumTotals(all: readonly Totals[]): Totals {
  const sum = (change: "added" | "removed") =>
    all
      .map((totals) => totals[change])
      .reduce((one, other) => {
        if (one.count === null || other.count === null) return { count: null, isAtMost: false };
        return { count: one.count + other.count, isAtMost: one.isAtMost || other.isAtMost };
      }, none);
  const removed = sum("removed");
  const atRisk = removed.count === null ? null : all.reduce((number, totals) => number + (totals.atRisk ?? 0), 0);
  const expired = all.reduce((number, totals) => number + (totals.expired ?? 0), 0) || undefined;
  return { added: sum("added"), removed, expired, atRisk };
}
