import { AppListError } from "../common/error";
import { difference, intersection, noEntries } from "../list/entries";
import { nothingManaged, ownershipAfter } from "../list/ownership";
import { nothingPermitted, permitFor } from "../list/permit";
import { nameList } from "../list/summary";
import { ApiError } from "../api/errors";
import { sourceName } from "../api/keys";
import type { ListAccess } from "../sync/access";
import type { Goal } from "../sync/goal";
import { observe, observeBeforeChange, type Observation } from "../sync/observe";
import { changeList, type ChangeResult } from "../sync/reconcile";
import { BaseUrlChangedError } from "./texts/errors";
import { ifAbsent } from "./texts/failures";
import { failIfNotGiven } from "./diff";
import { eventsAfter, eventsOnSentinels } from "./events";
import { hasOtherBaseUrl } from "./identity";
import type { HostCall, CompleteInputs } from "./inputs";
import { judge } from "./judge";
import { deleteOf, mustSend, updateOf, type Operation } from "./operation";
import type { KnownList, RunList } from "./list";
import type { SharedDeclaration } from "./shared-declarations";
import { listFacts, stateInRun, unverifiedKinds, updateFacts, type Resource, type State } from "./state";

/** Only a part of a change was made. After every other error, the resource is as it was before. */
export class PartialChangeError extends AppListError {
  readonly code: string;
  readonly resource: Resource;

  constructor(cause: AppListError, resource: Resource) {
    super(cause.message);
    this.code = cause.code;
    this.resource = resource;
  }
}

/**
 * Changes a list to the declared entries.
 *
 * @param stored the state of the resource; undefined if it is new.
 * @returns `failed`: why it did not reach its goal; undefined if it did.
 */
export async function change(list: RunList, stored: State | undefined, inputs: CompleteInputs) {
  const { given, entries } = inputs;
  // This resource has added nothing to another list.
  const isMoved = stored !== undefined && hasOtherBaseUrl(stored, list.context.identity.baseUrl);
  const before = stored && !isMoved ? stateInRun(stored, list.receive(), entries) : undefined;
  const operation = updateOf(list.context, before, inputs);
  if (before === undefined || mustSend(operation)) {
    const { done, known, failed } = await execute(list, operation, inputs);
    const state = stateAfter(before, inputs, done, known);
    return { state, failed, events: eventsAfter(operation, state, done, known) };
  }
  const adopted = given.claimExisting === true ? noEntries : intersection(before.ownership.adopted, entries);
  const ownership = { ...before.ownership, managed: entries, adopted };
  const state = { ...before, given, ownership, missing: noEntries, imported: undefined };
  if (before.given.account === given.account) return { state, events: [] };
  // The other login may lack the right to read the list.
  const { appList } = await list.operate(nothingPermitted, inputs, async (access) => observeFirst(access, before));
  return { state, events: eventsOnSentinels(before, appList?.sentinels ?? noEntries.appBundles) };
}

/**
 * Removes the entries that this resource added, and keeps the adopted ones. The delete is judged if the run declares the
 * resource, or anything with this ID: then it was replaced, renamed or retired. Otherwise, nobody needs the list.
 *
 * @param declaration the last declaration of the resource in the run.
 */
export async function remove(
  list: RunList,
  state: State,
  declaration: SharedDeclaration | undefined,
  { id, timeout }: HostCall,
) {
  failIfMoved(list, state);
  if (declaration?.isAccepted === true) failIfNotGiven(state, declaration);
  const elsewhere = list.declaredElsewhere();
  const isDeclared = declaration !== undefined || [...list.receive().declarations, ...elsewhere].length > 0;
  const given = declaration?.isAccepted === true ? declaration : isDeclared ? state.given : undefined;
  const operation = deleteOf({ ...list.context, elsewhere }, state, given);
  // A resource that replaces this one takes its entries over.
  const { done, known, failed } = await execute(list, operation, { timeout });
  const { declarations } = list.receive(id);
  return { state, failed, events: eventsAfter(operation, state, done, { ...known, declarations }) };
}

/** Fails if the base URL has changed: no operation could remove the entries from the old list. */
export function failIfMoved({ context }: Pick<RunList, "context">, state: State): void {
  const { baseUrl } = context.identity;
  if (!hasOtherBaseUrl(state, baseUrl)) return;
  const name = nameList(state.given.appListId, state.facts.name);
  throw new BaseUrlChangedError(name, state.baseUrl, baseUrl, sourceName(context.owner, "baseUrl"));
}

/** Reads a list and sends the changes. */
async function execute(list: RunList, operation: Operation, call: HostCall) {
  const { before, intent } = operation;
  const facts = updateFacts(before, operation.list.today);
  const goal: Goal = { ...facts, ...intent, guard: (now) => judge(operation, now) };
  const done = await list.operate(permitFor(facts.ownership, intent), call, async (access) =>
    changeList(access, goal, await (intent.what === "delete" ? observe(access) : observeFirst(access, before))),
  );
  const failed = done.failure && { failure: done.failure, operation, change: done };
  return { done, failed, known: list.receive(call.id) };
}

/** Reads a list before a create or an update. A state that has a list knows more about a 404 than the API. */
async function observeFirst(access: ListAccess, before: State | undefined): Promise<Observation> {
  return observeBeforeChange(access).catch((error: unknown) => {
    if (before === undefined || !(error instanceof ApiError) || error.meaning !== "absent") throw error;
    throw error.with({ advice: [...(error.texts.advice ?? []), ...ifAbsent(before, access.owner)] });
  });
}

/** The state after a complete or partial change. */
function stateAfter(before: State | undefined, inputs: CompleteInputs, change: ChangeResult, list: KnownList): State {
  const { entries } = inputs;
  const isDone = change.failure === undefined;
  const given = isDone ? inputs.given : unsettled(before, inputs.given);
  const owned = before?.ownership ?? nothingManaged;
  const ownership = ownershipAfter({
    ...change,
    handedOver: difference(change.handedOver, list.declaredByRejected),
    desired: entries,
    before: owned,
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
  };
}

/** After a failure, the options that a success has to settle count as not given: the next `up` sees a difference. */
function unsettled(before: State | undefined, given: CompleteInputs["given"]): CompleteInputs["given"] {
  const exclusive = given.exclusive === true ? before?.given.exclusive : given.exclusive;
  return { ...given, exclusive, claimExisting: undefined };
}
