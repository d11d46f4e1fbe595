import { plural } from "../common/format";
import { named } from "../common/quote";
import { areEqual, difference, isEmpty, noChanges, noEntries, union, type Entries } from "../list/entries";
import { overLimit, type Judgement } from "../list/limits";
import { describeEntries, printJudgement } from "../list/summary";
import { planUpdate, removedEntries, type Intent, type Update } from "../list/update";
import {
  approvableChange,
  describeOverLimit,
  digestOf,
  mayBeApproved,
  type Approvable,
  type Approvals,
  type ExcessEntries,
  type OverLimit,
} from "./approval";
import type { CompleteInputs } from "./inputs";
import type { KnownList } from "./run-list";
import { factsOf, type State } from "./state";

/** An update according to the state and the program alone, and with all that is known of the list. */
export interface Plans {
  readonly planned: Update;
  readonly now: Update;
}

/**
 * Plans an update from the state and the program alone.
 *
 * @param state undefined for a create.
 * @param today in UTC, as `YYYY-MM-DD`.
 */
export function planFromState(state: State | undefined, inputs: CompleteInputs, today: string): Update {
  return planUpdate(factsOf(state, today), intentOf(inputs), { declared: noEntries });
}

/**
 * Plans an update before it reads the list: also with what a refresh in this command has read, but without the
 * declarations of other resources, which arrive in any order. They can only make the update smaller.
 */
export function planBefore(
  state: State | undefined,
  inputs: CompleteInputs,
  { observed }: Pick<KnownList, "observed">,
  today: string,
): Update {
  // The inputs of an exclusive resource show the list after a refresh.
  const isExclusive = inputs.given.exclusive === true || state?.given.exclusive === true;
  const read = isExclusive && observed !== undefined ? { views: observed, isRead: true } : {};
  return planUpdate({ ...factsOf(state, today), ...read }, intentOf(inputs), { declared: noEntries });
}

function intentOf({ entries, given }: CompleteInputs): Intent {
  return { what: "update", desired: entries, exclusive: given.exclusive === true };
}

/**
 * The guard for an update. It does not read the list, so a preview stops the same changes as the update, except for
 * those that only the list shows.
 *
 * @returns the change if it is over a limit and not approved.
 */
export function guardUpdate(
  plans: Plans,
  inputs: CompleteInputs,
  list: KnownList,
  isExclusive: boolean,
): OverLimit | undefined {
  const removal = guardRemovals(plans, inputs, list, isExclusive);
  if (removal !== undefined) return removal;
  // The list may contain new entries already, so only the state shows how many there are.
  const judgement = overLimit(plans.planned, { addition: inputs.additionLimit });
  const planned = approvableChange(plans.planned);
  const excess = { action: "add", entries: planned.add, isSecret: inputs.isSecret } as const;
  return judgement && unlessApproved(judgement, { planned, now: planned }, excess, list);
}

/**
 * The guard for the removals of an update, before and during it.
 *
 * @param isExclusive whether the list is exclusive in the state. Then a refresh shows its unmanaged entries.
 */
export function guardRemovals(
  { planned, now }: Plans,
  { removalLimit, isSecret }: CompleteInputs,
  list: Approvals,
  isExclusive: boolean,
): OverLimit | undefined {
  const judgement = overLimit(now, { removal: removalLimit ?? "default" });
  if (judgement === undefined) return undefined;
  const plan = approvableChange(planned);
  if (now.unnamed.most > 0) return mayBeApproved(list, plan) ? undefined : overUnread(judgement, now, isSecret);
  const { remaining, remove } = now;
  const { unmanaged } = remove;
  const removed = removedEntries(now);
  const whole = { planned: plan, now: { add: now.add, remove: removed } };
  if (areEqual(union(remaining.add, remaining.remove), union(now.add, removed))) {
    return unlessApproved(
      judgement,
      whole,
      { action: "remove", entries: removed, isSecret, isExclusive, unmanaged },
      list,
    );
  }
  // A part was sent. An approval of the whole still holds, but the next update plans the rest from its own state.
  const rest = { planned: { ...remaining, remove: difference(remaining.remove, unmanaged) }, now: remaining };
  const excess = { action: "remove", entries: remaining.remove, isSecret, isExclusive, unmanaged } as const;
  return list.approved.has(digestOf(list.identity, whole)) ? undefined : unlessApproved(judgement, rest, excess, list);
}

/** A delete removes what the resource added. */
export const deletion: Intent = { what: "delete", desired: noEntries, exclusive: false };

/** The removals of a delete as a person approves them: according to the state alone. */
export function approvableDelete(state: State, today: string): Approvable {
  const planned = planUpdate(factsOf(state, today), deletion, { declared: noEntries });
  return { planned: { add: noEntries, remove: removedEntries(planned) }, now: noChanges };
}

/**
 * The guard for a delete at the end of a replacement or of a rename. The diff asks it only for another `appListId`: for
 * the others, the engine calls no Diff.
 *
 * @param now the delete, with all that is known of the list.
 */
export function guardDelete(
  state: State,
  now: Update,
  { removalLimit }: Pick<CompleteInputs, "removalLimit">,
  list: Approvals,
  today: string,
): OverLimit | undefined {
  const judgement = overLimit(now, { removal: removalLimit ?? "default" });
  const { isSecret } = state;
  const excess = { action: "remove", entries: removedEntries(now), isSecret, isDelete: true } as const;
  return judgement && unlessApproved(judgement, approvableDelete(state, today), excess, list);
}

/** Describes an update of an exclusive list that was not read: the number of its unmanaged entries is from the state. */
function overUnread(judgement: Judgement, update: Update, isSecret: boolean): OverLimit {
  const removed: Entries = removedEntries(update);
  const effects = [
    ...(isEmpty(removed) ? [] : [describeEntries(removed, { most: named.toDecide, isSecret })]),
    plural(update.unnamed.least, "unmanaged entry", "unmanaged entries"),
  ];
  return {
    reason: `${printJudgement(judgement)}, according to the state, as the list was not read`,
    effect: `remove ${effects.join(" and ")}`,
    commands: ["To read the list, and to see how to approve exactly this change: pulumi preview --refresh"],
  };
}

function unlessApproved(
  judgement: Judgement,
  change: Approvable,
  excess: ExcessEntries,
  list: Approvals,
): OverLimit | undefined {
  const digest = digestOf(list.identity, change);
  if (list.approved.has(digest)) return undefined;
  return { reason: printJudgement(judgement), ...describeOverLimit(list, digest, excess) };
}
