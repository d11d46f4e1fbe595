import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byKind, kinds } from "../../provider/list/kinds";
import { EntrySet } from "../../provider/list/entry-set";
import { noEntries } from "../../provider/list/entries";
import { nothingManaged } from "../../provider/list/ownership";
import { parsePrefix } from "../../provider/report/messages";
import { shownAccount, shownUrl } from "../../provider/resource/identity";
import {
  changeUnknown,
  driftUnknown,
  listName,
  moved,
  noticeLine,
  noticesAfterChange,
  noticesAfterDelete,
  noticesAfterImport,
  noticesBeforeChange,
  noticesOnDrift,
  noticesOnUndeclared,
  type Notice,
} from "../../provider/resource/notices";
import { parseState, type State } from "../../provider/resource/state";
import type { Change } from "../../provider/sync/reconcile";
import { neverShown } from "../../provider/sync/shown-kinds";
import { anyEntry, anyText, forEachKind } from "../list/arbitraries";
import { bundles } from "../list/entries";

const anyEntries = forEachKind((kind) =>
  fc.uniqueArray(anyEntry(kind), { maxLength: 8 }).map((all) => EntrySet.of(all)),
);
const place = fc.oneof(anyText.map(shownUrl), fc.option(anyText, { nil: undefined }).map(shownAccount));

const anyState: fc.Arbitrary<State> = fc
  .record({
    appListId: fc.integer({ min: 1, max: 999_999_999_999_999 }),
    name: fc.option(anyText, { nil: undefined }),
    hasAssociatedCampaigns: fc.boolean(),
    exclusive: fc.boolean(),
    unmanaged: fc.nat(),
    notVerified: fc.subarray([...kinds]),
    managed: anyEntries,
    adopted: anyEntries,
  })
  .map(({ managed, adopted, ...facts }) => ({
    ...parseState({ stateVersion: 1, ...facts }),
    ownership: { ...nothingManaged, managed, adopted },
  }));

const anyChange: fc.Arbitrary<Change> = fc
  .record({ one: anyEntries, other: anyEntries, isShown: fc.boolean(), notVerified: fc.option(anyText) })
  .map(({ one, other, isShown, notVerified }) => ({
    appList: undefined,
    shown: neverShown,
    observedBefore: isShown ? one : byKind(() => undefined),
    observedAfter: isShown ? other : byKind(() => undefined),
    acknowledged: { add: noEntries, remove: one },
    unconfirmed: { add: noEntries, remove: noEntries },
    handedOver: other,
    assumedRemoved: one,
    sentinelsLeft: other,
    mayHaveChanged: true,
    notVerified: notVerified ?? undefined,
  }));

type Topic = "drift" | "driftUnknown" | "plan" | "other";

interface Printed {
  readonly state: State;
  readonly notices: readonly Notice[];
  readonly topic?: Topic;
}

/** All notices of the provider about a list, with the topic that they must have when they are read. */
const anyPrinted: fc.Arbitrary<Printed> = fc.oneof(
  printed("drift", anyEntries, (state, entries) => [
    ...noticesOnDrift(listName(state), entries, noEntries),
    ...noticesOnDrift(listName(state), noEntries, entries),
  ]),
  printed("driftUnknown", anyText, (state, reason) => [driftUnknown(state, reason)]),
  printed("other", fc.record({ before: place, now: place }), (state, move) => [moved(state, move)]),
  printed("plan", fc.constant(undefined), (state) => [changeUnknown(state)]),
  printed(
    "plan",
    fc.record({
      entries: anyEntries,
      exclusive: fc.boolean(),
      claimExisting: fc.boolean(),
      isCleared: fc.boolean(),
    }),
    ({ given, ...state }, { entries, exclusive, claimExisting, isCleared }) => {
      const others = { removalLimit: undefined, secret: new Set<string>() };
      const declared = { given: { ...given, exclusive, claimExisting }, entries, ...others };
      return noticesBeforeChange({ given, ...state }, declared, isCleared);
    },
  ),
  printed(undefined, anyEntries, (state, entries) => [
    ...noticesAfterImport(state, kinds),
    ...noticesOnUndeclared(state, entries),
  ]),
  printed(undefined, anyChange, (state, change) => [
    ...noticesAfterChange(nothingManaged, state, change),
    ...noticesAfterDelete(state, change, noEntries),
  ]),
);

function printed<Value>(
  topic: Topic | undefined,
  values: fc.Arbitrary<Value>,
  make: (state: State, value: Value) => readonly Notice[],
): fc.Arbitrary<Printed> {
  return fc
    .tuple(anyState, values)
    .map(([state, value]) => ({ state, notices: make(state, value), ...(topic && { topic }) }));
}

/** A list that could not be read is one that is not verified. */
const topics = { drift: "drift", plan: "plan", driftUnknown: "notVerified", other: undefined };

describe("a printed notice", () => {
  it("gives back its list and its topic when it is read, whatever the list and its entries are called", () => {
    fc.assert(
      fc.property(anyPrinted, ({ state, notices, topic }) => {
        for (const notice of notices) {
          const prefix = parsePrefix(noticeLine(notice));
          expect(prefix.appListId).toBe(state.given.appListId);
          // A report shows a plan that contains more than entries.
          const isRemark = topic === "plan" && /; (?!campaigns)|^update: (?!not known)/u.test(notice.message);
          if (topic !== undefined && !isRemark) expect(prefix.topic).toBe(topics[topic]);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("is one line without control characters", () => {
    fc.assert(
      fc.property(anyPrinted, ({ notices, topic }) => {
        fc.pre(topic !== "driftUnknown");
        // The reason of a notice that a list was not read is checked where it is made.
        const lines = notices.map(noticeLine).filter((line) => !line.includes("not verified before the change"));
        for (const line of lines) expect(line).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
      }),
    );
  });

  it("differs for other drift of the same list", () => {
    const notices = [
      ...noticesOnDrift("app list 1", bundles("com.a"), bundles("com.a")),
      ...noticesOnDrift("app list 1", bundles("com.b"), noEntries),
    ];
    expect(new Set(notices.map(noticeLine)).size).toBe(3);
  });
});

describe("the mark of a warning", () => {
  it.each([
    [{ severity: "warning", message: "the list is short" }, "warning: the list is short"],
    [
      { severity: "warning", subject: "app-list", message: "nothing is shared" },
      "app-list: warning: nothing is shared",
    ],
    [{ severity: "error", subject: "app list 4321", message: "two\nlines" }, "app list 4321: error: two\nlines"],
    [
      { severity: "info", subject: "app-list", message: "the next request waits 5 s" },
      "app-list: the next request waits 5 s",
    ],
    [{ severity: "info", message: "com.a is listed twice" }, "com.a is listed twice"],
  ] as const)("follows the subject of a line: %j", (notice, line) => {
    expect(noticeLine(notice)).toBe(line);
  });
});

describe("a line that is no notice", () => {
  it.each(["", "hello", 'app list "x": drift: ', "app list 1 drift: 1 app bundle", "the app list 1: drift: "])(
    "is no notice: %j",
    (line) => {
      expect(parsePrefix(line)).toEqual({});
    },
  );

  it("is one of no known topic if it only starts with a list", () => {
    expect(parsePrefix("app list 1: sent 2 of 3 requests")).toMatchObject({ appListId: 1, topic: undefined });
  });
});
