import {
  difference,
  onlyHidden,
  intersection,
  isEmpty,
  knownAbsent,
  noChanges,
  noEntries,
  observedOr,
  possiblyPresent,
  union,
  unionAll,
} from "../list/entries";
import type { Action, Changes, Entries, Observed } from "../list/entries";
import { byKind, kinds, type Kind } from "../list/kinds";
import { hasNoChanges, planChanges, type PlanInput } from "../list/plan";
import type { RemovalLimit } from "../list/removal-guard";
import type { ApiError } from "../api/errors";
import type { AppList } from "../api/app-list";
import { isAboutAbsence } from "./access";
import { canBeRead, type ListRead, type Observation, type Reading, type Seen } from "./observe";
import type { Failed, RefusedGroup, Sent } from "./send";
import { afterAddition, interpretRead, neverShown, withResponse, type ShownKinds } from "./shown-kinds";

/** The list that a change is to lead to. The declarations of other resources are no part of it: more can arrive. */
export interface Goal extends Omit<PlanInput, "observed" | "declaredElsewhere"> {
  /** "off" when the resource is deleted: all entries that it added are meant to be removed. */
  readonly removalGuard: RemovalGuard | "off";
  /** What to do after a failure, as a sentence. */
  readonly next: string;
}

/** A change that the removal guard refuses, for people. */
export interface RefusedChange {
  /** Some of the entries that it removes. */
  readonly removed: string;
  /** How to see all of them, and how to approve exactly this change: each ends with a command. */
  readonly commands: readonly string[];
}

interface RemovalGuard {
  /** Default: the usual limit (see list/removal-guard). */
  readonly limit: RemovalLimit | undefined;
  /** Whether exactly this change was approved. */
  readonly isApproved: (change: Changes) => boolean;
  /** What a refusal prints about the rest of a change. */
  readonly describe: (change: Changes) => RefusedChange;
}

/** What is known of a list while it is changed: a value, which each response and each observation turns into the next. */
export interface Knowledge {
  /** The list before the change. */
  readonly first: Observation;
  /** The forms of responses that have shown each kind of the list. */
  readonly shown: ShownKinds;
  /** The list as the API showed it last, each kind by itself; undefined if it never did. */
  readonly appList: AppList | undefined;
  /** How the list can be read again. */
  readonly reading: Reading;
  /** Entries that the API reported as added or removed. */
  readonly acknowledged: Changes;
  /** Entries that were sent without a known outcome. */
  readonly unconfirmed: Changes;
  /** All entries that were sent, whatever the outcome. */
  readonly sent: Changes;
  /** Entries of a kind that the API does not show. It refused their removal, as it does for an absent entry. */
  readonly assumedRemoved: Entries;
  /** Sentinels that may be in the list, besides those that it shows. */
  readonly sentinelsLeft: Entries;
  /** Why the last request did not succeed, as long as its outcome is not known. */
  readonly interruption?: ApiError | undefined;
  /** Whether a request was sent that may have changed the list. */
  readonly mayHaveChanged: boolean;
  /** The number of rounds that have begun. */
  readonly round: number;
  /** What was sent last in this round; undefined if the next request begins a round. */
  readonly last?: { readonly action: Action; readonly sent: Sent } | undefined;
  /** What has to be found out before anything else is sent. */
  readonly doubt?: Doubt | undefined;
  /** The entries that the resources of the run declare for the list so far. May contain those of this resource. */
  readonly declaredElsewhere: Entries;
  /** The time until the deadline, in milliseconds. */
  readonly remainingTime: number;
  readonly isCanceled: boolean;
}

type Doubt =
  /**
   * The API reported that a request had no effect, which may come from a proxy. `absent`: the kinds that it does not show
   * and of which it refused to remove an entry, which may be absent.
   */
  | { readonly about: "denial"; readonly absent: readonly Kind[] }
  /**
   * Whether a request had an effect, or which entries it could have one on. `elapsed`: how long it may still take, in
   * milliseconds. `reads`: how often the list was read since; infinite if it cannot be read.
   */
  | { readonly about: "effect"; readonly elapsed: number; readonly reads: number };

/**
 * @param first the list before the change.
 * @param shownBefore the forms of responses that have shown each kind of the list until then.
 */
export function initialKnowledge(
  first: Observation,
  circumstances: Pick<Knowledge, "declaredElsewhere" | "remainingTime" | "isCanceled">,
  shownBefore: ShownKinds = neverShown,
): Knowledge {
  const { entries, shown } = interpretRead(first, shownBefore);
  return {
    ...circumstances,
    first,
    shown,
    appList: first.appList && { ...first.appList, entries },
    reading: first,
    acknowledged: noChanges,
    unconfirmed: noChanges,
    sent: noChanges,
    assumedRemoved: noEntries,
    sentinelsLeft: noEntries,
    mayHaveChanged: false,
    round: 0,
  };
}

/** The entries before the change, by what its responses have shown of the meaning of absent kinds. */
function observedBefore({ first, shown }: Pick<Knowledge, "first" | "shown">): Observed {
  return interpretRead(first, shown).entries;
}

export function observedNow({ appList }: { readonly appList?: AppList | undefined }): Observed {
  return byKind((kind) => appList?.entries[kind]);
}

/** After the entries of one action were sent, or as many of them as possible. */
export function afterSending(knowledge: Knowledge, action: Action, sent: Sent): Knowledge {
  const { appList, shown, reading } = knowledge;
  const { acknowledged, refused, interruption } = sent;
  const { error, entries = noEntries, elapsed = 0 } = interruption ?? {};
  const opposite = action === "add" ? "remove" : "add";
  const isUnknown = error?.effect === "possible";
  const after: Knowledge = {
    ...knowledge,
    appList: sent.appList === undefined ? appList : withResponse(appList, sent.appList, acknowledged),
    shown: action === "add" ? afterAddition(shown, acknowledged, observedNow(sent)) : shown,
    acknowledged: {
      ...withMore(knowledge.acknowledged, action, acknowledged),
      [opposite]: difference(knowledge.acknowledged[opposite], acknowledged),
    },
    unconfirmed: withMore(knowledge.unconfirmed, action, isUnknown ? entries : noEntries),
    sent: withMore(knowledge.sent, action, unionAll([acknowledged, entries, ...refused.map((group) => group.entries)])),
    // While an outcome is unknown, its cause is the reason to report.
    interruption: error ?? (hasNoChanges(knowledge.unconfirmed) ? undefined : knowledge.interruption),
    mayHaveChanged: knowledge.mayHaveChanged || !isEmpty(acknowledged) || isUnknown,
    last: { action, sent },
  };
  if (isUnknown) return { ...after, doubt: { about: "effect", elapsed, reads: 0 } };
  const isReadable = canBeRead(reading) && !knowledge.isCanceled;
  // Only a sentinel can show whether the API refuses to remove absent entries.
  const isUnread = isReadable && action === "remove" && appList === undefined && reading.refusal !== undefined;
  if (isUnread && error !== undefined && isAboutAbsence(error, reading.refusal)) {
    // The responses before the refusal can show which entries are absent: then the rest is planned from them.
    return after.appList === undefined
      ? { ...after, doubt: { about: "effect", elapsed: 0, reads: 0 } }
      : { ...after, last: undefined };
  }
  if (deniedGroups(sent).length === 0) return after;
  if (!isReadable) return afterVerification(after);
  const singles = unionAll(refused.filter(({ isCertain }) => isCertain).map((group) => group.entries));
  const unseen = onlyHidden(observedNow(after), singles);
  const isAsked = action === "remove" && reading.by !== "read";
  return { ...after, doubt: { about: "denial", absent: kinds.filter((kind) => isAsked && unseen[kind].size > 0) } };
}

/**
 * After the list was read because of a doubt.
 *
 * @param isFinal see {@link afterObservation}.
 */
export function afterReading(before: Knowledge, read: ListRead, isFinal: boolean): Knowledge {
  const { doubt, reading, sentinelsLeft } = before;
  const isSeen = read.outcome === "seen";
  const after: Knowledge = {
    ...(isSeen ? afterObservation(before, read, isFinal) : before),
    reading: isSeen ? read : read.outcome === "failed" ? reading : {},
    sentinelsLeft: read.outcome === "failed" ? union(sentinelsLeft, read.left) : sentinelsLeft,
    doubt: undefined,
  };
  if (doubt?.about !== "effect") return afterVerification(after, read);
  // Outcomes of a kind that the API does not show are not awaited.
  const open = union(after.unconfirmed.add, after.unconfirmed.remove);
  const awaited = isSeen ? difference(open, onlyHidden(observedNow(after), open)) : open;
  const isKnown = read.outcome !== "failed" && isEmpty(awaited);
  const reads = isSeen ? doubt.reads + 1 : Number.POSITIVE_INFINITY;
  return { ...after, last: undefined, doubt: isKnown ? undefined : { ...doubt, reads } };
}

/**
 * After the list was read: outcomes are known now, unless the API does not show the kind.
 *
 * @param isFinal whether no request is worked on any more. Otherwise only effects are known, and not their absence.
 */
function afterObservation(knowledge: Knowledge, read: Seen, isFinal: boolean): Knowledge {
  const { last, unconfirmed: open } = knowledge;
  const { add, remove } = open;
  const { entries, shown } = interpretRead(read, knowledge.shown);
  // What an earlier response showed as absent was refused for that.
  const denied = last === undefined ? [] : deniedGroups(last.sent).map(({ entries }) => entries);
  const doubtful = intersection(unionAll(denied), observedOr(observedNow(knowledge), noEntries));
  const appList = withResponse(knowledge.appList, { ...read.appList, entries }, unionAll([add, remove, doubtful]));
  const observed = observedNow({ appList });
  const unconfirmed = isFinal
    ? { add: onlyHidden(observed, add), remove: onlyHidden(observed, remove) }
    : { add: difference(add, observedOr(observed, noEntries)), remove: possiblyPresent(observed, remove) };
  return { ...knowledge, appList, shown, unconfirmed };
}

/**
 * Whether another read shows what the absence of a kind means: entries of it were added, and it was absent either before
 * the change or from the response to them. Of an exclusive list, every kind matters.
 */
export function isAbsenceUnclear(knowledge: Knowledge, { exclusive }: Pick<Goal, "exclusive">): boolean {
  const { first, acknowledged, reading, isCanceled } = knowledge;
  if (isCanceled || !canBeRead(reading) || first.by === undefined) return false;
  const [before, now] = [observedBefore(knowledge), observedNow(knowledge)];
  const matters = (kind: Kind): boolean => exclusive || acknowledged.add[kind].size > 0;
  return kinds.some((kind) => matters(kind) && (before[kind] === undefined) !== (now[kind] === undefined));
}

/**
 * After the attempt to verify denials and refusals of the last requests by the list: such a response may come from a
 * proxy, or a part of the request took effect, so the list decides.
 *
 * @param read the read of the list after these responses; undefined if it cannot be read.
 */
function afterVerification(knowledge: Knowledge, read?: ListRead): Knowledge {
  const { last, acknowledged, unconfirmed } = knowledge;
  if (last === undefined) return knowledge;
  const seen = read?.outcome === "seen" ? read : undefined;
  const observed = observedNow(knowledge);
  const denials = deniedGroups(last.sent);
  const denied = unionAll(denials.map(({ entries }) => entries));
  const shown = intersection(denied, observedOr(observed, noEntries));
  const isAddition = last.action === "add";
  const changed = isAddition ? shown : difference(denied, seen === undefined ? noEntries : shown);
  const after = { ...knowledge, mayHaveChanged: knowledge.mayHaveChanged || !isEmpty(changed) };
  // An addition that took effect nonetheless is in the list, which shows it. A removal that did must not stay managed.
  if (isAddition) return after;
  // Of kinds that the API does not show: it refused to remove an entry of each that cannot exist with the same status.
  const hidden = denials.flatMap((group) => {
    const entries = onlyHidden(observed, group.entries);
    const isAlike = kinds.every((kind) => entries[kind].size === 0 || seen?.absent?.get(kind) === group.error.status);
    return isAlike ? [{ ...group, entries }] : [];
  });
  // Those of a single entry count as done.
  const removed = unionAll(hidden.filter(({ isCertain = false }) => isCertain).map(({ entries }) => entries));
  const explained = unionAll(hidden.map(({ entries }) => entries));
  const unknown = difference(possiblyPresent(observed, changed), explained);
  return {
    ...after,
    assumedRemoved: union(knowledge.assumedRemoved, removed),
    acknowledged: withMore(acknowledged, "remove", removed),
    unconfirmed: { ...unconfirmed, remove: union(difference(unconfirmed.remove, removed), unknown) },
  };
}

/** The requests that had no effect according to the API. */
function deniedGroups({ refused, interruption }: Sent): readonly (Failed & Partial<RefusedGroup>)[] {
  return interruption?.error.effect === "denied" ? [interruption, ...refused] : refused;
}

function withMore(changes: Changes, action: Action, entries: Entries): Changes {
  return { ...changes, [action]: union(changes[action], entries) };
}

/** Entries that may have been added or removed and cannot be seen are not sent again. */
export function remainingChanges(knowledge: Knowledge, goal: Goal): Changes {
  const { acknowledged, unconfirmed, declaredElsewhere } = knowledge;
  const [observed, present] = [observedNow(knowledge), presentNow(knowledge, goal)];
  const { add, remove } = planChanges({
    ...goal,
    managed: byKind((kind) => (observed[kind] === undefined ? present : goal.managed)[kind]),
    unconfirmedRemovals: difference(goal.unconfirmedRemovals ?? noEntries, acknowledged.add),
    observed,
    declaredElsewhere,
  });
  return { add: difference(add, unconfirmed.add), remove: difference(remove, unconfirmed.remove) };
}

/** The entries of the list: those before and the acknowledgements, for the kinds that the API does not show any more. */
function presentNow(knowledge: Knowledge, { managed }: Goal): Entries {
  const { add, remove } = knowledge.acknowledged;
  const before = () => observedOr(observedBefore(knowledge), managed);
  return observedOr(observedNow(knowledge), () => difference(union(before(), add), remove));
}

/**
 * What a change leads to. `lost`: entries that the list has lost since it began, as far as the API shows them.
 * `handedOver`: entries that are no longer desired and stay, as another resource declares them.
 */
export function resultOf(knowledge: Knowledge, goal: Goal) {
  const kept = difference(intersection(goal.managed, presentNow(knowledge, goal)), goal.desired);
  const [before, after] = [observedBefore(knowledge), observedNow(knowledge)];
  return {
    observedBefore: before,
    observedAfter: after,
    lost: knownAbsent(after, observedOr(before, noEntries)),
    handedOver: intersection(kept, knowledge.declaredElsewhere),
  };
}

/** The progress of a change: its effects as far as they are observed or acknowledged, and what remains. */
export function progressOf(knowledge: Knowledge, goal: Goal) {
  const { sent, unconfirmed, acknowledged, assumedRemoved } = knowledge;
  const { add, remove } = remainingChanges(knowledge, goal);
  // An entry that was not observed before may have been absent.
  const gone = difference(observedOr(observedBefore(knowledge), acknowledged.remove), assumedRemoved);
  return {
    added: intersection(sent.add, observedOr(observedNow(knowledge), acknowledged.add)),
    removed: difference(intersection(sent.remove, gone), presentNow(knowledge, goal)),
    toAdd: add,
    toRemove: remove,
    unconfirmed: union(unconfirmed.add, unconfirmed.remove),
  };
}

export type Progress = Readonly<ReturnType<typeof progressOf>>;
