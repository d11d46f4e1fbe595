import { kinds, type Kind } from "../list/kinds";
import { type Entries } from "../list/entries";

/** The member of a request and of a response that carries the entries of each kind. */
const members = {
  appBundles: "app_bundles",
  placementIds: "placement_ids",
  websites: "websites",
} as const satisfies Record<Kind, string>;

/**
 * The comma-separated text in which the service takes entries: sorted by code unit, so that the same entries make the
 * same request.
 */
export function join(entries: Iterable<string>): string {
  return Array.from(entries).toSorted().join(",");
}

/** The entries of a comma-separated text. Blanks around an entry and empty entries are dropped. */
export function split(text: string): readonly string[] {
  return text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/** The body of a change: only the kinds that have entries, each as comma-separated text. */
export function changeBody(entries: Entries): Readonly<Record<string, string>> {
  return Object.fromEntries(
    kinds.filter((kind) => entries[kind].size > 0).map((kind) => [members[kind], join(entries[kind])]),
  );
}
