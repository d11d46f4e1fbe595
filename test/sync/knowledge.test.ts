import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { count, noChanges, noEntries, union, type Entries } from "../../provider/list/entries";
import { byKind, kinds } from "../../provider/list/kinds";
import { ApiError, type Effect } from "../../provider/api/errors";
import type { AppList } from "../../provider/api/app-list";
import {
  afterDenial,
  afterObservation,
  afterRefusedRemoval,
  afterSending,
  hasUnconfirmed,
  initialKnowledge as initialKnowledgeOf,
  judgedRemovals,
  observedNow,
  progressOf,
  remainingChanges,
  type Knowledge,
  type Goal,
} from "../../provider/sync/knowledge";
import type { RefusedGroup, Sent } from "../../provider/sync/send";
import { forEachKind, someEntries } from "../list/arbitraries";
import { bundles, entries } from "./list";

/** A list as the API returns it; the kinds of `hidden` are not shown. */
function listOf(present: Entries, hidden: readonly string[] = []): AppList {
  const shown = byKind((kind) => (hidden.includes(kind) ? undefined : present[kind]));
  return { id: 7, entries: shown, sentinels: EntrySet.none };
}

/** A list before a change: as the probe shows it, or unread. */
function initialKnowledge(appList: AppList | undefined): Knowledge {
  const circumstances = { declaredElsewhere: noEntries, remainingTime: 60_000, isCanceled: false };
  return initialKnowledgeOf(
    appList === undefined
      ? { outcome: "notVerified", reason: "app-list:observe is off" }
      : { outcome: "seen", appList, by: "probe" },
    circumstances,
  );
}

function sentOf(parts: Partial<Sent>): Sent {
  return { acknowledged: noEntries, leftOut: noEntries, refused: [], ...parts };
}

function failed(effect: Effect, status?: number): ApiError {
  return new ApiError("SERVICE_UNAVAILABLE", "It failed.", {
    effect,
    method: "PATCH",
    path: "/",
    ...(status !== undefined && { status }),
  });
}

function goalOf(parts: Partial<Goal>): Goal {
  return { desired: noEntries, managed: noEntries, exclusive: false, removalGuard: "off", next: "", ...parts };
}

const website = entries({ websites: ["own.example"] });

describe("before anything is sent", () => {
  it("the list is what was observed, and nothing may have changed", () => {
    const knowledge = initialKnowledge(listOf(bundles("com.a"), ["websites"]));
    expect(knowledge.observedBefore).toEqual({ ...bundles("com.a"), websites: undefined });
    expect(observedNow(knowledge)).toEqual(knowledge.observedBefore);
    expect(knowledge).toMatchObject({ unconfirmed: noChanges, sent: noChanges, mayHaveChanged: false });
    expect(hasUnconfirmed(knowledge)).toBe(false);
  });

  it("nothing is known of a list that could not be read", () => {
    expect(observedNow(initialKnowledge(undefined))).toEqual(byKind(() => undefined));
  });
});

describe("after a request", () => {
  const before = initialKnowledge(listOf(noEntries));

  it("that succeeded, its entries are acknowledged, and the list is that of the response", () => {
    const appList = listOf(bundles("com.a"));
    const after = afterSending(before, "add", sentOf({ acknowledged: bundles("com.a"), appList }));
    expect(after.acknowledged).toEqual({ add: bundles("com.a"), remove: noEntries });
    expect(after).toMatchObject({ appList, mayHaveChanged: true, interruption: undefined });
    expect(after.sent.add).toEqual(bundles("com.a"));
  });

  it("that removed an entry added before, the entry is acknowledged as removed alone", () => {
    const added = afterSending(before, "add", sentOf({ acknowledged: website }));
    const removed = afterSending(added, "remove", sentOf({ acknowledged: website }));
    expect(removed.acknowledged).toEqual({ add: noEntries, remove: website });
    expect(afterSending(removed, "add", sentOf({ acknowledged: website })).acknowledged).toEqual({
      add: website,
      remove: noEntries,
    });
  });

  it.each([
    ["possible", bundles("com.a"), true],
    ["denied", noEntries, false],
    ["none", noEntries, false],
  ] as const)(
    "that failed with effect %s, its entries are unconfirmed or not",
    (effect, unconfirmed, mayHaveChanged) => {
      const interruption = { error: failed(effect), entries: bundles("com.a"), elapsed: 0 };
      const after = afterSending(before, "add", sentOf({ interruption }));
      expect(after.unconfirmed).toEqual({ add: unconfirmed, remove: noEntries });
      expect(after).toMatchObject({ mayHaveChanged, interruption: interruption.error });
      expect(after.sent.add).toEqual(bundles("com.a"));
    },
  );

  it("that succeeded, an earlier failure is the reason to give only while an outcome is unknown", () => {
    const interruption = { error: failed("possible"), entries: website, elapsed: 0 };
    const unknown = afterSending(before, "remove", sentOf({ interruption }));
    expect(afterSending(unknown, "add", sentOf({})).interruption).toBe(interruption.error);
    const known = afterObservation(unknown, listOf(noEntries));
    expect(afterSending(known, "add", sentOf({})).interruption).toBeUndefined();
  });
});

describe("after an observation", () => {
  it("outcomes are known for the kinds that the API shows, and unknown for the others", () => {
    const interruption = { error: failed("possible"), entries: union(bundles("com.a"), website), elapsed: 0 };
    const unknown = afterSending(initialKnowledge(listOf(noEntries)), "add", sentOf({ interruption }));
    const after = afterObservation(unknown, listOf(bundles("com.a"), ["websites"]));
    expect(after.unconfirmed).toEqual({ add: website, remove: noEntries });
    expect(observedNow(after).appBundles).toEqual(EntrySet.of(["com.a"]));
    expect(after.observedBefore).toEqual(unknown.observedBefore);
  });
});

describe("after the API reported that a request had no effect", () => {
  it("an addition that is in the list nonetheless means that the list may have changed", () => {
    const knowledge = initialKnowledge(listOf(bundles("com.a")));
    expect(afterDenial(knowledge, "add", bundles("com.a"), true).mayHaveChanged).toBe(true);
    expect(afterDenial(knowledge, "add", bundles("com.b"), true)).toEqual(knowledge);
  });

  it("an addition is never unconfirmed: it belongs to nobody", () => {
    const knowledge = initialKnowledge(undefined);
    expect(afterDenial(knowledge, "add", website, false)).toEqual(knowledge);
  });

  it("a removal is unconfirmed unless the list was read and shows the kind", () => {
    const shown = initialKnowledge(listOf(bundles("com.a")));
    expect(afterDenial(shown, "remove", bundles("com.a"), true)).toEqual(shown);
    expect(afterDenial(shown, "remove", bundles("com.a"), false).unconfirmed.remove).toEqual(bundles("com.a"));
    const hidden = initialKnowledge(listOf(noEntries, ["websites"]));
    const after = afterDenial(hidden, "remove", website, true);
    expect(after.unconfirmed.remove).toEqual(website);
    expect(after.mayHaveChanged).toBe(true);
  });

  it("a removal that the last observation shows as absent is done, not unconfirmed", () => {
    const knowledge = initialKnowledge(listOf(bundles("com.b")));
    const after = afterDenial(knowledge, "remove", bundles("com.a", "com.b"), false);
    expect(after.unconfirmed.remove).toEqual(bundles("com.b"));
    expect(after.mayHaveChanged).toBe(true);
  });
});

describe("after removals were refused", () => {
  const interruption = { error: failed("possible"), entries: website, elapsed: 0 };
  const unknown = afterSending(
    initialKnowledge(listOf(bundles("com.a"), ["websites"])),
    "remove",
    sentOf({ interruption }),
  );
  const readBySentinel = (refusal: number): Knowledge => ({ ...unknown, reading: { by: "sentinel", refusal } });
  const refused = (some: Entries, isCertain = true): RefusedGroup => ({
    entries: some,
    isCertain,
    error: failed("denied", 422),
  });

  it("an entry that is not shown is assumed removed, acknowledged, and no longer unconfirmed", () => {
    const after = afterRefusedRemoval(readBySentinel(422), [refused(website)]);
    expect(after).toMatchObject({ assumedRemoved: website, unconfirmed: noChanges });
    expect(after.acknowledged.remove).toEqual(website);
    const goal = goalOf({ managed: website });
    expect(remainingChanges(after, goal).remove).toEqual(noEntries);
  });

  it.each<[string, RefusedGroup, number | undefined]>([
    ["the API does not refuse the probe", refused(website), undefined],
    ["the API refuses the probe with another status", refused(website), 400],
    ["the entry was sent with others only", refused(website, false), 422],
    ["the API shows its kind", refused(bundles("com.a")), 422],
  ])("nothing is assumed if %s", (_, group, refusal) => {
    const before = refusal === undefined ? unknown : readBySentinel(refusal);
    expect(afterRefusedRemoval(before, [group])).toEqual(before);
  });
});

describe("what is left to send", () => {
  it("has no entry whose outcome is unknown", () => {
    fc.assert(
      fc.property(someEntries, someEntries, someEntries, (desired, managed, sent) => {
        const interruption = { error: failed("possible"), entries: sent, elapsed: 0 };
        for (const action of ["add", "remove"] as const) {
          const knowledge = afterSending(initialKnowledge(undefined), action, sentOf({ interruption }));
          const left = remainingChanges(knowledge, goalOf({ desired, managed }))[action];
          for (const kind of kinds) expect(left[kind].intersect(sent[kind]).size).toBe(0);
        }
      }),
    );
  });

  it("is nothing once the list shows the desired entries", () => {
    fc.assert(
      fc.property(
        someEntries,
        someEntries,
        forEachKind(() => fc.boolean()),
        (desired, managed, isHidden) => {
          const hidden = kinds.filter((kind) => isHidden[kind]);
          const goal = goalOf({ desired, managed });
          const before = initialKnowledge(listOf(managed, hidden));
          const { add, remove } = remainingChanges(before, goal);
          const added = afterSending(
            before,
            "add",
            sentOf({ acknowledged: add, appList: listOf(union(managed, add), hidden) }),
          );
          const after = afterSending(
            added,
            "remove",
            sentOf({ acknowledged: remove, appList: listOf(desired, hidden) }),
          );
          expect(remainingChanges(after, goal)).toEqual(noChanges);
        },
      ),
    );
  });

  it("has an unconfirmed removal of the past again, until its addition is acknowledged", () => {
    const goal = goalOf({ desired: website, managed: website, unconfirmedRemovals: website });
    const before = initialKnowledge(listOf(noEntries, ["websites"]));
    expect(remainingChanges(before, goal).add).toEqual(website);
    const after = afterSending(before, "add", sentOf({ acknowledged: website }));
    expect(remainingChanges(after, goal).add).toEqual(noEntries);
  });
});

describe("the progress of a change", () => {
  it("counts as added and removed only sent entries that the list shows so", () => {
    const before = initialKnowledge(listOf(bundles("com.old", "com.existing")));
    const appList = listOf(bundles("com.old", "com.existing", "com.new", "com.someone"));
    const after = afterSending(before, "add", sentOf({ acknowledged: bundles("com.new", "com.lost"), appList }));
    const goal = goalOf({ desired: bundles("com.new", "com.lost"), managed: bundles("com.old") });
    expect(progressOf(after, goal)).toEqual({
      added: bundles("com.new"),
      removed: noEntries,
      toAdd: bundles("com.lost"),
      toRemove: bundles("com.old"),
      unconfirmed: noEntries,
    });
  });
});

describe("the removals that the guard judges", () => {
  const before = initialKnowledge(listOf(bundles("com.a", "com.b", "com.unmanaged")));
  const planned = { add: noEntries, remove: bundles("com.b") };

  it("are those of the whole change, sent ones included", () => {
    const appList = listOf(bundles("com.b", "com.unmanaged"));
    const after = afterSending(before, "remove", sentOf({ acknowledged: bundles("com.a"), appList }));
    const { whole, losable } = judgedRemovals(after, goalOf({ managed: bundles("com.a", "com.b") }), planned);
    expect(whole).toEqual({ add: noEntries, remove: bundles("com.a", "com.b") });
    expect(losable).toEqual(bundles("com.a", "com.b"));
  });

  it("can cost an exclusive list all of its entries", () => {
    const goal = goalOf({ managed: bundles("com.a", "com.gone"), exclusive: true });
    expect(count(judgedRemovals(before, goal, planned).losable)).toBe(4);
  });

  it("tell unmanaged entries from managed ones", () => {
    const goal = goalOf({ managed: bundles("com.b"), exclusive: true });
    const clearing = { add: noEntries, remove: bundles("com.b", "com.unmanaged") };
    expect(judgedRemovals(before, goal, clearing).unmanaged).toEqual(bundles("com.unmanaged"));
  });

  it("are not judged by a list that this change has filled", () => {
    const appList = listOf(bundles("com.new", "com.unmanaged"));
    const filled = afterSending(
      initialKnowledge(undefined),
      "add",
      sentOf({ acknowledged: bundles("com.new"), appList }),
    );
    const clearing = { add: noEntries, remove: bundles("com.unmanaged") };
    expect(judgedRemovals(filled, goalOf({ exclusive: true }), clearing).losable).toEqual(bundles("com.unmanaged"));
  });
});
