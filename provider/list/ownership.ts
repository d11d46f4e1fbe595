import { difference, intersection, noEntries, union, type Changes, type Entries } from "./entries";
import { absentEntries, knownEntries, unseen, type Views } from "./views";

/**
 * The entries that a resource manages, and which of them it adopted.
 *
 * An entry is **added** when this resource put it into the list. It is **adopted** when it was in the list before, or
 * when that could not be ruled out because the list could not be read. `destroy` removes added entries and keeps adopted
 * ones: a wrong removal costs money at once, an entry too many can be removed by hand.
 *
 * An addition that no response of its change showed, or accepted for a kind that none shows, belongs to nobody.
 */
export interface Ownership {
  /** Every entry that the resource manages, added and adopted. */
  readonly managed: Entries;
  /** The entries that destroy keeps. They are managed, or declared and missing. */
  readonly adopted: Entries;
  /** Managed entries that may be gone: the outcome of their removal is not known, and they were not observed since. */
  readonly unconfirmedRemovals: Entries;
}

export const nothingManaged: Ownership = {
  managed: noEntries,
  adopted: noEntries,
  unconfirmedRemovals: noEntries,
};

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
  const { desired, before, viewsAfter, acknowledged, unconfirmed, handedOver } = result;
  // Desired entries are first, for the notes of the program. An entry that could not be removed keeps its old note.
  const claimable = union(desired, before.managed);
  const managed = difference(intersection(claimable, knownEntries(viewsAfter)), handedOver);
  const doubtful = union(unconfirmed.remove, unseen(viewsAfter, before.unconfirmedRemovals));
  const unconfirmedRemovals = difference(intersection(doubtful, managed), acknowledged.add);
  return { managed, adopted: adoptedAfter(managed, result), unconfirmedRemovals };
}

/** An adopted entry stays adopted as long as it is declared or managed, even if it was gone and this change added it again. */
function adoptedAfter(managed: Entries, result: OwnershipInput): Entries {
  const { before, desired, viewsBefore, sent, claimExisting } = result;
  const newlyManaged = difference(managed, before.managed);
  // One that appeared before this change sent it was added by somebody else.
  const put = absentEntries(viewsBefore, intersection(newlyManaged, sent.add));
  const adopted = union(before.adopted, difference(newlyManaged, put));
  // Only declared entries are claimed: not one that is no longer declared and could not be removed.
  return difference(intersection(adopted, union(managed, desired)), claimExisting ? desired : noEntries);
}

/** The ownership as a read of the list shows it: entries that are gone from the list are no longer managed. */
export function ownershipObserved(before: Ownership, views: Views): Ownership {
  return {
    managed: intersection(before.managed, knownEntries(views)),
    adopted: before.adopted,
    unconfirmedRemovals: unseen(views, before.unconfirmedRemovals),
  };
}

/** The ownership after other changes of this run. @param removed entries that may be gone. */
export function withRemovals(ownership: Ownership, removed: Entries): Ownership {
  const { managed, unconfirmedRemovals } = ownership;
  return { ...ownership, unconfirmedRemovals: union(unconfirmedRemovals, intersection(removed, managed)) };
}

/** The entries that destroy removes: those that this resource added. */
export function addedEntries({ managed, adopted }: Ownership): Entries {
  return difference(managed, adopted);
}
