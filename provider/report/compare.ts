import { count } from "../list/entries";
import { EntrySet } from "../list/entry-set";
import { byKind, kinds, type Kind } from "../list/kinds";
import { expiryStatus, isDate, untilInNote } from "../list/expiry";
import { parseRemovalLimit, releasesImported } from "../list/removal-guard";
import type { Neighbours } from "./neighbours";
import type { KindReport, ReportedEntry } from "./report";
import type { ResourceChange } from "./resource-change";

/**
 * Compares the managed, declared and observed entries of a resource, by kind.
 *
 * @param today in UTC, as `YYYY-MM-DD`.
 */
export function compareKinds(change: ResourceChange, neighbours: Neighbours, today: string): readonly KindReport[] {
  const hidden = hiddenKinds(change);
  const isKept = releasesImport(change, neighbours);
  return kinds
    .filter((kind) => !hidden.has(kind))
    .map((kind) => compareKind({ ...change, isRetained: change.isRetained || isKept }, neighbours, kind, today))
    .filter(({ unchanged, added, removed, missing, unexpected, kept }) => {
      return unchanged + [added, removed, missing, unexpected, kept].flat().length > 0;
    });
}

/** Whether the update of an imported list keeps the entries in it that the program does not declare. */
export function releasesImport({ before, declared, isImported }: ResourceChange, neighbours: Neighbours): boolean {
  if (before?.state.isImported !== true || declared === undefined || declared.isExclusive) return false;
  const { managed } = before.state.ownership;
  const dropped = byKind((kind) =>
    EntrySet.of(
      [...managed[kind]].filter((entry) => !declared.entries[kind].has(entry) && !neighbours.declares(kind, entry)),
    ),
  );
  const limit = declared.removalLimit === undefined ? undefined : parseRemovalLimit(declared.removalLimit);
  return releasesImported(count(dropped), count(managed), limit, isImported);
}

/** The kinds whose entries a preview does not show, in the state or in the program: they cannot be compared. */
export function hiddenKinds({ before, declared }: ResourceChange): ReadonlyMap<Kind, "unknown" | "secret"> {
  const unknown = new Set(declared?.hidden.unknown);
  const secret = new Set([...(before?.hidden.secret ?? []), ...(declared?.hidden.secret ?? [])]);
  return new Map([
    ...kinds.filter((kind) => secret.has(kind)).map((kind) => [kind, "secret"] as const),
    ...kinds.filter((kind) => unknown.has(kind)).map((kind) => [kind, "unknown"] as const),
  ]);
}

function compareKind(change: ResourceChange, neighbours: Neighbours, kind: Kind, today: string): KindReport {
  const { operation, before, declared, isRetained } = change;
  const { none } = EntrySet;
  const managed = before?.state.ownership.managed[kind] ?? none;
  const adopted = before?.state.ownership.adopted[kind] ?? none;
  const desired = declared?.entries[kind] ?? none;
  const missing = desired.intersect(before?.state.missing[kind] ?? none).minus(managed);
  const observed = observedAgain(change, kind);
  const isThere = (entry: string): boolean => neighbours.releasedBy(kind, entry) !== undefined || observed.has(entry);
  const newlyDeclared = [...desired.minus(managed).minus(missing)];
  const added = newlyDeclared.filter((entry) => !isThere(entry));
  // An update removes adopted entries too, and so does the new resource of an exclusive list; a delete keeps them.
  const isDeleted = operation === "delete" || (operation === "replace" && declared?.isExclusive !== true);
  const isKept = (entry: string): boolean =>
    isRetained || (isDeleted && adopted.has(entry)) || neighbours.declares(kind, entry);
  const dropped = [...managed.minus(desired)];
  const reported = (entry: string): ReportedEntry => ({
    entry,
    note: (desired.has(entry) ? desired : managed).note(entry),
  });
  const reportedOrigin = (entry: string): ReportedEntry => ({
    ...reported(entry),
    origin: adopted.has(entry) ? "adopted" : "added",
  });
  return {
    kind,
    unchanged: managed.intersect(desired).size + newlyDeclared.length - added.length,
    added: added.map(reported),
    removed: dropped.filter((entry) => !isKept(entry)).map(reportedOrigin),
    missing: [...missing].map(reported),
    unexpected: unexpectedEntries(change, neighbours, kind).map(reported),
    kept: dropped.filter(isKept).map(reportedOrigin),
    adopted: adopted.size,
    expiring: expiringEntries(desired, today),
  };
}

/** The last day is in the note. */
function expiringEntries(entries: EntrySet, today: string): KindReport["expiring"] {
  return Array.from(entries).flatMap((entry) => {
    const note = entries.note(entry);
    const until = note === undefined ? undefined : untilInNote(note);
    if (until === undefined || !isDate(until) || expiryStatus(until, today) === "later") return [];
    return [{ entry, note, until }];
  });
}

/** Entries that the refresh of this preview saw in the list and that the resource does not manage: nothing adds them. */
export function observedAgain({ before }: ResourceChange, kind: Kind): EntrySet {
  if (before?.earlier === undefined) return EntrySet.none;
  const { earlier, observed, state } = before;
  const backAgain = earlier.missing[kind].minus(state.missing[kind]);
  return backAgain.union(observed?.entries[kind] ?? EntrySet.none).minus(state.ownership.managed[kind]);
}

/** Unmanaged entries that a refresh saw in an exclusive list. */
function unexpectedEntries({ before, declared }: ResourceChange, neighbours: Neighbours, kind: Kind): string[] {
  if (before?.observed === undefined || declared?.isExclusive !== true) return [];
  const managed = before.state.ownership.managed[kind];
  return [...before.observed.entries[kind]].filter(
    (entry) => !managed.has(entry) && !declared.entries[kind].has(entry) && !neighbours.declares(kind, entry),
  );
}
