import {
  areEqual,
  difference,
  intersection,
  noEntries,
  observedOr,
  union,
  type Entries,
  type Observed,
} from "../list/entries";
import { unmanagedEntries } from "../list/plan";
import {
  addedEntries,
  nothingManaged,
  ownershipAfter,
  ownershipObserved,
  removableEntries,
  withPresent,
  withUnconfirmedAdditions,
} from "../list/ownership";
import { nameList } from "../list/summary";
import { ifListIsGone } from "../api/errors";
import { defaultSyncPolicy, type ListAccess } from "../sync/access";
import { changeList, lostEntries, type Change } from "../sync/reconcile";
import type { ChangeError } from "../sync/errors";
import type { Goal } from "../sync/next-step";
import { observe, observeBeforeChange, type Observation, type ReadBy } from "../sync/observe";
import { inTurn } from "../sync/turn";
import { needsRequests } from "./diff";
import { ServiceMovedError } from "./errors";
import { listFacts, unknownFacts, unverifiedKinds } from "./facts";
import { mergeNotes, type Declared } from "./inputs";
import { findMove, hasOtherBaseUrl, shownUrl } from "./move";
import {
  driftUnknown,
  listName,
  noticesAfterChange,
  noticesAfterDelete,
  noticesAfterRefresh,
  noticesOnSentinels,
  progressPrinter,
  type Print,
} from "./notices";
import type { Run } from "./run";
import type { State } from "./state";

export interface Changed {
  readonly state: State;
  /** Why only a part was done; undefined if all was. */
  readonly failure?: ChangeError;
}

export type Refreshed =
  | {
      readonly outcome: "read";
      readonly state: State;
      readonly observed: Observed;
      /** The unmanaged entries of an exclusive list. */
      readonly unexpected: Entries;
    }
  | { readonly outcome: "notVerified"; readonly state: State };

export async function create(run: Run, declared: Declared, print: Print): Promise<Changed> {
  return withObservedList(run, declared, (access, first) => apply(run, access, first, declared, undefined, print));
}

export async function update(run: Run, state: State, declared: Declared, print: Print): Promise<Changed> {
  // Nothing in another list was added by this resource.
  const { account } = declared;
  if (findMove(state, { account, baseUrl: run.baseUrl(account) }) !== undefined) return create(run, declared, print);
  if (needsRequests(state, declared)) {
    const { readBy } = state.facts;
    return withObservedList(
      run,
      declared,
      (access, first) => apply(run, access, first, declared, state, print),
      readBy,
    );
  }
  const { given, notes, claimExisting } = declared;
  const ownership = claimExisting ? { ...state.ownership, adopted: noEntries } : state.ownership;
  return { state: { ...state, given, notes, ownership, missing: noEntries, isImported: undefined } };
}

/** Nothing is changed. */
export async function read(run: Run, state: State, print: Print): Promise<Refreshed> {
  const { appListId, account, exclusive = false } = state.given;
  const notVerified = (reason: string): Refreshed => {
    print(driftUnknown(state, reason));
    const facts = { ...state.facts, notVerified: unverifiedKinds(state.ownership.managed, exclusive) };
    return { outcome: "notVerified", state: { ...state, facts } };
  };
  const { baseUrl, baseUrlKey } = run.account(account);
  if (hasOtherBaseUrl(state, baseUrl)) {
    return notVerified(`${baseUrlKey} was ${shownUrl(state.baseUrl)}, and is ${shownUrl(baseUrl)} now`);
  }
  const mayRefuse = mayRefuseProbe(state.facts.readBy);
  const observation = await withList(run, account, appListId, (access) => observe(access, { mayRefuse }));
  if (observation.outcome === "notVerified") {
    const { reason, refusal } = observation;
    return notVerified(refusal === 404 ? `${reason}. ${ifListIsGone(appListId)}` : reason);
  }
  const observed = observation.appList.entries;
  const ownership = ownershipObserved(state.ownership, observed);
  const { managed } = ownership;
  const gone = difference(union(state.ownership.managed, state.missing), managed);
  const refreshed: State = {
    ...state,
    ownership,
    missing: difference(gone, observedOr(observed, noEntries)),
    facts: listFacts(observation.appList, observation.by, managed, exclusive),
  };
  const unexpected = exclusive ? unmanagedEntries(observed, managed) : noEntries;
  noticesAfterRefresh(state, refreshed, unexpected).forEach(print);
  return { outcome: "read", state: refreshed, observed, unexpected };
}

/** Removes the entries that this resource added, and keeps the adopted ones. */
export async function remove(run: Run, state: State, print: Print): Promise<void> {
  const { appListId, account } = state.given;
  const name = listName(state);
  const { baseUrl, baseUrlKey } = run.account(account);
  if (hasOtherBaseUrl(state, baseUrl)) throw new ServiceMovedError(name, state.baseUrl, baseUrl, baseUrlKey);
  const list = run.list(account, appListId);
  const goal: Goal = {
    desired: noEntries,
    managed: addedEntries(state.ownership),
    exclusive: false,
    removalGuard: "off",
    next:
      "The next pulumi destroy, or pulumi up without this resource, removes the rest. To keep the resource instead, run " +
      "pulumi up --refresh.",
  };
  const change = await withList(run, account, appListId, async (access) => {
    const mayRefuse = mayRefuseProbe(state.facts.readBy);
    const first = await observe(access, { mayRefuse, orProbe: true });
    const onProgress = progressPrinter(name, print);
    return reachGoal(run, state.given, { ...access, onProgress }, goal, first);
  });
  noticesAfterDelete(state, change, list.released).forEach(print);
  if (change.failure !== undefined) throw change.failure;
}

/**
 * Changes a list to the declared entries.
 *
 * @param first the list before the change.
 * @param old the state whose entries this resource owns; undefined if there is none.
 */
async function apply(
  run: Run,
  access: ListAccess,
  first: Observation,
  declared: Declared,
  old: State | undefined,
  print: Print,
): Promise<Changed> {
  const before = old?.ownership ?? nothingManaged;
  const { account, appListId, entries, exclusive, claimExisting, removalLimit } = declared;
  const list = run.list(account, appListId);
  const goal: Goal = {
    desired: entries,
    managed: removableEntries(before, entries),
    unconfirmedRemovals: before.unconfirmed.remove,
    exclusive,
    removalGuard: {
      limit: removalLimit,
      isApproved: (change) => list.approvals.has(change),
      howToApprove: (change) => list.approvals.command(change),
    },
    next: "The next pulumi up reads the list and sends the rest.",
  };
  const onProgress = progressPrinter(nameList(appListId, old?.facts.name), print);
  const change = await reachGoal(run, declared, { ...access, onProgress }, goal, first);
  list.removedAdopted.add(intersection(before.adopted, list.removed.entries));
  // The engine may have shown the resource that no longer declares them during this change.
  const released = intersection(list.released, entries);
  const ownership = ownershipAfter({
    ...change,
    handedOver: difference(change.handedOver, list.declaredByRefused),
    observedBefore: withPresent(change.observedBefore, list.removedAdopted.entries),
    desired: entries,
    before: withUnconfirmedAdditions(before, released),
    claimExisting,
  });
  const { managed } = ownership;
  const state: State = {
    given: declared.given,
    baseUrl: run.baseUrl(account),
    ownership,
    missing: difference(intersection(old?.missing ?? noEntries, entries), managed),
    // An entry that could not be removed is still managed, with the note that it had.
    notes: old === undefined || areEqual(managed, entries) ? declared.notes : mergeNotes(old.notes, declared.notes),
    facts:
      change.appList === undefined
        ? (old?.facts ?? unknownFacts)
        : listFacts(change.appList, change.readBy, managed, exclusive),
  };
  if (change.failure !== undefined && !change.mayHaveChanged) {
    noticesOnSentinels(listName(state), change).forEach(print);
    throw change.failure;
  }
  noticesAfterChange(before, state, change).forEach(print);
  return { state, failure: change.failure };
}

/** Changes a list, and adds the entries that it may have lost to those that this run has removed. */
async function reachGoal(
  run: Run,
  { account, appListId }: Pick<Declared, "appListId"> & { readonly account?: string | undefined },
  access: ListAccess,
  goal: Goal,
  first: Observation,
): Promise<Change> {
  const list = run.list(account, appListId);
  const { removed } = list;
  const others = { declaredElsewhere: () => list.declared, beforeRemoval: (entries: Entries) => removed.add(entries) };
  const change = await changeList(access, goal, others, first);
  const { acknowledged, unconfirmed } = change;
  for (const entries of [acknowledged.remove, unconfirmed.remove, lostEntries(change)]) removed.add(entries);
  return change;
}

/**
 * Reads a list and changes it.
 *
 * @param readBefore how it was read when that last worked. Default: it is not known.
 */
async function withObservedList<Result>(
  run: Run,
  { account, appListId }: Pick<Declared, "appListId"> & { readonly account?: string | undefined },
  operate: (access: ListAccess, first: Observation) => Promise<Result>,
  readBefore?: ReadBy,
): Promise<Result> {
  return withList(run, account, appListId, async (access) =>
    operate(access, await observeBeforeChange(access, mayRefuseProbe(readBefore))),
  );
}

/** Runs one operation on a list, after those that this process already runs on it. */
export async function withList<Result>(
  run: Run,
  account: string | undefined,
  appListId: number,
  operate: (access: ListAccess) => Promise<Result>,
): Promise<Result> {
  const { settings, api } = await run.connect(account);
  const { observe, maxEntriesPerRequest = defaultSyncPolicy.maxEntriesPerRequest } = settings;
  const policy = { ...defaultSyncPolicy, maxEntriesPerRequest };
  return inTurn(run.list(account, appListId), run.canceled, () =>
    operate({ api, appListId, owner: settings, observe, policy, deadline: api.deadline() }),
  );
}

/** Whether an API may refuse the probe with any status: not if the probe has worked. */
function mayRefuseProbe(readBefore: ReadBy | undefined): boolean {
  return readBefore !== "probe";
}
