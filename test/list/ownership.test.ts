import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { byKind, kinds, type Kind } from "../../provider/list/kinds";
import { noChanges, noEntries, type Entries } from "../../provider/list/entries";
import {
  nothingManaged,
  addedEntries,
  ownershipAfter,
  ownershipObserved,
  removableEntries,
  withUnconfirmed,
  type ChangeResult,
  type Ownership,
} from "../../provider/list/ownership";
import { someEntries, someObserved, someOwnership } from "./arbitraries";
import { bundles } from "./entries";

/** Every way in which a change can end: what was sent and what was seen agree with what was planned. */
const outcome: fc.Arbitrary<ChangeResult> = fc
  .record({
    desired: someEntries,
    before: someOwnership,
    observedBefore: someObserved,
    observedAfter: someObserved,
    added: someEntries,
    removed: someEntries,
    unconfirmed: fc.record({ add: someEntries, remove: someEntries }),
    declaredElsewhere: someEntries,
    claimExisting: fc.boolean(),
  })
  .map(({ added, removed, unconfirmed, declaredElsewhere, ...each }) => ({
    ...each,
    acknowledged: {
      add: byKind((kind) => added[kind].intersect(each.desired[kind])),
      remove: byKind((kind) => removed[kind].minus(each.desired[kind])),
    },
    unconfirmed: {
      add: byKind((kind) =>
        unconfirmed.add[kind]
          .intersect(each.desired[kind])
          .minus(each.observedBefore[kind] ?? each.before.managed[kind]),
      ),
      remove: byKind((kind) => unconfirmed.remove[kind].minus(each.desired[kind])),
    },
    handedOver: byKind((kind) =>
      each.before.managed[kind]
        .union(each.before.unconfirmed.add[kind])
        .minus(each.desired[kind])
        .intersect(declaredElsewhere[kind]),
    ),
  }));

const notClaiming = outcome.map((each) => ({ ...each, claimExisting: false }));

const nothing = nothingManaged;

/** A change that reached its goal, of which the parts that a test is about are replaced. */
function outcomeOf(parts: Partial<ChangeResult>): ChangeResult {
  return {
    desired: noEntries,
    before: nothing,
    observedBefore: noEntries,
    observedAfter: noEntries,
    acknowledged: { add: noEntries, remove: noEntries },
    unconfirmed: { add: noEntries, remove: noEntries },
    handedOver: noEntries,
    claimExisting: false,
    ...parts,
  };
}

const notShown = byKind(() => undefined);

function forKinds(check: (kind: Kind) => void): void {
  kinds.forEach(check);
}

function isConsistent({ managed, adopted, unconfirmed }: Ownership): void {
  forKinds((kind) => {
    expect(adopted[kind].minus(managed[kind]).size).toBe(0);
    expect(unconfirmed.add[kind].intersect(managed[kind]).size).toBe(0);
  });
}

describe("the ownership after a change", () => {
  it("has every adopted entry among the managed ones, and no unconfirmed one", () => {
    fc.assert(
      fc.property(outcome, (each) => {
        isConsistent(ownershipAfter(each));
      }),
    );
  });

  it("holds only what was managed, asked for or desired and is seen in the list if the list is shown", () => {
    fc.assert(
      fc.property(outcome, (each) => {
        const { managed } = ownershipAfter(each);
        forKinds((kind) => {
          const shown = each.observedAfter[kind];
          if (shown === undefined) return;
          const known = each.before.managed[kind].union(each.before.unconfirmed.add[kind]);
          expect(managed[kind].minus(known.union(each.desired[kind])).size).toBe(0);
          expect(managed[kind].minus(shown).size).toBe(0);
          expect(each.desired[kind].intersect(shown).minus(managed[kind]).size).toBe(0);
        });
      }),
    );
  });

  it("holds what was managed and acknowledged if the list is not shown", () => {
    fc.assert(
      fc.property(outcome, ({ observedAfter: _, ...each }) => {
        const { managed } = ownershipAfter({ ...each, observedAfter: notShown });
        forKinds((kind) => {
          const { add, remove } = each.acknowledged;
          const known = each.before.managed[kind].union(add[kind]);
          expect(managed[kind]).toEqual(known.minus(remove[kind]).minus(each.handedOver[kind]));
        });
      }),
    );
  });

  it("holds nothing that was handed over, and does not wait for it", () => {
    fc.assert(
      fc.property(outcome, (each) => {
        const { managed, unconfirmed } = ownershipAfter(each);
        forKinds((kind) => {
          expect(managed[kind].intersect(each.handedOver[kind]).size).toBe(0);
          expect(unconfirmed.add[kind].intersect(each.handedOver[kind]).size).toBe(0);
        });
      }),
    );
  });

  it("counts no entry as added that was in the list unmanaged, unless existing entries are claimed", () => {
    fc.assert(
      fc.property(notClaiming, (each) => {
        const { managed, adopted } = ownershipAfter(each);
        forKinds((kind) => {
          const own = each.before.managed[kind].union(each.before.unconfirmed.add[kind]);
          const stoodThere = (each.observedBefore[kind] ?? EntrySet.none).minus(own);
          expect(managed[kind].minus(adopted[kind]).intersect(stoodThere).size).toBe(0);
        });
      }),
    );
  });

  it("counts no entry as added that may have been in the list before, also if the list could not be read", () => {
    fc.assert(
      fc.property(notClaiming, (each) => {
        const own = addedEntries(ownershipAfter(each));
        const ownBefore = addedEntries(each.before);
        forKinds((kind) => {
          const newlyOwn = own[kind].minus(ownBefore[kind]);
          const mayHaveStood = each.observedBefore[kind] ?? newlyOwn;
          expect([...newlyOwn.intersect(mayHaveStood)]).toEqual([]);
        });
      }),
    );
  });

  it("keeps each managed entry that is still in the list, unless it was handed over", () => {
    fc.assert(
      fc.property(outcome, (each) => {
        const { managed } = ownershipAfter(each);
        const ownBefore = addedEntries(each.before);
        forKinds((kind) => {
          const standing = ownBefore[kind]
            .intersect(each.observedAfter[kind] ?? EntrySet.none)
            .minus(each.handedOver[kind]);
          expect([...standing.minus(managed[kind])]).toEqual([]);
        });
      }),
    );
  });

  it("keeps what was added as added for as long as it is managed", () => {
    fc.assert(
      fc.property(outcome, (each) => {
        const { managed, adopted } = ownershipAfter(each);
        forKinds((kind) => {
          const added = each.before.managed[kind].minus(each.before.adopted[kind]);
          expect(adopted[kind].intersect(added.intersect(managed[kind])).size).toBe(0);
        });
      }),
    );
  });

  it("keeps an adopted entry as adopted while it is in the list, unless existing entries are claimed", () => {
    fc.assert(
      fc.property(notClaiming, (each) => {
        const { managed, adopted } = ownershipAfter(each);
        forKinds((kind) => {
          const stayed = each.before.adopted[kind].intersect(each.observedBefore[kind] ?? each.before.adopted[kind]);
          expect(stayed.intersect(managed[kind]).minus(adopted[kind]).size).toBe(0);
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
          expect(adopted[kind].intersect(each.before.adopted[kind].minus(stoodThere)).size).toBe(0);
        });
      }),
    );
  });

  it("has no declared entry adopted when existing entries are claimed, and leaves the others as they were", () => {
    fc.assert(
      fc.property(notClaiming, (each) => {
        const { adopted } = ownershipAfter(each);
        const claiming = ownershipAfter({ ...each, claimExisting: true }).adopted;
        forKinds((kind) => expect(claiming[kind]).toEqual(adopted[kind].minus(each.desired[kind])));
      }),
    );
  });

  it("keeps an entry adopted whose removal failed in the change that claims the others", () => {
    const before = { ...nothing, managed: bundles("com.a", "com.b"), adopted: bundles("com.a", "com.b") };
    const listed = bundles("com.a", "com.b");
    const change = { before, desired: bundles("com.a"), observedBefore: listed, observedAfter: listed };
    const { managed, adopted } = ownershipAfter(outcomeOf({ ...change, claimExisting: true }));
    expect(managed).toEqual(listed);
    expect(adopted).toEqual(bundles("com.b"));
  });

  it("counts unconfirmed entries that show up as added", () => {
    fc.assert(
      fc.property(outcome, (each) => {
        const { managed, adopted } = ownershipAfter(each);
        forKinds((kind) => {
          const showedUp = each.before.unconfirmed.add[kind]
            .intersect(each.desired[kind])
            .intersect(each.observedAfter[kind] ?? EntrySet.none);
          expect(showedUp.minus(managed[kind]).size).toBe(0);
          expect(showedUp.intersect(adopted[kind]).size).toBe(0);
        });
      }),
    );
  });

  it("has as unconfirmed only what was asked for", () => {
    fc.assert(
      fc.property(outcome, (each) => {
        const { unconfirmed } = ownershipAfter(each);
        forKinds((kind) => {
          const asked = each.before.unconfirmed.add[kind].union(each.unconfirmed.add[kind]);
          expect(unconfirmed.add[kind].minus(asked).size).toBe(0);
        });
      }),
    );
  });

  it("drops unconfirmed additions that a read of the list does not show", () => {
    fc.assert(
      fc.property(outcome, (each) => {
        const { unconfirmed } = ownershipAfter(each);
        forKinds((kind) => {
          const stoodThere = each.observedBefore[kind];
          if (stoodThere === undefined) return;
          const settled = each.before.unconfirmed.add[kind].minus(stoodThere).minus(each.unconfirmed.add[kind]);
          expect([...unconfirmed.add[kind].intersect(settled)]).toEqual([]);
        });
      }),
    );
  });

  it("adopts the entries that were in the list and adds the rest", () => {
    const after = ownershipAfter(
      outcomeOf({
        desired: bundles("com.a", "com.b"),
        observedBefore: bundles("com.a", "com.existing"),
        observedAfter: bundles("com.a", "com.b", "com.existing"),
      }),
    );
    expect(after).toEqual({
      managed: bundles("com.a", "com.b"),
      adopted: bundles("com.a"),
      unconfirmed: noChanges,
    });
    expect(addedEntries(after)).toEqual(bundles("com.b"));
  });

  it("adopts everything that it newly holds if the list could not be read before", () => {
    const after = ownershipAfter(
      outcomeOf({
        desired: bundles("com.a", "com.b"),
        before: { ...nothing, managed: bundles("com.a") },
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
        before: { ...nothing, managed: bundles("com.a") },
        observedBefore: bundles("com.a"),
        observedAfter: bundles("com.a", "com.b"),
      }),
    );
    expect(after.managed).toEqual(bundles("com.a", "com.b"));
  });

  it("remembers as unconfirmed what was asked for with an unknown outcome", () => {
    const after = ownershipAfter(
      outcomeOf({ desired: bundles("com.a"), unconfirmed: { add: bundles("com.a"), remove: noEntries } }),
    );
    expect(after).toEqual({
      managed: noEntries,
      adopted: noEntries,
      unconfirmed: { add: bundles("com.a"), remove: noEntries },
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
      managed: bundles("com.a"),
      adopted: noEntries,
      unconfirmed: noChanges,
    });
  });
});

describe("an entry that may be gone, as its removal had no answer", () => {
  const managed = bundles("com.a");
  const doubted = { ...nothing, managed, unconfirmed: { add: noEntries, remove: managed } };

  it("is still managed, and remembered", () => {
    const unconfirmed = { add: noEntries, remove: managed };
    const after = ownershipAfter(
      outcomeOf({ before: { ...nothing, managed }, observedBefore: managed, observedAfter: managed, unconfirmed }),
    );
    expect(after).toEqual(doubted);
  });

  it("becomes unconfirmed only if it is managed, beside earlier ones", () => {
    const both = { ...doubted, managed: bundles("com.a", "com.b") };
    expect(withUnconfirmed(both, { remove: bundles("com.b", "com.c") })).toEqual({
      ...both,
      unconfirmed: { add: noEntries, remove: both.managed },
    });
  });

  it("stays unconfirmed if the list cannot be read", () => {
    const after = ownershipAfter(outcomeOf({ before: doubted, observedBefore: notShown, observedAfter: notShown }));
    expect(after).toEqual(doubted);
  });

  it.each<[string, Partial<ChangeResult>]>([
    ["the list is seen before the next change", { observedBefore: managed, observedAfter: notShown }],
    ["the list is seen after it", { observedBefore: notShown, observedAfter: managed }],
    [
      "it is added again",
      { observedBefore: notShown, observedAfter: notShown, acknowledged: { add: managed, remove: noEntries } },
    ],
  ])("is no longer in doubt when %s", (_, parts) => {
    expect(ownershipAfter(outcomeOf({ desired: managed, before: doubted, ...parts }))).toEqual({ ...nothing, managed });
  });

  it("is no longer managed once its removal is acknowledged", () => {
    const acknowledged = { add: noEntries, remove: managed };
    const unseen = { observedBefore: notShown, observedAfter: notShown };
    expect(ownershipAfter(outcomeOf({ before: doubted, ...unseen, acknowledged }))).toEqual(nothing);
  });
});

describe("an addition without an answer", () => {
  const asked = bundles("com.a");
  const unconfirmed = { add: asked, remove: noEntries };

  it("is nobody's if the list could not be read before it", () => {
    const unseen = { observedBefore: notShown, observedAfter: notShown };
    expect(ownershipAfter(outcomeOf({ desired: asked, ...unseen, unconfirmed }))).toEqual(nothing);
  });

  it("stays remembered while the list cannot be seen, until its removal is acknowledged", () => {
    const before = { ...nothing, unconfirmed };
    const unseen = { before, observedBefore: notShown, observedAfter: notShown };
    expect(ownershipAfter(outcomeOf(unseen))).toEqual(before);
    const acknowledged = { add: noEntries, remove: asked };
    expect(ownershipAfter(outcomeOf({ ...unseen, acknowledged }))).toEqual(nothing);
  });

  it("is forgotten once the list is seen without it, though only after the change", () => {
    const before = { ...nothing, unconfirmed };
    expect(ownershipAfter(outcomeOf({ before, observedBefore: notShown, observedAfter: noEntries }))).toEqual(nothing);
  });

  it("makes the entry the resource's own when it turns up if the list could not be read before", () => {
    const before = { ...nothing, unconfirmed };
    const after = ownershipAfter(outcomeOf({ desired: asked, before, observedBefore: notShown, observedAfter: asked }));
    expect(after).toEqual({ ...nothing, managed: asked });
  });
});

describe("the ownership after a read of the list", () => {
  it("holds what it managed or had asked for and is seen if the list is shown", () => {
    fc.assert(
      fc.property(someOwnership, someObserved, (before, observed) => {
        const after = ownershipObserved(before, observed);
        isConsistent(after);
        forKinds((kind) => {
          const shown = observed[kind];
          if (shown === undefined) return;
          expect(after.managed[kind]).toEqual(
            before.managed[kind].union(before.unconfirmed.add[kind]).intersect(shown),
          );
          expect(after.adopted[kind]).toEqual(before.adopted[kind].intersect(shown));
          expect(after.unconfirmed.add[kind].size).toBe(0);
          expect(after.unconfirmed.remove[kind].size).toBe(0);
        });
      }),
    );
  });

  it("is what it was if the list is not shown", () => {
    fc.assert(
      fc.property(someOwnership, (before) => {
        expect(ownershipObserved(before, notShown)).toEqual(before);
      }),
    );
  });

  it("is the same after a second read of the same list", () => {
    fc.assert(
      fc.property(someOwnership, someObserved, (before, observed) => {
        const once = ownershipObserved(before, observed);
        expect(ownershipObserved(once, observed)).toEqual(once);
      }),
    );
  });

  it("is unchanged if nothing that it holds is missing and everything is confirmed", () => {
    fc.assert(
      fc.property(someOwnership, someEntries, (ownership, unmanaged) => {
        const before = { ...ownership, unconfirmed: noChanges };
        const observed: Entries = byKind((kind) => before.managed[kind].union(unmanaged[kind]));
        expect(ownershipObserved(before, observed)).toEqual(before);
      }),
    );
  });
});

describe("what destroy removes", () => {
  it("contains no adopted entry, and with the adopted ones all that was managed or asked for", () => {
    fc.assert(
      fc.property(someOwnership, (ownership) => {
        const own = addedEntries(ownership);
        forKinds((kind) => {
          expect(own[kind].intersect(ownership.adopted[kind]).size).toBe(0);
          const all = ownership.managed[kind].union(ownership.unconfirmed.add[kind]);
          expect(own[kind].union(ownership.adopted[kind])).toEqual(all);
        });
      }),
    );
  });

  it("contains no adopted entry after any change", () => {
    fc.assert(
      fc.property(outcome, (each) => {
        const after = ownershipAfter(each);
        const own = addedEntries(after);
        forKinds((kind) => expect(own[kind].intersect(after.adopted[kind]).size).toBe(0));
      }),
    );
  });
});

describe("what may be removed when it is no longer declared", () => {
  it("is what is managed, and what was asked for and is no longer declared", () => {
    const ownership = {
      ...nothing,
      managed: bundles("com.a", "com.b"),
      unconfirmed: { add: bundles("com.c", "com.d"), remove: noEntries },
    };
    expect(removableEntries(ownership, bundles("com.b", "com.c"))).toEqual(bundles("com.a", "com.b", "com.d"));
  });
});
