import { describe, expect, it } from "vitest";
import { byKind } from "../../provider/list/kinds";
import {
  count,
  difference,
  intersection,
  noChanges,
  noEntries,
  union,
  unionAll,
  type Entries,
} from "../../provider/list/entries";
import { nothingManaged, type Ownership } from "../../provider/list/ownership";
import { EntrySet } from "../../provider/list/entry-set";
import { seenViews } from "../../provider/list/views";
import { expectForAll, someEntries, someOwnership } from "./arbitraries";
import { haveOtherLastDays } from "../../provider/list/update";
import { bundles, numbered } from "./entries";
import { planOf } from "./updates";

const managing = (managed: Entries, more: Partial<Ownership> = {}): Ownership => ({
  ...nothingManaged,
  managed,
  ...more,
});

describe("an update that was sent in part", () => {
  const [before, desired] = [bundles("com.a", "com.b", "com.c"), bundles("com.c", "com.d")];
  const facts = { ownership: managing(before), views: seenViews(bundles("com.b", "com.c", "com.d")) };
  const sent = { add: bundles("com.d"), remove: bundles("com.a") };

  it("is still all of it, and what remains to be sent is apart", () => {
    const update = planOf({ facts: { ...facts, sent }, intent: { desired } });
    expect(update).toMatchObject({ add: bundles("com.d"), remove: { own: bundles("com.a", "com.b") } });
    expect(update.remaining).toEqual({ add: noEntries, remove: bundles("com.b") });
    expect(update.absent).toEqual(noEntries);
  });

  it("does not send entries again whose outcome is not known", () => {
    const unconfirmed = { add: noEntries, remove: bundles("com.b") };
    const both = { add: sent.add, remove: bundles("com.a", "com.b") };
    const update = planOf({ facts: { ...facts, sent: both, unconfirmed }, intent: { desired } });
    expect(update.remaining).toEqual(noChanges);
    expect(update.remove.own).toEqual(bundles("com.a", "com.b"));
  });
});

describe("what an update removes", () => {
  it("are own entries in the list; what is not in it any more is removed if it appears", () => {
    const facts = { ownership: managing(numbered(8)), missing: numbered(12, 8) };
    expect(planOf({ facts })).toMatchObject({ remove: { own: numbered(8) }, absent: numbered(12, 8) });
    const read = planOf({ facts: { ...facts, views: seenViews(numbered(6)) } });
    expect(read.remove.own).toEqual(numbered(6));
    expect(read.absent).toEqual(numbered(14, 6));
  });

  it("and what is gone or stays in the list are all that is no longer declared, each in one of them", () => {
    expectForAll(someOwnership, someEntries, someEntries, someEntries, (ownership, known, desired, declared) => {
      const facts = { ownership, views: seenViews(known) };
      const { remove, absent, kept, remaining } = planOf({ facts, intent: { desired }, declared });
      const parts = [remove.own, absent, kept];
      const all = difference(ownership.managed, desired);
      expect(count(difference(all, unionAll(parts)))).toBe(0);
      for (const [index, part] of parts.entries())
        expect(count(intersection(part, unionAll(parts.toSpliced(index, 1))))).toBe(0);
      expect([difference(kept, known), intersection(absent, known)].map(count)).toEqual([0, 0]);
      expect(count(difference(remaining.remove, ownership.managed))).toBe(0);
    });
  });

  it("is not what another resource declares: that stays", () => {
    const [managed, moved] = [numbered(20), numbered(12, 8)];
    const update = planOf({ facts: { ownership: managing(managed) }, declared: moved });
    expect(update).toMatchObject({ spared: moved, kept: moved, remove: { own: numbered(8) } });
    const facts = { ownership: managing(bundles("com.a")), views: seenViews(bundles("com.a", "com.x", "com.y")) };
    const exclusive = { desired: bundles("com.a"), exclusive: true };
    const ofOthers = planOf({ facts, intent: exclusive, declared: bundles("com.x") });
    expect(ofOthers).toMatchObject({ spared: bundles("com.x"), remove: { unmanaged: bundles("com.y") } });
  });

  it("is, of a delete, what was added; the adopted entries stay, also those that are missing", () => {
    const ownership = managing(bundles("com.a", "com.b"), { adopted: bundles("com.b", "com.m") });
    const facts = { ownership, missing: bundles("com.m", "com.n") };
    const update = planOf({ facts, intent: { what: "delete" } });
    expect(update).toMatchObject({ remove: { own: bundles("com.a") }, kept: bundles("com.b") });
    expect(update.absent).toEqual(bundles("com.n"));
  });

  it("has apart what ends on a day that the state has recorded, but not what ends on another day", () => {
    const text = "com.a  # until 2026-11-20\ncom.b  # until 2026-11-21\ncom.c\ncom.d\n";
    const managed = { ...noEntries, appBundles: EntrySet.parse("appBundles", text).entries };
    const some = (...entries: readonly string[]) =>
      byKind((kind) => managed[kind].filter((each) => entries.includes(each)));
    const [update, onNoDay] = ["2026-11-21", undefined].map((today) =>
      planOf({ facts: { ownership: managing(managed), today }, intent: { desired: bundles("com.d") } }),
    );
    expect(onNoDay?.remove.expired).toEqual(noEntries);
    expect(update?.remove).toEqual({ own: some("com.b", "com.c"), expired: some("com.a"), unmanaged: noEntries });
  });

  it("is, of an exclusive list, all that it shows and that is not declared", () => {
    const ownership = managing(bundles("com.a"));
    const views = seenViews(bundles("com.a", "com.x", "com.y"));
    const intent = { desired: bundles("com.a", "com.new"), exclusive: true };
    expect(planOf({ facts: { ownership, views }, intent }).remove.unmanaged).toEqual(bundles("com.x", "com.y"));
    expect(planOf({ facts: { ownership }, intent }).remove.unmanaged).toEqual(noEntries);
  });
});

describe("an update", () => {
  it("adds again what is missing or may be gone", () => {
    const doubted = managing(bundles("com.a", "com.b"), { unconfirmedRemovals: bundles("com.b") });
    const facts = { ownership: doubted, missing: bundles("com.c") };
    const desired = bundles("com.a", "com.b", "com.c", "com.d");
    const update = planOf({ facts, intent: { desired } });
    expect(update).toMatchObject({ add: bundles("com.b", "com.c", "com.d"), addAgain: bundles("com.b", "com.c") });
    expect(planOf({ facts, intent: { desired: bundles("com.a") } }).remaining.remove).toEqual(bundles("com.b"));
  });

  it("is the same for any facts that say the same: a state, or a list that was read and has what the state has", () => {
    expectForAll(someEntries, someEntries, someEntries, (managed, desired, declared) => {
      const given = { intent: { desired }, declared };
      const facts = { ownership: managing(managed) };
      const update = planOf({ ...given, facts });
      expect(planOf({ ...given, facts: { ...facts, views: seenViews(managed) } })).toEqual(update);
      expect(union(update.remove.own, update.spared)).toEqual(
        planOf({ ...given, facts, declared: noEntries }).remove.own,
      );
    });
  });
});

it.each([
  ["com.a  # until 2027-01-31", false],
  ["com.a  # agreed, until 2027-01-31\ncom.new  # until 2028-01-31", false],
  ["com.new", false],
  ["com.a", true],
  ["com.a  # until 2027-02-28", true],
])("the last days of com.a, until 2027-01-31, and %j differ only if they are of one entry: %s", (text, differ) => {
  const [before, now] = ["com.a  # until 2027-01-31", text].map((one) => EntrySet.parse("appBundles", one).entries);
  const of = (appBundles = EntrySet.none) => ({ ...noEntries, appBundles });
  expect(haveOtherLastDays(of(before), of(now))).toBe(differ);
});
