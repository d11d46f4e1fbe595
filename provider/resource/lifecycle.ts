import { AppListError } from "../common/error";
import { difference, intersection, isEmpty, noEntries, union } from "../list/entries";
import { kinds } from "../list/kinds";
import {
  addedEntries,
  nothingManaged,
  ownershipAfter,
  ownershipObserved,
  removableEntries,
  withUnconfirmed,
} from "../list/ownership";
import { nothingPermitted, permitFor, type Permit } from "../list/permit";
import { nameList } from "../list/summary";
import { knownEntries, seenEntries, unmanagedEntries } from "../list/views";
import { ApiError, ifListIsGone } from "../api/errors";
import { changeList, type ChangeResult } from "../sync/reconcile";
import { ChangeError } from "./texts/failures";
import type { Goal } from "../sync/goal";
import { firstViews } from "../sync/knowledge";
import { observe, observeBeforeChange } from "../sync/observe";
import { findNotGiven, needsRequests } from "./diff";
import { ArgumentsInvalidError, BaseUrlChangedError, ImportFailedError } from "./texts/errors";
import { approvableChange, digestOf } from "./approval";
import { approvableDelete, deletion, guardDelete, guardRemovals, planFromState } from "./guard";
import { findMove, hasOtherBaseUrl, shownUrl } from "./identity";
import { parseLimit } from "../list/limits";
import type { Call, CompleteInputs } from "./inputs";
import {
  approvalUsed,
  driftUnknown,
  failedWithLongState,
  listName,
  noticesAfterChange,
  noticesAfterDelete,
  noticesAfterImport,
  noticesAfterRefresh,
  noticesOnReturned,
  noticesOnSentinels,
} from "./texts/notices";
import type { Print } from "./notice";
import type { Run } from "./run";
import type { KnownList, RunList } from "./run-list";
import { declarableEntries, listFacts, printInputs, printFailed, unverifiedKinds, type State } from "./state";

/** Only a part of a change was made. After every other error, the resource is as it was before. */
export class PartialChangeError extends AppListError {
  readonly code: ChangeError["code"];
  readonly resource: ReturnType<typeof printFailed>;

  constructor(cause: ChangeError, state: State) {
    super(cause.message, { cause });
    this.code = cause.code;
    this.resource = printFailed(state);
  }
}

/**
 * Changes a list to the declared entries.
 *
 * @param stored the state of the resource in this run; undefined if it is new.
 * @throws {PartialChangeError} if only a part of the change was made.
 */
export async function change(
  list: RunList,
  stored: State | undefined,
  inputs: CompleteInputs,
  print: Print,
): Promise<State> {
  const { given, entries } = inputs;
  const move = stored && findMove(stored, list.approvals.identity);
  // This resource has added nothing to another list.
  if (stored === undefined || move !== undefined) return send(list, undefined, inputs, print);
  if (needsRequests(stored, inputs)) return send(list, stored, inputs, print);
  const adopted = given.claimExisting === true ? noEntries : intersection(stored.ownership.adopted, entries);
  const ownership = { ...stored.ownership, managed: entries, adopted };
  return { ...stored, given, ownership, missing: noEntries, imported: undefined };
}

/**
 * Reads the list of a resource, and changes nothing.
 *
 * @returns the state and the inputs; undefined inputs if the list could not be read. Then the engine keeps the old
 *   inputs.
 */
export async function read(list: RunList, state: State, print: Print) {
  const { appListId, exclusive } = state.given;
  const { managed } = state.ownership;
  const notVerified = (reason: string, advice: readonly string[] = []) => {
    print(driftUnknown(state, reason, advice));
    const facts = { ...state.facts, notVerified: unverifiedKinds(managed, exclusive) };
    return { state: { ...state, facts }, inputs: undefined };
  };
  const { baseUrl, baseUrlKey } = list.settings;
  if (hasOtherBaseUrl(state, baseUrl)) {
    return notVerified(`${baseUrlKey} was ${shownUrl(state.baseUrl)}, and is ${shownUrl(baseUrl)} now`);
  }
  const observation = await list.operate(nothingPermitted, {}, observe);
  if (observation.outcome === "notVerified") {
    const { reason, reader } = observation;
    const isGone = reader.by === "sentinel" && reader.refusal === 404;
    return notVerified(reason, isGone ? [ifListIsGone(appListId)] : []);
  }
  const views = firstViews(observation.appList, managed);
  const ownership = ownershipObserved(state.ownership, views);
  const refreshed: State = {
    ...state,
    ownership,
    missing: difference(union(managed, state.missing), knownEntries(views)),
    facts: listFacts(observation.appList, views, ownership.managed, exclusive),
  };
  const unexpected = exclusive === true ? unmanagedEntries(views, ownership.managed) : noEntries;
  noticesAfterRefresh(state, refreshed, views, unexpected).forEach(print);
  list.note({ observed: views });
  return { state: refreshed, inputs: printInputs(refreshed, unexpected) };
}

/**
 * Removes the entries that this resource added, and keeps the adopted ones. The removal limit is asked if the run
 * declares the resource or some of its entries, because then it was replaced or renamed.
 */
export async function remove(list: RunList, state: State, print: Print, { id, timeout }: Call): Promise<void> {
  const name = listName(state);
  const { baseUrl, baseUrlKey } = list.settings;
  if (hasOtherBaseUrl(state, baseUrl)) throw new BaseUrlChangedError(name, state.baseUrl, baseUrl, baseUrlKey);
  const added = addedEntries(state.ownership);
  const declaration = list.declarationOf(id);
  const notGiven = declaration && findNotGiven(state, declaration);
  if (notGiven !== undefined && notGiven.length > 0) throw new ArgumentsInvalidError(notGiven);
  const goal: Goal = {
    ...deletion,
    managed: added,
    guard: (now) => {
      if (declaration === undefined && isEmpty(now.spared)) return undefined;
      const removalLimit = parseLimit((declaration ?? state.given).removalLimit);
      return guardDelete(state, now, { removalLimit }, list.approvals, list.today());
    },
    ownership: state.ownership,
    missing: noEntries,
    today: list.today(),
  };
  const permit = permitFor(state.ownership, goal);
  const { error, ...change } = await reachGoal(list, state, goal, permit, { isSecret: state.isSecret, timeout });
  const { declared, approved, identity } = list.receive();
  noticesAfterDelete(state, change, declared, list.receiveElsewhere()).forEach(print);
  if (error !== undefined) throw error;
  const digest = digestOf(identity, approvableDelete(state, list.today()));
  if (approved.has(digest)) print(approvalUsed(state, digest));
  const forgotten = difference(state.missing, union(state.ownership.adopted, declared));
  noticesOnReturned(state, forgotten, change.viewsAfter).forEach(print);
}

/**
 * Imports a list of the default account: all its entries become managed and adopted.
 *
 * @param id the ID of the list, as a person or a program wrote it.
 * @throws {ImportFailedError} if it is not an ID, or the list cannot be read.
 */
export async function importList(run: Run, id: string, print: Print): Promise<State> {
  const appListId = Number(id);
  if (!/^[1-9][0-9]{0,14}$/u.test(id)) {
    throw new ImportFailedError(
      `The ID to import must be the ID of an app list, such as 4321, not ${JSON.stringify(id)}.`,
    );
  }
  const list = run.list({ appListId });
  const observation = await list.operate(nothingPermitted, {}, observe);
  if (observation.outcome === "notVerified") {
    const name = nameList(appListId, undefined);
    throw new ImportFailedError(`${name} cannot be imported, because it cannot be read: ${observation.reason}.`);
  }
  const views = firstViews(observation.appList, noEntries);
  const managed = declarableEntries(seenEntries(views));
  const state: State = {
    given: { appListId },
    baseUrl: list.settings.baseUrl,
    ownership: { ...nothingManaged, managed, adopted: managed },
    missing: noEntries,
    facts: listFacts(observation.appList, views, managed),
    imported: true,
    isSecret: false,
  };
  const hidden = kinds.filter((kind) => views[kind].basis === "believed");
  noticesAfterImport(state, hidden).forEach(print);
  return state;
}

/** Reads a list and sends the changes. @param before the state of the resource in this list. */
async function send(list: RunList, before: State | undefined, declared: CompleteInputs, print: Print): Promise<State> {
  const { given, entries, id } = declared;
  const planned = planFromState(before, declared, list.today());
  const owned = before?.ownership ?? nothingManaged;
  const goal: Goal = {
    what: "update",
    desired: entries,
    exclusive: given.exclusive === true,
    managed: removableEntries(owned, entries),
    ownership: owned,
    missing: before?.missing ?? noEntries,
    today: list.today(),
    guard: (now) => guardRemovals({ planned, now }, declared, list.approvals, before?.given.exclusive === true),
  };
  const permit = permitFor(owned, goal);
  const { error, ...done } = await reachGoal(list, before, goal, permit, declared);
  const known = list.receive(id);
  const state = stateAfter(before, declared, done, known);
  if (error !== undefined && !done.mayHaveChanged) {
    noticesOnSentinels(state, done).forEach(print);
    throw error;
  }
  noticesAfterChange(owned, state, done).forEach(print);
  const digest = digestOf(list.approvals.identity, { planned: approvableChange(planned), now: done.sent });
  if (error === undefined && list.approvals.approved.has(digest)) print(approvalUsed(state, digest));
  const forgotten = difference(before?.missing ?? noEntries, union(entries, known.declared));
  noticesOnReturned(state, forgotten, done.viewsAfter).forEach(print);
  if (error === undefined) return state;
  const partial = new PartialChangeError(error, state);
  if (partial.resource.isLong) print(failedWithLongState(partial));
  throw partial;
}

/** The state after a complete or partial change. */
function stateAfter(before: State | undefined, inputs: CompleteInputs, change: ChangeResult, list: KnownList): State {
  const { given, entries, isSecret } = inputs;
  const owned = before?.ownership ?? nothingManaged;
  // During this change, the engine may have shown that another resource no longer declares them.
  const released = intersection(difference(entries, owned.managed), list.released);
  const ownership = ownershipAfter({
    ...change,
    handedOver: difference(change.handedOver, list.declaredByRejected),
    desired: entries,
    before: withUnconfirmed(owned, { add: released }),
    claimExisting: given.claimExisting === true,
  });
  const { managed } = ownership;
  const missing = difference(intersection(before?.missing ?? noEntries, entries), managed);
  return {
    given,
    baseUrl: list.identity.baseUrl,
    ownership,
    missing,
    facts:
      change.appList === undefined
        ? { ...before?.facts, notVerified: unverifiedKinds(managed, given.exclusive) }
        : listFacts(change.appList, change.viewsAfter, managed, given.exclusive),
    isSecret,
  };
}

/** Reads and changes a list, and notes the entries that disappeared from it, for the other resources of the run. */
async function reachGoal(
  list: RunList,
  before: State | undefined,
  goal: Goal,
  permit: Permit,
  call: Call,
): Promise<ChangeResult & { readonly error: ChangeError | undefined }> {
  return list.operate(permit, call, async (access) => {
    const { owner, appListId } = access;
    const isDelete = goal.what === "delete";
    const first = await (isDelete ? observe(access) : observeBeforeChange(access)).catch((error: unknown) => {
      if (before === undefined || !(error instanceof ApiError) || error.meaning !== "absent") throw error;
      throw error.with({ advice: [...(error.texts.advice ?? []), ifListIsGone(appListId)] });
    });
    const change = await changeList(access, goal, first);
    list.note({ removed: change.gone });
    const { failure } = change;
    const name = change.appList?.name ?? before?.facts.name;
    const { isSecret } = call;
    const subject = { appListId, name, change, isNew: before === undefined, isDelete, owner, isSecret };
    return { ...change, error: failure && new ChangeError(failure, subject) };
  });
}
