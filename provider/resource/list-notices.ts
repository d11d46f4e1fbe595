import {
  difference,
  ifShown,
  intersection,
  isEmpty,
  noEntries,
  observedOr,
  onlyHidden,
  type Entries,
} from "../list/entries";
import { byKind } from "../list/kinds";
import { addedEntries, type Ownership } from "../list/ownership";
import { lostEntries, type Change } from "../sync/change";
import type { ListLabel, Notice } from "./notices";
import type { State } from "./state";

/** The notices after a create or an update: the adopted, handed over and unverified entries. */
export function noticesAfterChange(before: Ownership, state: State, change: Change): readonly Notice[] {
  const list = listLabel(state);
  const { managed, adopted } = state.ownership;
  const newlyAdopted = difference(adopted, before.adopted);
  const unseen = onlyHidden(change.observedBefore, newlyAdopted);
  const seen = difference(newlyAdopted, unseen);
  return withEntries([
    { kind: "adopted", list, entries: seen, isVerified: true },
    { kind: "adopted", list, entries: unseen, isVerified: false },
    { kind: "cleared", list, entries: clearedEntries(before, state, change) },
    { kind: "handedOver", list, entries: change.handedOver },
    { kind: "assumedRemoved", list, entries: change.assumedRemoved },
    ...noticesOnSentinels(list, change),
    ...noticesOnHidden(state, managed),
    ...unverifiedBefore(list, change),
  ]);
}

/** The notices on sentinels that could not be removed, also after a change that failed before it began. */
export function noticesOnSentinels(list: ListLabel, { sentinelsLeft }: Change): readonly Notice[] {
  return withEntries([{ kind: "sentinelLeft", list, entries: sentinelsLeft }]);
}

/** The entries that an exclusive list lost and that the resource neither managed nor declared. */
function clearedEntries(before: Ownership, state: State, change: Change): Entries {
  if (state.given.exclusive !== true) return noEntries;
  return difference(lostEntries(change), before.managed);
}

/**
 * The notices after a refresh: drift, and unverified entries.
 *
 * @param unexpected the unmanaged entries of an exclusive list.
 */
export function noticesAfterRefresh(before: State, after: State, unexpected: Entries): readonly Notice[] {
  const list = listLabel(after);
  const missing = difference(before.ownership.managed, after.ownership.managed);
  return withEntries([
    { kind: "missing", list, entries: missing },
    { kind: "unexpected", list, entries: unexpected },
    ...noticesOnHidden(after, after.ownership.managed),
  ]);
}

/**
 * The notices after a resource was deleted: the removed entries, and the kept ones with the reason.
 *
 * @param released the entries that other resources of the run can have as added.
 */
export function noticesAfterDelete(state: State, change: Change, released: Entries): readonly Notice[] {
  const list = listLabel(state);
  const { observedBefore, observedAfter, handedOver } = change;
  const acknowledged = difference(change.acknowledged.remove, change.assumedRemoved);
  const own = difference(addedEntries(state.ownership), handedOver);
  const present = intersection(own, observedOr(observedBefore, acknowledged));
  const removed = ifShown(observedAfter, (left) => difference(present, left), intersection(present, acknowledged));
  const adopted = difference(state.ownership.adopted, handedOver);
  const kept = intersection(adopted, observedOr(observedAfter, adopted));
  const adoptedElsewhere = difference(change.handedOver, released);
  const hasAssociatedCampaigns = state.facts.hasAssociatedCampaigns === true;
  return withEntries([
    { kind: "removed", list, entries: removed, hasAssociatedCampaigns },
    { kind: "kept", list, entries: kept },
    { kind: "handedOver", list, entries: change.handedOver },
    { kind: "adoptedElsewhere", list, entries: adoptedElsewhere },
    { kind: "assumedRemoved", list, entries: change.assumedRemoved },
    ...noticesOnSentinels(list, change),
    ...unverifiedBefore(list, change),
  ]);
}

/** The entries that the API accepted and does not show. */
function noticesOnHidden(state: State, managed: Entries): readonly Notice[] {
  const list = listLabel(state);
  const { notVerified } = state.facts;
  const entries = byKind((kind) => (notVerified.includes(kind) ? managed[kind] : new Set<string>()));
  const unseen = notVerified.filter((kind) => state.given.exclusive === true && managed[kind].size === 0);
  return [
    { kind: "hiddenEntries", list, entries },
    ...unseen.map((hidden): Notice => ({ kind: "hiddenKind", list, hidden })),
  ];
}

function unverifiedBefore(list: ListLabel, { notVerified }: Change): readonly Notice[] {
  return notVerified === undefined ? [] : [{ kind: "unverifiedBefore", list, reason: notVerified }];
}

export function listLabel({ given, facts }: State): ListLabel {
  return { appListId: given.appListId, name: facts.name };
}

/** Leaves out the notices about no entries at all. */
function withEntries(notices: readonly Notice[]): readonly Notice[] {
  return notices.filter((notice) => !("entries" in notice) || !isEmpty(notice.entries));
}
