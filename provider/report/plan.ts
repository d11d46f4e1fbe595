import { count, difference, intersection, isEmpty, noEntries, union, type Entries } from "../list/entries";
import { byKind, kinds } from "../list/kinds";
import type { Judgement } from "../list/limits";
import { nothingManaged } from "../list/ownership";
import { planUpdate, removedEntries, type Update } from "../list/update";
import { seenEntries, seenViews } from "../list/views";
import { judge } from "../resource/judge";
import { deleteOf, factsBefore, planBefore, updateOf, type Operation } from "../resource/operation";
import { stateInRun, type State } from "../resource/state";
import type { ResourceChange } from "./changes";
import { entryChanges, type ReportedEntry, type Total, type Totals } from "./report";

/** What the next `pulumi up` does to the entries of a resource, and what of it is over a limit. */
export interface Plan {
  readonly operation: Operation;
  readonly update: Update;
  readonly judgements: readonly Judgement[];
  /** What of a delete is over a limit if the preview omits a resource that declares the list. Default: it omits none. */
  readonly undecided?: readonly Judgement[] | undefined;
  readonly totals: Totals;
}

/**
 * Plans a change with the facts in a preview: the kinds that it does not show are left out.
 *
 * @param today in UTC, as `YYYY-MM-DD`.
 * @param approved the digests of changes that are approved.
 * @returns undefined if nothing is sent: an import without an update sends nothing.
 */
export function planChange(change: ResourceChange, today: string, approved: ReadonlySet<string>): Plan | undefined {
  const { operation: step, declared, neighbors } = change;
  if (step === "same" || step === "import") return undefined;
  const operation = operationIn(change, today, approved);
  const update = planUpdate(factsBefore(operation), operation.intent, neighbors.declared);
  // Like by Diff, which may not know yet what the other resources declare. That can only make the update smaller.
  const judgements = judge(operation, declared === undefined ? update : planBefore(operation));
  const totals = countTotals(change, operation, update);
  const isUndecided = declared === undefined && change.replacement === undefined && !neighbors.isDeclared;
  if (!isUndecided || !neighbors.omitsSame) return { operation, update, judgements, totals };
  return { operation, update, judgements: [], undecided: judgements, totals };
}

function operationIn(
  { before, declared, replacement, hidden, retainedBy, neighbors }: ResourceChange,
  today: string,
  approved: ReadonlySet<string>,
) {
  const shown = (entries: Entries): Entries => byKind((kind) => (hidden.includes(kind) ? noEntries : entries)[kind]);
  // The preview may know the list of a new resource from the one that it replaces.
  const known = [before, ...neighbors.same.map((other) => other.before)].filter((each) => each !== undefined);
  const [{ given, baseUrl } = { given: { appListId: 0 }, baseUrl: undefined }] = known.map(({ state }) => state);
  const [read] = known.flatMap(({ observed }) => observed ?? []);
  const observed = read && seenViews(shown(read));
  const list = { identity: { appListId: given.appListId, baseUrl }, approved, owner: {}, today, observed };
  const state = before && shownState(before.state, shown);
  if (declared !== undefined) {
    const entries = shown(declared.entries);
    const inRun = state && stateInRun(state, { removed: noEntries }, entries);
    return updateOf(list, inRun, { ...declared, entries });
  }
  // Pulumi only forgets the resource: what it added stays as what it adopted does.
  const ownership = state && { ...state.ownership, adopted: state.ownership.managed };
  const left = state && ownership && retainedBy !== undefined ? { ...state, ownership } : state;
  return deleteOf(list, left, replacement ?? (neighbors.isDeclared || neighbors.omitsSame ? given : undefined));
}

function shownState(state: State, shown: (entries: Entries) => Entries): State {
  const { managed, adopted, unconfirmedRemovals } = state.ownership;
  const ownership = {
    managed: shown(managed),
    adopted: shown(adopted),
    unconfirmedRemovals: shown(unconfirmedRemovals),
  };
  return { ...state, ownership, missing: shown(state.missing) };
}

/** If the list was not read, the state has only the number of its unmanaged entries. */
function countUnnamed(operation: Operation): number {
  const { before, intent } = operation;
  if (!intent.exclusive || before === undefined) return 0;
  const named = factsBefore(operation).views;
  const unmanaged = named === undefined ? noEntries : difference(seenEntries(named), before.ownership.managed);
  return Math.max(0, (before.facts.unmanaged ?? 0) - count(unmanaged));
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

const none: Total = { count: 0, isAtMost: false };

const notKnown: Total = { count: null, isAtMost: false };

export const noTotals: Totals = { added: none, removed: none, atRisk: 0 };

/** The numbers of entries that an update adds and removes, as far as a preview can know them. */
function countTotals(
  { hidden, retainedBy, neighbors: { isUncertain } }: ResourceChange,
  operation: Operation,
  update: Update,
): Totals {
  const { before, intent, limits, list } = operation;
  const { add, addAgain, remove } = update;
  const unnamed = countUnnamed(operation);
  const isRead = list.observed !== undefined;
  const isHidden = hidden.length > 0 && retainedBy === undefined;
  const isUnread = intent.exclusive && !isRead && before?.facts.unmanaged === undefined;
  // A new entry may be in the list already.
  const mayBeThere = !isEmpty(difference(add, addAgain)) && !isRead && before?.facts.unmanaged !== 0;
  const total = (number: number, isAtMost: boolean): Total => ({ count: number, isAtMost: isAtMost && number > 0 });
  const removed =
    isHidden || isUnread ? notKnown : total(count(removedEntries(update)) + unnamed, isUncertain || unnamed > 0);
  return {
    added: isHidden && intent.what === "update" ? notKnown : total(count(add), isUncertain || mayBeThere),
    removed,
    expired: count(remove.expired) || undefined,
    atRisk: removed.count === null ? null : count(union(limits.whole, remove.unmanaged)) + unnamed,
  };
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
