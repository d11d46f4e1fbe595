import { difference, intersection, isEmpty, noEntries, type Changes, type Entries } from "./entries";
import { knownEntries, unseen, type Views } from "./views";

export interface PlanInput {
  readonly desired: Entries;
  /** The entries that the resource manages. Without `exclusive`, no other entries are removed. */
  readonly managed: Entries;
  /**
   * Managed entries whose removal was sent without a known outcome. If the API does not show them, they are added
   * again. Default: none.
   */
  readonly unconfirmedRemovals?: Entries;
  /** The list as it is known. */
  readonly views: Views;
  /** Whether the list must contain only the desired entries. Then all others that the API shows are removed. */
  readonly exclusive: boolean;
  /** The entries that other resources of the same run declare for the same list: they are never removed. */
  readonly declaredElsewhere: Entries;
}

/**
 * Works out what to add and what to remove. `add` is sent before `remove`.
 *
 * - Desired entries that are not known to be in the list are added.
 * - Managed entries that are not desired are removed; with `exclusive`, all that are known and not desired.
 */
export function planChanges(input: PlanInput): Changes {
  const { desired, managed, unconfirmedRemovals = noEntries, views, exclusive, declaredElsewhere } = input;
  const present = difference(knownEntries(views), unseen(views, unconfirmedRemovals));
  const removable = exclusive ? knownEntries(views) : intersection(managed, knownEntries(views));
  return { add: difference(desired, present), remove: difference(difference(removable, desired), declaredElsewhere) };
}

export function hasNoChanges({ add, remove }: Changes): boolean {
  return isEmpty(add) && isEmpty(remove);
}
