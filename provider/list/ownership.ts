import { byKind, noEntries, type Entries } from "./kinds";
import type { Observed, Plan } from "./plan";

/**
 * What a resource holds of a list, and which of it is not its own.
 *
 * An entry is **added** when this resource put it into the list, and **adopted** when it stood there before, or when
 * that could not be ruled out because the list could not be read. `destroy` removes what was added and leaves what was
 * adopted: a wrong removal costs money at once, an entry too many can be removed by hand.
 */
export interface Ownership {
  /** Every entry that the resource holds, added and adopted. */
  readonly held: Entries;
  /** Those of them that destroy leaves. */
  readonly adopted: Entries;
  /**
   * Entries that this resource asked the service to add, that were not in the list before, and that were not seen in
   * it since, because the outcome is not known. They are not held; when they show up they count as added.
   */
  readonly unconfirmed: Entries;
  /**
   * Entries that it holds and whose removal was asked for, without an answer and without a look at the list since: they
   * may be gone.
   */
  readonly unconfirmedRemovals: Entries;
}

/** The ownership of a resource that does not exist yet. */
export const nothingHeld: Ownership = {
  held: noEntries,
  adopted: noEntries,
  unconfirmed: noEntries,
  unconfirmedRemovals: noEntries,
};

/** What is known when a change has ended, completely or in part. */
export interface Outcome {
  readonly desired: Entries;
  /** What the resource held before. */
  readonly before: Ownership;
  /** What was in the list when this change began. */
  readonly observedBefore: Observed;
  /** What was in the list at the end, as far as it is known. */
  readonly observedAfter: Observed;
  /** Entries that the service confirmed to have added or removed where it does not show them (see websites). */
  readonly acknowledged: { readonly added: Entries; readonly removed: Entries };
  /** Entries whose addition, and entries whose removal, was asked for with an unknown outcome. */
  readonly unsettled: Plan;
  /** Entries that the resource no longer declares and that stay because another resource of the run declares them. */
  readonly handedOver: Entries;
  /** Whether declared entries that stood in the list before count as added. */
  readonly claimExisting: boolean;
}

/**
 * The ownership after a change. It never claims an entry that was not observed, except where the service does not show
 * the entries of a kind at all: there it claims what the service acknowledged.
 */
export function ownershipAfter(outcome: Outcome): Ownership {
  const { desired, before, observedBefore, observedAfter, acknowledged, handedOver, claimExisting } = outcome;
  const held = byKind((kind) => {
    const shown = observedAfter[kind];
    const claimed =
      shown === undefined
        ? before.held[kind].union(acknowledged.added[kind]).difference(acknowledged.removed[kind])
        : before.held[kind].union(before.unconfirmed[kind]).union(desired[kind]).intersection(shown);
    return claimed.difference(handedOver[kind]);
  });
  const unconfirmed = byKind((kind) => {
    const stoodThere = observedBefore[kind];
    // What may have stood there before is nobody's addition, whatever became of the request.
    const sentNow = stoodThere === undefined ? new Set<string>() : outcome.unsettled.add[kind].difference(stoodThere);
    // Of what was sent earlier, any look at the list has shown whether it is there.
    const sentEarlier =
      stoodThere === undefined && observedAfter[kind] === undefined
        ? before.unconfirmed[kind].difference(acknowledged.removed[kind])
        : new Set<string>();
    return sentNow.union(sentEarlier).difference(held[kind]);
  });
  const adopted = byKind((kind) => {
    const stoodThere = observedBefore[kind];
    const added = before.held[kind].difference(before.adopted[kind]).union(before.unconfirmed[kind]);
    // Adopted before and gone when this change began: if it is there now, then because it was put back by this change.
    const stillAdopted =
      stoodThere === undefined ? before.adopted[kind] : before.adopted[kind].intersection(stoodThere);
    const newlyHeld = held[kind].difference(before.held[kind]).difference(added);
    const newlyAdopted = stoodThere === undefined ? newlyHeld : newlyHeld.intersection(stoodThere);
    const adoptedNow = stillAdopted.union(newlyAdopted).intersection(held[kind]);
    // What is claimed is declared. What could not be removed, and is declared no more, is not claimed with the rest.
    return claimExisting ? adoptedNow.difference(desired[kind]) : adoptedNow;
  });
  const unconfirmedRemovals = byKind((kind) => {
    // Any look at the list, and any answer, has settled what was asked for earlier.
    const isSeen = observedBefore[kind] !== undefined || observedAfter[kind] !== undefined;
    const earlier = isSeen ? new Set<string>() : before.unconfirmedRemovals[kind].difference(acknowledged.added[kind]);
    return outcome.unsettled.remove[kind].union(earlier).intersection(held[kind]);
  });
  return { held, adopted, unconfirmed, unconfirmedRemovals };
}

/** The ownership as a fresh look at the list shows it: what is gone from the list is no longer held. */
export function ownershipObserved(before: Ownership, observed: Observed): Ownership {
  const held = byKind((kind) => {
    const shown = observed[kind];
    if (shown === undefined) return before.held[kind];
    return before.held[kind].union(before.unconfirmed[kind]).intersection(shown);
  });
  return {
    held,
    adopted: byKind((kind) => before.adopted[kind].intersection(held[kind])),
    unconfirmed: byKind((kind) => (observed[kind] === undefined ? before.unconfirmed[kind] : new Set<string>())),
    unconfirmedRemovals: byKind((kind) =>
      observed[kind] === undefined ? before.unconfirmedRemovals[kind] : new Set<string>(),
    ),
  };
}

/** The ownership where entries may have gone since it was noted: those that are held are in doubt. */
export function withDoubt(ownership: Ownership, mayBeGone: Entries): Ownership {
  const { held, unconfirmedRemovals } = ownership;
  return {
    ...ownership,
    unconfirmedRemovals: byKind((kind) => unconfirmedRemovals[kind].union(mayBeGone[kind].intersection(held[kind]))),
  };
}

/** What destroy removes: what this resource added, also when the addition was never confirmed. */
export function ownEntries(ownership: Ownership): Entries {
  return byKind((kind) => ownership.held[kind].difference(ownership.adopted[kind]).union(ownership.unconfirmed[kind]));
}

/** What may be removed when it is no longer declared: what is held, and additions that were never confirmed. */
export function removableEntries(ownership: Ownership, desired: Entries): Entries {
  return byKind((kind) => ownership.held[kind].union(ownership.unconfirmed[kind].difference(desired[kind])));
}
