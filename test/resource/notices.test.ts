import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byKind, kinds } from "../../provider/list/kinds";
import { EntrySet } from "../../provider/list/entry-set";
import { noChanges, noEntries } from "../../provider/list/entries";
import { believedViews, seenViews } from "../../provider/list/views";
import { nothingManaged, type Ownership } from "../../provider/list/ownership";
import { shownAccount, shownUrl } from "../../provider/resource/identity";
import { printNotice, readNotice, type Notice } from "../../provider/resource/notice";
import {
  changeUnknown,
  driftUnknown,
  listName,
  moved,
  noticesAfterChange,
  noticesAfterDelete,
  noticesAfterImport,
  noticesAfterRefresh,
  noticesBeforeChange,
  noticesOnDrift,
  noticesOnUndeclared,
  overLimit,
} from "../../provider/resource/notices";
import { parseState, type State } from "../../provider/resource/state";
import type { Change } from "../../provider/sync/reconcile";
import { neverShown } from "../../provider/sync/shown-kinds";
import { anyEntry, anyText, forEachKind } from "../list/arbitraries";
import { bundles, entries } from "../list/entries";

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
  .record({ one: anyEntries, other: anyEntries, isShown: fc.boolean(), reason: anyText })
  .map(({ one, other, isShown, reason }) =>
    changeOf({
      viewsBefore: isShown ? seenViews(one) : believedViews(one),
      viewsAfter: isShown ? seenViews(other) : believedViews(other),
      removed: one,
      vanished: other,
      acknowledged: { add: noEntries, remove: one },
      handedOver: other,
      assumedRemoved: one,
      sentinels: other,
      first: { outcome: "notVerified", reason },
    }),
  );

interface Printed {
  readonly state: State;
  readonly notices: readonly Notice[];
  readonly topic?: keyof typeof topics;
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
  printed("overLimit", fc.option(fc.constant("0123456789abcdef"), { nil: undefined }), (state, digest) => [
    overLimit(state, { reason: "would remove 2 of 3 entries", effect: 'remove "a" and "b"', commands: [], digest }),
  ]),
  printed(
    undefined,
    fc.record({
      entries: anyEntries,
      exclusive: fc.boolean(),
      claimExisting: fc.boolean(),
      isCleared: fc.boolean(),
    }),
    ({ given, ...state }, { entries, exclusive, claimExisting, isCleared }) => {
      const others = { removalLimit: undefined, additionLimit: undefined, secret: new Set<string>() };
      const declared = { given: { ...given, exclusive, claimExisting }, entries, ...others };
      return noticesBeforeChange({ given, ...state }, declared, isCleared);
    },
  ),
  printed(undefined, anyEntries, (state, entries) => [
    ...noticesAfterImport(state, kinds),
    ...noticesOnUndeclared(state, entries),
  ]),
  printed(undefined, anyChange, (state, change) => [
    ...noticesAfterChange(nothingManaged, state, change, new Set(["websites"]), true),
    ...noticesAfterDelete(state, change, noEntries),
  ]),
);

function printed<Value>(
  topic: keyof typeof topics | undefined,
  values: fc.Arbitrary<Value>,
  make: (state: State, value: Value) => readonly Notice[],
): fc.Arbitrary<Printed> {
  return fc
    .tuple(anyState, values)
    .map(([state, value]) => ({ state, notices: make(state, value), ...(topic && { topic }) }));
}

/** A list that could not be read is one that is not verified. */
const topics = { drift: "drift", plan: "plan", overLimit: "overLimit", driftUnknown: "notVerified", other: undefined };

describe("a printed notice", () => {
  it("is one line that gives back its list and its topic, whatever the list and its entries are called", () => {
    fc.assert(
      fc.property(anyPrinted, ({ state, notices, topic }) => {
        for (const notice of notices) {
          const line = printNotice(notice, true);
          const { subject, ...given } = notice;
          const { list, appListId, severity = "info", ...read } = readNotice(line) ?? {};
          expect({ appListId, list, severity, ...read }).toEqual({
            appListId: state.given.appListId,
            list: `${subject}: `,
            ...given,
          });
          if (topic !== undefined) expect(notice.topic).toBe(topics[topic]);
          // The reason why a list was not read is checked where it is made.
          if (topic === "driftUnknown" || line.includes("could not be read before the change")) continue;
          expect(line).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it.each<[line: string, notice: Notice]>([
    [
      "app-list: warning: nothing is shared",
      { severity: "warning", subject: "app-list", message: "nothing is shared" },
    ],
    ["error: two\nlines", { severity: "error", message: "two\nlines" }],
    ["app-list: it waits", { severity: "info", subject: "app-list", message: "it waits" }],
  ])("has the mark of a warning or an error after its subject: %j", (line, notice) => {
    expect(printNotice(notice, true)).toBe(line);
  });

  it("is recognized by its whole start alone", () => {
    for (const line of [
      "hello",
      'app list "x": drift: ',
      "app list 1 drift: 1 app bundle",
      "the app list 1: drift: ",
    ]) {
      expect(readNotice(line)).toBeUndefined();
    }
    expect(readNotice("app list 1: sent 2 of 3 requests")).toMatchObject({ appListId: 1, topic: undefined });
  });
});

const expectLines = (notices: readonly Notice[], ...lines: readonly string[]) =>
  expect(notices.map((notice) => printNotice(notice, true))).toEqual(
    lines.map((line) => `app list 4321 "brand-safety": ${line}`),
  );
const claim = "pulumi destroy keeps adopted entries, unless claimExisting is true.";
const ofSites = entries({ appBundles: ["com.a"], websites: ["a.example"] });

function stateOf(ownership: Partial<Ownership>, more: Readonly<Record<string, unknown>> = {}): State {
  const state = parseState({ stateVersion: 1, appListId: 4321, name: "brand-safety", ...more });
  return { ...state, ownership: { ...nothingManaged, ...ownership } };
}

/** A change in which nothing out of the ordinary happened, but for what a test is about. */
function changeOf(parts: Partial<Change>): Change {
  return {
    appList: undefined,
    shown: neverShown,
    first: { outcome: "seen", appList: { id: 4321, entries: noEntries, sentinels: noEntries.appBundles } },
    viewsBefore: seenViews(noEntries),
    sentinels: noEntries,
    viewsAfter: seenViews(noEntries),
    removed: noEntries,
    vanished: noEntries,
    acknowledged: noChanges,
    unconfirmed: noChanges,
    lost: noEntries,
    handedOver: noEntries,
    assumedRemoved: noEntries,
    mayHaveChanged: true,
    ...parts,
  };
}

const [a, b, c] = [bundles("com.a"), bundles("com.a", "com.b"), bundles("com.a", "com.b", "com.c")];
const handedOver = `kept in the list, because another resource of this program declares them: `;
const unread = { first: { outcome: "notVerified", reason: "app-list:observe is off" } } as const;
const isUnread = "the list could not be read before the change: app-list:observe is off.";

const afterChange = (before: Partial<Ownership>, after: State, change: Partial<Change> = {}) =>
  noticesAfterChange({ ...nothingManaged, ...before }, after, changeOf(change), new Set(), false);
const afterDelete = (state: State, change: Partial<Change> = {}, released = noEntries) =>
  noticesAfterDelete(state, changeOf(change), released);

const assumed =
  'warning: 1 app bundle ("com.a") is treated as removed, not verified. The API refused to remove it, as it does for ' +
  "entries that are not in the list.";
const adoptedOne = { managed: a, adopted: a };

describe("the notices after a change", () => {
  const ofThree = entries({ appBundles: ["com.a", "com.b"], websites: ["a.example"] });
  const websites = entries({ appBundles: ["com.a"], websites: ["a.example", "b.example"] });
  const dropped: Partial<Ownership> = { managed: bundles("com.dropped") };
  const cleared = { removed: bundles("com.other.a", "com.other.b", "com.dropped") };

  it("are none if every entry was added and observed, or was adopted before", () => {
    expectLines(afterChange({}, stateOf({ managed: a })));
    expectLines(afterChange(adoptedOne, stateOf(adoptedOne)));
  });

  it("name adopted entries, one or more, and how to claim them", () => {
    const names = '2 app bundles and 1 website ("com.a", "com.b", "a.example")';
    const after = stateOf({ managed: ofThree, adopted: ofThree });
    expectLines(afterChange({}, after), `adopted ${names} already in the list. ${claim}`);
    expectLines(afterChange({}, stateOf(adoptedOne)), `adopted 1 app bundle ("com.a") already in the list. ${claim}`);
  });

  it("name entries that count as adopted because the list could not be read, and the reason", () => {
    const notices = afterChange({}, stateOf({ managed: b, adopted: b }), {
      viewsBefore: believedViews(noEntries),
      ...unread,
    });
    const adopted = `adopted 2 app bundles ("com.a", "com.b") that may have been in the list before. ${claim}`;
    const counted = isUnread.replace("change:", "change, so entries count as adopted:");
    expectLines(notices, adopted, counted);
  });

  it("count what the API accepted and does not show", () => {
    const after = stateOf({ managed: websites }, { notVerified: ["websites"] });
    const line = "not verified: the API does not show 2 websites that it accepted.";
    expectLines(afterChange({ managed: websites }, after), line);
    expectLines(noticesAfterRefresh(after, after, believedViews(websites), noEntries), line);
  });

  it("name what was removed, and the unmanaged entries of an exclusive list apart", () => {
    expectLines(
      afterChange(dropped, stateOf({ managed: a }, { exclusive: true }), cleared),
      'removed 1 app bundle ("com.dropped").',
      'exclusive: removed unmanaged entries: 2 app bundles ("com.other.a", "com.other.b").',
    );
  });

  it("count what was removed of secret inputs, and do not name it", () => {
    const removed = entries({ appBundles: ["com.dropped"], websites: ["a.example", "b.example"] });
    const change = changeOf({ removed });
    expectLines(
      noticesAfterChange({ ...nothingManaged, managed: removed }, stateOf({}), change, new Set(["websites"]), false),
      'removed 1 app bundle and 2 websites ("com.dropped"; 2 secret).',
    );
  });

  it("warn about entries of others that disappeared, and name up to five", () => {
    const names = Array.from({ length: 7 }, (_, index) => `com.other.${index}`);
    const shown = names.slice(0, 5).map((name) => `"${name}"`);
    const line =
      `warning: 7 app bundles (${shown.join(", ")} and 2 more) of others disappeared from the list. ` +
      "No request of this change named them.";
    expectLines(afterChange({}, stateOf({}), { vanished: bundles(...names) }), line);
  });

  it("name entries that stay because another resource declares them", () => {
    expectLines(afterChange({}, stateOf({}), { handedOver: b }), `${handedOver}2 app bundles ("com.a", "com.b").`);
  });

  it("warn about entries that count as removed although the API refused it, and about a sentinel that is left", () => {
    const left =
      'warning: a helper entry is still in the list: "com.a". It matches no app. The next change removes it.';
    expectLines(afterChange({}, stateOf({}), { assumedRemoved: a, sentinels: a }), assumed, left);
  });
});

describe("the notices after a refresh", () => {
  it("are none without drift, and name missing and unexpected entries, with examples", () => {
    const after = stateOf({ managed: a });
    expectLines(noticesAfterRefresh(after, after, seenViews(a), noEntries));
    const six = entries({ websites: ["a.example", "b.example", "c.example", "d.example", "e.example", "f.example"] });
    expectLines(
      noticesAfterRefresh(stateOf({ managed: c }), after, seenViews(a), six),
      'drift: 2 app bundles ("com.b", "com.c") missing. The next pulumi up adds the entries that are still declared.',
      'drift: 6 websites ("a.example", "b.example", "c.example", "d.example", "e.example" and 1 more) unexpected. ' +
        "The next pulumi up removes the entries that are not declared.",
    );
  });
});

it("the notices after a refresh say that entries are only inferred to be missing", () => {
  const state = stateOf({ managed: b });
  const inferred = byKind((kind) => ({ entries: b[kind], basis: "inferred" as const }));
  expectLines(
    noticesAfterRefresh(state, state, inferred, noEntries),
    'drift: 2 app bundles ("com.a", "com.b") missing. The next pulumi up adds the entries that are still declared. ' +
      "Not verified: the response lacks app bundles, which counts as none.",
  );
});

describe("the notices after a delete", () => {
  const ofKinds = entries({ appBundles: ["com.a", "com.b"], placementIds: ["1-a"] });
  const moved = stateOf({ managed: c, adopted: bundles("com.c") });
  const removed = 'removed 1 app bundle ("com.a")';
  const stays = `${handedOver}3 app bundles ("com.a", "com.b", "com.c").`;
  const kept = "kept adopted entries in the list: ";

  it("name removed entries, those that were missing before, and campaigns of the list", () => {
    const change = { viewsBefore: seenViews(bundles("com.a", "com.other")), removed: a };
    const gone = 'no longer in the list before this delete: 1 app bundle ("com.b") of this resource.';
    expectLines(afterDelete(stateOf({ managed: b }), change), `${removed}.`, gone);
    const used = stateOf({ managed: a }, { hasAssociatedCampaigns: true });
    expectLines(afterDelete(used, change), `${removed}; used by campaigns.`);
  });

  it("do not name entries as removed that only count as absent", () => {
    const acknowledged = { add: noEntries, remove: a };
    const unseen = {
      viewsBefore: believedViews(a),
      viewsAfter: believedViews(noEntries),
      acknowledged,
      assumedRemoved: a,
    };
    expectLines(afterDelete(stateOf({ managed: a }), unseen), assumed);
  });

  it("do not name absent entries as kept", () => {
    expectLines(afterDelete(stateOf({})));
    expectLines(afterDelete(stateOf(adoptedOne)));
  });

  it("name adopted entries that stay, and those of a kind that the API does not show as left, not as kept", () => {
    const ofAll = stateOf({ managed: ofKinds, adopted: ofKinds });
    const names = '2 app bundles and 1 placement ID ("com.a", "com.b", "1-a")';
    expectLines(afterDelete(ofAll, { viewsAfter: seenViews(ofKinds) }), `${kept}${names}.`);
    expectLines(
      afterDelete(stateOf({ managed: ofSites, adopted: ofSites }), {
        viewsAfter: { ...seenViews(a), websites: believedViews(ofSites).websites },
      }),
      `${kept}1 app bundle ("com.a").`,
      `${kept}1 website ("a.example"). Not verified.`,
    );
  });

  it("do not name entries of another resource as kept if the list was not read", () => {
    const change = { handedOver: a, viewsBefore: believedViews(a), viewsAfter: believedViews(a), ...unread };
    const stays = `${handedOver}1 app bundle ("com.a"). Not verified.`;
    expectLines(afterDelete(stateOf({ managed: a }), change, a), stays, isUnread);
  });

  it("name entries that another resource took over, as its own, or with how it can claim them", () => {
    expectLines(afterDelete(moved, { handedOver: c, viewsBefore: seenViews(c) }, c), stays);
    const claiming =
      "the other resource adopts 2 app bundles of these, so pulumi destroy keeps them. To avoid that, set aliases (for a " +
      "rename) or claimExisting: true.";
    expectLines(afterDelete(moved, { handedOver: c, viewsBefore: seenViews(c) }, a), stays, claiming);
  });
});
