import { areEqual, count, difference, intersection, isEmpty, type Entries } from "../list/entries";
import { addedEntries, withUnconfirmed } from "../list/ownership";
import { hasNoChanges } from "../list/plan";
import { releasedByImport } from "../list/change-guard";
import type { Approvals, Refusal } from "./approval";
import { guardReplacement, guardUpdate } from "./guard";
import { findMove, hasOtherBaseUrl, type Move } from "./identity";
import { changedArguments, type Declared, type ParsedInputs, type ValidInputs } from "./inputs";
import { changeUnknown, moved, noticesBeforeChange, noticesOnUndeclared, willBeExclusive } from "./notices";
import type { Notice } from "./notice";
import type { KnownList } from "./run-list";
import type { State } from "./state";

/** The difference between the state and the program, for the engine and, as notices, for people. */
export interface Difference {
  readonly changes: boolean;
  readonly replaces: readonly string[];
  readonly notices: readonly Notice[];
  /** Why the change is refused. Default: it is not. */
  readonly refusal?: Refusal | undefined;
  /** The entries that other resources of the run can take over. Default: none, as those are in another list. */
  readonly released?: Entries | undefined;
}

/**
 * Compares the managed entries with the declared ones. A changed note is no change.
 *
 * @param stored the state of the resource.
 * @param inputs those of the program. After a refresh, the engine compares with the last accepted ones.
 * @param list that of the state.
 * @param declared the list with the declared account and the ID of the state.
 */
export function diffResource(stored: State, inputs: ParsedInputs, list: KnownList, declared: Approvals): Difference {
  // The program's inputs were checked. Older ones must not fail by a new rule.
  if (inputs.outcome === "rejected") return { changes: true, replaces: [], notices: [] };
  const state = stateInRun(stored, inputs.outcome === "declared" ? inputs : undefined, list);
  const move = findMove(state, { account: inputs.given.account, baseUrl: list.identity.baseUrl });
  const undeclared = difference(stored.ownership.managed, state.ownership.managed);
  const { changes, notices, ...rest } = compare(state, inputs, move, list, declared.identity.baseUrl);
  // For a replacement, the engine checks the inputs of a new resource as well.
  const isUpdate = rest.replaces.length === 0;
  const becomesExclusive = isUpdate && (state.given.exclusive !== true || move !== undefined);
  return {
    ...rest,
    changes: changes || !isEmpty(undeclared),
    notices: [
      ...notices,
      ...noticesOnUndeclared(state, undeclared),
      ...(becomesExclusive ? willBeExclusive(inputs, declared) : []),
    ],
    released: move === undefined ? addedEntries(state.ownership) : undefined,
  };
}

function compare(
  state: State,
  inputs: ValidInputs,
  move: Move | undefined,
  list: KnownList,
  baseUrl: string | undefined,
): Difference {
  if (inputs.unknown.has("appListId") || inputs.given.appListId !== state.given.appListId) {
    // At another base URL, the delete fails, and removes nothing.
    const isElsewhere = hasOtherBaseUrl(state, list.identity.baseUrl);
    const refusal = isElsewhere ? undefined : guardReplacement(state, inputs, list, baseUrl);
    return { changes: true, replaces: ["appListId"], notices: [], refusal };
  }
  if (inputs.outcome === "incomplete") return { changes: true, replaces: [], notices: [changeUnknown(state)] };
  if (move !== undefined) return { changes: true, replaces: [], notices: [moved(state, move)] };
  return {
    changes: needsRequests(state, inputs) || changedArguments(state.given, inputs.given).length > 0,
    replaces: [],
    notices: noticesBeforeChange(state, inputs, mustBeCleared(state, inputs.given.exclusive)),
    refusal: guardUpdate(state, inputs, list),
  };
}

/** Whether the list must be read or changed; otherwise an update only notes the arguments. */
export function needsRequests(state: State, { entries, given }: Declared): boolean {
  return (
    !areEqual(entries, state.ownership.managed) ||
    !hasNoChanges(state.ownership.unconfirmed) ||
    mustBeCleared(state, given.exclusive)
  );
}

/** An exclusive list with unmanaged entries, or one that only now becomes exclusive. */
function mustBeCleared({ given, facts }: State, exclusive = false): boolean {
  return exclusive && (given.exclusive !== true || (facts.unmanaged ?? 0) > 0);
}

/**
 * The state of a resource with what happened in this run. What another resource of the run removed may be gone: two of them
 * can manage an entry after a failed move. An imported resource stops managing the entries that it does not declare.
 *
 * @param declared undefined if a preview does not know all inputs yet.
 */
export function stateInRun(stored: State, declared: Declared | undefined, list: KnownList): State {
  const state = { ...stored, ownership: withUnconfirmed(stored.ownership, { remove: list.removed }) };
  return declared === undefined ? state : settleImport(state, declared, list);
}

/**
 * The state of an imported resource before its first update. The program was not asked which entries it declares when the
 * list was imported, so the entries that it does not declare are no longer managed, and stay in the list.
 *
 * In a later run, the entries are those of the program that `pulumi import` generated, and a dropped line removes its
 * entry, as always. But the import may also have been interrupted: what the removal guard would refuse is not removed.
 */
function settleImport(state: State, { entries, removalLimit }: Declared, list: KnownList): State {
  if (state.imported !== true) return state;
  const { ownership, facts } = state;
  const { managed } = ownership;
  const dropped = difference(difference(managed, entries), list.declared);
  const released = releasedByImport(dropped, managed, removalLimit, list.isImported);
  if (isEmpty(released)) return state;
  const kept = difference(managed, released);
  const unmanaged = facts.unmanaged === undefined ? undefined : facts.unmanaged + count(released);
  return {
    ...state,
    ownership: { ...ownership, managed: kept, adopted: intersection(ownership.adopted, kept) },
    facts: { ...facts, unmanaged },
  };
}
