import { difference, intersection, noChanges, noEntries, union, unionAll, type Changes, type Entries } from "./entries";
import { absentEntries, knownEntries, seenEntries, unseen, type Views } from "./views";

/**
 * The entries that a resource manages, and which of them it adopted.
 *
 * An entry is **added** when this resource put it into the list. It is **adopted** when it was in the list before, or
 * when that could not be ruled out because the list could not be read. `destroy` removes added entries and keeps adopted
 * ones: a wrong removal costs money at once, an entry too many can be removed by hand.
 */
export interface Ownership {
  /** Every entry that the resource manages, added and adopted. */
  readonly managed: Entries;
  /** The entries that destroy keeps. They are managed, or declared and missing. */
  readonly adopted: Entries;
  /**
   * Entries that were sent without a known outcome and not observed since.
   *
   * - `add`: they were not in the list before. They are not managed, and count as added as soon as they appear.
   * - `remove`: they are managed and may be gone.
   */
  readonly unconfirmed: Changes;
}

export const nothingManaged: Ownership = { managed: noEntries, adopted: noEntries, unconfirmed: noChanges };

/** The facts about a change that has ended, completely or in part. */
export interface OwnershipInput {
  readonly desired: Entries;
  readonly before: Ownership;
  /** The list as it was before the change, and as it is after it. */
  readonly viewsBefore: Views;
  readonly viewsAfter: Views;
  /**
   * Entries whose addition or removal the API acknowledged. For kinds that the API does not show, there is no other
   * proof.
   */
  readonly acknowledged: Changes;
  /** Entries that were sent without a known outcome. */
  readonly unconfirmed: Changes;
  /** All entries that were sent, whatever the outcome. */
  readonly sent: Changes;
  /** Entries that the resource no longer declares. They stay, because another resource of the run declares them. */
  readonly handedOver: Entries;
  /** Whether declared entries that were in the list before count as added. */
  readonly claimExisting: boolean;
}

/**
 * The ownership after a change. An entry is managed only if it was observed or, if the API does not show its kind,
 * acknowledged.
 */
export function ownershipAfter(result: OwnershipInput): Ownership {
  const { desired, before, viewsAfter, handedOver } = result;
  const appeared = difference(before.unconfirmed.add, stillUnseen(result, before.unconfirmed.add));
  // Desired entries are first, for the notes of the program. An entry that could not be removed keeps its old note.
  const claimable = unionAll([desired, before.managed, appeared]);
  const managed = difference(intersection(claimable, knownEntries(viewsAfter)), handedOver);
  return { managed, adopted: adoptedAfter(managed, result), unconfirmed: unconfirmedAfter(managed, result) };
}

/** An adopted entry stays adopted as long as it is declared or managed, even if it was gone and this change added it again. */
function adoptedAfter(managed: Entries, result: OwnershipInput): Entries {
  const { before, desired, viewsBefore, sent, claimExisting } = result;
  const newlyManaged = difference(difference(managed, before.managed), before.unconfirmed.add);
  // One that appeared before this change sent it was added by somebody else.
  const put = absentEntries(viewsBefore, intersection(newlyManaged, sent.add));
  const adopted = union(before.adopted, difference(newlyManaged, put));
  // Only declared entries are claimed: not one that is no longer declared and could not be removed.
  return difference(intersection(adopted, union(managed, desired)), claimExisting ? desired : noEntries);
}

/** A response that shows the kind also shows whether earlier requests took effect. */
function stillUnseen({ viewsBefore, viewsAfter }: OwnershipInput, sent: Entries): Entries {
  return unseen(viewsBefore, unseen(viewsAfter, sent));
}

function unconfirmedAfter(managed: Entries, result: OwnershipInput): Changes {
  const { desired, before, viewsBefore, acknowledged, unconfirmed, handedOver } = result;
  // An addition that the API accepted and does not show yet has no known outcome either.
  const possible = union(unconfirmed.add, acknowledged.add);
  // An entry that may have been in the list before does not count as added, whatever the outcome of the request.
  const own = union(intersection(possible, addedEntries(before)), absentEntries(viewsBefore, possible));
  const addedEarlier = stillUnseen(result, difference(before.unconfirmed.add, acknowledged.remove));
  const removedEarlier = stillUnseen(result, before.unconfirmed.remove);
  const added = union(difference(own, intersection(before.adopted, desired)), addedEarlier);
  return {
    // An entry that was handed over belongs to the other resource, even if it was never observed.
    add: difference(added, union(managed, handedOver)),
    remove: difference(intersection(union(unconfirmed.remove, removedEarlier), managed), acknowledged.add),
  };
}

/** The ownership as a read of the list shows it: entries that are gone from the list are no longer managed. */
export function ownershipObserved(before: Ownership, views: Views): Ownership {
  const { add, remove } = before.unconfirmed;
  return {
    managed: union(intersection(before.managed, knownEntries(views)), intersection(add, seenEntries(views))),
    adopted: before.adopted,
    unconfirmed: { add: unseen(views, add), remove: unseen(views, remove) },
  };
}

/**
 * The ownership after other changes of this run. `add`: entries that another resource added before. If they are in the
 * list, they count as added by this resource. `remove`: entries that may be gone.
 */
export function withUnconfirmed(ownership: Ownership, changes: Partial<Changes>): Ownership {
  const { managed, unconfirmed } = ownership;
  const add = union(unconfirmed.add, changes.add ?? noEntries);
  const remove = union(unconfirmed.remove, intersection(changes.remove ?? noEntries, managed));
  return { ...ownership, unconfirmed: { add, remove } };
}

/** The entries that destroy removes: those that this resource added, including unconfirmed additions. */
export function addedEntries({ managed, adopted, unconfirmed }: Ownership): Entries {
  return union(difference(managed, adopted), unconfirmed.add);
}

/** The entries that may be removed when they are no longer declared: managed ones and unconfirmed additions. */
export function removableEntries({ managed, unconfirmed }: Ownership, desired: Entries): Entries {
  return union(managed, difference(unconfirmed.add, desired));
}
