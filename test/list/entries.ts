import { EntrySet } from "../../provider/list/entry-set";
import { byKind, type ByKind } from "../../provider/list/kinds";
import { type Entries } from "../../provider/list/entries";

/** Entries from arrays; a kind that is left out has none. */
export function entries(some: Partial<ByKind<Iterable<string>>>): Entries {
  return byKind((kind) => EntrySet.of(some[kind] ?? []));
}

/** App bundles and no other entries. */
export function bundles(...appBundles: readonly string[]): Entries {
  return entries({ appBundles });
}

/** Numbered app bundles: com.app0 and so on. */
export function numbered(count: number, from = 0): Entries {
  return entries({ appBundles: Array.from({ length: count }, (_, index) => `com.app${from + index}`) });
}
