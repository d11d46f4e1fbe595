import { byKind, kinds } from "../list/kinds";
import { count, intersection, noEntries, union, type Entries, type Observed } from "../list/entries";
import { unmanagedEntries } from "../list/plan";
import {
  nothingManaged,
  addedEntries,
  ownershipAfter,
  ownershipObserved,
  removableEntries,
  type Ownership,
} from "../list/ownership";
import { nameList } from "../list/summary";
import { ServiceError } from "../service/errors";
import type { AppList } from "../service/schemas";
import { changeList, type Change, type Goal } from "../sync/reconcile";
import { ChangeInterruptedError, type ChangeError } from "../sync/errors";
import { observe, type ListAccess } from "../sync/observe";
import { oneAtATime } from "../sync/mutex";
import { needsService } from "./diff";
import type { Declared } from "./inputs";
import { labelOf, noticesOfChange, noticesOfDelete, noticesOfRefresh } from "./messages";
import { findMove, hasOtherBaseUrl, isEvidentlySame, shownUrl } from "./move";
import { printNotice } from "./notices";
import type { Run } from "./run";
import { progressOf } from "./progress";
import { ServiceMovedError } from "./service-moved-error";
import { printInputs, printState, type ListFacts, type State } from "./state";

/** What the engine keeps of a resource. */
type Outputs = Readonly<Record<string, unknown>>;

/** Says something to the person who runs Pulumi. */
export type Say = (line: string) => void;

/** The facts of a list that the service never showed: all that is declared is managed on its word. */
const nothingKnown: ListFacts = {
  name: undefined,
  description: undefined,
  hasAssociatedCampaigns: undefined,
  unmanaged: undefined,
  notVerified: [...kinds],
};

/** What came of a create or an update: the outputs, and where only a part was done, why. */
export interface Result {
  readonly outputs: Outputs;
  readonly failure?: ChangeError;
}

/** Puts what is declared into the list. */
export async function create(run: Run, declared: Declared, say: Say): Promise<Result> {
  return apply(run, declared, { before: nothingManaged, say });
}

/** Brings the list from what the resource managed to what is declared now. */
export async function update(run: Run, state: State, declared: Declared, say: Say): Promise<Result> {
  const { account, appListId } = declared;
  const move = findMove(state, account, run.baseUrl(account));
  if (move !== undefined) {
    const observation = move.isSameService ? await withList(run, account, appListId, observe) : undefined;
    const isSame = observation?.outcome === "seen" && isEvidentlySame(state, observation.appList);
    say(printNotice({ kind: "moved", list: labelOf(state), ...move, isSame }));
    // Without evidence, the entries of that list were not added by this resource.
    return apply(
      run,
      declared,
      isSame ? { before: state.ownership, old: state, say } : { before: nothingManaged, say },
    );
  }
  if (!needsService(state, declared)) {
    const ownership = declared.claimExisting ? { ...state.ownership, adopted: noEntries } : state.ownership;
    const { given, notes } = declared;
    return { outputs: printState({ ...state, given, notes, ownership, missing: noEntries }) };
  }
  return apply(run, declared, { before: state.ownership, old: state, say });
}

/** What became of the resource when its list was looked at. */
export type Refreshed =
  | { readonly outcome: "read"; readonly outputs: Outputs; readonly inputs: Outputs }
  | { readonly outcome: "notVerified"; readonly outputs: Outputs }
  | { readonly outcome: "gone" };

/** Looks at the list. Nothing is changed. */
export async function read(run: Run, state: State, say: Say): Promise<Refreshed> {
  const { appListId, account, exclusive } = state.given;
  const list = labelOf(state);
  const baseUrl = run.baseUrl(account);
  if (hasOtherBaseUrl(state, baseUrl)) {
    const reason = `app-list:baseUrl was ${shownUrl(state.baseUrl)}, and is ${shownUrl(baseUrl)} now`;
    say(printNotice({ kind: "driftUnknown", list, reason }));
    return { outcome: "notVerified", outputs: printState(unseen(state)) };
  }
  try {
    const observation = await withList(run, account, appListId, observe);
    if (observation.outcome === "notVerified") {
      say(printNotice({ kind: "driftUnknown", list, reason: observation.reason }));
      return { outcome: "notVerified", outputs: printState(unseen(state)) };
    }
    const { appList } = observation;
    const observed = observedOf(appList);
    const ownership = ownershipObserved(state.ownership, observed);
    const facts = factsOf(appList, ownership.managed, exclusive === true);
    const lost = byKind((kind) =>
      state.ownership.managed[kind].union(state.missing[kind]).difference(ownership.managed[kind]),
    );
    const missing = byKind((kind) => lost[kind].difference(observed[kind] ?? new Set<string>()));
    const refreshed: State = { ...state, ownership, missing, facts };
    const unexpected =
      exclusive === true
        ? byKind((kind) => (observed[kind] ?? new Set<string>()).difference(ownership.managed[kind]))
        : noEntries;
    noticesOfRefresh(state, refreshed, unexpected).map(printNotice).forEach(say);
    return { outcome: "read", outputs: printState(refreshed), inputs: printInputs(refreshed, unexpected) };
  } catch (error) {
    if (!isNotFound(error)) throw error;
    say(printNotice({ kind: "gone", list }));
    return { outcome: "gone" };
  }
}

/** Removes from the list what this resource added, and leaves what stood there before. */
export async function remove(run: Run, state: State, say: Say): Promise<void> {
  const { appListId, account } = state.given;
  const list = nameList(appListId, state.facts.name);
  const baseUrl = run.baseUrl(account);
  if (hasOtherBaseUrl(state, baseUrl)) throw new ServiceMovedError(list, state.baseUrl, baseUrl);
  const listKey = run.listKey(account, appListId);
  const goal: Goal = {
    desired: noEntries,
    managed: addedEntries(state.ownership),
    exclusive: false,
    declaredElsewhere: () => run.declaredFor(listKey),
    removalGuard: "off",
    next: "The next destroy, or up without this resource, removes the rest. To keep the resource instead: pulumi up --refresh.",
  };
  try {
    const onProgress = progressOf(list, say);
    const change = await withList(run, account, appListId, (access) => changeList({ ...access, onProgress }, goal));
    run.takeAway(listKey, takenAwayBy(change));
    noticesOfDelete(state, change, run.releasedFor(listKey)).map(printNotice).forEach(say);
    if (change.failure !== undefined) throw change.failure;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    say(printNotice({ kind: "goneBeforeDelete", list: labelOf(state) }));
  }
}

async function apply(
  run: Run,
  declared: Declared,
  past: { readonly before: Ownership; readonly old?: State; readonly say: Say },
): Promise<Result> {
  const { before, old, say } = past;
  const { account, appListId, entries, exclusive, claimExisting, removalLimit } = declared;
  const listKey = run.listKey(account, appListId);
  const goal: Goal = {
    desired: entries,
    managed: removableEntries(before, entries),
    unconfirmedRemovals: before.unconfirmed.remove,
    exclusive,
    declaredElsewhere: () => run.declaredFor(listKey),
    removalGuard: {
      limit: removalLimit,
      isApproved: (plan) => run.isApproved(declared, plan),
      howToApprove: (plan) => run.howToApprove(declared, plan),
    },
    next: "The next up looks at the list and sends the rest.",
  };
  const onProgress = progressOf(nameList(appListId, old?.facts.name), say);
  const change = await withList(run, account, appListId, (access) => changeList({ ...access, onProgress }, goal));
  run.takeAway(listKey, takenAwayBy(change));
  // Asked only now: the engine may have come to the resource that lets go of them while this change was under way.
  const released = run.releasedFor(listKey);
  const add = union(before.unconfirmed.add, intersection(released, entries));
  const unconfirmed = { ...before.unconfirmed, add };
  const ownership = ownershipAfter({ ...change, desired: entries, before: { ...before, unconfirmed }, claimExisting });
  const state: State = {
    given: declared.given,
    baseUrl: run.baseUrl(account),
    ownership,
    missing: byKind((kind) =>
      (old?.missing ?? noEntries)[kind].intersection(entries[kind]).difference(ownership.managed[kind]),
    ),
    // What could not be removed is still managed, with the note that it had.
    notes: byKind((kind) => new Map([...(old?.notes[kind] ?? []), ...declared.notes[kind]])),
    facts:
      change.appList === undefined
        ? (old?.facts ?? nothingKnown)
        : factsOf(change.appList, ownership.managed, exclusive),
  };
  if (change.failure !== undefined && !change.mayHaveChanged) throw change.failure;
  noticesOfChange(before, state, change).map(printNotice).forEach(say);
  return { outputs: printState(state), ...(change.failure && { failure: change.failure }) };
}

/** What may have left the list with a change, or during it. */
function takenAwayBy({ acknowledged, unconfirmed, observedBefore, observedAfter }: Change): Entries {
  return byKind((kind) => {
    const [before, after] = [observedBefore[kind], observedAfter[kind]];
    const gone = before === undefined || after === undefined ? new Set<string>() : before.difference(after);
    return acknowledged.remove[kind].union(unconfirmed.remove[kind]).union(gone);
  });
}

/** Runs one operation on a list, after those that this process runs on the same list already. */
async function withList<Result>(
  run: Run,
  account: string | undefined,
  appListId: number,
  operate: (access: ListAccess) => Promise<Result>,
): Promise<Result> {
  const { settings, service } = await run.connect(account);
  return oneAtATime(run.listKey(account, appListId), () =>
    operate({
      service,
      appListId,
      observe: settings.observe,
      ...(settings.maxEntriesPerRequest !== undefined && { maxEntriesPerRequest: settings.maxEntriesPerRequest }),
      deadline: service.deadline(),
    }),
  );
}

/** The state of a resource whose list could not be looked at: what it holds is not verified. */
function unseen(state: State): State {
  const { exclusive } = state.given;
  const notVerified = kinds.filter((kind) => exclusive === true || state.ownership.managed[kind].size > 0);
  return { ...state, facts: { ...state.facts, notVerified } };
}

function observedOf(appList: AppList): Observed {
  return byKind((kind) => appList.entries[kind]);
}

function factsOf(appList: AppList, managed: Entries, exclusive: boolean): ListFacts {
  const { name, description, hasAssociatedCampaigns } = appList;
  const observed = observedOf(appList);
  const hidden = kinds.filter((kind) => observed[kind] === undefined);
  return {
    name,
    description,
    hasAssociatedCampaigns,
    unmanaged: hidden.length === kinds.length ? undefined : count(unmanagedEntries(observed, managed)),
    // Of an exclusive list, every kind is claimed: that it holds nothing else.
    notVerified: hidden.filter((kind) => exclusive || managed[kind].size > 0),
  };
}

/** Whether a list is gone, also when that turned out in the middle of a change. */
function isNotFound(error: unknown): boolean {
  if (error instanceof ChangeInterruptedError) return isNotFound(error.cause);
  return error instanceof ServiceError && error.code === "NOT_FOUND";
}
