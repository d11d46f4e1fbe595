import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byKind, kinds, noEntries, type Entries, type Kind } from "../../provider/list/kinds";
import {
  nothingHeld,
  ownEntries,
  ownershipAfter,
  ownershipObserved,
  removableEntries,
  withDoubt,
  type Outcome,
  type Ownership,
} from "../../provider/list/ownership";
import { someEntries, someObserved, someOwnership } from "./arbitraries";
import { bundles } from "./entries";

/** Every way in which a change can end: what was sent and what was seen agree with what was planned. */
const outcome: fc.Arbitrary<Outcome> = fc
  .record({
    desired: someEntries,
    before: someOwnership,
    observedBefore: someObserved,
    observedAfter: someObserved,
    added: someEntries,
    removed: someEntries,
    unsettled: fc.record({ add: someEntries, remove: someEntries }),
    declaredElsewhere: someEntries,
    claimExisting: fc.boolean(),
  })
  .map(({ added, removed, unsettled, declaredElsewhere, ...each }) => ({
    ...each,
    acknowledged: {
      added: byKind((kind) => added[kind].intersection(each.desired[kind])),
      removed: byKind((kind) => removed[kind].difference(each.desired[kind])),
    },
    unsettled: {
      add: byKind((kind) =>
        unsettled.add[kind]
          .intersection(each.desired[kind])
          .difference(each.observedBefore[kind] ?? each.before.held[kind]),
      ),
      remove: byKind((kind) => unsettled.remove[kind].difference(each.desired[kind])),
    },
    handedOver: byKind((kind) =>
      each.before.held[kind].difference(each.desired[kind]).intersection(declaredElsewhere[kind]),
    ),
  }));

const notClaiming = outcome.map((each) => ({ ...each, claimExisting: false }));

const nothing = nothingHeld;

/** A change that reached its goal, of which the parts that a test is about are replaced. */
function outcomeOf(parts: Partial<Outcome>): Outcome {
  return {
    desired: noEntries,
    before: nothing,
    observedBefore: noEntries,
    observedAfter: noEntries,
    acknowledged: { added: noEntries, removed: noEntries },
    unsettled: { add: noEntries, remove: noEntries },
    handedOver: noEntries,
    claimExisting: false,
    ...parts,
  };
}

const notShown = byKind(() => undefined);

function forKinds(check: (kind: Kind) => void): void {
  kinds.forEach(check);
}

function isConsistent({ held, adopted, unconfirmed }: Ownership): void {
  forKinds((kind) => {
    expect(adopted[kind].isSubsetOf(held[kind])).toBe(true);
    expect(unconfirmed[kind].isDisjointFrom(held[kind])).toBe(true);
  });
}

describe("the ownership after a change", () => {
  it("has every adopted entry among the held ones, and no unconfirmed one", () => {
    fc.assert(
      fc.property(outcome, (each) => {
        isConsistent(ownershipAfter(each));
      }),
    );
  });

  it("holds only what was held, asked for or desired and is seen in the list, where the list is shown", () => {
    fc.assert(
      fc.property(outcome, (each) => {
        const { held } = ownershipAfter(each);
        forKinds((kind) => {
          const shown = each.observedAfter[kind];
          if (shown === undefined) return;
          const known = each.before.held[kind].union(each.before.unconfirmed[kind]);
          expect(held[kind].isSubsetOf(known.union(each.desired[kind]))).toBe(true);
          expect(held[kind].isSubsetOf(shown)).toBe(true);
          expect(each.desired[kind].intersection(shown).isSubsetOf(held[kind])).toBe(true);
        });
      }),
    );
  });

  it("holds what was held and acknowledged, where the list is not shown", () => {
    fc.assert(
      fc.property(outcome, ({ observedAfter: _, ...each }) => {
        const { held } = ownershipAfter({ ...each, observedAfter: notShown });
        forKinds((kind) => {
          const { added, removed } = each.acknowledged;
          const known = each.before.held[kind].union(added[kind]);
          expect(held[kind]).toEqual(known.difference(removed[kind]).difference(each.handedOver[kind]));
        });
      }),
    );
  });

  it("holds nothing that was handed over", () => {
    fc.assert(
      fc.property(outcome, (each) => {
        const { held } = ownershipAfter(each);
        forKinds((kind) => expect(held[kind].isDisjointFrom(each.handedOver[kind])).toBe(true));
      }),
    );
  });

  it("counts as added nothing that stood in the list and was not held, unless existing entries are claimed", () => {
    fc.assert(
      fc.property(notClaiming, (each) => {
        const { held, adopted } = ownershipAfter(each);
        forKinds((kind) => {
          const own = each.before.held[kind].union(each.before.unconfirmed[kind]);
          const stoodThere = (each.observedBefore[kind] ?? new Set()).difference(own);
          expect(held[kind].difference(adopted[kind]).isDisjointFrom(stoodThere)).toBe(true);
        });
      }),
    );
  });

  it("makes nothing its own that may have stood in the list before, also where the list could not be read", () => {
    fc.assert(
      fc.property(notClaiming, (each) => {
        const own = ownEntries(ownershipAfter(each));
        const ownBefore = ownEntries(each.before);
        forKinds((kind) => {
          const newlyOwn = own[kind].difference(ownBefore[kind]);
          const mayHaveStood = each.observedBefore[kind] ?? newlyOwn;
          expect([...newlyOwn.intersection(mayHaveStood)]).toEqual([]);
        });
      }),
    );
  });

  it("forgets nothing of its own that still stands in the list, unless it was handed over", () => {
    fc.assert(
      fc.property(outcome, (each) => {
        const { held } = ownershipAfter(each);
        const ownBefore = ownEntries(each.before);
        forKinds((kind) => {
          const standing = ownBefore[kind]
            .intersection(each.observedAfter[kind] ?? new Set())
            .difference(each.handedOver[kind]);
          expect([...standing.difference(held[kind])]).toEqual([]);
        });
      }),
    );
  });

  it("keeps what was added as added for as long as it is held", () => {
    fc.assert(
      fc.property(outcome, (each) => {
        const { held, adopted } = ownershipAfter(each);
        forKinds((kind) => {
          const added = each.before.held[kind].difference(each.before.adopted[kind]);
          expect(adopted[kind].isDisjointFrom(added.intersection(held[kind]))).toBe(true);
        });
      }),
    );
  });

  it("keeps what was adopted as adopted for as long as it stands in the list, unless existing entries are claimed", () => {
    fc.assert(
      fc.property(notClaiming, (each) => {
        const { held, adopted } = ownershipAfter(each);
        forKinds((kind) => {
          const stayed = each.before.adopted[kind].intersection(each.observedBefore[kind] ?? each.before.adopted[kind]);
          expect(stayed.intersection(held[kind]).isSubsetOf(adopted[kind])).toBe(true);
        });
      }),
    );
  });

  it("no longer has as adopted what had vanished from the list and was put back", () => {
    fc.assert(
      fc.property(outcome, (each) => {
        const { adopted } = ownershipAfter(each);
        forKinds((kind) => {
          const stoodThere = each.observedBefore[kind];
          if (stoodThere === undefined) return;
          expect(adopted[kind].isDisjointFrom(each.before.adopted[kind].difference(stoodThere))).toBe(true);
        });
      }),
    );
  });

  it("has no declared entry adopted when existing entries are claimed, and leaves the others as they were", () => {
    fc.assert(
      fc.property(notClaiming, (each) => {
        const { adopted } = ownershipAfter(each);
        const claiming = ownershipAfter({ ...each, claimExisting: true }).adopted;
        forKinds((kind) => expect(claiming[kind]).toEqual(adopted[kind].difference(each.desired[kind])));
      }),
    );
  });

  it("keeps an entry adopted whose removal failed in the change that claims the others", () => {
    const before = { ...nothing, held: bundles("com.a", "com.b"), adopted: bundles("com.a", "com.b") };
    const listed = bundles("com.a", "com.b");
    const change = { before, desired: bundles("com.a"), observedBefore: listed, observedAfter: listed };
    const { held, adopted } = ownershipAfter(outcomeOf({ ...change, claimExisting: true }));
    expect(held).toEqual(listed);
    expect(adopted).toEqual(bundles("com.b"));
  });

  it("counts unconfirmed entries that show up as added", () => {
    fc.assert(
      fc.property(outcome, (each) => {
        const { held, adopted } = ownershipAfter(each);
        forKinds((kind) => {
          const showedUp = each.before.unconfirmed[kind]
            .intersection(each.desired[kind])
            .intersection(each.observedAfter[kind] ?? new Set());
          expect(showedUp.isSubsetOf(held[kind])).toBe(true);
          expect(showedUp.isDisjointFrom(adopted[kind])).toBe(true);
        });
      }),
    );
  });

  it("has as unconfirmed only what was asked for", () => {
    fc.assert(
      fc.property(outcome, (each) => {
        const { unconfirmed } = ownershipAfter(each);
        forKinds((kind) => {
          const asked = each.before.unconfirmed[kind].union(each.unsettled.add[kind]);
          expect(unconfirmed[kind].isSubsetOf(asked)).toBe(true);
        });
      }),
    );
  });

  it("drops what was unconfirmed once a look at the list has shown that it is not there", () => {
    fc.assert(
      fc.property(outcome, (each) => {
        const { unconfirmed } = ownershipAfter(each);
        forKinds((kind) => {
          const stoodThere = each.observedBefore[kind];
          if (stoodThere === undefined) return;
          const settled = each.before.unconfirmed[kind].difference(stoodThere).difference(each.unsettled.add[kind]);
          expect([...unconfirmed[kind].intersection(settled)]).toEqual([]);
        });
      }),
    );
  });

  it("adopts what stood in the list and adds the rest", () => {
    const after = ownershipAfter(
      outcomeOf({
        desired: bundles("com.a", "com.b"),
        observedBefore: bundles("com.a", "com.foreign"),
        observedAfter: bundles("com.a", "com.b", "com.foreign"),
      }),
    );
    expect(after).toEqual({
      held: bundles("com.a", "com.b"),
      adopted: bundles("com.a"),
      unconfirmed: noEntries,
      unconfirmedRemovals: noEntries,
    });
    expect(ownEntries(after)).toEqual(bundles("com.b"));
  });

  it("adopts everything that it newly holds where the list could not be read before", () => {
    const after = ownershipAfter(
      outcomeOf({
        desired: bundles("com.a", "com.b"),
        before: { ...nothing, held: bundles("com.a") },
        observedBefore: notShown,
        observedAfter: bundles("com.a", "com.b"),
      }),
    );
    expect(after.adopted).toEqual(bundles("com.b"));
  });

  it("still holds what could not be removed", () => {
    const after = ownershipAfter(
      outcomeOf({
        desired: bundles("com.b"),
        before: { ...nothing, held: bundles("com.a") },
        observedBefore: bundles("com.a"),
        observedAfter: bundles("com.a", "com.b"),
      }),
    );
    expect(after.held).toEqual(bundles("com.a", "com.b"));
  });

  it("remembers as unconfirmed what was asked for with an unknown outcome", () => {
    const after = ownershipAfter(
      outcomeOf({ desired: bundles("com.a"), unsettled: { add: bundles("com.a"), remove: noEntries } }),
    );
    expect(after).toEqual({
      held: noEntries,
      adopted: noEntries,
      unconfirmed: bundles("com.a"),
      unconfirmedRemovals: noEntries,
    });
    const next = ownershipAfter(
      outcomeOf({
        desired: bundles("com.a"),
        before: after,
        observedBefore: bundles("com.a"),
        observedAfter: bundles("com.a"),
      }),
    );
    expect(next).toEqual({
      held: bundles("com.a"),
      adopted: noEntries,
      unconfirmed: noEntries,
      unconfirmedRemovals: noEntries,
    });
  });
});

describe("an entry that may be gone, as its removal had no answer", () => {
  const held = bundles("com.a");
  const doubted = { ...nothing, held, unconfirmedRemovals: held };

  it("is still held, and remembered", () => {
    const unsettled = { add: noEntries, remove: held };
    const after = ownershipAfter(
      outcomeOf({ before: { ...nothing, held }, observedBefore: held, observedAfter: held, unsettled }),
    );
    expect(after).toEqual(doubted);
  });

  it("comes to be in doubt only where it is held, beside those that were before", () => {
    const both = { ...doubted, held: bundles("com.a", "com.b") };
    expect(withDoubt(both, bundles("com.b", "com.c"))).toEqual({ ...both, unconfirmedRemovals: both.held });
  });

  it("stays so where the list cannot be seen", () => {
    const after = ownershipAfter(outcomeOf({ before: doubted, observedBefore: notShown, observedAfter: notShown }));
    expect(after).toEqual(doubted);
  });

  it.each<[string, Partial<Outcome>]>([
    ["the list is seen before the next change", { observedBefore: held, observedAfter: notShown }],
    ["the list is seen after it", { observedBefore: notShown, observedAfter: held }],
    [
      "it is added again",
      { observedBefore: notShown, observedAfter: notShown, acknowledged: { added: held, removed: noEntries } },
    ],
  ])("is no longer in doubt when %s", (_, parts) => {
    expect(ownershipAfter(outcomeOf({ desired: held, before: doubted, ...parts }))).toEqual({ ...nothing, held });
  });

  it("is no longer held once its removal is acknowledged", () => {
    const acknowledged = { added: noEntries, removed: held };
    const unseen = { observedBefore: notShown, observedAfter: notShown };
    expect(ownershipAfter(outcomeOf({ before: doubted, ...unseen, acknowledged }))).toEqual(nothing);
  });
});

describe("an addition without an answer", () => {
  const asked = bundles("com.a");
  const unsettled = { add: asked, remove: noEntries };

  it("is nobody's where the list could not be seen before it", () => {
    const unseen = { observedBefore: notShown, observedAfter: notShown };
    expect(ownershipAfter(outcomeOf({ desired: asked, ...unseen, unsettled }))).toEqual(nothing);
  });

  it("stays remembered while the list cannot be seen, until its removal is acknowledged", () => {
    const before = { ...nothing, unconfirmed: asked };
    const unseen = { before, observedBefore: notShown, observedAfter: notShown };
    expect(ownershipAfter(outcomeOf(unseen))).toEqual(before);
    const acknowledged = { added: noEntries, removed: asked };
    expect(ownershipAfter(outcomeOf({ ...unseen, acknowledged }))).toEqual(nothing);
  });

  it("is forgotten once the list is seen without it, though only after the change", () => {
    const before = { ...nothing, unconfirmed: asked };
    expect(ownershipAfter(outcomeOf({ before, observedBefore: notShown, observedAfter: noEntries }))).toEqual(nothing);
  });

  it("makes the entry the resource's own when it turns up where the list could not be seen before", () => {
    const before = { ...nothing, unconfirmed: asked };
    const after = ownershipAfter(outcomeOf({ desired: asked, before, observedBefore: notShown, observedAfter: asked }));
    expect(after).toEqual({ ...nothing, held: asked });
  });
});

describe("the ownership as a look at the list shows it", () => {
  it("holds what it held or had asked for and is seen, where the list is shown", () => {
    fc.assert(
      fc.property(someOwnership, someObserved, (before, observed) => {
        const after = ownershipObserved(before, observed);
        isConsistent(after);
        forKinds((kind) => {
          const shown = observed[kind];
          if (shown === undefined) return;
          expect(after.held[kind]).toEqual(before.held[kind].union(before.unconfirmed[kind]).intersection(shown));
          expect(after.adopted[kind]).toEqual(before.adopted[kind].intersection(shown));
          expect(after.unconfirmed[kind].size).toBe(0);
          expect(after.unconfirmedRemovals[kind].size).toBe(0);
        });
      }),
    );
  });

  it("is what it was where the list is not shown", () => {
    fc.assert(
      fc.property(someOwnership, (before) => {
        expect(ownershipObserved(before, notShown)).toEqual(before);
      }),
    );
  });

  it("is the same after a second look at the same list", () => {
    fc.assert(
      fc.property(someOwnership, someObserved, (before, observed) => {
        const once = ownershipObserved(before, observed);
        expect(ownershipObserved(once, observed)).toEqual(once);
      }),
    );
  });

  it("is unchanged where nothing that it holds is missing and everything is confirmed", () => {
    fc.assert(
      fc.property(someOwnership, someEntries, (ownership, foreign) => {
        const before = { ...ownership, unconfirmed: noEntries, unconfirmedRemovals: noEntries };
        const observed: Entries = byKind((kind) => before.held[kind].union(foreign[kind]));
        expect(ownershipObserved(before, observed)).toEqual(before);
      }),
    );
  });
});

describe("what destroy removes", () => {
  it("contains no adopted entry, and with the adopted ones all that was held or asked for", () => {
    fc.assert(
      fc.property(someOwnership, (ownership) => {
        const own = ownEntries(ownership);
        forKinds((kind) => {
          expect(own[kind].isDisjointFrom(ownership.adopted[kind])).toBe(true);
          const all = ownership.held[kind].union(ownership.unconfirmed[kind]);
          expect(own[kind].union(ownership.adopted[kind])).toEqual(all);
        });
      }),
    );
  });

  it("contains no adopted entry after any change", () => {
    fc.assert(
      fc.property(outcome, (each) => {
        const after = ownershipAfter(each);
        const own = ownEntries(after);
        forKinds((kind) => expect(own[kind].isDisjointFrom(after.adopted[kind])).toBe(true));
      }),
    );
  });
});

describe("what may be removed when it is no longer declared", () => {
  it("is what is held, and what was asked for and is no longer declared", () => {
    const ownership = { ...nothing, held: bundles("com.a", "com.b"), unconfirmed: bundles("com.c", "com.d") };
    expect(removableEntries(ownership, bundles("com.b", "com.c"))).toEqual(bundles("com.a", "com.b", "com.d"));
  });
});
