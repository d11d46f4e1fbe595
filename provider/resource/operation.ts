import { areEqual, isEmpty, noEntries, union } from "../list/entries";
import { parseLimit, usualLimit, type Limits } from "../list/limits";
import { planUpdate, type Intent, type Update } from "../list/update";
import type { ListContext } from "./approval";
import type { Arguments, ValidInputs } from "./inputs";
import type { KnownList } from "./list";
import { updateFacts, type State } from "./state";

/** What one call of the engine, or one step of its preview, wants of one list. */
export interface Operation {
  readonly list: ListContext & Pick<KnownList, "observed" | "elsewhere">;
  /** The state in this run. Undefined if the resource manages nothing in this list yet. */
  readonly before?: State | undefined;
  readonly intent: Intent;
  readonly limits: Limits;
}

/** The operation that brings a list to what a program declares. A create is not judged by its addition limit. */
export function updateOf(
  list: Operation["list"],
  before: State | undefined,
  { entries, given }: Pick<ValidInputs, "entries" | "given">,
): Operation {
  const intent = { what: "update", desired: entries, exclusive: given.exclusive === true } as const;
  const limits = { ...limitsOf(before, given), addition: before && parseLimit(given.additionLimit) };
  return { list, before, intent, limits };
}

/**
 * Whether an update must read or change the list. Otherwise it only stores the arguments. An exclusive list must be read
 * if it becomes exclusive, or has unmanaged entries.
 */
export function mustSend({ before, intent: { desired, exclusive } }: Operation): boolean {
  if (before === undefined) return true;
  const { given, ownership, facts } = before;
  const isCleared = exclusive && (given.exclusive !== true || (facts.unmanaged ?? 0) > 0);
  return isCleared || !areEqual(desired, ownership.managed) || !isEmpty(ownership.unconfirmedRemovals);
}

/**
 * The operation that removes what a resource added, as at the end of a replacement.
 *
 * @param given the arguments of the resource that replaces it or of its state; undefined if the delete is not judged.
 */
export function deleteOf(
  list: Operation["list"],
  before: State | undefined,
  given: Partial<Arguments> | undefined,
): Operation {
  const intent = { what: "delete", desired: noEntries, exclusive: false } as const;
  return { list, before, intent, limits: limitsOf(before, given) };
}

function limitsOf(before: State | undefined, given: Partial<Arguments> | undefined): Limits {
  return {
    removal: given && (parseLimit(given.removalLimit) ?? usualLimit),
    whole: before === undefined ? noEntries : union(before.ownership.managed, before.missing),
    isNewlyExclusive: before?.given.exclusive !== true,
  };
}

/**
 * Plans before the list is read, from the state, the program and what a refresh in this command has read.
 *
 * @param declared the entries that other resources declare. Default: none, as their declarations arrive in any order.
 *   They can only make the update smaller.
 */
export function planBefore({ before, intent, list: { observed, today } }: Operation, declared = noEntries): Update {
  // The inputs of an exclusive resource show the list after a refresh.
  const isExclusive = intent.exclusive || before?.given.exclusive === true;
  const facts = updateFacts(before, today);
  return planUpdate(isExclusive && observed !== undefined ? { ...facts, views: observed } : facts, intent, declared);
}
