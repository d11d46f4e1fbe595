import {
  count,
  difference,
  intersection,
  isEmpty,
  noEntries,
  union,
  unionAll,
  type Changes,
  type Entries,
} from "../list/entries";
import type { EntrySet } from "../list/entry-set";
import { byKind, kindName, type Kind } from "../list/kinds";
import type { Judgement } from "../list/limits";
import type { Ownership } from "../list/ownership";
import { removedEntries, type Update } from "../list/update";
import { knownEntries, seenViews, unseen, type Views } from "../list/views";
import type { ChangeResult } from "../sync/reconcile";
import { printComparison, type ListContext } from "./approval";
import type { Arguments, CompleteInputs, ValidInputs } from "./inputs";
import type { Operation } from "./operation";
import type { State } from "./state";

/** What another resource of the run declares for the list. */
interface OtherResource {
  readonly resource?: { readonly name: string } | undefined;
  readonly entries: Entries;
}

/** What an operation has found or done. texts/notices.ts has the sentence of each. */
export type FactCode =
  | "added"
  | "adopted"
  | "approvalUsed"
  | "becomesExclusive"
  | "claimed"
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
  | "removed"
  | "returned"
  | "sentinelLeft"
  | "spared"
  | "unexpected"
  | "unreadBefore"
  | "vanished";

/** What an operation is going to do, and what is known of its list. */
export interface Plan extends Changes {
  /** The numbers of the removed entries that have expired, and of the others. */
  readonly expired: number;
  readonly judged: number;
  /** The number of the entries of which the judged ones are a part. */
  readonly whole: number;
  /** The number of declared entries. */
  readonly after: number;
  readonly purpose?: Arguments["purpose"];
  /** The number of unmanaged entries of an exclusive list, when it was last read. Default: 0. */
  readonly unmanaged?: number;
  /** Whether entries are removed from a list that campaigns use. */
  readonly isUsed?: boolean;
  /** An exclusive list can contain more unmanaged entries than the state shows. */
  readonly isUnread?: boolean;
  /** Whether the resource is new: some of the entries may be in the list already. */
  readonly isNew?: boolean;
  /** The ID of the list that the resource gets in place of this one. */
  readonly replacedBy?: number | undefined;
}

/** What is over a limit, and the operation that does it. */
export interface Stop {
  readonly operation: Pick<Operation, "list" | "before" | "intent">;
  readonly judgements: readonly Judgement[];
}

interface Facts {
  readonly list: { readonly appListId: number; readonly name: string | undefined };
  /** The entries that it is about. */
  readonly entries: Entries;
  /** Whether the API does not show these entries. */
  readonly isUnseen: boolean;
  /** What else the sentence names, such as a reason or another resource. It contains no entry of a resource. */
  readonly detail: string;
}

/** One fact of an operation on a list, what it is going to do, or what its guard stops: as data. */
export type ListEvent = Facts &
  (
    | { readonly code: FactCode }
    | { readonly code: "planned"; readonly plan: Plan }
    | { readonly code: "overLimit"; readonly stop: Stop }
  );

/** An event that is about no entries of the resource. */
export function eventOn(state: Pick<State, "given" | "facts">, code: FactCode, detail = ""): ListEvent {
  return { code, ...factsOn(listOf(state)), detail };
}

function factsOn(list: Facts["list"]): Facts {
  return { list, entries: noEntries, isUnseen: false, detail: "" };
}

function listOf({ given, facts }: Pick<State, "given" | "facts">): Facts["list"] {
  return { appListId: given.appListId, name: facts.name };
}

/**
 * The events about entries: none if there are no entries.
 *
 * @param views the list at that moment. Entries of kinds that the API does not show have an event of their own.
 */
function eventsOn(
  state: State,
  code: FactCode,
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

/** The plan of a create. */
export function eventsBeforeCreate({ entries, given }: CompleteInputs, update: Update): readonly ListEvent[] {
  const plan = { ...planOf(update, noEntries), after: count(entries), purpose: given.purpose, isNew: true };
  return planned({ appListId: given.appListId, name: undefined }, plan);
}

/** What the list of the state loses because the resource gets another one: what others declare by then stays. */
export function eventsBeforeReplacement(
  state: State,
  { given }: Pick<ValidInputs, "given">,
  update: Update,
): readonly ListEvent[] {
  const plan = { ...planOf(update, noEntries), after: 0, replacedBy: given.appListId };
  return planned(listOf(state), plan);
}

/** The plan of an update, and each other effect. */
export function eventsBeforeChange(
  { list, limits }: Pick<Operation, "list" | "limits">,
  state: State,
  { entries, given }: CompleteInputs,
  update: Update,
): readonly ListEvent[] {
  const { hasAssociatedCampaigns = false, unmanaged: known = 0 } = state.facts;
  // A list that becomes exclusive has a warning of its own.
  const unmanaged = given.exclusive === true && state.given.exclusive === true ? known : 0;
  const changes = planOf(update, limits.whole);
  const plan = {
    ...changes,
    after: count(entries),
    purpose: given.purpose,
    unmanaged,
    isUsed: hasAssociatedCampaigns && (unmanaged > 0 || !isEmpty(changes.remove)),
    isUnread: given.exclusive === true && list.observed === undefined,
  };
  const claimed = given.claimExisting === true ? intersection(state.ownership.adopted, entries) : noEntries;
  return [
    ...planned(listOf(state), plan),
    ...eventsOn(state, "claimed", claimed),
    ...eventsOn(state, "released", state.imported === true ? update.kept : noEntries),
  ];
}

/** @param whole what the state manages or has as missing. */
function planOf(update: Update, whole: Entries) {
  const { own, expired, unmanaged } = update.remove;
  const judged = union(own, unmanaged);
  const remove = removedEntries(update);
  const numbers = { expired: count(expired), judged: count(judged), whole: count(union(whole, judged)) };
  return { add: update.add, remove, ...numbers };
}

function planned(list: Facts["list"], plan: Plan): readonly ListEvent[] {
  const entries = union(plan.add, plan.remove);
  const isNothing = isEmpty(entries) && (plan.unmanaged ?? 0) === 0;
  return isNothing ? [] : [{ code: "planned", ...factsOn(list), entries, plan }];
}

/**
 * A list becomes exclusive, or an exclusive resource gets another list. The number of unmanaged entries that the change
 * removes is not known.
 */
export function eventsIfExclusive({ given, unknown }: ValidInputs, list: ListContext): readonly ListEvent[] {
  if (given.exclusive !== true || unknown.has("account")) return [];
  const { appListId } = list.identity;
  const facts = factsOn({ appListId, name: undefined });
  return [{ ...facts, code: "becomesExclusive", detail: printComparison(list) }];
}

/** What the guard stops, if a preview only reports it: an event for each digest. */
export function eventsOverLimit({ operation, judgements }: Stop): readonly ListEvent[] {
  const { before, list } = operation;
  const facts = factsOn({ appListId: list.identity.appListId, name: before?.facts.name });
  return judgements.map((judgement) => {
    const stop = { operation, judgements: [judgement] };
    return { ...facts, code: "overLimit", entries: judgement.entries, stop };
  });
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
