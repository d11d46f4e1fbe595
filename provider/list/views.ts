import { difference, noEntries, type Entries } from "./entries";
import { EntrySet } from "./entry-set";
import { byKind, kinds, type ByKind } from "./kinds";
import { spellingKey } from "./entry";

/** The known entries of one kind in a list. */
export interface View {
  readonly entries: EntrySet;
  /**
   * - `seen`: a response shows them.
   * - `believed`: the last response to a request about the kind does not show it. These are the entries of the state,
   *   of earlier responses and of acknowledgements.
   */
  readonly basis: "seen" | "believed";
}

export type Views = ByKind<View>;

export function seenViews(entries: Entries): Views {
  return byKind((kind) => ({ entries: entries[kind], basis: "seen" }));
}

export function believedViews(entries: Entries): Views {
  return byKind((kind) => ({ entries: entries[kind], basis: "believed" }));
}

/** All known entries, seen or believed. */
export function knownEntries(views: Views): Entries {
  return byKind((kind) => views[kind].entries);
}

/** The entries that a response shows. */
export function seenEntries(views: Views): Entries {
  return byKind((kind) => (views[kind].basis === "seen" ? views[kind].entries : EntrySet.none));
}

/** The given entries of kinds that no response shows. */
export function unseen(views: Views, entries: Entries): Entries {
  return byKind((kind) => (views[kind].basis === "seen" ? noEntries : entries)[kind]);
}

/** The given entries that a response shows to be absent. A kind that no response shows has none. */
export function absentEntries(views: Views, entries: Entries): Entries {
  return difference(difference(entries, unseen(views, entries)), seenEntries(views));
}

/** Finds missing entries that the list contains in another spelling, each with the one that the API has stored. */
export function findLookAlikes(missing: Entries, views: Views) {
  return kinds.flatMap((kind) => {
    if (missing[kind].size === 0) return [];
    const shown = new Map(Array.from(views[kind].entries, (entry) => [spellingKey(kind, entry), entry]));
    return Array.from(missing[kind]).flatMap((declared) => {
      const stored = shown.get(spellingKey(kind, declared));
      return stored === undefined || stored === declared ? [] : [[declared, stored] as const];
    });
  });
}
