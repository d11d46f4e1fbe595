import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { byKind, kinds, type Kind } from "../../provider/list/kinds";
import { difference, noChanges, noEntries } from "../../provider/list/entries";
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
import { expectForAll, someEntries, someObserved, someOwnership } from "./arbitraries";
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
    acknowledged: noChanges,
    unconfirmed: noChanges,
    handedOver: noEntries,
    claimExisting: false,
    ...parts,
  };
}

const notShown = byKind(() => undefined);
const unseen = { observedBefore: notShown, observedAfter: notShown };

/** One kind of an ownership. `asked`: the unconfirmed additions; `added`: the entries that destroy removes. */
function ofKind(ownership: Ownership, kind: Kind) {
  const { managed, adopted, unconfirmed } = ownership;
  const { [kind]: added } = addedEntries(ownership);
  return { managed: managed[kind], adopted: adopted[kind], asked: unconfirmed.add[kind], added };
}

/** One kind of a change, with what its resource managed before and manages after it. */
function kindOf(each: ChangeResult, kind: Kind) {
  return {
    desired: each.desired[kind],
    before: ofKind(each.before, kind),
    after: ofKind(ownershipAfter(each), kind),
    seenBefore: each.observedBefore[kind],
    seenAfter: each.observedAfter[kind],
    acknowledged: { add: each.acknowledged.add[kind], remove: each.acknowledged.remove[kind] },
    unconfirmed: each.unconfirmed.add[kind],
    handedOver: each.handedOver[kind],
  };
}

/** Asserts what holds for each kind, in whichever way a change ends. */
function expectOf(any: fc.Arbitrary<ChangeResult>, expectation: (each: ReturnType<typeof kindOf>) => void) {
  expectForAll(any, (each) => {
    for (const kind of kinds) expectation(kindOf(each, kind));
  });
}

const none = (entries: EntrySet): void => expect([...entries]).toEqual([]);

function isConsistent({ managed, adopted, asked }: ReturnType<typeof ofKind>): void {
  none(adopted.minus(managed));
  none(asked.intersect(managed));
}

describe("the ownership after a change", () => {
  it("has every adopted entry among the managed ones, and no unconfirmed one", () => {
    expectOf(outcome, ({ after }) => isConsistent(after));
  });

  it("holds only what was managed, asked for or desired and is seen in the list if the list is shown", () => {
    expectOf(outcome, ({ before, after, desired, seenAfter }) => {
      if (seenAfter === undefined) return;
      none(after.managed.minus(before.managed.union(before.asked).union(desired)));
      none(after.managed.minus(seenAfter));
      none(desired.intersect(seenAfter).minus(after.managed));
    });
  });

  it("holds what was managed, or seen before, and acknowledged if the list is not shown", () => {
    const hidden = outcome.map((each) => ({ ...each, observedAfter: notShown }));
    expectOf(hidden, ({ before, after, desired, seenBefore, acknowledged, handedOver }) => {
      const seen = seenBefore?.intersect(before.managed.union(before.asked).union(desired));
      const known = (seen ?? before.managed).union(acknowledged.add).minus(acknowledged.remove);
      expect(after.managed).toEqual(known.minus(handedOver));
    });
  });

  it("holds nothing that was handed over, and does not wait for it", () => {
    expectOf(outcome, ({ after, handedOver }) => none(after.managed.union(after.asked).intersect(handedOver)));
  });

  it("counts no entry as added that may have been in the list before, also if the list could not be read", () => {
    expectOf(notClaiming, ({ before, after, seenBefore }) => {
      const newlyOwn = after.added.minus(before.added);
      none(newlyOwn.intersect(seenBefore ?? newlyOwn));
    });
  });

  it("keeps each managed entry that is still in the list, unless it was handed over", () => {
    expectOf(outcome, ({ before, after, seenAfter = EntrySet.none, handedOver }) => {
      none(before.added.intersect(seenAfter).minus(handedOver).minus(after.managed));
    });
  });

  it("keeps what was added as added for as long as it is managed", () => {
    expectOf(outcome, ({ before, after }) => {
      none(before.added.intersect(after.managed).intersect(after.adopted));
    });
  });

  it("keeps an adopted entry as adopted while it is in the list, unless existing entries are claimed", () => {
    expectOf(notClaiming, ({ before, after, seenBefore = before.adopted }) => {
      none(before.adopted.intersect(seenBefore).intersect(after.managed).minus(after.adopted));
    });
  });

  it("no longer has as adopted what had vanished from the list and was put back", () => {
    expectOf(outcome, ({ before, after, seenBefore = before.adopted }) => {
      none(after.adopted.intersect(before.adopted.minus(seenBefore)));
    });
  });

  it("has no declared entry adopted when existing entries are claimed, and leaves the others as they were", () => {
    expectForAll(notClaiming, (each) => {
      const claiming = ownershipAfter({ ...each, claimExisting: true });
      expect(claiming.adopted).toEqual(difference(ownershipAfter(each).adopted, each.desired));
    });
  });

  it("keeps an entry adopted whose removal failed in the change that claims the others", () => {
    const listed = bundles("com.a", "com.b");
    const before = { ...nothing, managed: listed, adopted: listed };
    const change = { before, desired: bundles("com.a"), observedBefore: listed, observedAfter: listed };
    const after = ownershipAfter(outcomeOf({ ...change, claimExisting: true }));
    expect(after).toMatchObject({ managed: listed, adopted: bundles("com.b") });
  });

  it("has as unconfirmed only what was asked for", () => {
    expectOf(outcome, ({ before, after, unconfirmed }) => none(after.asked.minus(before.asked.union(unconfirmed))));
  });

  it("drops unconfirmed additions that a read of the list does not show", () => {
    expectOf(outcome, ({ before, after, unconfirmed, seenBefore = before.asked }) => {
      none(before.asked.minus(seenBefore).minus(unconfirmed).intersect(after.asked));
    });
  });

  it("adopts the entries that were in the list and adds the rest", () => {
    const observed = { observedBefore: bundles("com.a", "com.x"), observedAfter: bundles("com.a", "com.b", "com.x") };
    const after = ownershipAfter(outcomeOf({ desired: bundles("com.a", "com.b"), ...observed }));
    expect(after).toEqual({ ...nothing, managed: bundles("com.a", "com.b"), adopted: bundles("com.a") });
    expect(addedEntries(after)).toEqual(bundles("com.b"));
  });

  it("remembers as unconfirmed what was asked for with an unknown outcome", () => {
    const desired = bundles("com.a");
    const unconfirmed = { add: desired, remove: noEntries };
    const after = ownershipAfter(outcomeOf({ desired, unconfirmed }));
    expect(after).toEqual({ ...nothing, unconfirmed });
    const next = outcomeOf({ desired, before: after, observedBefore: desired, observedAfter: desired });
    expect(ownershipAfter(next)).toEqual({ ...nothing, managed: desired });
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
    expect(ownershipAfter(outcomeOf({ before: doubted, ...unseen }))).toEqual(doubted);
  });

  it.each<[string, Partial<ChangeResult>]>([
    ["the list is seen before the next change", { observedBefore: managed, observedAfter: notShown }],
    ["the list is seen after it", { observedBefore: notShown, observedAfter: managed }],
    ["it is added again", { ...unseen, acknowledged: { add: managed, remove: noEntries } }],
  ])("is no longer in doubt when %s", (_, parts) => {
    expect(ownershipAfter(outcomeOf({ desired: managed, before: doubted, ...parts }))).toEqual({ ...nothing, managed });
  });

  it("is no longer managed once its removal is acknowledged", () => {
    const acknowledged = { add: noEntries, remove: managed };
    expect(ownershipAfter(outcomeOf({ before: doubted, ...unseen, acknowledged }))).toEqual(nothing);
  });
});

describe("an addition without an answer", () => {
  const asked = bundles("com.a");
  const unconfirmed = { add: asked, remove: noEntries };

  it("is nobody's if the list could not be read before it", () => {
    expect(ownershipAfter(outcomeOf({ desired: asked, ...unseen, unconfirmed }))).toEqual(nothing);
  });

  it("stays remembered while the list cannot be seen, until its removal is acknowledged", () => {
    const before = { ...nothing, unconfirmed };
    expect(ownershipAfter(outcomeOf({ ...unseen, before }))).toEqual(before);
    const acknowledged = { add: noEntries, remove: asked };
    expect(ownershipAfter(outcomeOf({ ...unseen, before, acknowledged }))).toEqual(nothing);
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
    expectForAll(someOwnership, someObserved, (before, observed) => {
      const after = ownershipObserved(before, observed);
      for (const kind of kinds) {
        isConsistent(ofKind(after, kind));
        const shown = observed[kind];
        if (shown === undefined) continue;
        const known = before.managed[kind].union(before.unconfirmed.add[kind]);
        expect(after.managed[kind]).toEqual(known.intersect(shown));
        expect(after.adopted[kind]).toEqual(before.adopted[kind].intersect(shown));
        none(after.unconfirmed.add[kind].union(after.unconfirmed.remove[kind]));
      }
    });
  });

  it("is what it was if the list is not shown", () => {
    expectForAll(someOwnership, (before) => {
      expect(ownershipObserved(before, notShown)).toEqual(before);
    });
  });

  it("is the same after a second read of the same list", () => {
    expectForAll(someOwnership, someObserved, (before, observed) => {
      const once = ownershipObserved(before, observed);
      expect(ownershipObserved(once, observed)).toEqual(once);
    });
  });
});

describe("what destroy removes", () => {
  it("contains no adopted entry, and with the adopted ones all that was managed or asked for", () => {
    expectForAll(someOwnership, (ownership) => {
      for (const kind of kinds) {
        const { managed, adopted, asked, added } = ofKind(ownership, kind);
        none(added.intersect(adopted));
        expect(added.union(adopted)).toEqual(managed.union(asked));
      }
    });
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
