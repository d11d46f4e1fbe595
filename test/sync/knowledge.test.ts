import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { noChanges, noEntries, union, type Action, type Entries } from "../../provider/list/entries";
import { byKind, kinds } from "../../provider/list/kinds";
import { ApiError, type Effect } from "../../provider/api/errors";
import type { AppList } from "../../provider/api/app-list";
import {
  afterObservation,
  afterReading,
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
import type { ListRead, Reading } from "../../provider/sync/observe";
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
  const before = initialKnowledge(listOf(bundles("com.a"), ["websites"]));
  const unread: ListRead = { outcome: "failed", error: failed("none"), left: noEntries };

  /** The knowledge after the list was read, or could not be: whether it may have changed, and what is unconfirmed. */
  function afterDenial(action: Action, denied: Entries, read: ListRead, known = before) {
    const interruption = { error: failed("denied", 403), entries: denied, elapsed: 0 };
    const { mayHaveChanged, unconfirmed } = afterReading(
      afterSending(known, action, sentOf({ interruption })),
      read,
      true,
    );
    return { mayHaveChanged, unconfirmed };
  }

  function shows(...appBundles: readonly string[]): ListRead {
    return { outcome: "seen", appList: listOf(bundles(...appBundles), ["websites"]) };
  }

  it("an addition that is in the list nonetheless means that the list may have changed", () => {
    const added = { mayHaveChanged: true, unconfirmed: noChanges };
    expect(afterDenial("add", bundles("com.b"), shows("com.a", "com.b"))).toEqual(added);
    expect(afterDenial("add", bundles("com.b"), shows("com.a"))).toEqual({ ...added, mayHaveChanged: false });
  });

  it("an addition is never unconfirmed: it belongs to nobody", () => {
    const nothing = { mayHaveChanged: false, unconfirmed: noChanges };
    expect(afterDenial("add", website, unread)).toEqual(nothing);
    expect(afterDenial("add", website, unread, initialKnowledge(undefined))).toEqual(nothing);
  });

  it("a removal is unconfirmed unless the list was read and shows the kind", () => {
    const [own, unconfirmed] = [bundles("com.a"), (remove: Entries) => ({ add: noEntries, remove })];
    expect(afterDenial("remove", own, shows("com.a"))).toEqual({ mayHaveChanged: false, unconfirmed: noChanges });
    expect(afterDenial("remove", own, unread)).toEqual({ mayHaveChanged: true, unconfirmed: unconfirmed(own) });
    expect(afterDenial("remove", website, shows())).toEqual({
      mayHaveChanged: true,
      unconfirmed: unconfirmed(website),
    });
  });

  it("a removal that the last observation shows as absent is done, not unconfirmed", () => {
    const unconfirmed = { add: noEntries, remove: bundles("com.a") };
    expect(afterDenial("remove", bundles("com.a", "com.b"), unread)).toEqual({ mayHaveChanged: true, unconfirmed });
  });
});

describe("after removals were refused", () => {
  const shown = listOf(bundles("com.a"), ["websites"]);
  const interruption = { error: failed("possible"), entries: website, elapsed: 0 };
  const unknown = afterSending(initialKnowledge(shown), "remove", sentOf({ interruption }));
  const group = (some: Entries, isCertain = true) => ({ entries: some, isCertain, error: failed("denied", 422) });

  /** After the list was read by a sentinel, as the API refuses the probe with a status; or by the probe. */
  function afterRefusal(refused: RefusedGroup, refusal?: number): Knowledge {
    const reading: Reading = refusal === undefined ? unknown.reading : { by: "sentinel", refusal };
    const sent = afterSending({ ...unknown, reading }, "remove", sentOf({ refused: [refused] }));
    return afterReading(sent, { outcome: "seen", appList: shown }, true);
  }

  it("an entry that is not shown is assumed removed, acknowledged, and no longer unconfirmed", () => {
    const after = afterRefusal(group(website), 422);
    expect(after).toMatchObject({ assumedRemoved: website, unconfirmed: noChanges });
    expect(after.acknowledged.remove).toEqual(website);
    const goal = goalOf({ managed: website });
    expect(remainingChanges(after, goal).remove).toEqual(noEntries);
  });

  it.each<[string, RefusedGroup, number | undefined]>([
    ["the API does not refuse the probe", group(website), undefined],
    ["the API refuses the probe with another status", group(website), 400],
    ["the entry was sent with others only", group(website, false), 422],
    ["the API shows its kind", group(bundles("com.a")), 422],
  ])("nothing is assumed if %s", (_, refused, refusal) => {
    const { assumedRemoved, acknowledged, unconfirmed } = unknown;
    expect(afterRefusal(refused, refusal)).toMatchObject({ assumedRemoved, acknowledged, unconfirmed });
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
    expect(judgedRemovals(after, goalOf({ managed: bundles("com.a", "com.b") }), planned)).toEqual({
      whole: { add: noEntries, remove: bundles("com.a", "com.b") },
      removed: 2,
      losable: 2,
      unmanaged: 0,
    });
  });

  it("can cost an exclusive list all of its entries", () => {
    const goal = goalOf({ managed: bundles("com.a", "com.gone"), exclusive: true });
    expect(judgedRemovals(before, goal, planned)).toMatchObject({ removed: 1, losable: 4, unmanaged: 1 });
  });

  it("tell unmanaged entries from managed ones", () => {
    const goal = goalOf({ managed: bundles("com.b"), exclusive: true });
    const clearing = { add: noEntries, remove: bundles("com.b", "com.unmanaged") };
    expect(judgedRemovals(before, goal, clearing)).toMatchObject({ removed: 2, losable: 3, unmanaged: 1 });
  });

  it("are not judged by a list that this change has filled", () => {
    const appList = listOf(bundles("com.new", "com.unmanaged"));
    const filled = afterSending(
      initialKnowledge(undefined),
      "add",
      sentOf({ acknowledged: bundles("com.new"), appList }),
    );
    const clearing = { add: noEntries, remove: bundles("com.unmanaged") };
    expect(judgedRemovals(filled, goalOf({ exclusive: true }), clearing)).toMatchObject({ removed: 1, losable: 1 });
  });
});
