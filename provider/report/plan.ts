import { count, difference, intersection, isEmpty, noEntries, union } from "../list/entries";
import { byKind, kinds } from "../list/kinds";
import { nothingManaged } from "../list/ownership";
import { removedEntries, type Update } from "../list/update";
import { seenViews } from "../list/views";
import { judge } from "../resource/judge";
import { deleteOf, planBefore, updateOf, type Operation } from "../resource/operation";
import { stateInRun } from "../resource/state";
import type { ResourceChange } from "./changes";
import { entryChanges, type ReportedEntry, type Total, type Totals } from "./report";

/** What the next `pulumi up` does to the entries of a resource, and what of it is over a limit. */
export type Plan = NonNullable<ReturnType<typeof planChange>>;

/**
 * Plans a change with the facts in a preview: the kinds that it does not show stay as they are.
 *
 * @param today in UTC, as `YYYY-MM-DD`.
 * @param approved the digests of changes that are approved.
 * @returns undefined if nothing is sent: an import without an update sends nothing.
 */
export function planChange(change: ResourceChange, today: string, approved: ReadonlySet<string>) {
  if (change.operation === "same" || change.operation === "import") return undefined;
  const { declared, neighbors } = change;
  const operation = operationIn(change, today, approved);
  const update = planBefore(operation, neighbors.declared);
  // Like by Diff, which may not know yet what the other resources declare. That can only make the update smaller.
  const judgements = judge(operation, declared === undefined ? update : planBefore(operation));
  return { operation, update, judgements, totals: countTotals(change, operation, update) };
}

function operationIn(
  { before, declared, hidden, isRetained, neighbors }: ResourceChange,
  today: string,
  approved: ReadonlySet<string>,
) {
  // The preview may know the list of a new resource from the one that it replaces.
  const known = [before, ...neighbors.same.map((other) => other.before)].filter((each) => each !== undefined);
  const [{ given, baseUrl } = { given: { appListId: 0 }, baseUrl: undefined }] = known.map(({ state }) => state);
  const [read] = known.flatMap(({ observed }) => observed ?? []);
  const observed = read && seenViews(read);
  const list = { identity: { appListId: given.appListId, baseUrl }, approved, owner: {}, today, observed };
  const state = before?.state;
  const managed = state?.ownership.managed ?? noEntries;
  if (declared !== undefined) {
    const present = union(managed, read ?? noEntries);
    const entries = byKind((kind) => (hidden.includes(kind) ? present : declared.entries)[kind]);
    return updateOf(list, state && stateInRun(state, { removed: noEntries }, entries), { ...declared, entries });
  }
  // Pulumi only forgets the resource: what it added stays as what it adopted does.
  const left = state && isRetained ? { ...state, ownership: { ...state.ownership, adopted: managed } } : state;
  return deleteOf(list, left, neighbors.limiting);
}

/** The drift that a refresh has found, or that the state has recorded. */
export type Drift = ReturnType<typeof driftOf>;

export function driftOf({ before, declared, observation }: ResourceChange) {
  const { missing = noEntries, ownership = nothingManaged, facts } = before?.state ?? {};
  const isExclusive = declared?.given.exclusive === true;
  const unexpected = difference((isExclusive ? before?.observed : undefined) ?? noEntries, ownership.managed);
  /** The number of the unmanaged entries that an exclusive list loses, and that the preview does not name. */
  const unnamed = isExclusive ? Math.max(0, (facts?.unmanaged ?? 0) - count(unexpected)) : 0;
  const isRead = observation === "read";
  // The output is there only if entries are missing. An exclusive list can contain entries that no program can declare.
  const hasUnnamed = before?.hidden.has("missing") === true || (before?.observed !== undefined && unnamed > 0);
  return { isRead, missing, unexpected, unnamed, hasUnnamed: isRead && hasUnnamed };
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
  const isAdopted = byKind((kind) => new Set(adopted[kind]));
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
        const origin = isAdopted[kind].has(entry) ? ("adopted" as const) : undefined;
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
  change: ResourceChange,
  { before, intent, limits, list }: Operation,
  { add, addAgain, remove }: Update,
): Totals {
  const { hidden, isRetained, neighbors } = change;
  const { unnamed } = driftOf(change);
  const isRead = list.observed !== undefined;
  const isHidden = hidden.length > 0 && !isRetained;
  const isUnread = intent.exclusive && !isRead && before?.facts.unmanaged === undefined;
  // A new entry may be in the list already.
  const mayBeThere = !isEmpty(difference(add, addAgain)) && !isRead && before?.facts.unmanaged !== 0;
  const total = (number: number, isAtMost: boolean): Total => ({
    count: number,
    isAtMost: (isAtMost || neighbors.isUncertain) && number > 0,
  });
  const isKnown = !isHidden && !isUnread;
  return {
    added: isHidden && intent.what === "update" ? notKnown : total(count(add), mayBeThere),
    removed: isKnown ? total(count(removedEntries({ remove })) + unnamed, unnamed > 0) : notKnown,
    expired: count(remove.expired) || undefined,
    atRisk: isKnown ? count(union(limits.whole, remove.unmanaged)) + unnamed : null,
  };
}
