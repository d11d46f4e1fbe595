import { noEntries, type Entries } from "../list/entries";
import type { Kind } from "../list/kinds";
import { parseLimit, type Limits } from "../list/limits";
import { planUpdate, type Facts, type Intent, type Update } from "../list/update";
import type { ListContext } from "./approval";
import type { Arguments, CompleteInputs } from "./inputs";
import type { KnownList } from "./list";
import { factsOf, type State } from "./state";

/** What one call of the engine, or one step of its preview, wants of one list. */
export interface Operation {
  readonly list: ListContext & Pick<KnownList, "observed">;
  /** The state in this run. Undefined if the resource manages nothing in this list yet. */
  readonly before?: State | undefined;
  readonly intent: Intent;
  readonly limits: Limits;
  /** Whether a delete is judged, because the run declares the resource. Default: only if it spares entries. */
  readonly isReplaced?: boolean;
  /** What the run declares for the list of a delete: an approval of the delete is one of all others. Default: nothing. */
  readonly declared?: Entries;
  /** Whether entries are only counted. */
  readonly isSecret: boolean;
  /** The kinds whose entries a preview does not show. Default: none. */
  readonly hidden?: readonly Kind[];
}

/** The operation that brings a list to what a program declares. A create is not judged by its addition limit. */
export function updateOf(
  list: Operation["list"],
  before: State | undefined,
  { entries, given, isSecret }: Pick<CompleteInputs, "entries" | "isSecret"> & { readonly given: Partial<Arguments> },
): Operation {
  const intent = { what: "update", desired: entries, exclusive: given.exclusive === true } as const;
  const limits = { ...removalOf(given), addition: before && parseLimit(given.additionLimit) };
  return { list, before, intent, limits, isSecret };
}

/**
 * The operation that removes what a resource added, as at the end of a replacement.
 *
 * @param given the arguments of the resource that replaces it or, by default, of its state.
 */
export function deleteOf(
  list: Operation["list"],
  before: State | undefined,
  given: Partial<Arguments>,
  { isReplaced, declared, isRetained = false }: Pick<Operation, "isReplaced" | "declared"> & Pick<Intent, "isRetained">,
): Operation {
  const intent = { what: "delete", desired: noEntries, exclusive: false, isRetained } as const;
  const isSecret = before?.isSecret === true;
  return { list, before, intent, limits: removalOf(given), isReplaced, declared, isSecret };
}

function removalOf({ removalLimit }: Partial<Arguments>) {
  return { removal: parseLimit(removalLimit) ?? "default" } as const;
}

/** Plans from the state and the program alone. This is what a person approves. */
export function planFromState({ list, before, intent, hidden, declared = noEntries }: Operation): Update {
  return planUpdate({ ...factsOf(before, list.today), hidden }, intent, { declared });
}

/** What is known before the list is read: also what a refresh in this command has read. */
export function factsBefore({ before, intent, hidden, list: { observed, today } }: Operation): Facts {
  // The inputs of an exclusive resource show the list after a refresh.
  const isExclusive = intent.exclusive || before?.given.exclusive === true;
  const read = isExclusive && observed !== undefined ? { views: observed, isRead: true } : {};
  return { ...factsOf(before, today), hidden, ...read };
}

/**
 * Plans before the list is read, and without the declarations of other resources, which arrive in any order. They can
 * only make the update smaller.
 */
export function planBefore(operation: Operation): Update {
  return planUpdate(factsBefore(operation), operation.intent, { declared: noEntries });
}
