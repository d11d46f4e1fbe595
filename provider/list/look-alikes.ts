import { kinds, type Kind } from "./kinds";
import type { Entries, Observed } from "./entries";

export type LookAlike = readonly [declared: string, shown: string];

/** Finds missing entries that the list contains in another letter case: an API may store entries in lower case. */
export function findLookAlikes(missing: Entries, observed: Observed): readonly LookAlike[] {
  return kinds.flatMap((kind) => {
    if (missing[kind].size === 0) return [];
    const shown = new Map(Array.from(observed[kind] ?? [], (entry) => [entry.toLowerCase(), entry]));
    return Array.from(missing[kind]).flatMap((declared) => {
      const other = shown.get(declared.toLowerCase());
      return other === undefined ? [] : [[declared, other] as const];
    });
  });
}

/** A key that different spellings of probably one entry share. */
export function spellingKey(kind: Kind | undefined, entry: string): string {
  const lower = entry.toLowerCase();
  return kind === "appBundles" ? lower.replace(/^id(?=\d+$)/u, "") : lower;
}
