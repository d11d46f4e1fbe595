import { join } from "node:path";
import { expect, it } from "vitest";
import { areEqual, noEntries, type Entries } from "../../provider/list/entries";
import { EntrySet } from "../../provider/list/entry-set";
import { nothingManaged } from "../../provider/list/ownership";
import { formatCounts, nameList } from "../../provider/list/summary";
import { eventsBefore } from "../../provider/resource/events";
import { deleteOf, updateOf } from "../../provider/resource/operation";
import { parseState } from "../../provider/resource/state";
import { naming } from "../../provider/resource/texts/naming";
import { noticeOf } from "../../provider/resource/texts/notices";
import { expectExamples } from "../harness/example-texts";
import { anyText, expectForAll, someEntries } from "../list/arbitraries";
import { bundles, entries, numbered } from "../list/entries";
import { byKind } from "../../provider/list/kinds";
import { describeExpired, readListed, type ListedEntry } from "../../provider/check/listed-entries";
import { listedAt } from "../check/listed-at";
import { planOf } from "../list/updates";
import { declaredBy } from "./declared";
import { knownList } from "./known-list";

const one = entries({ appBundles: ["com.a"], placementIds: ["1-a"], websites: ["a.example"] });
const other = entries({ appBundles: ["com.a"], placementIds: ["2-b"], websites: ["a.example", "b.example"] });
const two = bundles("com.a", "com.b");
const sites = entries({ appBundles: ["com.b", "com.a"], websites: ["a.example", "b.example"] });

const today = "2026-11-21";

function expired(...appBundles: readonly (string | ListedEntry)[]): readonly string[] {
  const all = { appBundles, placementIds: [], websites: [] };
  return describeExpired(byKind((kind) => readListed(kind, all[kind], today)));
}

const many = (size: number) =>
  Array.from({ length: size }, (_, index) => ({ entry: `com.app${index}`, until: "2026-01-31" }));
/** A resource that manages entries. */
const stateOf = (managed: Entries) => {
  const state = parseState({ stateVersion: 2, appListId: 4321, unmanaged: 0 });
  return { ...state, ownership: { ...nothingManaged, managed } };
};
const planned = (managed: Entries, desired: Entries) =>
  planOf({ facts: { ownership: { ...nothingManaged, managed }, today }, intent: { desired } });
/** The plan of an update to the entries that a program declares. */
function change(managed: Entries, desired: Entries, { purpose, isSecret }: Options = {}): readonly string[] {
  const inputs = { ...declaredBy({ purpose }), entries: desired };
  const operation = updateOf(knownList(), stateOf(managed), inputs);
  const events = eventsBefore(operation, planned(managed, desired), inputs.given);
  return [events.map((event) => noticeOf(event, naming(isSecret)).message).join() || "no change"];
}
const withNotes = {
  ...noEntries,
  appBundles: EntrySet.of(["com.a", "com.b", "com.c"], new Map([["com.a", "until 2026-11-20"]])),
};

interface Options {
  readonly purpose?: string;
  readonly isSecret?: boolean;
}

const examples: Readonly<Record<string, readonly string[]>> = {
  "a change of many entries": change(numbered(9982), numbered(9981, 19)),
  additions: change(bundles("com.a"), bundles("com.a", "com.b", "com.c")),
  "a removal": change(two, bundles("com.a")),
  "the first entries": change(noEntries, numbered(1200)),
  "the last entries": change(numbered(1200), noEntries),
  "a change of several kinds": change(one, other),
  "a change of a block list": change(two, bundles("com.b", "com.c"), { purpose: "block" }),
  "a change of six entries, which are named": change(noEntries, numbered(6)),
  "a change of seven entries, which are not": change(noEntries, numbered(7)),
  "a change of seven entries, of which the two removals are named": change(two, numbered(5)),
  "a large change with two removals, which are named": change(two, numbered(100)),
  "a change with seven removals, which are not": change(numbered(7), bundles("com.a")),
  "a change of secret entries": change(one, other, { isSecret: true }),
  "a change of an entry that has expired": change(withNotes, bundles("com.c")),
  "a change of an entry that has expired, and of no other": change(withNotes, bundles("com.b", "com.c")),
  "a replacement": eventsBefore(deleteOf(knownList(), stateOf(one), {}), planned(one, bundles("com.a")), {
    appListId: 5,
  }).map((event) => noticeOf(event, naming()).message),
  "a list without a name": [nameList(4321, undefined), nameList(4321, "")],
  "a list with a name": [nameList(4321, 'the "safe" one')],
  "numbers of entries": [noEntries, bundles("com.a"), sites, one].map((some) => formatCounts(some)),
  "entries, at most five of them": [noEntries, sites, numbered(6)].map((some) => naming().entries(some)),
  "entries, at most one of them": [naming().entries(sites, 1)],
  "secret entries": [naming(true).entries(sites)],
  "entries that have not expired": expired("com.a", { entry: "com.b", until: today }),
  "an expired entry of a file": expired(listedAt("apps.csv:2", { entry: "com.a", until: "2026-11-20" })),
  "five expired entries": expired(...many(5)),
  "many expired entries": expired(...many(1207)),
};

it("the texts about entries are those of the examples", () => {
  expectExamples(join(import.meta.dirname, "texts.txt"), examples);
});

it("a line about a change is there exactly when something changes", () => {
  expectForAll(someEntries, someEntries, (before, after) => {
    expect(change(before, after).join() === "no change").toBe(areEqual(before, after));
  });
});

it("the name of a list is escaped", () => {
  expectForAll(anyText, (name) => {
    expect(nameList(1, name)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  });
});
