import { difference, hasNoChanges, intersection, isEmpty, noEntries, union, unionAll } from "../list/entries";
import type { Changes, Entries } from "../list/entries";
import { EntrySet } from "../list/entry-set";
import { byKind, kinds, type Kind } from "../list/kinds";
import { absentEntries, seenEntries } from "../list/views";
import type { SyncPolicy } from "./access";
import type { Failure } from "./failure";
import type { Goal } from "./goal";
import { planNow, unshownAdditions, type Knowledge } from "./knowledge";
import { cutFirst, hasEnded, makeQueue, type Queue } from "./queue";

/** `delay`: the time to wait before, in milliseconds. */
export type Step =
  /** Sends entries of the first part of a queue. */
  | { readonly kind: "send"; readonly delay: number; readonly queue: Queue; readonly entries: Entries }
  /** `isFinal`: whether a request without an effect by then will have none. */
  | { readonly kind: "read"; readonly delay: number; readonly isFinal: boolean }
  | { readonly kind: "stop"; readonly failure?: Failure };

/** Decides what a change does next. */
export function nextStep(knowledge: Knowledge, goal: Goal, policy: SyncPolicy): Step {
  const { doubt, queue, round, unconfirmed, isCanceled } = knowledge;
  if (queue !== undefined && !hasEnded(queue)) return sendStep(queue, knowledge, policy);
  const update = planNow(knowledge, goal);
  const { remaining } = update;
  const isDone = hasNoChanges(remaining);
  if (isCanceled && !(isDone && hasNoChanges(unconfirmed))) return stop(interrupted(knowledge));
  if (doubt !== undefined) return readStep(knowledge, policy);
  const failure = lastFailure(knowledge, remaining);
  if (failure !== undefined) return stop(failure);
  if (isDone) return stop(finalFailure(knowledge, goal));
  const { add } = remaining;
  const remove = sendableEntries(remaining.remove);
  const isSameRound = queue?.action === "add" && !isEmpty(remove);
  const action = isSameRound || isEmpty(add) ? "remove" : "add";
  // Nothing is removed after an addition whose outcome is not known.
  const isAddingDone = queue?.action === "add" || action === "remove";
  if (isAddingDone && !isEmpty(unconfirmed.add)) return stop(interrupted(knowledge));
  if (!isSameRound && round === policy.rounds) return stop();
  const judgements = (round === 0 || action === "remove" ? goal.guard?.(update) : undefined) ?? [];
  if (judgements.length > 0) return stop({ code: "CHANGE_LIMIT", judgements });
  const entries = action === "add" ? add : remove;
  if (isEmpty(entries)) return stop();
  const { appList, acknowledged, most = policy.maxEntriesPerRequest } = knowledge;
  const isAccepted = !isEmpty(acknowledged[action]);
  const known = { round: isSameRound ? round : round + 1, wasRead: appList !== undefined, isAccepted, most };
  return sendStep(makeQueue(action, entries, known), knowledge, policy);
}

function sendStep(queue: Queue, knowledge: Knowledge, policy: SyncPolicy): Step {
  const { entries = noEntries, delay = 0 } = queue.pending[0] ?? {};
  const step = { kind: "send", delay, queue, entries } as const;
  if (queue.action === "remove") return step;
  const { views, viewsBefore, acknowledged } = knowledge;
  // A refused request can add a part of its entries, and the next response then shows them.
  const open = difference(entries, seenEntries(views));
  // The first addition of a kind that was not read names one entry, and reads the kind: only this entry counts as there
  // before.
  const isUnread = (kind: Kind): boolean =>
    open[kind].size > 0 && viewsBefore[kind].basis === "believed" && acknowledged.add[kind].size === 0;
  const unread = queue.refusedReads < policy.refusedReads ? kinds.filter(isUnread) : [];
  if (unread.length === 0) return { ...step, entries: open };
  const first = byKind((kind) => (unread.includes(kind) ? EntrySet.of([...open[kind]].slice(0, 1)) : open[kind]));
  return { ...step, queue: cutFirst(queue, first), entries: first };
}

function stop(failure?: Failure): Step {
  return { kind: "stop", failure };
}

function interrupted({ isCanceled, interruption: cause }: Knowledge): Failure {
  if (isCanceled) return { code: "COMMAND_CANCELED" };
  const isFinal = cause?.code === "PERMISSION_DENIED" || cause?.code === "INTERNAL";
  return { code: isFinal ? cause.code : "CHANGE_INTERRUPTED", cause };
}

/**
 * The API may still process a request without a known outcome. So the list is read up to two times before anything is
 * sent again, each time after a delay as long as the request took.
 */
function readStep(knowledge: Knowledge, policy: SyncPolicy): Step {
  const { doubt, reader, remainingTime, interruption } = knowledge;
  if (doubt?.about !== "effect") return { kind: "read", delay: 0, isFinal: true };
  const { reads } = doubt;
  // An API that returns success with the body of an error usually recovers within a moment.
  const elapsed = Math.max(doubt.elapsed, interruption?.code === "RESPONSE_UNREADABLE" ? policy.repeatDelay : 0);
  if (reader.by === "none" || reads >= policy.readsAfterUnknownOutcome) return stop(interrupted(knowledge));
  const delay = Math.min(elapsed, policy.maxReadDelay, remainingTime * policy.maxShareOfRemainingTime);
  // The last read proves the outcome only if it has more time than the request took.
  const isFinal = reads + 1 === policy.readsAfterUnknownOutcome && remainingTime - delay > elapsed;
  return { kind: "read", delay, isFinal };
}

/** The failure of the last request, if it is permanent. */
function lastFailure(knowledge: Knowledge, remaining: Changes): Failure | undefined {
  const { queue, views, unconfirmed } = knowledge;
  if (queue === undefined) return undefined;
  const { action, interruption, refused, leftOut } = queue;
  if (interruption !== undefined && !isEmpty(remaining[action])) return interrupted(knowledge);
  // An entry that is already added or already gone is no failure.
  const open = union(remaining[action], unconfirmed[action]);
  const groups = refused.filter((group) => !isEmpty(intersection(group.entries, open)));
  const [first] = groups;
  if (first !== undefined) {
    const openOf = (isAlone: boolean): Entries =>
      intersection(unionAll(groups.flatMap((each) => (each.isCertain === isAlone ? each.entries : []))), open);
    return { code: "ENTRIES_REFUSED", action, alone: openOf(true), together: openOf(false), error: first.error };
  }
  // If the response to an entry's own addition lacks the entry, that is an error at once: another request would not
  // help. If a later response lacks it, someone else removed it, and the next round adds it again. If an entry is still
  // there after its removal, it may be in the list twice, and the next round removes it again.
  const missing = union(absentEntries(views, leftOut), unshownAdditions(queue, views));
  return isEmpty(missing) ? undefined : { code: "ENTRIES_NOT_APPLIED", missing };
}

/** The failure if the last round did not reach the goal, or no request can reach it. */
export function findRest(knowledge: Knowledge, goal: Goal): Failure | undefined {
  const { add, remove } = planNow(knowledge, goal).remaining;
  if (isEmpty(add) && isEmpty(remove)) return undefined;
  if (knowledge.interruption !== undefined) return interrupted(knowledge);
  return { code: "ENTRIES_NOT_APPLIED", removedMeanwhile: add, remaining: remove };
}

/** The failure if nothing is left to send: an unknown outcome, or an exclusive list that was not read. */
function finalFailure(knowledge: Knowledge, { exclusive }: Goal): Failure | undefined {
  if (!hasNoChanges(knowledge.unconfirmed)) return interrupted(knowledge);
  const { appList, first } = knowledge;
  const isUnread = first.outcome === "notVerified" && appList === undefined;
  return exclusive && isUnread ? { code: "LIST_UNVERIFIED", first } : undefined;
}

/**
 * The entries that a removal can name. A list can contain an entry with a comma: a request to remove it would remove
 * other entries, even declared ones.
 */
function sendableEntries(entries: Entries): Entries {
  return byKind((kind) => entries[kind].filter((entry) => !entry.includes(",")));
}
