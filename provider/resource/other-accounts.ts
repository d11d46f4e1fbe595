import { difference, intersection, isEmpty, noEntries, observedOr, union, type Entries } from "../list/entries";
import { unmanagedEntries } from "../list/plan";
import type { Change, Goal } from "../sync/change";
import { listLabel } from "./list-notices";
import type { Notice } from "./notices";
import type { RunList } from "./run";
import type { State } from "./state";

/** The entries that resources of any account declare for a list that may be this one: none of them is removed. */
export function declaredAnywhere({ declared, others }: Pick<RunList, "declared" | "others">): Entries {
  return others().reduce<Entries>((all, other) => union(all, other.declared), declared);
}

/** The entries that resources of any account may have removed from a list that may be this one. */
export function removedAnywhere({ removed, others }: Pick<RunList, "removed" | "others">): Entries {
  return others().reduce<Entries>((all, other) => union(all, other.removed), removed);
}

/** A change without the entries that stay because resources of other accounts declare them: these take nothing over. */
export function withinAccount(change: Change, { declared }: Pick<RunList, "declared">): Change {
  return { ...change, handedOver: intersection(change.handedOver, declared) };
}

/**
 * The notices about entries that stay only because resources of other accounts declare them.
 *
 * @param state the state after the change, or before a delete.
 */
export function noticesOnOtherAccounts(
  state: State,
  { exclusive }: Pick<Goal, "exclusive">,
  { handedOver, observedAfter }: Change,
  { declared, others }: Pick<RunList, "declared" | "others">,
): readonly Notice[] {
  const unmanaged = exclusive ? unmanagedEntries(observedAfter, state.ownership.managed) : noEntries;
  const staying = union(intersection(handedOver, observedOr(observedAfter, handedOver)), unmanaged);
  const undeclared = difference(staying, declared);
  return others()
    .map(
      ({ account, isNamedAlike, declared: theirs }) =>
        ({
          kind: "keptForAccount",
          list: listLabel(state),
          account,
          isNamedAlike,
          entries: intersection(undeclared, theirs),
        }) as const,
    )
    .filter(({ entries }) => !isEmpty(entries));
}
