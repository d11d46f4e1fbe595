import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { kinds, type Kind } from "../../provider/list/kinds";
import { difference, intersection, noChanges, noEntries, union } from "../../provider/list/entries";
import { believedViews, knownEntries, seenViews } from "../../provider/list/views";
import {
  nothingManaged,
  addedEntries,
  ownershipAfter,
  ownershipObserved,
  removableEntries,
  withUnconfirmed,
  type OwnershipInput,
  type Ownership,
} from "../../provider/list/ownership";
import { believing, expectForAll, someEntries, someOwnership, someViews } from "./arbitraries";
import { bundles } from "./entries";

/** Every way in which a change can end: what was sent and what was seen agree with what was planned. */
const outcome: fc.Arbitrary<OwnershipInput> = fc
  .record({
    desired: someEntries,
    before: someOwnership,
    viewsBefore: someViews,
    viewsAfter: someViews,
    added: someEntries,
    removed: someEntries,
    unconfirmed: fc.record({ add: someEntries, remove: someEntries }),
    declaredElsewhere: someEntries,
    claimExisting: fc.boolean(),
  })
  .map(({ added, removed, unconfirmed, declaredElsewhere, ...each }) => {
    const { desired, before } = each;
    const viewsBefore = believing(each.viewsBefore, before.managed);
    const acknowledged = { add: intersection(added, desired), remove: difference(removed, desired) };
    const own = union(union(before.managed, before.unconfirmed.add), desired);
    const present = intersection(knownEntries(viewsBefore), own);
    const possible = {
      add: difference(intersection(unconfirmed.add, desired), knownEntries(viewsBefore)),
      remove: difference(unconfirmed.remove, desired),
    };
    return {
      ...each,
      viewsBefore,
      viewsAfter: believing(each.viewsAfter, difference(union(present, acknowledged.add), acknowledged.remove)),
      acknowledged,
      unconfirmed: possible,
      sent: { add: union(acknowledged.add, possible.add), remove: union(acknowledged.remove, possible.remove) },
      handedOver: intersection(difference(union(before.managed, before.unconfirmed.add), desired), declaredElsewhere),
    };
  });

const notClaiming = outcome.map((each) => ({ ...each, claimExisting: false }));

const nothing = nothingManaged;

/** A change that reached its goal, of which the parts that a test is about are replaced. */
function outcomeOf(parts: Partial<OwnershipInput>): OwnershipInput {
  return {
    desired: noEntries,
    before: nothing,
    viewsBefore: seenViews(noEntries),
    viewsAfter: seenViews(noEntries),
    acknowledged: noChanges,
    unconfirmed: noChanges,
    sent: parts.acknowledged ?? noChanges,
    handedOver: noEntries,
    claimExisting: false,
    ...parts,
  };
}

/** A list of which nothing is shown: it is believed to contain these entries. */
const unread = (before = noEntries, after = before) => ({
  viewsBefore: believedViews(before),
  viewsAfter: believedViews(after),
});

/** One kind of an ownership. `asked`: the unconfirmed additions; `added`: the entries that destroy removes. */
function ofKind(ownership: Ownership, kind: Kind) {
  const { managed, adopted, unconfirmed } = ownership;
  const { [kind]: added } = addedEntries(ownership);
  return { managed: managed[kind], adopted: adopted[kind], asked: unconfirmed.add[kind], added };
}

/** One kind of a change, with what its resource managed before and manages after it. */
function kindOf(each: OwnershipInput, kind: Kind) {
  return {
    desired: each.desired[kind],
    before: ofKind(each.before, kind),
    after: ofKind(ownershipAfter(each), kind),
    viewBefore: each.viewsBefore[kind],
    viewAfter: each.viewsAfter[kind],
    acknowledged: { add: each.acknowledged.add[kind], remove: each.acknowledged.remove[kind] },
    unconfirmed: each.unconfirmed.add[kind],
    sent: each.sent.add[kind],
    handedOver: each.handedOver[kind],
    isDoubted: ownershipAfter(each).unconfirmed.remove[kind],
  };
}

/** Asserts what holds for each kind, in whichever way a change ends. */
function expectOf(any: fc.Arbitrary<OwnershipInput>, expectation: (each: ReturnType<typeof kindOf>) => void) {
  expectForAll(any, (each) => {
    for (const kind of kinds) expectation(kindOf(each, kind));
  });
}

const none = (entries: EntrySet): void => expect([...entries]).toEqual([]);

/** Adopted entries may be missing, as long as they are declared. */
function isConsistent({ managed, adopted, asked }: ReturnType<typeof ofKind>, missing = EntrySet.none): void {
  none(adopted.minus(managed.union(missing)));
  none(asked.intersect(managed));
}

describe("the ownership after a change", () => {
  it("has every adopted entry among the managed or declared ones, and no unconfirmed one", () => {
    expectOf(outcome, ({ after, desired }) => isConsistent(after, desired));
  });

  it("holds only what was managed, asked for or desired and is seen in the list if the list is shown", () => {
    expectOf(outcome, ({ before, after, desired, viewAfter: { entries: seen, basis } }) => {
      if (basis !== "seen") return;
      none(after.managed.minus(before.managed.union(before.asked).union(desired)));
      none(after.managed.minus(seen));
      none(desired.intersect(seen).minus(after.managed));
    });
  });

  it("holds what is believed if the list is not shown", () => {
    expectOf(outcome, ({ after, viewAfter: { entries: believed, basis }, handedOver }) => {
      if (basis !== "seen") expect(after.managed).toEqual(believed.minus(handedOver));
    });
  });

  it("holds nothing that was handed over, and does not wait for it", () => {
    expectOf(outcome, ({ after, handedOver }) => none(after.managed.union(after.asked).intersect(handedOver)));
  });

  it("counts no entry as added that was not sent, or may have been in the list before", () => {
    expectOf(notClaiming, ({ before, after, sent, viewBefore: { entries: known, basis } }) => {
      const newlyOwn = after.added.minus(before.added);
      none(newlyOwn.minus(sent));
      none(basis === "believed" ? newlyOwn : newlyOwn.intersect(known));
    });
  });

  it("keeps each managed entry that is still in the list, unless it was handed over", () => {
    expectOf(outcome, ({ before, after, viewAfter: { entries: seen, basis }, handedOver }) => {
      if (basis === "seen") none(before.added.intersect(seen).minus(handedOver).minus(after.managed));
    });
  });

  it("keeps what was added as added for as long as it is managed", () => {
    expectOf(outcome, ({ before, after }) => {
      none(before.added.intersect(after.managed).intersect(after.adopted));
    });
  });

  it("keeps an adopted entry as adopted while it is declared or managed, unless existing entries are claimed", () => {
    expectOf(notClaiming, ({ before, after, desired }) => {
      none(before.adopted.intersect(after.managed.union(desired)).minus(after.adopted));
    });
  });

  it("never waits for an adopted entry that is declared: it stays adopted when it appears", () => {
    expectOf(outcome, ({ before, after, desired }) => none(after.asked.intersect(before.adopted.intersect(desired))));
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
    const change = { before, desired: bundles("com.a"), viewsBefore: seenViews(listed), viewsAfter: seenViews(listed) };
    const after = ownershipAfter(outcomeOf({ ...change, claimExisting: true }));
    expect(after).toMatchObject({ managed: listed, adopted: bundles("com.b") });
  });

  it("has as unconfirmed only what was asked for, or accepted and not shown yet", () => {
    expectOf(outcome, ({ before, after, unconfirmed, acknowledged }) => {
      none(after.asked.minus(before.asked.union(unconfirmed).union(acknowledged.add)));
    });
  });

  it("drops unconfirmed additions that a read of the list does not show", () => {
    expectOf(outcome, ({ before, after, unconfirmed, acknowledged, viewBefore: { entries: seen, basis } }) => {
      const sent = unconfirmed.union(acknowledged.add);
      if (basis === "seen") none(before.asked.minus(seen).minus(sent).intersect(after.asked));
    });
  });

  it("remembers what was accepted and is not shown yet, unless it may have been there before", () => {
    expectOf(outcome, ({ before, after, desired, acknowledged, viewBefore, handedOver }) => {
      const accepted = acknowledged.add.minus(before.adopted.intersect(desired)).minus(handedOver);
      const { basis, entries: known } = viewBefore;
      if (basis !== "believed") none(accepted.minus(basis === "seen" ? known : EntrySet.none).minus(after.added));
      none(accepted.intersect(before.added).minus(after.added));
    });
  });

  it("adopts the entries that were in the list and adds the rest", () => {
    const observed = {
      viewsBefore: seenViews(bundles("com.a", "com.x")),
      viewsAfter: seenViews(bundles("com.a", "com.b", "com.x")),
    };
    const sent = { add: bundles("com.b"), remove: noEntries };
    const after = ownershipAfter(outcomeOf({ desired: bundles("com.a", "com.b"), sent, ...observed }));
    expect(after).toEqual({ ...nothing, managed: bundles("com.a", "com.b"), adopted: bundles("com.a") });
    expect(addedEntries(after)).toEqual(bundles("com.b"));
  });

  it("remembers as unconfirmed what was asked for with an unknown outcome", () => {
    const desired = bundles("com.a");
    const unconfirmed = { add: desired, remove: noEntries };
    const after = ownershipAfter(outcomeOf({ desired, unconfirmed }));
    expect(after).toEqual({ ...nothing, unconfirmed });
    const next = outcomeOf({ desired, before: after, viewsBefore: seenViews(desired), viewsAfter: seenViews(desired) });
    expect(ownershipAfter(next)).toEqual({ ...nothing, managed: desired });
  });
});

describe("an entry that may be gone, as its removal had no answer", () => {
  const managed = bundles("com.a");
  const doubted = { ...nothing, managed, unconfirmed: { add: noEntries, remove: managed } };

  it("is still managed, and remembered", () => {
    const unconfirmed = { add: noEntries, remove: managed };
    const after = ownershipAfter(
      outcomeOf({
        before: { ...nothing, managed },
        viewsBefore: seenViews(managed),
        viewsAfter: seenViews(managed),
        unconfirmed,
      }),
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
    expect(ownershipAfter(outcomeOf({ before: doubted, ...unread(managed) }))).toEqual(doubted);
  });

  it.each<[string, Partial<OwnershipInput>]>([
    [
      "the list is seen before the next change",
      { viewsBefore: seenViews(managed), viewsAfter: believedViews(managed) },
    ],
    ["the list is seen after it", { viewsBefore: believedViews(managed), viewsAfter: seenViews(managed) }],
    ["it is added again", { ...unread(managed), acknowledged: { add: managed, remove: noEntries } }],
  ])("is no longer in doubt when %s", (_, parts) => {
    expect(ownershipAfter(outcomeOf({ desired: managed, before: doubted, ...parts }))).toEqual({ ...nothing, managed });
  });

  it("is no longer managed once its removal is acknowledged", () => {
    const acknowledged = { add: noEntries, remove: managed };
    expect(ownershipAfter(outcomeOf({ before: doubted, ...unread(managed, noEntries), acknowledged }))).toEqual(
      nothing,
    );
  });
});

describe("an addition without an answer", () => {
  const asked = bundles("com.a");
  const unconfirmed = { add: asked, remove: noEntries };

  it("is nobody's if the list could not be read before it", () => {
    expect(ownershipAfter(outcomeOf({ desired: asked, ...unread(), unconfirmed }))).toEqual(nothing);
  });

  it("stays remembered while the list cannot be seen, until its removal is acknowledged", () => {
    const before = { ...nothing, unconfirmed };
    expect(ownershipAfter(outcomeOf({ ...unread(), before }))).toEqual(before);
    const acknowledged = { add: noEntries, remove: asked };
    expect(ownershipAfter(outcomeOf({ ...unread(), before, acknowledged }))).toEqual(nothing);
  });

  it("is forgotten once the list is seen without it, though only after the change", () => {
    const before = { ...nothing, unconfirmed };
    expect(ownershipAfter(outcomeOf({ before, viewsBefore: believedViews(noEntries) }))).toEqual(nothing);
  });

  it("makes the entry the resource's own when it turns up if the list could not be read before", () => {
    const before = { ...nothing, unconfirmed };
    const after = ownershipAfter(
      outcomeOf({ desired: asked, before, viewsBefore: believedViews(noEntries), viewsAfter: seenViews(asked) }),
    );
    expect(after).toEqual({ ...nothing, managed: asked });
  });
});

describe("the ownership after a read of the list", () => {
  it("holds what it managed or had asked for and is seen if the list is shown, and forgets no adopted entry", () => {
    expectForAll(someOwnership, someViews, (before, views) => {
      const after = ownershipObserved(before, views);
      expect(after.adopted).toEqual(before.adopted);
      for (const kind of kinds) {
        isConsistent(ofKind(after, kind), before.adopted[kind]);
        if (views[kind].basis !== "seen") continue;
        const known = before.managed[kind].union(before.unconfirmed.add[kind]);
        expect(after.managed[kind]).toEqual(known.intersect(views[kind].entries));
        none(after.unconfirmed.add[kind].union(after.unconfirmed.remove[kind]));
      }
    });
  });

  it("is what it was if the list is not shown", () => {
    expectForAll(someOwnership, (before) => {
      expect(ownershipObserved(before, believedViews(before.managed))).toEqual(before);
    });
  });

  it("is the same after a second read of the same list", () => {
    expectForAll(someOwnership, someViews, (before, any) => {
      const once = ownershipObserved(before, believing(any, before.managed));
      expect(ownershipObserved(once, believing(any, once.managed))).toEqual(once);
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
