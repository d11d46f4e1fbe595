import { plural } from "../common/format";
import { named } from "../common/quote";
import { count, difference, isEmpty, noEntries, union, type Action, type Entries } from "../list/entries";
import { addedEntries } from "../list/ownership";
import { unmanagedEntries } from "../list/views";
import { countAtRisk, guardAdditions, guardRemovals } from "../list/change-guard";
import { describeEntries } from "../list/summary";
import {
  approvableChange,
  describeOverLimit,
  isApproved,
  plannedChange,
  type ApprovableChange,
  type ExcessEntries,
  type OverLimit,
} from "./approval";
import type { CompleteInputs, ValidInputs } from "./inputs";
import type { KnownList } from "./run-list";
import type { State } from "./state";

/**
 * The guard for an update. It does not read the list, so a preview stops the same changes as the update. If this run
 * has not read the list, at most the number of its unmanaged entries is known.
 *
 * @returns the change if it is over the limit and not approved.
 */
export function guardUpdate(state: State, declared: CompleteInputs, list: KnownList): OverLimit | undefined {
  const { entries, given, removalLimit, additionLimit } = declared;
  const { observed } = list;
  const isExclusive = given.exclusive === true;
  const { managed } = state.ownership;
  const dropped = difference(difference(managed, entries), list.declared);
  const unmanaged = isExclusive && observed !== undefined ? unmanagedEntries(observed, managed) : noEntries;
  const cleared = difference(difference(unmanaged, entries), list.declared);
  const planned = plannedChange(state, entries);
  const remove = union(dropped, cleared);
  const change = approvableChange(planned, { add: difference(entries, union(managed, unmanaged)), remove });
  const context = { secret: declared.secret, isExclusive: state.given.exclusive === true, unmanaged: cleared };
  const judge = (reason: string | undefined, action: Action, entries: Entries) =>
    unlessApproved(list, reason, change, { ...context, action, entries });
  const add = difference(planned.add, unmanaged);
  const added = Math.max(0, count(add) - (state.undone ?? 0));
  const ofManaged =
    judge(guardRemovals(count(dropped), count(managed), removalLimit), "remove", remove) ??
    judge(guardAdditions(added, count(managed), additionLimit), "add", add);
  if (!isExclusive) return ofManaged;
  const atRisk = countAtRisk(managed, true, unmanaged, state.facts.unmanaged);
  const ofAll =
    observed === undefined
      ? guardUnread(state, declared, list, dropped, atRisk)
      : judge(guardRemovals(count(remove), atRisk, removalLimit, count(cleared)), "remove", remove);
  return ofAll ?? ofManaged;
}

/**
 * The guard for another `appListId`. At the end of a replacement, a delete removes all added entries from the old list.
 * The delete itself is not guarded, because the engine does not show why a resource is deleted.
 *
 * @param list the old list.
 * @param baseUrl the base URL of the new list.
 * @returns the change if it is over the limit and not approved. Undefined if a preview does not know the new list yet.
 */
export function guardReplacement(
  { ownership }: State,
  inputs: ValidInputs,
  list: KnownList,
  baseUrl: string | undefined,
): OverLimit | undefined {
  const { account, appListId } = inputs.given;
  if (appListId === undefined || inputs.unknown.has("account") || inputs.unknown.has("removalLimit")) return undefined;
  const remove = difference(addedEntries(ownership), list.declared);
  const reason = guardRemovals(count(remove), count(union(ownership.managed, remove)), inputs.removalLimit);
  const change = { add: noEntries, remove, replacement: { baseUrl, account, appListId } };
  const excess = { action: "remove", entries: remove, secret: inputs.secret } as const;
  const overLimit = unlessApproved(list, reason, change, excess);
  return overLimit && { ...overLimit, reason: `${overLimit.reason}, because appListId is ${appListId} now` };
}

/** The guard for an exclusive list that this run has not read. It uses the number of unmanaged entries in the state. */
function guardUnread(
  { ownership, facts, missing }: State,
  { entries, removalLimit, secret }: CompleteInputs,
  list: KnownList,
  dropped: Entries,
  atRisk: number,
): OverLimit | undefined {
  // An approval is for named entries, so only the update can compare it with the change.
  if (list.approved.size > 0) return undefined;
  // Newly declared entries may be among the unmanaged ones. Then they stay.
  const mayStay = count(difference(union(entries, list.declared), union(ownership.managed, missing)));
  const cleared = Math.max(0, (facts.unmanaged ?? 0) - mayStay);
  const reason = guardRemovals(count(dropped) + cleared, atRisk, removalLimit, cleared);
  if (cleared === 0 || reason === undefined) return undefined;
  const removed = [
    ...(isEmpty(dropped) ? [] : [describeEntries(dropped, { most: named.toDecide, secret })]),
    plural(cleared, "unmanaged entry", "unmanaged entries"),
  ];
  return {
    reason: `${reason}, according to the state of the list`,
    effect: `remove ${removed.join(" and ")}`,
    commands: ["To read the list, and to see how to approve exactly this change: pulumi preview --refresh"],
  };
}

function unlessApproved(list: KnownList, reason: string | undefined, change: ApprovableChange, excess: ExcessEntries) {
  if (reason === undefined || isApproved(list, change)) return undefined;
  return { reason, ...describeOverLimit(list, change, excess) };
}
