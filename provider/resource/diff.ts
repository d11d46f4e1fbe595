import { areEqual, count, difference, intersection, isEmpty, type Entries } from "../list/entries";
import { addedEntries, withUnconfirmed } from "../list/ownership";
import { hasNoChanges } from "../list/plan";
import { releasedByImport } from "../list/change-guard";
import type { Approvals, OverLimit } from "./approval";
import { guardReplacement, guardUpdate } from "./guard";
import { findMove, hasOtherBaseUrl, type Move } from "./identity";
import { changedArguments, type CompleteInputs, type ParsedInputs, type ValidInputs } from "./inputs";
import { changeUnknown, moved, noticesBeforeChange, noticesOnUndeclared, willBeExclusive } from "./notices";
import type { Notice } from "./notice";
import type { KnownList } from "./run-list";
import type { State } from "./state";

/** The difference between the state and the program: for the engine, and as notices for people. */
export interface Difference {
  readonly changes: boolean;
  readonly replaces: readonly string[];
  readonly notices: readonly Notice[];
  /** Set if the change is over the limit. */
  readonly overLimit?: OverLimit | undefined;
  /**
   * The entries that other resources of the run can take over. Default: none, because the resource gets another list.
   */
  readonly released?: Entries | undefined;
}

/**
 * Compares the managed entries with the declared ones. Another note is not a change.
 *
 * @param stored the state of the resource.
 * @param inputs the inputs of the program or, in the diff that follows a refresh, the last accepted inputs.
 * @param list the list in the state.
 * @param declared the approvals for the list with the ID of the state and the declared account.
 */
export function diffResource(stored: State, inputs: ParsedInputs, list: KnownList, declared: Approvals): Difference {
  // Inputs of the program were checked before. Older inputs must not fail because of a new rule.
  if (inputs.outcome === "rejected") return { changes: true, replaces: [], notices: [] };
  const state = stateInRun(stored, inputs.outcome === "complete" ? inputs : undefined, list);
  const move = findMove(state, { account: inputs.given.account, baseUrl: list.identity.baseUrl });
  const undeclared = difference(stored.ownership.managed, state.ownership.managed);
  const { changes, notices, ...rest } = compare(state, inputs, move, list, declared.identity.baseUrl);
  // For a replacement, the engine also checks the inputs as for a new resource. That check prints the notice.
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
    // At another base URL, the delete fails and removes nothing.
    const isElsewhere = hasOtherBaseUrl(state, list.identity.baseUrl);
    const overLimit = isElsewhere ? undefined : guardReplacement(state, inputs, list, baseUrl);
    return { changes: true, replaces: ["appListId"], notices: [], overLimit };
  }
  if (inputs.outcome === "incomplete") return { changes: true, replaces: [], notices: [changeUnknown(state)] };
  if (move !== undefined) return { changes: true, replaces: [], notices: [moved(state, move)] };
  return {
    changes: needsRequests(state, inputs) || changedArguments(state.given, inputs.given).length > 0,
    replaces: [],
    notices: noticesBeforeChange(state, inputs, mustBeCleared(state, inputs.given.exclusive)),
    overLimit: guardUpdate(state, inputs, list),
  };
}

/** Whether an update must read or change the list. Otherwise it only stores the arguments. */
export function needsRequests(state: State, { entries, given }: CompleteInputs): boolean {
  return (
    !areEqual(entries, state.ownership.managed) ||
    !hasNoChanges(state.ownership.unconfirmed) ||
    mustBeCleared(state, given.exclusive)
  );
}

/**
 * Whether unmanaged entries must be removed: from an exclusive list that has some, or from a list that becomes
 * exclusive.
 */
function mustBeCleared({ given, facts }: State, exclusive = false): boolean {
  return exclusive && (given.exclusive !== true || (facts.unmanaged ?? 0) > 0);
}

/**
 * The state of a resource after the earlier operations of this run. Entries that another resource removed may be gone:
 * after a failed move, two resources can manage one entry. An imported resource stops managing the entries that it does
 * not declare.
 *
 * @param declared undefined if a preview does not know all inputs yet.
 */
export function stateInRun(stored: State, declared: CompleteInputs | undefined, list: KnownList): State {
  const state = { ...stored, ownership: withUnconfirmed(stored.ownership, { remove: list.removed }) };
  return declared === undefined ? state : settleImport(state, declared, list);
}

/**
 * The state of an imported resource before its first update. At the import, the declared entries were not known. So
 * entries that the program does not declare are no longer managed, and stay in the list.
 *
 * In a later run, the program usually has the entries that `pulumi import` generated, and a dropped line removes its
 * entry, as always. But the program may never have received them. So if the removals are over the limit, nothing is
 * removed.
 */
function settleImport(state: State, { entries, removalLimit }: CompleteInputs, list: KnownList): State {
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
