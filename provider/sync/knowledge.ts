import { difference, intersection, isEmpty, noChanges, noEntries, union, unionAll } from "../list/entries";
import type { Action, Changes, Entries } from "../list/entries";
import { byKind, kinds, type Kind } from "../list/kinds";
import { hasNoChanges, planChanges } from "../list/plan";
import { absentEntries, knownEntries, seenEntries, seenViews, unseen, type View, type Views } from "../list/views";
import type { ApiError } from "../api/errors";
import type { AppList } from "../api/app-list";
import { isAboutEntries } from "./access";
import type { Goal } from "./goal";
import { canBeRead, showsAbsence, type ListRead, type Observation, type Reading, type Seen } from "./observe";
import type { Failed, RefusedGroup, Sent } from "./send";

/**
 * The knowledge about a list during a change. It is an immutable value: each response and each read makes the next one.
 */
export interface Knowledge {
  /** The list before the change. */
  readonly first: Observation;
  /** The last later response to a read of the same form as the first; undefined if there is none. */
  readonly reread?: AppList | undefined;
  /** The list as it is known now. */
  readonly views: Views;
  /** The last response that shows the list; undefined if there is none. */
  readonly appList: AppList | undefined;
  /** How the list can be read again. */
  readonly reading: Reading;
  /** Entries that the API reported as added or removed. */
  readonly acknowledged: Changes;
  /** Entries that were sent without a known outcome. */
  readonly unconfirmed: Changes;
  /** All entries that were sent, whatever the outcome. */
  readonly sent: Changes;
  /**
   * Entries of a kind that the API does not show. It refused to remove them, in the same way as it refuses to remove an
   * absent entry.
   */
  readonly assumedRemoved: Entries;
  /** Sentinels that may be in the list, including sentinels of earlier changes. */
  readonly sentinels: Entries;
  /** The error of the last request, as long as its outcome is not known. */
  readonly interruption?: ApiError | undefined;
  /** The number of rounds that have begun. */
  readonly round: number;
  /** The last request of this round; undefined if the next request begins a round. */
  readonly last?: { readonly action: Action; readonly sent: Sent } | undefined;
  /** The question to answer before the next request that changes the list. */
  readonly doubt?: Doubt | undefined;
  /**
   * The entries that the resources of the run declare for the list so far. May contain the entries of this resource.
   */
  readonly declaredElsewhere: Entries;
  /** The time until the deadline, in milliseconds. */
  readonly remainingTime: number;
  readonly isCanceled: boolean;
}

type Doubt =
  /** Whether a request really had no effect, as its response reports. The response may come from a proxy. */
  | { readonly about: "denial" }
  /**
   * Whether a request had an effect, or for which entries it could have one. `elapsed`: the time that it may still
   * take, in milliseconds. `reads`: the number of reads since then; infinite if the list cannot be read.
   */
  | { readonly about: "effect"; readonly elapsed: number; readonly reads: number };

/** @param first the list before the change. */
export function initialKnowledge(
  first: Observation,
  { managed }: Pick<Goal, "managed">,
  circumstances: Pick<Knowledge, "declaredElsewhere" | "remainingTime" | "isCanceled">,
): Knowledge {
  return {
    ...circumstances,
    first,
    views: firstViews(first.appList, managed),
    appList: first.appList,
    reading: first,
    acknowledged: noChanges,
    unconfirmed: noChanges,
    sent: noChanges,
    assumedRemoved: noEntries,
    sentinels: sentinelsAfter(noEntries, first.appList),
    round: 0,
  };
}

/**
 * The views of a list after its first read. If a response lacks a kind, that proves nothing: an API may omit empty
 * kinds, kinds that the request does not name, or some kinds always.
 *
 * @param believed the entries of the kinds that the response lacks.
 */
export function firstViews(appList: AppList | undefined, believed: Entries): Views {
  return byKind((kind) => {
    const entries = appList?.entries[kind];
    return entries === undefined ? { entries: believed[kind], basis: "believed" } : { entries, basis: "seen" };
  });
}

/**
 * The list before the change. A kind that the first read lacked counts as empty if a later read of the same form shows
 * it. It does not count as empty if one of these reads shows an empty kind, or if the later one shows more entries of any
 * such kind than this change added. This decides which entries are adopted, and never what is removed.
 */
function viewsBefore({ first, reread, acknowledged, unconfirmed }: Knowledge, { managed }: Goal): Views {
  const views = firstViews(first.appList, managed);
  const leavesOutEmpty = kinds.every((kind) => {
    const [before, after] = [first.appList?.entries[kind], reread?.entries[kind]];
    // A sentinel is not among the entries, and the response shows the kind because of it.
    const isEmptyShown = before?.size === 0 || after?.size === 0;
    if (isEmptyShown && (kind !== "appBundles" || first.by !== "sentinel")) return false;
    return before !== undefined || !after?.minus(acknowledged.add[kind]).minus(unconfirmed.add[kind]).size;
  });
  const isAdded = (kind: Kind): boolean => views[kind].basis === "believed" && reread?.entries[kind] !== undefined;
  return byKind((kind) => (leavesOutEmpty && isAdded(kind) ? seenViews(noEntries) : views)[kind]);
}

/**
 * After the response to a request that the API accepted.
 *
 * @param done the entries of the request.
 */
export function afterResponse(
  before: Knowledge,
  goal: Goal,
  action: Action,
  done: Entries,
  response: AppList,
): Knowledge {
  // An entry that the response still shows was not removed.
  const removed = byKind((kind) => done[kind].minus(response.entries[kind] ?? noEntries[kind]));
  return {
    ...withViews(before, goal, response, withMore(noChanges, action, done)),
    acknowledged: withMore(before.acknowledged, action, action === "remove" ? removed : done),
  };
}

/**
 * After a response that shows the list or a part of it.
 *
 * @param done the entries of its request. Default: none.
 */
export function withViews(before: Knowledge, goal: Goal, response: AppList, done: Changes = noChanges): Knowledge {
  const { unconfirmed: open, sentinels } = before;
  const named = unionAll([done.add, done.remove, open.add, open.remove]);
  const views = byKind((kind): View => {
    const entries = response.entries[kind];
    if (entries !== undefined) return { entries, basis: "seen" };
    // If the request did not name a kind, its absence shows nothing new.
    if (named[kind].size === 0) return before.views[kind];
    const own = goal.managed[kind].union(goal.desired[kind]).intersect(before.views[kind].entries);
    return { entries: own.union(done.add[kind]).minus(done.remove[kind]), basis: "believed" };
  });
  return { ...before, appList: response, sentinels: sentinelsAfter(sentinels, response), views };
}

function sentinelsAfter(before: Entries, response: AppList | undefined): Entries {
  return response?.entries.appBundles === undefined ? before : { ...noEntries, appBundles: response.sentinels };
}

/**
 * After the entries of one action were sent, as far as that was possible.
 *
 * @param before the knowledge after the responses of success.
 * @param wasRead whether a response had shown the list before.
 */
export function afterSending(before: Knowledge, action: Action, sent: Sent, wasRead: boolean): Knowledge {
  const { error, entries = noEntries, elapsed = 0 } = sent.interruption ?? {};
  const isUnknown = error?.effect === "possible";
  const after: Knowledge = {
    ...before,
    unconfirmed: withMore(before.unconfirmed, action, isUnknown ? entries : noEntries),
    sent: withMore(before.sent, action, sent.sent),
    // As long as an outcome is unknown, its error is the one to report.
    interruption: error ?? (hasNoChanges(before.unconfirmed) ? undefined : before.interruption),
    last: { action, sent },
  };
  if (isUnknown) return { ...after, doubt: { about: "effect", elapsed, reads: 0 } };
  const { reading } = before;
  const isReadable = canBeRead(reading) && !before.isCanceled;
  // Only a sentinel can show whether the API refuses to remove absent entries.
  const isUnread = isReadable && action === "remove" && !wasRead && reading.refusal !== undefined;
  if (isUnread && error !== undefined && isAboutEntries(error, reading.refusal)) {
    return { ...after, doubt: { about: "effect", elapsed: 0, reads: 0 } };
  }
  const denied = unionAll(deniedGroups(sent).map((group) => group.entries));
  if (isEmpty(denied)) return after;
  // If a denied addition took effect, the list shows the entry. If a denied removal took effect, the entry must not
  // stay managed.
  const doubtful = action === "remove" ? intersection(denied, knownEntries(after.views)) : noEntries;
  const unconfirmed = withMore(after.unconfirmed, action, doubtful);
  return { ...after, unconfirmed, ...(isReadable && { doubt: { about: "denial" } }) };
}

/**
 * After the list was read because of a doubt.
 *
 * @param isFinal see {@link afterObservation}.
 */
export function afterReading(before: Knowledge, goal: Goal, read: ListRead, isFinal: boolean): Knowledge {
  const { doubt, reading, sentinels } = before;
  const isSeen = read.outcome === "seen";
  const after: Knowledge = {
    ...(isSeen ? afterObservation(before, goal, read, isFinal) : before),
    reading: isSeen ? read : read.outcome === "failed" ? reading : {},
    ...(read.outcome === "failed" && { sentinels: union(sentinels, read.left) }),
    doubt: undefined,
  };
  if (doubt?.about === "denial") return afterVerification(after, read);
  if (doubt === undefined) return { ...after, last: undefined };
  // For kinds that the API does not show, no read can find the outcome.
  const open = union(after.unconfirmed.add, after.unconfirmed.remove);
  const awaited = isSeen ? difference(open, unseen(after.views, open)) : open;
  const isKnown = read.outcome !== "failed" && isEmpty(awaited);
  const reads = isSeen ? doubt.reads + 1 : Number.POSITIVE_INFINITY;
  return { ...after, last: undefined, doubt: isKnown ? undefined : { ...doubt, reads } };
}

/**
 * After the list was read. Outcomes are known now, except for kinds that the API does not show.
 *
 * @param isFinal whether no request can take effect any more. Otherwise a read proves effects, but not their absence.
 */
function afterObservation(before: Knowledge, goal: Goal, read: Seen, isFinal: boolean): Knowledge {
  const { add, remove } = before.unconfirmed;
  const after = withViews(before, goal, read.appList);
  const { views } = after;
  const reread = read.by !== undefined && read.by === before.first.by ? read.appList : before.reread;
  const unconfirmed = isFinal
    ? { add: unseen(views, add), remove: unseen(views, remove) }
    : { add: difference(add, seenEntries(views)), remove: intersection(remove, knownEntries(views)) };
  return { ...after, reread, unconfirmed };
}

/**
 * Whether another read can show if a missing kind is empty. This matters if entries of the kind were added, and the
 * kind is missing either from the first read or from the last response. In an exclusive list, every kind matters.
 */
export function isAbsenceUnclear(knowledge: Knowledge, goal: Goal): boolean {
  const { first, views, last, acknowledged, reading, isCanceled } = knowledge;
  if (isCanceled || last === undefined || !canBeRead(reading) || first.by === undefined) return false;
  const before = viewsBefore(knowledge, goal);
  const matters = (kind: Kind): boolean => goal.exclusive || acknowledged.add[kind].size > 0;
  return kinds.some((kind) => matters(kind) && before[kind].basis !== views[kind].basis);
}

/** After the list was read to verify that the last requests had no effect. */
function afterVerification(knowledge: Knowledge, read: ListRead): Knowledge {
  const { last, acknowledged, unconfirmed, views } = knowledge;
  if (last?.action !== "remove" || read.outcome !== "seen") return knowledge;
  // This API refuses to remove absent entries. So a hidden entry that was refused alone is absent.
  const explained = deniedGroups(last.sent).filter(({ error }) => showsAbsence(read, error));
  const refused = unseen(views, unionAll(explained.map(({ entries }) => entries)));
  const certain = explained.filter(({ isCertain }) => isCertain === true);
  const removed = intersection(refused, unionAll(certain.map(({ entries }) => entries)));
  return {
    ...knowledge,
    views: byKind((kind) => ({ ...views[kind], entries: views[kind].entries.minus(removed[kind]) })),
    assumedRemoved: union(knowledge.assumedRemoved, removed),
    acknowledged: withMore(acknowledged, "remove", removed),
    unconfirmed: { ...unconfirmed, remove: difference(unconfirmed.remove, refused) },
  };
}

/** The requests that had no effect, according to the API. */
function deniedGroups({ refused, interruption }: Sent): readonly (Failed & Partial<RefusedGroup>)[] {
  return interruption?.error.effect === "denied" ? [interruption, ...refused] : refused;
}

function withMore(changes: Changes, action: Action, entries: Entries): Changes {
  return { ...changes, [action]: union(changes[action], entries) };
}

/** The changes that are still to be sent. Entries with an unknown outcome are not sent again. */
export function remainingChanges(knowledge: Knowledge, goal: Goal): Changes {
  const { views, acknowledged, unconfirmed, declaredElsewhere } = knowledge;
  const unconfirmedRemovals = difference(goal.unconfirmedRemovals ?? noEntries, acknowledged.add);
  const { add, remove } = planChanges({ ...goal, unconfirmedRemovals, views, declaredElsewhere });
  return { add: difference(add, unconfirmed.add), remove: difference(remove, unconfirmed.remove) };
}

/**
 * The effects of a change, as far as they are observed or acknowledged. `gone`: entries that disappeared from the list
 * during the change. `vanished`: unmanaged entries among them that no request of this change named. `handedOver`:
 * entries that are no longer desired and stay, because another resource declares them.
 */
export function changeEffects(knowledge: Knowledge, goal: Goal) {
  const { views, sent, acknowledged, unconfirmed, assumedRemoved, declaredElsewhere } = knowledge;
  const { managed, desired } = goal;
  const before = viewsBefore(knowledge, goal);
  const [seenBefore, present] = [seenEntries(before), knownEntries(views)];
  const gone = absentEntries(views, seenBefore);
  const removable = difference(union(gone, acknowledged.remove), assumedRemoved);
  const added = intersection(sent.add, union(seenEntries(views), unseen(views, acknowledged.add)));
  const removed = difference(intersection(sent.remove, removable), present);
  const mayHaveChanged = [acknowledged, unconfirmed, { add: added, remove: removed }].some(
    (part) => !hasNoChanges(part),
  );
  return {
    viewsBefore: before,
    viewsAfter: views,
    added,
    removed,
    mayHaveChanged,
    gone,
    vanished: [sent.remove, managed, desired].reduce(difference, gone),
    handedOver: intersection(difference(intersection(managed, present), desired), declaredElsewhere),
  };
}

/** The effects of a change, and the entries that remain to be sent. */
export function changeProgress(knowledge: Knowledge, goal: Goal) {
  const { unconfirmed } = knowledge;
  const { add: toAdd, remove: toRemove } = remainingChanges(knowledge, goal);
  const { added, removed } = changeEffects(knowledge, goal);
  return { added, removed, toAdd, toRemove, unconfirmed: union(unconfirmed.add, unconfirmed.remove) };
}

export type Progress = Readonly<ReturnType<typeof changeProgress>>;
