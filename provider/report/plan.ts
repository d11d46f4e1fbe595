import { count, difference, intersection, noEntries, union } from "../list/entries";
import { kinds } from "../list/kinds";
import { nothingManaged } from "../list/ownership";
import { planUpdate, type Count, type Update } from "../list/update";
import { seenViews } from "../list/views";
import { judge, type OverLimit } from "../resource/judge";
import { deleteOf, factsBefore, planBefore, updateOf, type Operation } from "../resource/operation";
import { stateInRun } from "../resource/state";
import type { ResourceChange } from "./changes";
import { entryChanges, type ReportedEntry, type Totals } from "./report";

/** What the next `pulumi up` does to the entries of a resource, and whether that is over a limit. */
export interface Plan {
  readonly update: Update;
  readonly stopped?: OverLimit | undefined;
}

/**
 * Plans a change with the facts in a preview.
 *
 * @param today in UTC, as `YYYY-MM-DD`.
 * @param approved the digests of changes that are approved.
 * @returns undefined if nothing is sent: an import without an update sends nothing.
 */
export function planChange(change: ResourceChange, today: string, approved: ReadonlySet<string>): Plan | undefined {
  const { operation: step, declared, hidden, neighbors } = change;
  if (step === "same" || step === "import") return undefined;
  const operation = operationIn(change, today, approved);
  const update = planUpdate(factsBefore(operation), operation.intent, neighbors);
  // Like by Diff, which may not know yet what the other resources declare. That can only make the update smaller.
  if (declared !== undefined) return { update, stopped: judge(operation, planBefore(operation)) };
  // If the preview does not show all entries, a delete is not judged.
  return { update, stopped: hidden.length === 0 ? judge(operation, update) : undefined };
}

function operationIn(change: ResourceChange, today: string, approved: ReadonlySet<string>): Operation {
  const { before, declared, replacement, hidden, retainedBy, neighbors } = change;
  // A create has no digest, and a preview may not know its list.
  const { given, baseUrl } = before?.state ?? { given: { appListId: 0 }, baseUrl: undefined };
  const observed = before?.observed && seenViews(before.observed);
  const list = { identity: { ...given, baseUrl }, approved, owner: {}, today, observed };
  if (declared === undefined) {
    const isReplaced = replacement !== undefined;
    const hasOtherId = isReplaced && replacement.appListId !== given.appListId;
    const more = {
      isReplaced,
      isRetained: retainedBy !== undefined,
      declared: hasOtherId ? noEntries : neighbors.declared,
    };
    return { ...deleteOf(list, before?.state, replacement ?? given, more), hidden };
  }
  const state = before && stateInRun(before.state, { removed: noEntries }, declared.entries);
  return { ...updateOf(list, state, { ...declared, isSecret: false }), hidden };
}

/** The drift that a refresh has found, or that the state has recorded. */
export type Drift = ReturnType<typeof driftOf>;

export function driftOf({ operation, observation, before, declared }: ResourceChange) {
  const { missing = noEntries, ownership = nothingManaged, facts } = before?.state ?? {};
  const isExclusive = operation !== "delete" && declared?.given.exclusive === true;
  const observed = (isExclusive ? before?.observed : undefined) ?? noEntries;
  const unexpected = difference(observed, ownership.managed);
  const isRead = observation === "read";
  return {
    isRead,
    missing,
    unexpected,
    // The output is there only if entries are missing. An exclusive list can contain entries that no program can declare.
    hasUnnamed:
      isRead &&
      (before?.hidden.has("missing") === true ||
        (isExclusive && before?.observed !== undefined && (facts?.unmanaged ?? 0) > count(unexpected))),
  };
}

/**
 * The entries of a change for the report.
 *
 * @param update undefined if nothing is sent.
 */
export function reportEntries(
  { before }: ResourceChange,
  update: Pick<Update, "add" | "remove" | "kept"> | undefined,
  drift: Drift,
): readonly ReportedEntry[] {
  const { managed, adopted } = (before?.state ?? { ownership: nothingManaged }).ownership;
  const { add, remove, kept } = update ?? { add: noEntries, kept: noEntries };
  const { own, expired, unmanaged } = remove ?? { own: noEntries, expired: noEntries, unmanaged: drift.unexpected };
  const notAdded = drift.isRead ? difference(drift.missing, add) : noEntries;
  const entries = {
    // An exclusive update removes entries of an imported list that it does not declare.
    removed: union(own, intersection(unmanaged, managed)),
    expired,
    unexpected: difference(unmanaged, managed),
    added: difference(add, drift.missing),
    missing: union(intersection(add, drift.missing), update === undefined ? notAdded : noEntries),
    gone: update === undefined ? noEntries : notAdded,
    kept,
  };
  return entryChanges.flatMap((change) =>
    kinds.flatMap((kind) =>
      Array.from(entries[change][kind], (entry) => {
        const origin = adopted[kind].has(entry) ? ("adopted" as const) : undefined;
        return { kind, change, entry, note: entries[change][kind].note(entry), origin };
      }),
    ),
  );
}

const none: Count = { count: 0, isAtMost: false };

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
