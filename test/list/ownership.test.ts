import { describe, expect, it } from "vitest";
import { difference, intersection, noChanges, noEntries } from "../../provider/list/entries";
import { EntrySet } from "../../provider/list/entry-set";
import { believedViews, seenViews } from "../../provider/list/views";
import {
  addedEntries,
  nothingManaged,
  ownershipAfter,
  ownershipObserved,
  withRemovals,
  type OwnershipInput,
} from "../../provider/list/ownership";
import { expectForAll, someEntries, someOwnership } from "./arbitraries";
import { bundles } from "./entries";

// Which entry belongs to whom after any change is tried in test/exhaustive, by what a destroy then removes.

/** The ownership after a change that reached its goal, of which the parts that a test is about are replaced. */
function after(parts: Partial<OwnershipInput>) {
  return ownershipAfter({
    desired: noEntries,
    before: nothingManaged,
    viewsBefore: seenViews(noEntries),
    viewsAfter: seenViews(noEntries),
    acknowledged: noChanges,
    unconfirmed: noChanges,
    sent: parts.acknowledged ?? noChanges,
    handedOver: noEntries,
    claimExisting: false,
    ...parts,
  });
}

describe("the ownership after a change", () => {
  const one = { ...noChanges, add: bundles("com.a") };

  it("has as added what was sent and is seen, even if no answer came", () => {
    const seen = seenViews(one.add);
    expect(after({ desired: one.add, sent: one, viewsAfter: seen })).toEqual({ ...nothingManaged, managed: one.add });
  });

  it("has nothing of an addition that no response of the change shows, whether the API accepted it or not", () => {
    for (const parts of [{ unconfirmed: one }, { acknowledged: one }]) {
      expect(after({ desired: one.add, sent: one, ...parts })).toEqual(nothingManaged);
    }
  });

  it("has what the API accepted of a kind that no response shows: as adopted, if it was not seen before", () => {
    const viewsAfter = believedViews(one.add);
    const result = { desired: one.add, acknowledged: one, viewsAfter };
    expect(after(result)).toEqual({ ...nothingManaged, managed: one.add });
    const unseen = after({ ...result, viewsBefore: believedViews(noEntries) });
    expect(unseen).toEqual({ ...nothingManaged, managed: one.add, adopted: one.add });
  });

  it("has declared adopted entries as added if they are claimed", () => {
    const before = { ...nothingManaged, managed: bundles("com.a", "com.b"), adopted: bundles("com.a", "com.b") };
    const viewsAfter = seenViews(before.managed);
    const claimed = after({ before, desired: one.add, viewsAfter, claimExisting: true });
    expect(claimed).toEqual({ ...before, adopted: bundles("com.b") });
  });

  it("keeps what was added as added, and what was adopted as adopted, for as long as it is managed", () => {
    expectForAll(someOwnership, someEntries, someEntries, (before, desired, listed) => {
      const [viewsBefore, viewsAfter] = [seenViews(listed), seenViews(listed)];
      const { adopted, managed } = after({ before, desired, viewsBefore, viewsAfter });
      for (const entry of addedEntries(before).appBundles) expect([...adopted.appBundles]).not.toContain(entry);
      expect(difference(intersection(before.adopted, managed), adopted)).toEqual(noEntries);
      // What is not in the list, as it was refused or removed, is not adopted for the day on which it is added.
      expect(difference(difference(adopted, before.adopted), managed)).toEqual(noEntries);
    });
  });
});

describe("an entry that may be gone, as its removal had no answer", () => {
  const managed = bundles("com.a");
  const before = { ...nothingManaged, managed, unconfirmedRemovals: managed };
  const [seen, believed] = [seenViews(managed), believedViews(managed)];

  it("becomes unconfirmed only if it is managed, beside earlier ones", () => {
    const both = { ...before, managed: bundles("com.a", "com.b") };
    const removals = withRemovals(both, bundles("com.b", "com.c"));
    expect(removals).toEqual({ ...both, unconfirmedRemovals: both.managed });
  });

  it.each<[string, Partial<OwnershipInput>]>([
    ["the list is seen", { viewsBefore: believed, viewsAfter: seen }],
    [
      "it is added again",
      { viewsBefore: believed, viewsAfter: believed, acknowledged: { add: managed, remove: noEntries } },
    ],
  ])("is no longer in doubt when %s", (_, parts) => {
    expect(after({ desired: managed, before, ...parts })).toEqual({ ...nothingManaged, managed });
  });
});

it("a read ends the doubt about removals of the kinds that it shows, and no other", () => {
  const managed = { ...bundles("com.a", "com.b"), websites: EntrySet.of(["a.example"]) };
  const before = { ...nothingManaged, managed, unconfirmedRemovals: managed };
  const views = { ...seenViews(bundles("com.a")), websites: { entries: managed.websites, basis: "believed" as const } };
  expect(ownershipObserved(before, views)).toEqual({
    managed: { ...bundles("com.a"), websites: managed.websites },
    adopted: noEntries,
    unconfirmedRemovals: { ...noEntries, websites: managed.websites },
  });
});
