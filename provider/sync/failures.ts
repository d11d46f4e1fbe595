import { count, isEmpty, noEntries, type Action, type Changes } from "../list/entries";
import { findLookAlikes } from "../list/look-alikes";
import { guardRemovals } from "../list/removal-guard";
import { sourceName, type SettingOwner } from "../api/keys";
import type { RemovalGuard } from "./change";
import {
  ChangeCanceledError,
  ChangeInterruptedError,
  EntriesNotAppliedError,
  EntriesRefusedError,
  ListUnverifiedError,
  RemovalLimitError,
  type ChangeError,
  type Subject,
} from "./errors";
import {
  hasUnconfirmed,
  judgedRemovals,
  observedNow,
  progressOf,
  remainingChanges,
  stillRefused,
  type Knowledge,
  type Target,
} from "./knowledge";
import type { Observation } from "./observe";
import type { RefusedGroup } from "./sent";

export interface Situation {
  readonly knowledge: Knowledge;
  readonly target: Target;
  readonly subject: Subject;
  readonly owner: SettingOwner;
  readonly isCanceled: boolean;
}

/** The failure when nothing is left to send: an unknown outcome, or an exclusive list that was not read. */
export function finalFailure(situation: Situation, first: Observation): ChangeError | undefined {
  const { knowledge, target, subject, owner } = situation;
  if (hasUnconfirmed(knowledge)) return interrupted(situation);
  if (!target.exclusive || knowledge.appList !== undefined || first.outcome === "seen") return undefined;
  return new ListUnverifiedError(subject, first.reason, progressOf(knowledge, target), sourceName(owner, "observe"));
}

/** The failure when the last round has not reached the goal. */
export function endlessFailure(situation: Situation, { add, remove }: Changes): ChangeError {
  if (situation.knowledge.interruption !== undefined) return interrupted(situation);
  return notApplied(situation, { removedMeanwhile: add, remaining: remove });
}

/** The failure of a change that a request ended. */
export function interrupted({ knowledge, target, subject, isCanceled }: Situation): ChangeError {
  if (isCanceled) return new ChangeCanceledError(subject, progressOf(knowledge, target));
  return new ChangeInterruptedError(subject, knowledge.interruption, progressOf(knowledge, target));
}

/** The failure of a change that the API reported as done, while its list shows otherwise. */
export function notApplied(
  { knowledge, target, subject }: Situation,
  what: Partial<Pick<EntriesNotAppliedError, "missing" | "removedMeanwhile" | "remaining">>,
): ChangeError {
  const { missing = noEntries, removedMeanwhile = noEntries, remaining = noEntries } = what;
  const lookAlikes = findLookAlikes(missing, observedNow(knowledge));
  const result = { missing, removedMeanwhile, remaining, lookAlikes };
  return new EntriesNotAppliedError(subject, result, progressOf(knowledge, target));
}

/** The failure for entries that the API refused; undefined if none of them matters. */
export function refusalFailure(
  { knowledge, target, subject, owner }: Situation,
  action: Action,
  groups: readonly RefusedGroup[],
): ChangeError | undefined {
  const refused = groups
    .map((group) => ({ ...group, entries: stillRefused(knowledge, action, group.entries) }))
    .filter((group) => !isEmpty(group.entries));
  if (refused.length === 0) return undefined;
  const observed = observedNow(knowledge);
  const observe = sourceName(owner, "observe");
  return new EntriesRefusedError(subject, action, refused, progressOf(knowledge, target), observed, observe);
}

/** The refusal of the removal guard; undefined if the change is allowed or approved. */
export function guardFailure(
  { knowledge, target, subject }: Situation,
  guard: RemovalGuard | "off",
): RemovalLimitError | undefined {
  if (guard === "off") return undefined;
  const plan = remainingChanges(knowledge, target);
  const { whole, losable, unmanaged } = judgedRemovals(knowledge, target, plan);
  const verdict = guardRemovals(count(whole.remove), count(losable), guard.limit, count(unmanaged));
  if (verdict.outcome === "allowed" || guard.isApproved(whole)) return undefined;
  // The approval is for the rest, without the requests that were sent.
  const remedy = `${verdict.remedy} ${guard.howToApprove(plan)}`;
  const progress = knowledge.mayHaveChanged ? progressOf(knowledge, target) : undefined;
  return new RemovalLimitError(subject, { reason: verdict.reason, remedy }, progress);
}
