import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kinds } from "../../provider/list/kinds";
import { noChanges, noEntries, type Entries } from "../../provider/list/entries";
import { believedViews, seenViews } from "../../provider/list/views";
import { planUpdate } from "../../provider/list/update";
import type { SharedDeclaration } from "../../provider/resource/shared-declarations";
import { nothingManaged, type Ownership } from "../../provider/list/ownership";
import { printNotice, type Notice } from "../../provider/resource/notice";
import { shownUrl } from "../../provider/resource/identity";
import { deleteOf, planBefore, updateOf } from "../../provider/resource/operation";
import {
  eventOn,
  eventsAfter,
  eventsAfterImport,
  eventsAfterRefresh,
  eventsBefore,
  type ListEvent,
} from "../../provider/resource/events";
import { naming } from "../../provider/resource/texts/naming";
import { noticeOf } from "../../provider/resource/texts/notices";
import { parseState, type State } from "../../provider/resource/state";
import { noReader } from "../../provider/sync/reader";
import type { ChangeResult } from "../../provider/sync/reconcile";
import { expectExamples } from "../harness/example-texts";
import { anyEntry, anyText } from "../list/arbitraries";
import { bundles, entries } from "../list/entries";
import { declaredBy } from "./declared";
import { knownList } from "./known-list";

/** Notices of each topic about a list with any name and any entries. */
const anyNotices = fc
  .record({
    appListId: fc.integer({ min: 1, max: 999_999_999_999_999 }),
    name: fc.option(anyText, { nil: undefined }),
    entries: fc.uniqueArray(anyEntry("appBundles"), { minLength: 1, maxLength: 8 }).map((all) => bundles(...all)),
    baseUrl: anyText,
    exclusive: fc.boolean(),
  })
  .map(({ appListId, name, entries, baseUrl, exclusive }) => {
    const state = stateOf({ managed: entries }, { appListId, name, exclusive });
    const viewsBefore = exclusive ? seenViews(entries) : believedViews(entries);
    const effects = { removed: entries, vanished: entries, handedOver: entries, sentinels: entries };
    const change = changeOf({ viewsBefore, ...effects });
    const declared = declaredBy({ exclusive });
    const operation = updateOf({ ...knownList(), identity: { appListId, baseUrl } }, state, declared);
    const other = { ...declaration, entries };
    const events: readonly ListEvent[] = [
      ...eventsAfterRefresh(state, stateOf({}, { appListId, name }), seenViews(noEntries), entries),
      ...eventsAfter(updateOf(knownList(), undefined, declared), state, change, knownList({ declarations: [other] })),
      ...eventsAfter(deleteOf(knownList(), state, {}), state, change, knownList({ declarations: [other] })),
      ...eventsAfterImport(state, kinds, entries),
      eventOn(state, "moved", shownUrl(baseUrl)),
      eventOn(state, "notRead", "it is off"),
      ...eventsBefore(operation, planBefore(operation), {}),
    ];
    return { appListId, events, notices: events.map((event) => noticeOf(event, naming())) };
  });

describe("a printed notice", () => {
  it("is one line that begins with its list, whatever the list and its entries are called", () => {
    fc.assert(
      fc.property(anyNotices, ({ appListId, events, notices }) => {
        // Whoever judges what was done reads the event, and no sentence.
        for (const [index, notice] of notices.entries()) {
          expect(notice.event).toBe(events[index]);
          const line = printNotice(notice, true);
          const { length } = `app list ${appListId}`;
          expect([line.slice(0, length), [":", " "].includes(line.charAt(length))]).toEqual([
            `app list ${appListId}`,
            true,
          ]);
          expect(line).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
        }
      }),
    );
  });

  it.each<[line: string, notice: Partial<Notice>]>([
    ["app-list: warning: it waits", { severity: "warning" }],
    ["error: it waits", { severity: "error", subject: undefined }],
    ["app-list: it waits", {}],
  ])("has the mark of a warning or an error after its subject: %j", (line, notice) => {
    expect(printNotice({ severity: "info", subject: "app-list", message: "it waits", ...notice }, true)).toBe(line);
  });
});

function stateOf(ownership: Partial<Ownership>, more: Readonly<Record<string, unknown>> = {}): State {
  const state = parseState({ stateVersion: 1, appListId: 4321, name: "brand-safety", ...more });
  return { ...state, ownership: { ...nothingManaged, ...ownership } };
}

const nothingWanted = { what: "update", desired: noEntries, exclusive: false } as const;

/** What another resource declares: all of the entries here. */
const declaration: SharedDeclaration = {
  appListId: 4321,
  resource: { id: "other", name: "other" },
  isAccepted: true,
  givenKinds: [],
  exclusive: false,
  isSecret: false,
  entries: entries({ appBundles: ["com.a", "com.b", "com.c"] }),
};

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
    update: planUpdate({ ownership: nothingManaged, missing: noEntries }, nothingWanted, noEntries),
    unowned: noEntries,
    viewsAfter: seenViews(noEntries),
    removed: noEntries,
    vanished: noEntries,
    acknowledged: noChanges,
    unconfirmed: noChanges,
    sent: noChanges,
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

const known = knownList({ declarations: [declaration] });
const afterChange = (before: Entries, after: State, change: Partial<ChangeResult> = {}) =>
  eventsAfter(updateOf(known, stateOf({ managed: before }), declaredBy({})), after, changeOf(change), known);
const afterRefresh = (before: State, after: State, seen: Entries, unexpected = noEntries) =>
  eventsAfterRefresh(before, after, seenViews(seen), unexpected);
const afterDelete = (state: State, change: Partial<ChangeResult> = {}) =>
  eventsAfter(deleteOf(known, state, {}), state, changeOf(change), known);

const adopted = (all: Entries): State => stateOf({ managed: all, adopted: all });
const hidingSites = stateOf({ managed: websites }, { notVerified: ["websites"] });
const noSites = { websites: believedViews(websites).websites };
const vanished = bundles(...Array.from({ length: 7 }, (_, index) => `com.other.${index}`));

const examples: Readonly<Record<string, readonly ListEvent[]>> = {
  "after a change: the entry was adopted before": eventsAfter(
    updateOf(knownList(), stateOf({ adopted: a }), declaredBy({})),
    adopted(a),
    changeOf({}),
    knownList(),
  ),
  "after a change: several adopted entries": afterChange(noEntries, adopted(ofKinds)),
  "after a change: entries count as adopted, because the list could not be read": afterChange(noEntries, adopted(b), {
    viewsBefore: believedViews(noEntries),
  }),
  "after a change: the API accepted websites that it does not show": afterChange(websites, hidingSites),
  "after a change: a removed entry, and unmanaged ones of an exclusive list": afterChange(
    bundles("com.dropped"),
    stateOf({ managed: a }, { exclusive: true }),
    { removed: bundles("com.other.a", "com.other.b", "com.dropped") },
  ),
  "after a change: a removed entry of a kind that the API does not show": afterChange(ofSites, stateOf({}), {
    viewsAfter: believedViews(noEntries),
    removed: ofSites,
  }),
  "after a create: adopted entries, which may have been sent": afterChange(
    noEntries,
    stateOf({ managed: b, adopted: a }),
    { viewsBefore: seenViews(a), added: b },
  ),
  "after a change: removed entries of a secret input": afterChange(websites, stateOf({}), { removed: websites }),
  "after a change: entries of others disappeared": afterChange(noEntries, stateOf({}), { vanished }),
  "after a change: entries that another resource declares": afterChange(noEntries, stateOf({}), { handedOver: b }),
  "after a change: a sentinel is left": afterChange(noEntries, stateOf({}), { sentinels: a }),
  "after a refresh: no drift": afterRefresh(stateOf({ managed: a }), stateOf({ managed: a }), a),
  "after a refresh: missing and unexpected entries": afterRefresh(
    stateOf({ managed: c }),
    stateOf({ managed: a }),
    a,
    bySix,
  ),
  "after a refresh: websites that the API does not show": afterRefresh(hidingSites, hidingSites, websites),
  "after a delete: a removed entry, and one that was missing": afterDelete(stateOf({ managed: b }), {
    viewsBefore: seenViews(bundles("com.a", "com.other")),
    removed: a,
  }),
  "after a delete: a removed entry of a kind that the API does not show": afterDelete(stateOf({ managed: websites }), {
    viewsBefore: believedViews(websites),
    viewsAfter: { ...seenViews(noEntries), ...noSites },
    removed: ofSites,
  }),
  "after a delete: the adopted entry is absent": afterDelete(adopted(a), { viewsBefore: seenViews(a) }),
  "after a delete: adopted entries that stay": afterDelete(adopted(ofKinds), { viewsAfter: seenViews(ofKinds) }),
  "after a delete: adopted entries of a kind that the API does not show": afterDelete(adopted(ofSites), {
    viewsAfter: { ...seenViews(a), ...noSites },
  }),
  "after a delete: entries of another resource, of a list that was not read": afterDelete(stateOf({ managed: a }), {
    handedOver: a,
    viewsBefore: believedViews(a),
    viewsAfter: believedViews(a),
  }),
  "after a delete: entries that another resource declares": afterDelete(
    stateOf({ managed: c, adopted: bundles("com.c") }),
    { handedOver: c, viewsBefore: seenViews(c) },
  ),
};

it("the notices about a list are those of the examples", () => {
  const printed = Object.entries(examples).map(
    ([title, events]) =>
      [title, events.map((event) => printNotice(noticeOf(event, naming(title.includes("secret"))), true))] as const,
  );
  expectExamples(join(import.meta.dirname, "notices.txt"), Object.fromEntries(printed));
});
