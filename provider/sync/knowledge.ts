import {
  count,
  difference,
  onlyHidden,
  ifShown,
  intersection,
  isEmpty,
  noChanges,
  noEntries,
  observedOr,
  union,
  type Action,
  type Changes,
  type Entries,
  type Observed,
} from "../list/entries";
import { byKind } from "../list/kinds";
import { planChanges } from "../list/plan";
import type { ApiError } from "../api/errors";
import type { AppList } from "../api/app-list";
import { isAboutEntries } from "./access";
import type { ListRead, Observation, Reading } from "./observe";
import type { RefusedGroup, Sent } from "./send";

/** The list that a change is to lead to. */
export interface Target {
  readonly desired: Entries;
  /** The entries that the resource manages: of these, and no others, entries that are not desired are removed. */
  readonly managed: Entries;
  /** Entries among them whose removal was sent without a known outcome. Default: none. */
  readonly unconfirmedRemovals?: Entries;
  /** Whether the list must hold nothing but the desired entries. */
  readonly exclusive: boolean;
}

/** What is known of a list while it is changed: a value, which each response and each observation turns into the next. */
export interface Knowledge {
  readonly observedBefore: Observed;
  /** Why the list could not be read before the change; undefined if it was. */
  readonly notVerified: string | undefined;
  /** The list as the API returned it last; undefined if it never did. */
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
  readonly interruption: ApiError | undefined;
  /** Whether a request was sent that may have changed the list. */
  readonly mayHaveChanged: boolean;
  /** The number of rounds that have begun. */
  readonly round: number;
  /** What was sent last in this round; undefined if the next request begins a round. */
  readonly last: { readonly action: Action; readonly sent: Sent } | undefined;
  /** What has to be found out before anything else is sent. */
  readonly doubt: Doubt | undefined;
  /** The entries that the resources of the run declare for the list so far. May contain those of this resource. */
  readonly declaredElsewhere: Entries;
  /** The time until the deadline, in milliseconds. */
  readonly remainingTime: number;
  readonly isCanceled: boolean;
}

export type Doubt =
  /** The API reported that a request had no effect, which may come from a proxy. */
  | { readonly about: "denial" }
  /** A request has no known outcome. It took some milliseconds, and the list was read so many times since. */
  | { readonly about: "outcome"; readonly elapsed: number; readonly reads: number }
  /** The API refused removals from a list that was never read: some of the entries may be absent. */
  | { readonly about: "presence" }
  /** One of these, and the list cannot be read. */
  | { readonly about: "unreadable" };

/** The part of the knowledge that no response changes. */
export type Circumstances = Pick<Knowledge, "declaredElsewhere" | "remainingTime" | "isCanceled">;

/** @param first the list before the change. */
export function initialKnowledge(first: Observation, circumstances: Circumstances): Knowledge {
  const appList = first.outcome === "seen" ? first.appList : undefined;
  return {
    ...circumstances,
    observedBefore: observedIn(appList),
    notVerified: first.outcome === "notVerified" ? first.reason : undefined,
    appList,
    reading: readingAfter(first),
    acknowledged: noChanges,
    unconfirmed: noChanges,
    sent: noChanges,
    assumedRemoved: noEntries,
    sentinelsLeft: noEntries,
    interruption: undefined,
    mayHaveChanged: false,
    round: 0,
    last: undefined,
    doubt: undefined,
  };
}

function readingAfter(first: Observation): Reading {
  if (first.refusal !== undefined) return { by: "sentinel", refusal: first.refusal };
  return { by: (first.outcome === "seen" ? first.by : undefined) ?? "nothing" };
}

export function observedNow({ appList }: Pick<Knowledge, "appList">): Observed {
  return observedIn(appList);
}

function observedIn(appList: AppList | undefined): Observed {
  return byKind((kind) => appList?.entries[kind]);
}

/** After the entries of one action were sent, or as many of them as possible. */
export function afterSending(knowledge: Knowledge, action: Action, sent: Sent): Knowledge {
  const { acknowledged, interruption } = sent;
  const opposite = action === "add" ? "remove" : "add";
  const attempted = interruption === undefined ? acknowledged : union(acknowledged, interruption.entries);
  const isUnknown = interruption?.error.effect === "possible";
  const after: Knowledge = {
    ...knowledge,
    appList: sent.appList ?? knowledge.appList,
    acknowledged: {
      ...withMore(knowledge.acknowledged, action, acknowledged),
      [opposite]: difference(knowledge.acknowledged[opposite], acknowledged),
    },
    unconfirmed: isUnknown ? withMore(knowledge.unconfirmed, action, interruption.entries) : knowledge.unconfirmed,
    sent: withMore(knowledge.sent, action, attempted),
    // While an outcome is unknown, its cause is the reason to report.
    interruption: interruption?.error ?? (hasUnconfirmed(knowledge) ? knowledge.interruption : undefined),
    mayHaveChanged: knowledge.mayHaveChanged || count(acknowledged) > 0 || isUnknown,
    last: { action, sent },
    doubt: doubtAfter(knowledge, action, sent),
  };
  const isUnverifiable =
    after.doubt?.about === "denial" && (knowledge.isCanceled || knowledge.reading.by === "nothing");
  return isUnverifiable ? afterVerification(after, false) : after;
}

/** What the responses of an action leave open. */
function doubtAfter(before: Knowledge, action: Action, sent: Sent): Doubt | undefined {
  const { reading, isCanceled } = before;
  const { error, elapsed = 0 } = sent.interruption ?? {};
  if (!isCanceled && error?.effect === "possible") {
    return reading.by === "nothing" ? { about: "unreadable" } : { about: "outcome", elapsed, reads: 0 };
  }
  const isRefusal = error !== undefined && isAboutEntries(error, refusalOf(before));
  if (!isCanceled && action === "remove" && isUnread(before) && isRefusal) return { about: "presence" };
  return isEmpty(deniedEntries(sent)) ? undefined : { about: "denial" };
}

/** Whether the list was never read, and a sentinel can show it. */
export function isUnread({ appList, reading }: Knowledge): boolean {
  return appList === undefined && reading.by === "sentinel";
}

/** The status with which the API refuses a removal of what is absent; undefined if it does not, or that is not known. */
export function refusalOf({ reading }: Pick<Knowledge, "reading">): number | undefined {
  return reading.by === "sentinel" ? reading.refusal : undefined;
}

/**
 * After the list was read because of a doubt.
 *
 * @param isFinal see {@link afterObservation}.
 */
export function afterReading(before: Knowledge, read: ListRead, isFinal: boolean): Knowledge {
  const { doubt } = before;
  const isSeen = read.outcome === "seen";
  const after = { ...withRead(before, read, isFinal), doubt: undefined };
  switch (doubt?.about) {
    case "denial":
      return afterVerification(after, isSeen);
    case "outcome": {
      const unknown: Doubt = isSeen ? { ...doubt, reads: doubt.reads + 1 } : { about: "unreadable" };
      return { ...after, last: undefined, doubt: isSeen && !isAwaited(after) ? undefined : unknown };
    }
    case "presence":
      // If the API refuses the sentinel, the refused entries are found one by one.
      return { ...after, last: undefined, doubt: read.outcome === "failed" ? { about: "unreadable" } : undefined };
    case "unreadable":
    case undefined:
      return after;
  }
}

function withRead(knowledge: Knowledge, read: ListRead, isFinal: boolean): Knowledge {
  switch (read.outcome) {
    case "seen":
      return afterObservation(knowledge, read.appList, isFinal);
    case "refused":
      return { ...knowledge, reading: { by: "nothing" } };
    case "failed":
      return { ...knowledge, sentinelsLeft: union(knowledge.sentinelsLeft, read.left) };
  }
}

/**
 * After the list was read: outcomes are known now, unless the API does not show the kind.
 *
 * @param isFinal whether no request is worked on any more. Otherwise only effects are known, and not their absence.
 */
export function afterObservation(knowledge: Knowledge, appList: AppList, isFinal = true): Knowledge {
  const observed = observedIn(appList);
  const { add, remove } = knowledge.unconfirmed;
  const unconfirmed = isFinal
    ? { add: onlyHidden(observed, add), remove: onlyHidden(observed, remove) }
    : {
        add: ifShown(observed, (present) => difference(add, present), add),
        remove: ifShown(observed, (present) => intersection(remove, present), remove),
      };
  return { ...knowledge, appList, unconfirmed };
}

/** Whether something that was sent without a known outcome could be observed, and was not. */
export function isAwaited({ appList, unconfirmed }: Knowledge): boolean {
  const sent = union(unconfirmed.add, unconfirmed.remove);
  return !isEmpty(ifShown(observedIn(appList), () => sent, noEntries));
}

/** After the attempt to verify denials and refusals of the last requests by the list. */
function afterVerification(knowledge: Knowledge, isObserved: boolean): Knowledge {
  if (knowledge.last === undefined) return knowledge;
  const { action, sent } = knowledge.last;
  const after = { ...afterDenial(knowledge, action, deniedEntries(sent), isObserved), doubt: undefined };
  return action === "remove" ? afterRefusedRemoval(after, sent.refused, refusalOf(after)) : after;
}

/** The entries of requests that had no effect according to the API. */
function deniedEntries({ refused, interruption }: Sent): Entries {
  const isDenied = interruption?.error.effect === "denied";
  return refused.map(({ entries }) => entries).reduce(union, isDenied ? interruption.entries : noEntries);
}

/**
 * After the API reported that a request had no effect. The response may come from a proxy, so the list decides.
 *
 * @param isObserved whether the list was read after that response.
 */
export function afterDenial(knowledge: Knowledge, action: Action, entries: Entries, isObserved: boolean): Knowledge {
  const observed = observedNow(knowledge);
  // A removal that took effect nonetheless must not stay managed. An addition that did belongs to nobody.
  const unknown =
    action === "add"
      ? noEntries
      : isObserved
        ? onlyHidden(observed, entries)
        : intersection(entries, observedOr(observed, entries));
  const done = ifShown(
    observed,
    (present) => (action === "add" ? intersection(entries, present) : difference(entries, present)),
    noEntries,
  );
  return {
    ...knowledge,
    unconfirmed: withMore(knowledge.unconfirmed, "remove", unknown),
    mayHaveChanged: knowledge.mayHaveChanged || count(done) + count(unknown) > 0,
  };
}

/**
 * After removals were refused. A single entry of a kind that the API does not show counts as removed, if the API refused
 * the probe with the same status: it then refuses to remove what is absent.
 *
 * @param refusal the status with which the API refused the probe; undefined if it did not, or a sentinel is refused as well.
 */
export function afterRefusedRemoval(
  knowledge: Knowledge,
  groups: readonly RefusedGroup[],
  refusal: number | undefined,
): Knowledge {
  const alike = groups.filter(({ isCertain, error }) => isCertain && error.status === refusal);
  const removed = onlyHidden(observedNow(knowledge), alike.map(({ entries }) => entries).reduce(union, noEntries));
  const { add, remove } = knowledge.unconfirmed;
  return {
    ...knowledge,
    assumedRemoved: union(knowledge.assumedRemoved, removed),
    acknowledged: withMore(knowledge.acknowledged, "remove", removed),
    unconfirmed: { add, remove: difference(remove, removed) },
  };
}

function withMore(changes: Changes, action: Action, entries: Entries): Changes {
  return { ...changes, [action]: union(changes[action], entries) };
}

export function hasUnconfirmed({ unconfirmed }: Knowledge): boolean {
  return count(unconfirmed.add) + count(unconfirmed.remove) > 0;
}

/** Entries that may have been added or removed and cannot be seen are not sent again. */
export function remainingChanges(knowledge: Knowledge, target: Target): Changes {
  const { acknowledged, unconfirmed } = knowledge;
  const { add, remove } = planChanges({
    ...target,
    managed: managedNow(knowledge, target),
    unconfirmedRemovals: difference(target.unconfirmedRemovals ?? noEntries, acknowledged.add),
    observed: observedNow(knowledge),
    declaredElsewhere: knowledge.declaredElsewhere,
  });
  return { add: difference(add, unconfirmed.add), remove: difference(remove, unconfirmed.remove) };
}

/** By the acknowledgements, for the kinds that the API does not show. */
function managedNow(knowledge: Knowledge, { managed }: Target): Entries {
  const { add, remove } = knowledge.acknowledged;
  return ifShown(
    observedNow(knowledge),
    () => managed,
    () => difference(union(managed, add), remove),
  );
}

/** Entries that are no longer desired and stay, as another resource of the run declares them. */
export function handedOver(knowledge: Knowledge, target: Target): Entries {
  const present = observedOr(observedNow(knowledge), managedNow(knowledge, target));
  return intersection(difference(intersection(target.managed, present), target.desired), knowledge.declaredElsewhere);
}

/** Of refused entries those that matter: not one that is in the list already, or gone already. */
export function stillRefused(knowledge: Knowledge, action: Action, refused: Entries): Entries {
  return ifShown(
    observedNow(knowledge),
    (present) => (action === "add" ? difference(refused, present) : intersection(refused, present)),
    action === "add" ? refused : difference(refused, knowledge.assumedRemoved),
  );
}

export interface Progress {
  /** The entries that it added and removed, as far as observed or acknowledged. */
  readonly added: Entries;
  readonly removed: Entries;
  readonly toAdd: Entries;
  readonly toRemove: Entries;
  readonly unconfirmed: Entries;
}

export function progressOf(knowledge: Knowledge, target: Target): Progress {
  const { sent, unconfirmed } = knowledge;
  const present = observedOr(observedNow(knowledge), managedNow(knowledge, target));
  const { add, remove } = remainingChanges(knowledge, target);
  return {
    added: intersection(sent.add, present),
    removed: difference(sent.remove, present),
    toAdd: add,
    toRemove: remove,
    unconfirmed: union(unconfirmed.add, unconfirmed.remove),
  };
}

/** The removals that the guard judges: of this change as a whole, and the entries that could be lost at most. */
export interface JudgedRemovals {
  /** The sent changes and the remaining ones. */
  readonly whole: Changes;
  readonly losable: Entries;
  /** The removals of entries that the resource does not manage. */
  readonly unmanaged: Entries;
}

/**
 * The removals that the guard judges before `planned` is sent. All entries of an exclusive list can be lost, except those
 * that this change itself has added.
 */
export function judgedRemovals(knowledge: Knowledge, target: Target, planned: Changes): JudgedRemovals {
  const { sent } = knowledge;
  const whole = { add: union(sent.add, planned.add), remove: union(sent.remove, planned.remove) };
  const unmanaged = difference(whole.remove, target.managed);
  if (!target.exclusive) return { whole, losable: target.managed, unmanaged };
  const others = difference(observedOr(observedNow(knowledge), noEntries), sent.add);
  return { whole, losable: union(union(target.managed, whole.remove), others), unmanaged };
}
