import { difference, intersection, isEmpty, noEntries, union, unionAll, type Entries } from "../list/entries";
import type { EntrySet } from "../list/entry-set";
import { byKind, kindName, type Kind } from "../list/kinds";
import type { Ownership } from "../list/ownership";
import { knownEntries, seenViews, unseen, type Views } from "../list/views";
import type { ChangeResult } from "../sync/reconcile";
import type { State } from "./state";

/** What another resource of the run declares for the list. */
interface OtherResource {
  readonly resource?: { readonly name: string } | undefined;
  readonly entries: Entries;
}

/** What an operation has found or done. texts/notices.ts has the sentence of each. */
type EventCode =
  | "added"
  | "adopted"
  | "approvalUsed"
  | "hidden"
  | "hiddenKind"
  | "imported"
  | "kept"
  | "leftOut"
  | "maybeAdopted"
  | "missing"
  | "moved"
  | "notRead"
  | "released"
  | "claimed"
  | "removed"
  | "returned"
  | "sentinelLeft"
  | "spared"
  | "unexpected"
  | "unreadBefore"
  | "vanished";

/** One fact of an operation on a list, as data. */
export interface ListEvent {
  readonly code: EventCode;
  readonly list: { readonly appListId: number; readonly name: string | undefined };
  /** The entries that it is about. */
  readonly entries: Entries;
  /** Whether the API does not show these entries. */
  readonly isUnseen: boolean;
  /** What else the sentence names, such as a reason or another resource. It contains no entry of a resource. */
  readonly detail: string;
}

/** An event that is about no entries of the resource. */
export function eventOn({ given, facts }: Pick<State, "given" | "facts">, code: EventCode, detail = ""): ListEvent {
  const list = { appListId: given.appListId, name: facts.name };
  return { code, list, entries: noEntries, isUnseen: false, detail };
}

/**
 * The events about entries: none if there are no entries.
 *
 * @param views the list at that moment. Entries of kinds that the API does not show have an event of their own.
 */
export function eventsOn(
  state: State,
  code: EventCode,
  entries: Entries,
  { views = seenViews(noEntries), detail }: { readonly views?: Views; readonly detail?: string } = {},
): readonly ListEvent[] {
  const hidden = unseen(views, entries);
  const event = eventOn(state, code, detail);
  const events = [
    { ...event, entries: difference(entries, hidden) },
    { ...event, entries: hidden, isUnseen: true },
  ];
  return events.filter((each) => !isEmpty(each.entries));
}

/** @param others what other resources declare. */
export function eventsAfterChange(
  before: Ownership,
  state: State,
  change: ChangeResult,
  others: readonly OtherResource[],
): readonly ListEvent[] {
  const { managed, adopted } = state.ownership;
  const newlyAdopted = difference(adopted, before.adopted);
  // The response to an entry's own addition does not show whether the entry was there before.
  const maybeBefore = union(unseen(change.viewsBefore, newlyAdopted), intersection(newlyAdopted, change.sent.add));
  return [
    ...eventsOn(state, "added", difference(intersection(change.added, managed), adopted)),
    ...eventsOn(state, "removed", change.removed, { views: change.viewsAfter }),
    ...eventsOn(state, "adopted", difference(newlyAdopted, maybeBefore)),
    ...eventsOn(state, "maybeAdopted", maybeBefore),
    ...eventsOnHidden(state),
    ...eventsOnRequests(state, change, others),
  ];
}

/** @param others what other resources declare. */
export function eventsAfterDelete(
  state: State,
  change: ChangeResult,
  others: readonly OtherResource[],
): readonly ListEvent[] {
  const { viewsAfter, removed, handedOver } = change;
  const adopted = difference(state.ownership.adopted, handedOver);
  const kept = intersection(adopted, knownEntries(viewsAfter));
  return [
    ...eventsOn(state, "removed", removed, { views: viewsAfter }),
    ...eventsOn(state, "kept", kept, { views: viewsAfter }),
    ...eventsOnRequests(state, change, others),
  ];
}

function eventsOnRequests(
  state: State,
  { vanished, handedOver, viewsAfter, sentinels }: ChangeResult,
  others: readonly OtherResource[],
): readonly ListEvent[] {
  return [
    ...eventsOn(state, "vanished", vanished),
    // A resource that was rejected has declared twice.
    ...Array.from(Map.groupBy(others, ({ resource }) => resource?.name ?? "")).flatMap(([detail, all]) => {
      const spared = intersection(handedOver, unionAll(all.map(({ entries }) => entries)));
      return eventsOn(state, "spared", spared, { views: viewsAfter, detail });
    }),
    ...eventsOnSentinels(state, sentinels.appBundles),
  ];
}

/** The sentinels that could not be removed: also if the change failed before it began. */
export function eventsOnSentinels(state: State, sentinels: EntrySet): readonly ListEvent[] {
  return Array.from(sentinels, (sentinel) => eventOn(state, "sentinelLeft", sentinel));
}

/**
 * Entries that are in the list again. The last read lacked them, so they are not managed any more.
 *
 * @param missing the entries that the last read lacked.
 * @param views the list now.
 */
export function eventsOnReturned(state: State, missing: Entries, views: Views): readonly ListEvent[] {
  return eventsOn(state, "returned", intersection(missing, knownEntries(views)));
}

/** @param unexpected the unmanaged entries of an exclusive list. */
export function eventsAfterRefresh(
  before: State,
  after: State,
  views: Views,
  unexpected: Entries,
): readonly ListEvent[] {
  return [
    ...eventsOn(after, "missing", difference(before.ownership.managed, knownEntries(views))),
    ...eventsOn(after, "unexpected", unexpected),
    ...eventsOnReturned(after, difference(before.missing, after.ownership.managed), views),
    ...eventsOnHidden(after),
  ];
}

/**
 * @param hidden the kinds that the API does not show.
 * @param leftOut the entries that no program can declare.
 */
export function eventsAfterImport(state: State, hidden: readonly Kind[], leftOut: Entries): readonly ListEvent[] {
  return [
    ...eventsOn(state, "imported", state.ownership.managed),
    ...eventsOn(state, "leftOut", leftOut),
    ...eventsOnKinds(state, hidden),
  ];
}

/** The entries that the API accepted and does not show. */
function eventsOnHidden(state: State): readonly ListEvent[] {
  const { managed } = state.ownership;
  const { notVerified } = state.facts;
  const hidden = byKind((kind) => (notVerified.includes(kind) ? managed : noEntries)[kind]);
  const others = notVerified.filter((kind) => state.given.exclusive === true && managed[kind].size === 0);
  return [...eventsOn(state, "hidden", hidden), ...eventsOnKinds(state, others)];
}

function eventsOnKinds(state: State, hidden: readonly Kind[]): readonly ListEvent[] {
  return hidden.map((kind) => eventOn(state, "hiddenKind", kindName(kind, 0)));
}
