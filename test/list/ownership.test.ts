import { describe, expect, it } from "vitest";
import { noChanges, noEntries } from "../../provider/list/entries";
import { believedViews, seenViews } from "../../provider/list/views";
import {
  addedEntries,
  nothingManaged,
  ownershipAfter,
  withUnconfirmed,
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

  it("no longer has an earlier addition without an answer if the API removed it, although no response shows it", () => {
    const views = believedViews(noEntries);
    const acknowledged = { ...noChanges, remove: one.add };
    const before = { ...nothingManaged, unconfirmed: one };
    expect(after({ before, viewsBefore: views, viewsAfter: views, acknowledged })).toEqual(nothingManaged);
  });

  it("keeps what was added as added for as long as it is managed", () => {
    expectForAll(someOwnership, someEntries, someEntries, (before, desired, listed) => {
      const [viewsBefore, viewsAfter] = [seenViews(listed), seenViews(listed)];
      const { adopted } = after({ before, desired, viewsBefore, viewsAfter });
      for (const entry of addedEntries(before).appBundles) expect(adopted.appBundles.has(entry)).toBe(false);
    });
  });
});

describe("an entry that may be gone, as its removal had no answer", () => {
  const managed = bundles("com.a");
  const before = { ...nothingManaged, managed, unconfirmed: { add: noEntries, remove: managed } };
  const [seen, believed] = [seenViews(managed), believedViews(managed)];

  it("becomes unconfirmed only if it is managed, beside earlier ones", () => {
    const both = { ...before, managed: bundles("com.a", "com.b") };
    expect(withUnconfirmed(both, { remove: bundles("com.b", "com.c") })).toEqual({
      ...both,
      unconfirmed: { add: noEntries, remove: both.managed },
    });
  });

  it.each<[string, Partial<OwnershipInput>]>([
    ["the list is seen before the next change", { viewsBefore: seen, viewsAfter: believed }],
    ["the list is seen after it", { viewsBefore: believed, viewsAfter: seen }],
    [
      "it is added again",
      { viewsBefore: believed, viewsAfter: believed, acknowledged: { add: managed, remove: noEntries } },
    ],
  ])("is no longer in doubt when %s", (_, parts) => {
    expect(after({ desired: managed, before, ...parts })).toEqual({ ...nothingManaged, managed });
  });
});
