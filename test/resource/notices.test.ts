import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kinds } from "../../provider/list/kinds";
import { readLine } from "../../provider/hosts/plugin/engine-log";
import { shownAccount, shownUrl } from "../../provider/resource/move";
import {
  isMoveFrom,
  markWarning,
  parseNotice,
  printNotice,
  type ListLabel,
  type Notice,
  type Topic,
} from "../../provider/resource/notices";
import { anyEntry, anyText, forEachKind } from "../list/arbitraries";
import { bundles } from "../list/entries";

const list: fc.Arbitrary<ListLabel> = fc.record({
  appListId: fc.integer({ min: 1, max: 999_999_999_999_999 }),
  name: fc.option(anyText, { nil: undefined }),
});
const anyEntries = forEachKind((kind) => fc.uniqueArray(anyEntry(kind), { maxLength: 8 }).map((all) => new Set(all)));
const url = anyText.map(shownUrl);
const account = fc.option(anyText, { nil: undefined }).map(shownAccount);

/** Notices of every kind, with the topic that each must have when it is read. */
const anyNotice: fc.Arbitrary<readonly [Topic, Notice]> = fc.oneof(
  withTopic("drift", fc.record({ kind: fc.constantFrom("missing", "unexpected"), list, entries: anyEntries })),
  withTopic("driftUnknown", fc.record({ kind: fc.constant("driftUnknown"), list, reason: anyText })),
  withTopic("notVerified", fc.record({ kind: fc.constant("unverifiedBefore"), list, reason: anyText })),
  withTopic("notVerified", fc.record({ kind: fc.constant("hiddenKind"), list, hidden: fc.constantFrom(...kinds) })),
  withTopic("notVerified", fc.record({ kind: fc.constant("hiddenEntries"), list, entries: anyEntries })),
  withTopic("other", fc.record({ kind: fc.constant("assumedRemoved"), list, entries: anyEntries })),
  withTopic("moved", fc.record({ kind: fc.constant("moved"), list, before: url, now: url })),
  withTopic("moved", fc.record({ kind: fc.constant("moved"), list, before: account, now: account })),
  withTopic("change", fc.record({ kind: fc.constant("changeUnknown"), list })),
  withTopic(
    "change",
    fc.record({
      kind: fc.constant("change"),
      list,
      before: anyEntries,
      after: anyEntries,
      unmanaged: fc.option(fc.oneof(fc.constant("kept" as const), fc.record({ removed: fc.nat() })), {
        nil: undefined,
      }),
      claimed: fc.nat(),
      endangersCampaigns: fc.boolean(),
    }),
  ),
  withTopic("other", fc.record({ kind: fc.constant("adopted"), list, entries: anyEntries, isVerified: fc.boolean() })),
  withTopic(
    "other",
    fc.record({
      kind: fc.constantFrom("cleared", "handedOver", "adoptedElsewhere", "kept"),
      list,
      entries: anyEntries,
    }),
  ),
  withTopic(
    "other",
    fc.record({ kind: fc.constant("removed"), list, entries: anyEntries, hasAssociatedCampaigns: fc.boolean() }),
  ),
);

function withTopic(topic: Topic, notices: fc.Arbitrary<Notice>): fc.Arbitrary<readonly [Topic, Notice]> {
  return notices.map((notice) => [topic, notice] as const);
}

describe("a printed notice", () => {
  it("gives back its list and its topic when it is read, whatever the list and its entries are called", () => {
    fc.assert(
      fc.property(anyNotice, ([topic, notice]) => {
        const line = printNotice(notice);
        expect(parseNotice(line)).toMatchObject({ topic, appListId: notice.list.appListId, line });
      }),
      { numRuns: 1000 },
    );
  });

  it("is one line without control characters", () => {
    fc.assert(
      fc.property(anyNotice, ([, notice]) => {
        fc.pre(!("reason" in notice));
        expect(printNotice(notice)).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
      }),
    );
  });

  it("of a moved list gives back the old base URL or account, and no other", () => {
    fc.assert(
      fc.property(list, anyText, url, (list, before, now) => {
        fc.pre(before.length < 50);
        const parsed = parseNotice(printNotice({ kind: "moved", list, before: shownUrl(before), now }));
        expect(parsed !== undefined && isMoveFrom(parsed, before)).toBe(true);
        expect(parsed !== undefined && isMoveFrom(parsed, `${before}/other`)).toBe(false);
        const account = shownAccount(before);
        expect(parseNotice(printNotice({ kind: "moved", list, before: account, now }))?.from).toBe(account);
      }),
    );
  });

  it("differs for other drift of the same list", () => {
    const about = { list: { appListId: 1, name: "a" } };
    const lines = [
      printNotice({ ...about, kind: "missing", entries: bundles("com.a") }),
      printNotice({ ...about, kind: "missing", entries: bundles("com.b") }),
      printNotice({ ...about, kind: "unexpected", entries: bundles("com.a") }),
    ];
    expect(new Set(lines).size).toBe(3);
  });
});

describe("the mark of a warning", () => {
  it("is a severity in the plugin's log, and is put back, whatever the list and its entries are called", () => {
    fc.assert(
      fc.property(anyNotice, ([, notice]) => {
        const line = printNotice(notice);
        const { isWarning, message } = readLine(line);
        expect(isWarning ? markWarning(message) : message).toBe(line);
        expect(parseNotice(message)?.appListId).toBe(notice.list.appListId);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("a line that is no notice", () => {
  it.each(["", "hello", 'app list "x": drift: ', "app list 1 drift: 1 app bundle", "the app list 1: drift: "])(
    "is no notice: %j",
    (line) => {
      expect(parseNotice(line)).toBeUndefined();
    },
  );

  it("is one of no known topic if it only starts with a list", () => {
    expect(parseNotice("app list 1: sent 2 of 3 requests")).toMatchObject({ topic: "other", appListId: 1 });
  });
});
