import {
  difference,
  hasNoChanges,
  intersection,
  isEmpty,
  noChanges,
  noEntries,
  union,
  unionAll,
} from "../list/entries";
import type { Action, Changes, Entries } from "../list/entries";
import { EntrySet } from "../list/entry-set";
import { byKind } from "../list/kinds";
import { ownEntries, planUpdate, type Update } from "../list/update";
import { absentEntries, knownEntries, seenEntries, unseen, type View, type Views } from "../list/views";
import { ApiError } from "../api/errors";
import type { AppList } from "../api/app-list";
import type { Exchange } from "./access";
import type { Goal } from "./goal";
import type { ListRead, Observation, Seen } from "./observe";
import type { Failed, Queue } from "./queue";
import { isAboutEntries, noReader, type Reader } from "./reader";

/**
 * The knowledge about a list during a change. It is an immutable value: each response and each read makes the next one.
 */
export interface Knowledge {
  /** The list before the change. */
  readonly first: Observation;
  /**
   * The list before the change: each kind as the first response showed it that shows the kind. What the change had sent
   * by then is not told by it: its additions count as there before, its removals as absent.
   */
  readonly viewsBefore: Views;
  /** The list as it is known now. */
  readonly views: Views;
  /** The last response that shows the list; undefined if there is none. */
  readonly appList: AppList | undefined;
  /** How the list can be read again. */
  readonly reader: Reader;
  /** Entries that the API reported as added or removed. */
  readonly acknowledged: Changes;
  /** Entries that were sent without a known outcome. */
  readonly unconfirmed: Changes;
  /** All entries that were sent, whatever the outcome. */
  readonly sent: Changes;
  /** The most entries of a request that the API accepts, as far as its refusals show it. Undefined: that of the policy. */
  readonly most?: number;
  /** Sentinels that may be in the list, including sentinels of earlier changes. */
  readonly sentinels: Entries;
  /** The error of the last request, as long as its outcome is not known. */
  readonly interruption?: ApiError | undefined;
  /** The number of rounds that have begun. */
  readonly round: number;
  /** The last requests of this round; undefined if the next one begins a round. */
  readonly queue?: Queue | undefined;
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
  /**
   * Whether a request really had no effect, as its response reports, or had the effect that its response does not show.
   * The response may come from a proxy.
   */
  | { readonly about: "denial" }
  /**
   * Whether a request had an effect, or for which entries it could have one. `elapsed`: the time that it may still
   * take, in milliseconds. `reads`: the number of reads since then; infinite if the list cannot be read.
   */
  | { readonly about: "effect"; readonly elapsed: number; readonly reads: number };

/** @param first the list before the change. */
export function initialKnowledge(
  first: Observation,
  goal: Pick<Goal, "ownership" | "what">,
  circumstances: Pick<Knowledge, "declaredElsewhere" | "remainingTime" | "isCanceled">,
): Knowledge {
  const viewsBefore = firstViews(first.appList, ownEntries(goal.ownership, goal));
  return {
    ...circumstances,
    first,
    viewsBefore,
    views: viewsBefore,
    appList: first.appList,
    reader: first.reader,
    acknowledged: noChanges,
    unconfirmed: noChanges,
    sent: noChanges,
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
 * After a response that shows the list or a part of it.
 *
 * @param done the entries of its request. Default: none.
 */
export function withViews(before: Knowledge, response: AppList, done: Changes = noChanges): Knowledge {
  const { unconfirmed: open, sentinels, sent } = before;
  const named = unionAll([done.add, done.remove, open.add, open.remove]);
  const views = byKind((kind): View => {
    const entries = response.entries[kind];
    if (entries !== undefined) return { entries, basis: "seen" };
    // If the request did not name a kind, its absence shows nothing new.
    if (named[kind].size === 0) return before.views[kind];
    const { entries: known } = before.views[kind];
    // Only of a kind that no response shows, it is believed that an accepted addition is in the list.
    const added = before.viewsBefore[kind].basis === "seen" ? EntrySet.none : done.add[kind];
    return { entries: known.union(added).minus(done.remove[kind]), basis: "believed" };
  });
  const viewsBefore = byKind((kind): View => {
    const [first, entries] = [before.viewsBefore[kind], response.entries[kind]];
    if (first.basis === "seen" || entries === undefined) return first;
    return { entries: entries.union(sent.add[kind]).minus(sent.remove[kind]), basis: "seen" };
  });
  return { ...before, appList: response, sentinels: sentinelsAfter(sentinels, response), views, viewsBefore };
}

function sentinelsAfter(before: Entries, response: AppList | undefined): Entries {
  return response?.entries.appBundles === undefined ? before : { ...noEntries, appBundles: response.sentinels };
}

/**
 * After a part of a queue.
 *
 * @param queue the queue after it.
 * @param exchange undefined if nothing of it was sent.
 */
export function afterExchange(before: Knowledge, queue: Queue, exchange: Exchange | undefined): Knowledge {
  const { action, most, round } = queue;
  if (exchange === undefined) return { ...before, most, round, queue };
  const { entries, response } = exchange;
  const isError = response instanceof ApiError;
  const isSent = !isError || response.effect !== "none";
  const after = { ...before, sent: withMore(before.sent, action, isSent ? entries : noEntries), most, round, queue };
  if (isError) return after;
  // An entry that the response still shows was not removed.
  const removed = byKind((kind) => entries[kind].minus(response.entries[kind] ?? noEntries[kind]));
  return {
    ...withViews(after, response, withMore(noChanges, action, entries)),
    acknowledged: withMore(before.acknowledged, action, action === "remove" ? removed : entries),
  };
}

/** After all requests of a queue, as far as they could be sent. */
export function afterQueue(before: Knowledge, queue: Queue): Knowledge {
  const { action, wasRead } = queue;
  const { error, entries = noEntries, elapsed = 0 } = queue.interruption ?? {};
  const isUnknown = error?.effect === "possible";
  const after: Knowledge = {
    ...before,
    unconfirmed: withMore(before.unconfirmed, action, isUnknown ? entries : noEntries),
    // As long as an outcome is unknown, its error is the one to report.
    interruption: error ?? (hasNoChanges(before.unconfirmed) ? undefined : before.interruption),
  };
  if (isUnknown) return { ...after, doubt: { about: "effect", elapsed, reads: 0 } };
  const { reader } = before;
  const isReadable = reader.by !== "none";
  // Only a sentinel can show whether the API refuses to remove absent entries.
  const isUnread = isReadable && action === "remove" && !wasRead && reader.by === "sentinel";
  if (isUnread && error !== undefined && isAboutEntries(error, reader)) {
    return { ...after, doubt: { about: "effect", elapsed: 0, reads: 0 } };
  }
  if (isReadable && !isEmpty(unshownAdditions(queue, after.views))) return { ...after, doubt: { about: "denial" } };
  const denied = unionAll(deniedGroups(queue).map((group) => group.entries));
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
export function afterReading(before: Knowledge, read: ListRead, isFinal: boolean): Knowledge {
  const { doubt, reader, sentinels } = before;
  const isSeen = read.outcome === "seen";
  const after: Knowledge = {
    ...(isSeen ? afterObservation(before, read, isFinal) : before),
    reader: isSeen ? read.reader : read.outcome === "failed" ? reader : noReader,
    ...(read.outcome === "failed" && { sentinels: union(sentinels, read.left) }),
    doubt: undefined,
  };
  if (doubt?.about !== "effect") return after;
  // For kinds that the API does not show, no read can find the outcome.
  const open = union(after.unconfirmed.add, after.unconfirmed.remove);
  const awaited = isSeen ? difference(open, unseen(after.views, open)) : open;
  const isKnown = read.outcome !== "failed" && isEmpty(awaited);
  const reads = isSeen ? doubt.reads + 1 : Number.POSITIVE_INFINITY;
  return { ...after, queue: undefined, doubt: isKnown ? undefined : { ...doubt, reads } };
}

/**
 * After the list was read. Outcomes are known now, except for kinds that the API does not show.
 *
 * @param isFinal whether no request can take effect any more. Otherwise a read proves effects, but not their absence.
 */
function afterObservation(before: Knowledge, read: Seen, isFinal: boolean): Knowledge {
  const { add, remove } = before.unconfirmed;
  const after = withViews(before, read.appList);
  const { views } = after;
  const unconfirmed = isFinal
    ? { add: unseen(views, add), remove: unseen(views, remove) }
    : { add: difference(add, seenEntries(views)), remove: intersection(remove, knownEntries(views)) };
  return { ...after, unconfirmed };
}

/** Accepted additions of a kind that earlier responses showed, and the last one does not. */
export function unshownAdditions({ action, accepted }: Queue, views: Views): Entries {
  return action === "add" ? difference(unseen(views, accepted), knownEntries(views)) : noEntries;
}

/** The requests that had no effect, according to the API. */
function deniedGroups({ refused, interruption }: Queue): readonly Failed[] {
  return interruption?.error.effect === "denied" ? [interruption, ...refused] : refused;
}

function withMore(changes: Changes, action: Action, entries: Entries): Changes {
  return { ...changes, [action]: union(changes[action], entries) };
}

/** Plans the change with what is known now. Entries with an unknown outcome are not sent again. */
export function planNow(knowledge: Knowledge, goal: Goal): Update {
  const { views, acknowledged, unconfirmed, sent, declaredElsewhere: declared } = knowledge;
  const unconfirmedRemovals = difference(goal.ownership.unconfirmedRemovals, acknowledged.add);
  const ownership = { ...goal.ownership, unconfirmedRemovals };
  const facts = { ...goal, ownership, views, sent, unconfirmed };
  return planUpdate(facts, goal, declared);
}

/**
 * The effects of a change, as far as they are observed or acknowledged. `update`: what it did, and what is left.
 * `unowned`: additions that no response shows, and that may take effect later. `vanished`: unmanaged entries that
 * disappeared from the list during the change, and that no request of it named. `handedOver`: entries that are no longer
 * desired and stay, because another resource declares them.
 */
export function changeEffects(knowledge: Knowledge, goal: Goal) {
  const { viewsBefore, views, sent, acknowledged, unconfirmed, declaredElsewhere } = knowledge;
  const own = ownEntries(goal.ownership, goal);
  const present = knownEntries(views);
  const gone = absentEntries(views, seenEntries(viewsBefore));
  // A kind that a response has shown once is known, including if later responses lack it.
  const added = intersection(union(acknowledged.add, absentEntries(viewsBefore, sent.add)), present);
  const possible = union(acknowledged.remove, intersection(sent.remove, seenEntries(viewsBefore)));
  const removed = difference(possible, present);
  const mayHaveChanged = [acknowledged, unconfirmed, { add: added, remove: removed }].some(
    (part) => !hasNoChanges(part),
  );
  return {
    update: planNow(knowledge, goal),
    unowned: difference(union(acknowledged.add, unconfirmed.add), present),
    viewsBefore,
    viewsAfter: views,
    added,
    removed,
    mayHaveChanged,
    vanished: difference(gone, unionAll([sent.add, sent.remove, own])),
    handedOver: intersection(difference(intersection(own, present), goal.desired), declaredElsewhere),
  };
}
