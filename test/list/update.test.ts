import { describe, expect, it } from "vitest";
import { byKind, kinds } from "../../provider/list/kinds";
import { noChanges, noEntries, union, type Entries } from "../../provider/list/entries";
import { overLimit } from "../../provider/list/limits";
import { nothingManaged, type Ownership } from "../../provider/list/ownership";
import type { Update } from "../../provider/list/update";
import { EntrySet } from "../../provider/list/entry-set";
import { seenViews } from "../../provider/list/views";
import { expectForAll, someEntries } from "./arbitraries";
import { bundles, numbered } from "./entries";
import { planOf } from "./updates";

const managing = (managed: Entries, more: Partial<Ownership> = {}): Ownership => ({
  ...nothingManaged,
  managed,
  ...more,
});

/** The numbers of an update that a limit judges, of app bundles. */
const partOf = ({ parts }: Update) => parts.appBundles;

describe("an update that was sent in part", () => {
  const [before, desired] = [bundles("com.a", "com.b", "com.c"), bundles("com.c", "com.d")];
  const facts = { ownership: managing(before), views: seenViews(bundles("com.b", "com.c", "com.d")), isRead: true };
  const sent = { add: bundles("com.d"), remove: bundles("com.a") };

  it("is still all of it, and what remains to be sent is apart", () => {
    const update = planOf({ facts: { ...facts, sent }, intent: { desired } });
    expect(update).toMatchObject({ add: bundles("com.d"), remove: { own: bundles("com.a", "com.b") } });
    expect(update.remaining).toEqual({ add: noEntries, remove: bundles("com.b") });
    expect(partOf(update)).toEqual({ own: 2, unmanaged: 0, kept: 1, atRisk: 3 });
  });

  it("does not send entries again whose outcome is not known", () => {
    const unconfirmed = { add: noEntries, remove: bundles("com.b") };
    const both = { add: sent.add, remove: bundles("com.a", "com.b") };
    const update = planOf({ facts: { ...facts, sent: both, unconfirmed }, intent: { desired } });
    expect(update.remaining).toEqual(noChanges);
    expect(update.remove.own).toEqual(bundles("com.a", "com.b"));
  });

  it("has no share of an exclusive list that grows by what it has added itself", () => {
    const views = seenViews(bundles("com.d", "com.x"));
    const update = planOf({ facts: { views, isRead: true, sent }, intent: { desired, exclusive: true } });
    expect(partOf(update)).toMatchObject({ unmanaged: 2, atRisk: 2 });
  });
});

describe("what an update can remove", () => {
  it("are missing entries as well, although they are not in the list and are not removed", () => {
    const facts = { ownership: managing(numbered(8)), missing: numbered(12, 8) };
    const update = planOf({ facts });
    expect(partOf(update)).toEqual({ own: 8, unmanaged: 0, kept: 0, atRisk: 20 });
    expect(update.absent).toEqual(numbered(12, 8));
    expect(overLimit(update, { removal: "default" })).toMatchObject({ changed: 8, whole: 20, allowed: 6 });
  });

  it("are a part of all entries, with those that another resource declares and that stay", () => {
    const [managed, moved] = [numbered(20), numbered(12, 8)];
    const update = planOf({ facts: { ownership: managing(managed) }, others: { declared: moved } });
    expect(update).toMatchObject({ spared: moved, kept: moved, remove: { own: numbered(8) } });
    expect(partOf(update)).toEqual({ own: 8, unmanaged: 0, kept: 12, atRisk: 20 });
  });

  it("are not unconfirmed additions, which are removed if they appear", () => {
    const unconfirmed = { add: numbered(30), remove: noEntries };
    const ownership = { ...managing(bundles("com.a", "com.b")), unconfirmed };
    const [planned, read] = [undefined, seenViews(union(numbered(30), bundles("com.a", "com.b")))].map((views) =>
      planOf({ facts: { ownership, views }, intent: { desired: bundles("com.a", "com.b") } }),
    );
    expect(planned).toMatchObject({ removed: { count: 0 }, absent: numbered(30), remaining: noChanges });
    expect(read).toMatchObject({ removed: { count: 30 }, remaining: { remove: numbered(30) } });
    for (const update of [planned, read]) {
      expect(update?.parts.all).toEqual({ own: 0, unmanaged: 0, kept: 2, atRisk: 2 });
    }
  });

  it("are not those that end on a day that the state has recorded, but those that end on another day", () => {
    const text = "com.a  # until 2026-11-20\ncom.b  # until 2026-11-21\ncom.c\ncom.d\n";
    const managed = { ...noEntries, appBundles: EntrySet.parse("appBundles", text).entries };
    const some = (...entries: readonly string[]) =>
      byKind((kind) => managed[kind].filter((each) => entries.includes(each)));
    const [update, onNoDay] = ["2026-11-21", undefined].map((today) =>
      planOf({ facts: { ownership: managing(managed), today }, intent: { desired: bundles("com.d") } }),
    );
    expect(onNoDay?.remove.expired).toEqual(noEntries);
    expect(update?.remove).toEqual({ own: some("com.b", "com.c"), expired: some("com.a"), unmanaged: noEntries });
    expect(update?.parts.appBundles).toEqual({ own: 2, unmanaged: 0, kept: 1, atRisk: 3 });
    expect(update?.removed).toEqual({ count: 3, isAtMost: false });
  });

  it("is, of an exclusive list, all that it shows, or the number in the state", () => {
    const ownership = managing(bundles("com.a"));
    const intent = { desired: bundles("com.a", "com.new"), exclusive: true };
    const views = seenViews(bundles("com.a", "com.x", "com.y"));
    expect(partOf(planOf({ facts: { ownership, views, isRead: true, unmanaged: 2 }, intent }))).toMatchObject({
      unmanaged: 2,
      atRisk: 3,
    });
    const unread = planOf({ facts: { ownership, unmanaged: 2 }, intent });
    expect(unread).toMatchObject({ unnamed: { least: 1, most: 2 }, isKnownByKind: false });
    expect(unread.removed).toEqual({ count: 2, isAtMost: true });
    expect(planOf({ facts: { ownership }, intent }).removed).toEqual({ count: null, isAtMost: false });
  });
});

it("an exclusive list that was not read may keep unmanaged entries that are newly declared, but no missing ones", () => {
  const facts = { ownership: managing(bundles("com.a")), missing: bundles("com.gone"), unmanaged: 12 };
  const unnamed = (...desired: readonly string[]) =>
    planOf({ facts, intent: { desired: bundles(...desired), exclusive: true } }).unnamed;
  expect(unnamed("com.a", "com.gone")).toEqual({ least: 12, most: 12 });
  expect(unnamed("com.a", "com.gone", "com.new")).toEqual({ least: 11, most: 12 });
});

describe("an update", () => {
  it("adds again what is missing or may be gone, which is no addition for a limit", () => {
    const doubted = managing(bundles("com.a", "com.b"), { unconfirmed: { ...noChanges, remove: bundles("com.b") } });
    const facts = { ownership: doubted, missing: bundles("com.c") };
    const planned = (...more: readonly string[]) =>
      planOf({ facts, intent: { desired: bundles("com.a", "com.b", "com.c", ...more) } });
    const update = planned("com.d");
    expect(planned().added).toEqual({ count: 2, isAtMost: false });
    expect(update).toMatchObject({ add: bundles("com.b", "com.c", "com.d"), addAgain: bundles("com.b", "com.c") });
    expect(overLimit(update, { addition: { unit: "entries", most: 0 } })).toMatchObject({ changed: 1, whole: 10 });
  });

  it("is the same for any facts that say the same: a state, or a list that was read and has what the state has", () => {
    expectForAll(someEntries, someEntries, someEntries, (managed, desired, declared) => {
      const given = { intent: { desired }, others: { declared } };
      const facts = { ownership: managing(managed), unmanaged: 0 };
      const byState = planOf({ ...given, facts });
      const byList = planOf({ ...given, facts: { ...facts, views: seenViews(managed), isRead: true } });
      expect(byList).toEqual(byState);
      for (const kind of kinds) expect(byState.parts[kind].own).toBeLessThanOrEqual(byState.parts[kind].atRisk);
    });
  });
});
