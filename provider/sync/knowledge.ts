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
import type { AppList } from "../api/schemas";
import { merge, type RefusedGroup, type Sent } from "./sent";

export interface Target {
  readonly desired: Entries;
  /** The entries that the resource manages: of these, and no others, entries that are not desired are removed. */
  readonly managed: Entries;
  /** Entries among them whose removal was sent without a known outcome. Default: none. */
  readonly unconfirmedRemovals?: Entries;
  /** Whether the list must hold nothing but the desired entries. */
  readonly exclusive: boolean;
  /** The entries that the resources of the run declare for the list. May contain those of this resource. */
  readonly declaredElsewhere: Entries;
}

/** What is known of a list while it is changed: a value, which each response and each observation turns into the next. */
export interface Knowledge {
  readonly observedBefore: Observed;
  /** The list as the API returned it last; undefined if it never did. */
  readonly appList: AppList | undefined;
  /** Entries that the API reported as added or removed. */
  readonly acknowledged: Changes;
  /** Entries that were sent without a known outcome. */
  readonly unconfirmed: Changes;
  /** All entries that were sent, whatever the outcome. */
  readonly sent: Changes;
  /** Entries of a kind that the API does not show. It refused their removal, as it does for an absent entry. */
  readonly assumedRemoved: Entries;
  /** Why the last request did not succeed, as long as its outcome is not known. */
  readonly interruption: ApiError | undefined;
  /** Whether a request was sent that may have changed the list. */
  readonly mayHaveChanged: boolean;
}

export function initialKnowledge(appList: AppList | undefined): Knowledge {
  return {
    observedBefore: observedIn(appList),
    appList,
    acknowledged: noChanges,
    unconfirmed: noChanges,
    sent: noChanges,
    assumedRemoved: noEntries,
    interruption: undefined,
    mayHaveChanged: false,
  };
}

export function observedNow({ appList }: Knowledge): Observed {
  return observedIn(appList);
}

function observedIn(appList: AppList | undefined): Observed {
  return byKind((kind) => appList?.entries[kind]);
}

export function afterSending(knowledge: Knowledge, action: Action, sent: Sent): Knowledge {
  const { acknowledged, interruption } = sent;
  const opposite = action === "add" ? "remove" : "add";
  const attempted = interruption === undefined ? acknowledged : union(acknowledged, interruption.entries);
  const isUnknown = interruption?.error.effect === "possible";
  return {
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
  };
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
  const removed = onlyHidden(observedNow(knowledge), merge(alike.map(({ entries }) => entries)));
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
