import { kinds, type ByKind } from "../list/kinds";
import type { Entries } from "../list/entries";

/** Entries to which a run adds more. */
export class GrowingEntries implements ByKind<ReadonlySet<string>> {
  readonly appBundles = new Set<string>();
  readonly placementIds = new Set<string>();
  readonly websites = new Set<string>();

  add(entries: Entries): void {
    for (const kind of kinds) for (const entry of entries[kind]) this[kind].add(entry);
  }
}
