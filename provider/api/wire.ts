import { kinds, type Kind } from "../list/kinds";
import type { Entries } from "../list/entries";
import { EntrySet } from "../list/entry-set";

const members = {
  appBundles: "app_bundles",
  placementIds: "placement_ids",
  websites: "websites",
} as const satisfies Record<Kind, string>;

/** The comma-separated text of entries in a request, sorted by code unit: the same entries make the same request. */
export function join(entries: Iterable<string>): string {
  return Array.from(entries).toSorted().join(",");
}

/** The entries of a comma-separated text, without the whitespace around them and without empty ones. */
export function split(text: string): EntrySet {
  const items = text.split(",");
  // One search in the whole text: APIs hardly ever write whitespace.
  const entries = /\s/u.test(text) ? items.map((item) => item.trim()) : items;
  return EntrySet.of(entries.filter((entry) => entry !== ""));
}

/** The body of a change: the kinds that have entries. */
export function changeBody(entries: Entries): Readonly<Record<string, string>> {
  return Object.fromEntries(
    kinds.filter((kind) => entries[kind].size > 0).map((kind) => [members[kind], join(entries[kind])]),
  );
}
