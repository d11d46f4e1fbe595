import {
  difference,
  onlyHidden,
  ifShown,
  intersection,
  knownAbsent,
  noChanges,
  noEntries,
  observedOr,
  possiblyPresent,
  union,
  type Changes,
  type Entries,
  type Observed,
} from "./entries";
import { byKind } from "./kinds";

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
  /** The entries among them that destroy keeps. */
  readonly adopted: Entries;
  /**
   * Entries that were sent without a known outcome, and not observed since.
   *
   * - `add`: they were not in the list before. They are not managed; when they appear, they count as added.
   * - `remove`: they are managed, and may be gone.
   */
  readonly unconfirmed: Changes;
}

export const nothingManaged: Ownership = { managed: noEntries, adopted: noEntries, unconfirmed: noChanges };

/** What is known when a change has ended, completely or in part. */
export interface ChangeResult {
  readonly desired: Entries;
  readonly before: Ownership;
  readonly observedBefore: Observed;
  readonly observedAfter: Observed;
  /** Entries whose addition or removal the API acknowledged, as kinds that it does not show have no other proof. */
  readonly acknowledged: Changes;
  /** Entries that were sent without a known outcome. */
  readonly unconfirmed: Changes;
  /** Entries that the resource no longer declares and that stay because another resource of the run declares them. */
  readonly handedOver: Entries;
  /** Whether declared entries that were in the list before count as added. */
  readonly claimExisting: boolean;
}

/**
 * The ownership after a change. It never claims an entry that was not observed, unless the API does not show the kind at
 * all: then it claims the acknowledged entries.
 */
export function ownershipAfter(result: ChangeResult): Ownership {
  const { desired, before, observedBefore, observedAfter, acknowledged, handedOver, claimExisting } = result;
  const claimable = union(union(before.managed, before.unconfirmed.add), desired);
  const claimed = ifShown(
    observedAfter,
    (present) => intersection(claimable, present),
    () => {
      const present = intersection(claimable, observedOr(observedBefore, before.managed));
      return difference(union(present, acknowledged.add), acknowledged.remove);
    },
  );
  const managed = difference(claimed, handedOver);
  return {
    // With the notes of the program. An entry that could not be removed keeps the note that it had.
    managed: union(intersection(desired, managed), managed),
    adopted: adoptedAfter(managed, before, observedBefore, claimExisting ? desired : noEntries),
    unconfirmed: unconfirmedAfter(managed, result),
  };
}

function adoptedAfter(managed: Entries, before: Ownership, observedBefore: Observed, claimed: Entries): Entries {
  const added = union(difference(before.managed, before.adopted), before.unconfirmed.add);
  const newlyManaged = difference(difference(managed, before.managed), added);
  // An adopted entry that was gone when this change began is in the list now because this change put it back.
  const adopted = possiblyPresent(observedBefore, union(before.adopted, newlyManaged));
  // Only declared entries are claimed: not one that is no longer declared and could not be removed.
  return difference(intersection(adopted, managed), claimed);
}

function unconfirmedAfter(managed: Entries, result: ChangeResult): Changes {
  const { before, observedBefore, observedAfter, acknowledged, unconfirmed, handedOver } = result;
  // An entry that may have been in the list before is no addition of this resource, whatever became of the request.
  const sentNow = knownAbsent(observedBefore, unconfirmed.add);
  // Any observation has shown whether what was sent earlier took effect.
  const unseen = (entries: Entries): Entries => onlyHidden(observedBefore, onlyHidden(observedAfter, entries));
  const addedEarlier = unseen(difference(before.unconfirmed.add, acknowledged.remove));
  const removedEarlier = unseen(difference(before.unconfirmed.remove, acknowledged.add));
  return {
    // The resource that takes an entry over is its owner, also if the entry was never observed.
    add: difference(union(sentNow, addedEarlier), union(managed, handedOver)),
    remove: intersection(union(unconfirmed.remove, removedEarlier), managed),
  };
}

/** The ownership as an observation shows it: entries that are gone from the list are no longer managed. */
export function ownershipObserved(before: Ownership, observed: Observed): Ownership {
  const appeared = intersection(before.unconfirmed.add, observedOr(observed, noEntries));
  const managed = union(possiblyPresent(observed, before.managed), appeared);
  return {
    managed,
    adopted: intersection(before.adopted, managed),
    unconfirmed: {
      add: onlyHidden(observed, before.unconfirmed.add),
      remove: onlyHidden(observed, before.unconfirmed.remove),
    },
  };
}

/**
 * The ownership after other changes of this run. `add`: entries that another resource added before, which count as
 * additions of this one if they are in the list. `remove`: entries that may be gone.
 */
export function withUnconfirmed(ownership: Ownership, changes: Partial<Changes>): Ownership {
  const { managed, unconfirmed } = ownership;
  const { add = noEntries, remove = noEntries } = changes;
  return {
    ...ownership,
    unconfirmed: {
      add: union(unconfirmed.add, add),
      remove: union(unconfirmed.remove, intersection(remove, managed)),
    },
  };
}

/** The entries that destroy removes: those that this resource added, also if the addition was never confirmed. */
export function addedEntries({ managed, adopted, unconfirmed }: Ownership): Entries {
  return union(difference(managed, adopted), unconfirmed.add);
}

/** The entries that may be removed when they are no longer declared: managed ones and unconfirmed additions. */
export function removableEntries({ managed, unconfirmed }: Ownership, desired: Entries): Entries {
  return union(managed, difference(unconfirmed.add, desired));
}

/** Observed entries, and others that were in the list before this run. */
export function withPresent(observed: Observed, earlier: Entries): Observed {
  return byKind((kind) => observed[kind]?.union(earlier[kind]));
}
