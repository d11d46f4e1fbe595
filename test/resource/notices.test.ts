import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kinds } from "../../provider/list/kinds";
import { EntrySet } from "../../provider/list/entry-set";
import { noChanges, noEntries } from "../../provider/list/entries";
import { believedViews, seenViews } from "../../provider/list/views";
import { nothingManaged, type Ownership } from "../../provider/list/ownership";
import { planBefore } from "../../provider/resource/guard";
import { shownAccount, shownUrl } from "../../provider/resource/identity";
import { printNotice, readNotice, type Notice } from "../../provider/resource/notice";
import {
  changeUnknown,
  driftUnknown,
  moved,
  noticesAfterChange,
  noticesAfterDelete,
  noticesAfterImport,
  noticesAfterRefresh,
  noticesBeforeChange,
  overLimitNotice,
} from "../../provider/resource/texts/notices";
import { parseState, type State } from "../../provider/resource/state";
import { noReader } from "../../provider/sync/reader";
import type { ChangeResult } from "../../provider/sync/reconcile";
import { expectExamples } from "../harness/example-texts";
import { anyEntry, anyText, forEachKind } from "../list/arbitraries";
import { bundles, entries } from "../list/entries";
import { knownList } from "./known-list";

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

const anyChange: fc.Arbitrary<ChangeResult> = fc
  .record({ one: anyEntries, other: anyEntries, isShown: fc.boolean(), reason: anyText })
  .map(({ one, other, isShown, reason }) =>
    changeOf({
      viewsBefore: isShown ? seenViews(one) : believedViews(one),
      viewsAfter: isShown ? seenViews(other) : believedViews(other),
      removed: one,
      vanished: other,
      acknowledged: { add: noEntries, remove: one },
      handedOver: other,
      sentinels: other,
      first: { outcome: "notVerified", reason, reader: noReader },
    }),
  );

interface Printed {
  readonly state: State;
  readonly notices: readonly Notice[];
  readonly topic?: keyof typeof topics;
}

/** All notices of the provider about a list, with the topic that they must have when they are read. */
const anyPrinted: fc.Arbitrary<Printed> = fc.oneof(
  printed("drift", anyEntries, (state, managed) => {
    const after = { ...state, facts: { ...state.facts, notVerified: [] } };
    const before = { ...state, ownership: { ...nothingManaged, managed } };
    return noticesAfterRefresh(before, after, seenViews(noEntries), managed, new Set());
  }),
  printed("driftUnknown", anyText, (state, reason) => [driftUnknown(state, reason)]),
  printed("other", fc.record({ before: place, now: place }), (state, move) => [moved(state, move)]),
  printed("plan", fc.constant(undefined), (state) => [changeUnknown(state)]),
  printed("overLimitNotice", fc.option(fc.constant("0123456789abcdef"), { nil: undefined }), (state, digest) => [
    overLimitNotice(state, {
      reason: 'removalLimit "30%" allows 0 of 3; this change removes 2',
      effect: 'remove "a" and "b"',
      commands: [],
      digest,
    }),
  ]),
  printed(
    undefined,
    fc.record({
      entries: anyEntries,
      exclusive: fc.boolean(),
      claimExisting: fc.boolean(),
      isCleared: fc.boolean(),
      imported: fc.boolean(),
    }),
    ({ given, ...others }, { entries, exclusive, claimExisting, isCleared, imported }) => {
      const limits = { removalLimit: undefined, additionLimit: undefined, secret: new Set<string>() };
      const declared = { given: { ...given, exclusive, claimExisting }, entries, ...limits };
      const state = { given, ...others, imported };
      const now = planBefore(state, declared, knownList(), "2026-11-21");
      return noticesBeforeChange(state, declared, now, isCleared);
    },
  ),
  printed(undefined, fc.constant(undefined), (state) => noticesAfterImport(state, kinds)),
  printed(undefined, anyChange, (state, change) => [
    ...noticesAfterChange(nothingManaged, state, change, new Set(["websites"])),
    ...noticesAfterDelete(state, change, noEntries, new Set()),
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
const topics = {
  drift: "drift",
  plan: "plan",
  overLimitNotice: "over the limit",
  driftUnknown: "not verified",
  other: undefined,
};

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

function stateOf(ownership: Partial<Ownership>, more: Readonly<Record<string, unknown>> = {}): State {
  const state = parseState({ stateVersion: 1, appListId: 4321, name: "brand-safety", ...more });
  return { ...state, ownership: { ...nothingManaged, ...ownership } };
}

/** A change in which nothing out of the ordinary happened, but for what a test is about. */
function changeOf(parts: Partial<ChangeResult>): ChangeResult {
  return {
    appList: undefined,
    first: {
      outcome: "seen",
      appList: { id: 4321, entries: noEntries, sentinels: noEntries.appBundles },
      reader: noReader,
    },
    viewsBefore: seenViews(noEntries),
    sentinels: noEntries,
    viewsAfter: seenViews(noEntries),
    removed: noEntries,
    vanished: noEntries,
    acknowledged: noChanges,
    unconfirmed: noChanges,
    sent: noChanges,
    gone: noEntries,
    handedOver: noEntries,
    mayHaveChanged: true,
    added: noEntries,
    ...parts,
  };
}

const [a, b, c] = [bundles("com.a"), bundles("com.a", "com.b"), bundles("com.a", "com.b", "com.c")];
const bySix = entries({ websites: ["a", "b", "c", "d", "e", "f"].map((name) => `${name}.example`) });
const ofSites = entries({ appBundles: ["com.a"], websites: ["a.example"] });
const ofKinds = entries({ appBundles: ["com.a", "com.b"], placementIds: ["1-a"] });
const websites = entries({ appBundles: ["com.a"], websites: ["a.example", "b.example"] });
const unread = { first: { outcome: "notVerified", reason: "app-list:observe is off", reader: noReader } } as const;
const secret = new Set(["websites"]);

const afterChange = (
  before: Partial<Ownership>,
  after: State,
  change: Partial<ChangeResult> = {},
  hidden = new Set<string>(),
) => noticesAfterChange({ ...nothingManaged, ...before }, after, changeOf(change), hidden);
const afterDelete = (state: State, change: Partial<ChangeResult> = {}, released = noEntries) =>
  noticesAfterDelete(state, changeOf(change), released, new Set());

const adoptedOne = { managed: a, adopted: a };
const adoptedSites = stateOf({ managed: ofSites, adopted: ofSites });
const hidingSites = stateOf({ managed: websites }, { notVerified: ["websites"] });
const moving = stateOf({ managed: c, adopted: bundles("com.c") });
const vanished = bundles(...Array.from({ length: 7 }, (_, index) => `com.other.${index}`));

const examples: Readonly<Record<string, readonly Notice[]>> = {
  "after a change: every entry was added and observed": afterChange({}, stateOf({ managed: a })),
  "after a change: the entry was adopted before": afterChange(adoptedOne, stateOf(adoptedOne)),
  "after a change: several adopted entries": afterChange({}, stateOf({ managed: ofKinds, adopted: ofKinds })),
  "after a change: one adopted entry": afterChange({}, stateOf(adoptedOne)),
  "after a change: entries count as adopted, because the list could not be read": afterChange(
    {},
    stateOf({ managed: b, adopted: b }),
    { viewsBefore: believedViews(noEntries), ...unread },
  ),
  "after a change: the API accepted websites that it does not show": afterChange({ managed: websites }, hidingSites),
  "after a change: a removed entry, and unmanaged ones of an exclusive list": afterChange(
    { managed: bundles("com.dropped") },
    stateOf({ managed: a }, { exclusive: true }),
    { removed: bundles("com.other.a", "com.other.b", "com.dropped") },
  ),
  "after a change: a removed entry of a kind that the API does not show": afterChange(
    { managed: ofSites },
    stateOf({}),
    { viewsAfter: believedViews(noEntries), removed: ofSites },
    secret,
  ),
  "after a create: adopted entries, which may have been sent": noticesAfterChange(
    nothingManaged,
    stateOf({ managed: b, adopted: a }),
    changeOf({ viewsBefore: seenViews(a), added: b }),
    new Set(),
  ),
  "after a change: removed entries of a secret input": afterChange(
    { managed: websites },
    stateOf({}),
    { removed: websites },
    secret,
  ),
  "after a change: entries of others disappeared": afterChange({}, stateOf({}), { vanished }),
  "after a change: entries that another resource declares": afterChange({}, stateOf({}), { handedOver: b }),
  "after a change: a sentinel is left": afterChange({}, stateOf({}), {
    sentinels: a,
  }),
  "after a refresh: no drift": noticesAfterRefresh(
    stateOf({ managed: a }),
    stateOf({ managed: a }),
    seenViews(a),
    noEntries,
    new Set(),
  ),
  "after a refresh: missing and unexpected entries": noticesAfterRefresh(
    stateOf({ managed: c }),
    stateOf({ managed: a }),
    seenViews(a),
    bySix,
    new Set(),
  ),
  "after a refresh: websites that the API does not show": noticesAfterRefresh(
    hidingSites,
    hidingSites,
    believedViews(websites),
    noEntries,
    new Set(),
  ),
  "after a delete: a removed entry, and one that was missing": afterDelete(stateOf({ managed: b }), {
    viewsBefore: seenViews(bundles("com.a", "com.other")),
    removed: a,
  }),
  "after a delete: a removed entry of a kind that the API does not show": afterDelete(stateOf({ managed: websites }), {
    viewsBefore: believedViews(websites),
    viewsAfter: { ...seenViews(noEntries), websites: believedViews(noEntries).websites },
    removed: ofSites,
  }),
  "after a delete: the list is used by campaigns": afterDelete(
    stateOf({ managed: a }, { hasAssociatedCampaigns: true }),
    { viewsBefore: seenViews(a), removed: a },
  ),
  "after a delete: nothing was managed": afterDelete(stateOf({})),
  "after a delete: the adopted entry is absent": afterDelete(stateOf(adoptedOne)),
  "after a delete: adopted entries that stay": afterDelete(stateOf({ managed: ofKinds, adopted: ofKinds }), {
    viewsAfter: seenViews(ofKinds),
  }),
  "after a delete: adopted entries of a kind that the API does not show": afterDelete(adoptedSites, {
    viewsAfter: { ...seenViews(a), websites: believedViews(ofSites).websites },
  }),
  "after a delete: entries of another resource, of a list that was not read": afterDelete(
    stateOf({ managed: a }),
    { handedOver: a, viewsBefore: believedViews(a), viewsAfter: believedViews(a), ...unread },
    a,
  ),
  "after a delete: entries that another resource takes over as its own": afterDelete(
    moving,
    { handedOver: c, viewsBefore: seenViews(c) },
    c,
  ),
  "after a delete: entries that another resource adopts": afterDelete(
    moving,
    { handedOver: c, viewsBefore: seenViews(c) },
    a,
  ),
};

it("the notices about a list are those of the examples", () => {
  const printed = Object.entries(examples).map(
    ([title, notices]) => [title, notices.map((notice) => printNotice(notice, true))] as const,
  );
  expectExamples(join(import.meta.dirname, "notices.txt"), Object.fromEntries(printed));
});
