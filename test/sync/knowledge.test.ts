import { describe, expect, it } from "vitest";
import type { AppList } from "../../provider/api/app-list";
import { ApiError } from "../../provider/api/errors";
import { EntrySet } from "../../provider/list/entry-set";
import { noChanges, noEntries } from "../../provider/list/entries";
import { byKind, type ByKind } from "../../provider/list/kinds";
import { defaultSyncPolicy } from "../../provider/sync/access";
import type { Goal } from "../../provider/sync/goal";
import { afterReading, changeEffects, initialKnowledge } from "../../provider/sync/knowledge";
import { nextStep } from "../../provider/sync/next-step";
import { bundles, entries } from "../list/entries";
import { afterSent, goalOf } from "./list";

/** A response that shows some kinds. */
function showing(shown: Partial<ByKind<readonly string[]>>): AppList {
  const parts = byKind((kind) => (shown[kind] === undefined ? undefined : EntrySet.of(shown[kind])));
  return { id: 7, entries: parts, sentinels: noEntries.appBundles };
}

const seen = (shown: Partial<ByKind<readonly string[]>>) =>
  ({ outcome: "seen", appList: showing(shown), reader: { by: "probe" } }) as const;

/** What is known after a first read. */
function reading(shown: Partial<ByKind<readonly string[]>>, goal: Goal, remainingTime = 60_000) {
  return initialKnowledge(seen(shown), goal, { declaredElsewhere: noEntries, remainingTime, isCanceled: false });
}

const lost = new ApiError("outcomeUnknown", { problem: "lost" }, { effect: "possible", method: "PATCH", path: "/" });
const own = ["own.example"];
const website = entries({ websites: own });

it("no entry is acknowledged as removed that the response still lists", () => {
  const before = reading({ websites: own }, goalOf({ desired: noEntries, managed: website }));
  expect(afterSent(before, "remove", website, showing({ websites: own })).acknowledged).toEqual(noChanges);
});

it.each([
  ["none", noEntries, noEntries],
  ["denied", website, noEntries],
  ["possible", website, website],
] as const)(
  "an addition that failed with the effect %s was sent, or is unconfirmed, accordingly",
  (effect, sent, open) => {
    const error = new ApiError("outcomeUnknown", { problem: "failed" }, { effect, method: "PATCH", path: "/" });
    const after = afterSent(reading({ websites: [] }, goalOf({ desired: website })), "add", website, error);
    expect([after.sent.add, after.unconfirmed.add]).toEqual([sent, open]);
  },
);

describe("a kind that was seen", () => {
  const goal = goalOf({ desired: noEntries });
  const before = reading({ websites: own, appBundles: [] }, goal);

  it.each([
    ["add", lost],
    ["remove", lost],
  ] as const)(
    "is only believed after a response without it, if %s of one of its entries is open",
    (action, response) => {
      const open = afterSent(before, action, website, response);
      const after = afterSent(open, "add", bundles("com.a"), showing({ appBundles: ["com.a"] }));
      expect([before, open, after].map(({ views }) => views.websites.basis)).toEqual(["seen", "seen", "believed"]);
    },
  );

  it("stays seen after a response without it to a request that names other kinds", () => {
    const after = afterSent(before, "add", bundles("com.a"), showing({ appBundles: ["com.a"] }));
    expect(after.views.websites).toEqual(before.views.websites);
  });
});

it("hands over what the program no longer declares and another resource does, and nothing that it declares itself", () => {
  const goal = goalOf({ desired: bundles("com.a"), managed: bundles("com.a", "com.b", "com.c") });
  const known = { ...reading({ appBundles: ["com.a", "com.b"] }, goal), declaredElsewhere: goal.ownership.managed };
  expect(changeEffects(known, goal).handedOver).toEqual(bundles("com.b"));
});

it("remembers each sentinel that a failed read may have left", () => {
  const failed = (name: string) => ({ outcome: "failed", error: lost, left: bundles(name) }) as const;
  const first = afterReading(reading({}, goalOf({ desired: noEntries })), failed("invalid.1"), true);
  expect(afterReading(first, failed("invalid.2"), true).sentinels).toEqual(bundles("invalid.1", "invalid.2"));
});

it.each([
  [{ websites: own }, bundles("invalid.1")],
  [{ appBundles: [] }, noEntries],
])("remembers a sentinel until a response shows the app bundles: %j", (shown, sentinels) => {
  const left = { outcome: "failed", error: lost, left: bundles("invalid.1") } as const;
  const after = afterReading(reading({}, goalOf({ desired: noEntries })), left, true);
  expect(afterReading(after, seen(shown), true).sentinels).toEqual(sentinels);
});

it.each([
  ["nothing", noChanges, false],
  ["a removal", { ...noChanges, remove: website }, false],
  ["an addition", { ...noChanges, add: website }, true],
])("additions go on after many refusals if the API accepted one before: %s", (_, acknowledged, isAccepted) => {
  const goal = goalOf({ desired: bundles("com.a") });
  const step = nextStep({ ...reading({ appBundles: [] }, goal), acknowledged }, goal, defaultSyncPolicy);
  expect(step).toMatchObject({ kind: "send", queue: { action: "add", isAccepted } });
});

describe("the list before a change", () => {
  const second = entries({ websites: ["second.example"] });
  const managed = entries({ websites: ["old.example"] });
  const goal = goalOf({ desired: entries({ websites: [...own, "second.example"] }), managed });
  const later = [...own, "old.example", "others.example"];

  it.each([
    ["the first read if it shows the kind", { websites: ["old.example"] }, later, "seen", ["old.example"]],
    ["the response to an addition, which counts as there before", { appBundles: [] }, later, "seen", later],
    ["a response that leaves out its own addition, which counts as there before", {}, [], "seen", own],
    ["the state if no response shows the kind", {}, undefined, "believed", ["old.example"]],
  ] as const)("is known from %s", (_, read, websites, basis, known) => {
    const added = afterSent(reading(read, goal), "add", website, showing({ websites }));
    const after = afterReading(afterSent(added, "add", second, showing({})), seen({}), true);
    expect(changeEffects(after, goal).viewsBefore.websites).toEqual({ basis, entries: EntrySet.of(known) });
  });

  it("has none of the entries that the change removed before the first response that shows their kind", () => {
    const removed = afterSent(reading({}, goal), "remove", managed, showing({ websites: later }));
    const websites = { basis: "seen", entries: EntrySet.of([...own, "others.example"]) };
    expect(changeEffects(removed, goal).viewsBefore).toMatchObject({ websites });
  });
});

it("removed no entry by a request without a known outcome, if later responses do not show the kind", () => {
  const goal = goalOf({ desired: noEntries, exclusive: true });
  const open = afterSent(reading({ websites: own }, goal), "remove", website, lost);
  const end = { removed: noEntries, vanished: noEntries };
  expect(changeEffects(afterReading(open, seen({}), true), goal)).toMatchObject(end);
});

describe("a read after a request without a known outcome", () => {
  const desired = bundles("com.a");
  const goal = goalOf({ desired });

  /** An addition that took a second, and then some reads that lacked the entry. */
  function afterLost(remainingTime: number, reads: number) {
    const after = afterSent(reading({ appBundles: [] }, goal, remainingTime), "add", desired, lost, 1000);
    return reads === 0 ? after : afterReading(after, seen({ appBundles: [] }), false);
  }

  it.each([
    ["not if it is the first: the request can still take effect", 60_000, 0, false],
    ["if it is the last, and has more time than the request took", 60_000, 1, true],
    ["not if it has less time than the request took", 1300, 1, false],
  ])("proves that the request had no effect %s", (_, remainingTime, reads, isFinal) => {
    const step = nextStep(afterLost(remainingTime, reads), goal, defaultSyncPolicy);
    expect(step).toMatchObject({ kind: "read", isFinal });
  });

  it.each([
    [false, desired],
    [true, noEntries],
  ])("leaves an addition that it does not show unconfirmed, unless it is final: %s", (isFinal, add) => {
    const { unconfirmed } = afterReading(afterLost(60_000, 0), seen({ appBundles: [] }), isFinal);
    expect(unconfirmed).toEqual({ add, remove: noEntries });
  });
});

it.each([
  ["fails if entries are left to add", bundles("com.a", "com.b"), { code: "COMMAND_CANCELED" }],
  ["has succeeded if nothing is left to do", bundles("com.a"), undefined],
])("a canceled change %s", (_, desired, failure) => {
  const goal = goalOf({ desired });
  const added = afterSent(
    reading({ appBundles: [] }, goal),
    "add",
    bundles("com.a"),
    showing({ appBundles: ["com.a"] }),
  );
  expect(nextStep({ ...added, isCanceled: true }, goal, defaultSyncPolicy)).toEqual({ kind: "stop", failure });
});

it("a read that failed does not change how the list is read", () => {
  const goal = goalOf({ desired: bundles("com.a") });
  const failed = { outcome: "failed", error: lost, left: noEntries } as const;
  expect(afterReading(reading({ appBundles: [] }, goal), failed, true).reader).toEqual({ by: "probe" });
});
