import { expiryStatus, isDate, untilInNote } from "../list/expiry";
import { count, difference, intersection, noEntries, union, type Entries, type Observed } from "../list/entries";
import { EntrySet } from "../list/entry-set";
import { byKind, kinds, type Kind } from "../list/kinds";
import { addedEntries, nothingManaged, removableEntries } from "../list/ownership";
import { planChanges } from "../list/plan";
import { parseRemovalLimit, releasesImported } from "../list/removal-guard";
import type { Before, ResourceChange, Neighbours } from "./changes";
import { hiddenKinds } from "./properties";
import type { KindReport, ReportedEntry, Total, Totals } from "./report";

/** What the next `pulumi up` does with the entries of a resource, of the kinds that the preview shows. */
export interface Plan {
  readonly add: Entries;
  readonly remove: Entries;
  /** The unmanaged entries of an exclusive list among the removed ones. */
  readonly unexpected: Entries;
  /** Additions of unknown outcome among the removed ones. */
  readonly unconfirmed: Entries;
  /** Declared entries that need no request. */
  readonly unchanged: Entries;
  /** Entries that the resource stops managing, and that stay in the list. */
  readonly kept: Entries;
  /** Declared entries that another resource stops managing. */
  readonly takenOver: Entries;
  /** Other declared entries that are not managed, and that the refresh found in the list. */
  readonly present: Entries;
  /** The kinds whose entries the preview does not show: they are left out of the plan. */
  readonly hidden: readonly Kind[];
}

/** Plans a change as the operation of the resource will, from what the preview shows. */
export function planChange(change: ResourceChange, neighbours: Neighbours): Plan {
  const { operation, before, declared, isRetained } = change;
  const hidden = [...new Set([before, declared].flatMap((side) => (side ? hiddenKinds(side.hidden) : [])))];
  const shown = (entries: Entries): Entries =>
    byKind((kind) => (hidden.includes(kind) ? noEntries[kind] : entries[kind]));
  const { ownership = nothingManaged } = before?.state ?? {};
  const declaredElsewhere = shown(neighbours.declared);
  const desired = shown(operation === "same" ? ownership.managed : (declared?.entries ?? noEntries));
  const exclusive = declared?.given.exclusive === true;
  // A delete keeps adopted entries, and so does the replacement of a list that is not exclusive.
  const isDeleted = operation === "delete" || (operation === "replace" && !exclusive);
  const removable = shown(isDeleted ? addedEntries(ownership) : removableEntries(ownership, desired));
  const isKept = isRetained || releasesImport(change, difference(difference(removable, desired), declaredElsewhere));
  const content = exclusive && operation !== "same" ? before?.observed : undefined;
  const newlyDeclared = difference(desired, ownership.managed);
  const takenOver = intersection(newlyDeclared, neighbours.released);
  const present = difference(intersection(newlyDeclared, observedAgain(change)), takenOver);
  const inList = union(intersection(ownership.managed, desired), union(takenOver, present));
  const { add, remove } = planChanges({
    desired,
    managed: union(isKept ? noEntries : removable, inList),
    unconfirmedRemovals: ownership.unconfirmed.remove,
    observed: content === undefined ? notObserved : shown(union(content, inList)),
    exclusive,
    declaredElsewhere,
  });
  return {
    add,
    remove,
    unexpected: difference(remove, removable),
    unconfirmed: intersection(remove, ownership.unconfirmed.add),
    unchanged: difference(desired, add),
    kept: shown(difference(difference(ownership.managed, desired), remove)),
    takenOver,
    present,
    hidden,
  };
}

const notObserved: Observed = byKind(() => undefined);

/** Whether the update of an imported list keeps the entries that the program does not declare. */
function releasesImport({ before, declared, isImported }: ResourceChange, dropped: Entries): boolean {
  if (before?.state.isImported !== true || declared === undefined || declared.given.exclusive === true) return false;
  const { removalLimit } = declared.given;
  const limit = removalLimit === undefined ? undefined : parseRemovalLimit(removalLimit);
  return releasesImported(count(dropped), count(before.state.ownership.managed), limit, isImported);
}

/** Entries that the refresh of this preview saw in the list, and that the resource does not manage. */
function observedAgain({ before }: ResourceChange): Entries {
  if (before?.earlier === undefined) return noEntries;
  const { earlier, observed = noEntries, state } = before;
  return difference(union(difference(earlier.missing, state.missing), observed), state.ownership.managed);
}

/**
 * The planned entries of each kind, for people.
 *
 * @param today in UTC, as `YYYY-MM-DD`.
 */
export function reportKinds({ before, declared }: ResourceChange, plan: Plan, today: string): readonly KindReport[] {
  const { ownership = nothingManaged, missing = noEntries } = before?.state ?? {};
  const again = intersection(plan.add, missing);
  const removed = difference(plan.remove, plan.unexpected);
  const list = (entries: Entries, kind: Kind): readonly ReportedEntry[] =>
    Array.from(entries[kind], (entry) => ({ entry, note: entries[kind].note(entry) }));
  const withOrigin = (entries: Entries, kind: Kind): readonly ReportedEntry[] =>
    list(entries, kind).map((reported) => {
      return { ...reported, origin: ownership.adopted[kind].has(reported.entry) ? "adopted" : "added" };
    });
  return kinds
    .filter((kind) => !plan.hidden.includes(kind))
    .map((kind) => ({
      kind,
      unchanged: plan.unchanged[kind].size,
      added: list(difference(plan.add, again), kind),
      removed: withOrigin(removed, kind),
      missing: list(again, kind),
      unexpected: list(plan.unexpected, kind),
      kept: withOrigin(plan.kept, kind),
      adopted: ownership.adopted[kind].size,
      expiring: expiringEntries(declared?.entries[kind] ?? EntrySet.none, today),
    }))
    .filter(({ unchanged, added, removed: gone, missing: lost, unexpected, kept }) => {
      return unchanged + [added, gone, lost, unexpected, kept].flat().length > 0;
    });
}

/** The last day is in the note. */
function expiringEntries(entries: EntrySet, today: string): KindReport["expiring"] {
  return Array.from(entries).flatMap((entry) => {
    const note = entries.note(entry);
    const until = note === undefined ? undefined : untilInNote(note);
    if (until === undefined || !isDate(until) || expiryStatus(until, today) === "later") return [];
    return [{ entry, note, until }];
  });
}

const none: Total = { count: 0, bound: "exact" };

/** Counts what the next `pulumi up` sends for a resource. */
export function countTotals(change: ResourceChange, neighbours: Neighbours, plan: Plan): Totals {
  const { operation, before, isRetained } = change;
  if (operation === "same") return { added: none, removed: none, losable: 0, basis: "list" };
  return {
    added: countAdded(change, neighbours, plan),
    removed: isRetained ? none : countRemoved(change, neighbours, plan),
    losable: countLosable(change, plan),
    basis: before === undefined || isRead(change) ? "list" : "state",
  };
}

export function sumTotals(all: readonly Totals[]): Totals {
  return {
    added: sum(all.map(({ added }) => added)),
    removed: sum(all.map(({ removed }) => removed)),
    losable: all.reduce((number, { losable }) => number + losable, 0),
    basis: all.some(({ basis }) => basis === "state") ? "state" : "list",
  };
}

function sum(totals: readonly Total[]): Total {
  const has = (bound: Total["bound"]): boolean => totals.some((total) => total.bound === bound);
  return {
    count: totals.reduce((number, { count: one }) => number + one, 0),
    bound: has("notKnown") ? "notKnown" : has("atMost") ? "atMost" : "exact",
  };
}

function total(number: number, isNotKnown: boolean, isUpperBound: boolean): Total {
  return { count: number, bound: isNotKnown ? "notKnown" : isUpperBound && number > 0 ? "atMost" : "exact" };
}

function countAdded({ operation, before, declared }: ResourceChange, neighbours: Neighbours, plan: Plan): Total {
  const { facts, missing } = before?.state ?? {};
  // The new resource of a replacement knows nothing of kinds that the API does not show.
  const isForgotten = operation === "replace" && (facts?.notVerified ?? []).length > 0;
  const isNew = count(difference(plan.add, missing ?? noEntries)) > 0;
  // Only of an exclusive list, the refresh shows which unmanaged entries are in it.
  const isListKnown =
    before !== undefined && (before.observed !== undefined || (facts?.unmanaged ?? 1) <= neighbours.managed);
  const isHidden = declared !== undefined && plan.hidden.length > 0;
  return total(count(plan.add), isHidden || isForgotten, (isNew && !isListKnown) || neighbours.perhaps.length > 0);
}

function countRemoved(change: ResourceChange, neighbours: Neighbours, plan: Plan): Total {
  const { before, declared } = change;
  const { facts, given, ownership } = before?.state ?? {};
  const inHidden = plan.hidden.reduce((number, kind) => number + (ownership?.managed[kind].size ?? 0), 0);
  const hidesEntries = ({ declared: theirs }: ResourceChange) =>
    theirs !== undefined && hiddenKinds(theirs.hidden).length > 0;
  const mayBeDeclared = neighbours.perhaps.length > 0 || neighbours.same.some(hidesEntries);
  const known = count(plan.remove) + inHidden;
  const isUpperBound = plan.hidden.length > 0 || mayBeDeclared;
  const isSecret = plan.hidden.some((kind) => before?.hidden.has(kind));
  if (declared?.given.exclusive !== true) return total(known, isSecret, isUpperBound);
  const unmanaged = unnamedEntries(change);
  const isUncounted = facts?.unmanaged === undefined || (!isRead(change) && given?.exclusive !== true);
  const mayStay = unmanaged > 0 && (count(plan.add) > 0 || neighbours.managed > 0);
  return total(known + unmanaged, isSecret || (before?.observed === undefined && isUncounted), isUpperBound || mayStay);
}

/** Unmanaged entries of an exclusive list that a preview counts and does not name. */
function unnamedEntries({ before, declared }: ResourceChange): number {
  if (before === undefined || declared?.given.exclusive !== true) return 0;
  const { facts, ownership } = before.state;
  const named = count(difference(before.observed ?? noEntries, ownership.managed));
  return Math.max(0, (facts.unmanaged ?? 0) - named);
}

/** Whether the preview read the list. If it could not, all managed entries are not verified. */
function isRead({ before, isRefreshed }: ResourceChange): boolean {
  return isRefreshed && (before === undefined || !isUnread(before));
}

function isUnread({ state: { facts, ownership } }: Before): boolean {
  const hidden = facts.notVerified.reduce((number, kind) => number + ownership.managed[kind].size, 0);
  return facts.notVerified.length > 0 && hidden === count(ownership.managed);
}

function countLosable(change: ResourceChange, plan: Plan): number {
  const { before, declared } = change;
  if (before === undefined) return 0;
  const { ownership } = before.state;
  const desired = declared?.entries ?? noEntries;
  if (before.state.isImported === true && count(plan.kept) > 0) return count(intersection(ownership.managed, desired));
  const content = declared?.given.exclusive === true ? (before.observed ?? noEntries) : noEntries;
  return (
    count(removableEntries(ownership, desired)) + count(difference(content, ownership.managed)) + unnamedEntries(change)
  );
}
