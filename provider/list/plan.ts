import {
  difference,
  isEmpty,
  noEntries,
  observedOr,
  possiblyPresent,
  type Changes,
  type Entries,
  type Observed,
} from "./entries";

export interface PlanInput {
  readonly desired: Entries;
  /** The entries that the resource manages: of these, and no others, entries that are not desired are removed. */
  readonly managed: Entries;
  /**
   * Entries among them whose removal was sent without a known outcome: if the API does not show them, they are added
   * again. Default: none.
   */
  readonly unconfirmedRemovals?: Entries;
  readonly observed: Observed;
  /** Whether the list must hold nothing but the desired entries: then all others are removed. */
  readonly exclusive: boolean;
  /** The entries that other resources of the same run declare for the same list: they are never removed. */
  readonly declaredElsewhere: Entries;
}

/**
 * Works out what to add and what to remove. `add` is sent before `remove`.
 *
 * - If the API shows the list, only missing entries are added and only present ones are removed.
 * - If it does not, the entries that the resource does not manage yet are added.
 * - Entries that the resource manages and no longer declares are removed; with `exclusive`, all that are not declared.
 */
export function planChanges(input: PlanInput): Changes {
  const { desired, managed, unconfirmedRemovals = noEntries, observed, exclusive, declaredElsewhere } = input;
  const removable = exclusive
    ? difference(observedOr(observed, managed), desired)
    : possiblyPresent(observed, difference(managed, desired));
  return {
    add: difference(desired, observedOr(observed, difference(managed, unconfirmedRemovals))),
    remove: difference(removable, declaredElsewhere),
  };
}

export function hasNoChanges({ add, remove }: Changes): boolean {
  return isEmpty(add) && isEmpty(remove);
}

export function unmanagedEntries(observed: Observed, managed: Entries): Entries {
  return difference(observedOr(observed, noEntries), managed);
}
