import { kinds, type Kind } from "../list/kinds";
import { hiddenKinds } from "./hidden-kinds";
import type { Neighbours } from "./neighbours";
import type { KindReport, ReportedEntry } from "./report";
import type { ResourceChange } from "./resource-change";

/** Says what becomes of the entries of each kind that a resource holds, declares, or finds in its list. */
export function compareKinds(change: ResourceChange, neighbours: Neighbours): readonly KindReport[] {
  const hidden = hiddenKinds(change);
  return kinds
    .filter((kind) => !hidden.has(kind))
    .map((kind) => compareKind(change, neighbours, kind))
    .filter(({ kept, added, removed, missing, foreign, left }) => {
      return kept + added.length + removed.length + missing.length + foreign.length + left.length > 0;
    });
}

function compareKind(change: ResourceChange, neighbours: Neighbours, kind: Kind): KindReport {
  const { operation, before, declared } = change;
  const none: ReadonlySet<string> = new Set();
  const held = before?.state.ownership.managed[kind] ?? none;
  const adopted = before?.state.ownership.adopted[kind] ?? none;
  const desired = new Set(declared?.notes[kind].keys());
  const missing = desired.intersection(before?.state.missing[kind] ?? none).difference(held);
  const newlyDeclared = [...desired.difference(held).difference(missing)];
  const dropped = [...held.difference(desired)];
  // Only what the resource itself put there goes with it; of an update everything goes that is no longer declared.
  const goesWhole = operation === "delete" || operation === "replace";
  const stays = (entry: string): boolean =>
    change.isRetained || (goesWhole && adopted.has(entry)) || neighbours.declares(kind, entry);
  const reported = (entry: string): ReportedEntry => reportedEntry(change, kind, entry);
  const seen = seenAgain(change, kind);
  const added = newlyDeclared.filter((entry) => neighbours.letsGo(kind, entry) === undefined && !seen.has(entry));
  return {
    kind,
    kept: held.intersection(desired).size + newlyDeclared.length - added.length,
    added: added.map(reported),
    removed: dropped.filter((entry) => !stays(entry)).map((entry) => markAdopted(reported(entry), adopted)),
    missing: [...missing].map(reported),
    foreign: foreignEntries(change, neighbours, kind).map(reported),
    left: dropped.filter(stays).map((entry) => markAdopted(reported(entry), adopted)),
    adopted: adopted.size,
  };
}

/** Entries that the refresh of this preview saw in the list and that the resource does not hold: nothing adds them. */
export function seenAgain({ before }: ResourceChange, kind: Kind): ReadonlySet<string> {
  if (before?.earlier === undefined) return new Set();
  const { earlier, observed, state } = before;
  const backAgain = earlier.missing[kind].difference(state.missing[kind]);
  return backAgain.union(new Set(observed?.notes[kind].keys())).difference(state.ownership.managed[kind]);
}

/** Entries that a refresh saw in an exclusive list, that nobody declares and that the next up therefore removes. */
function foreignEntries({ before, declared }: ResourceChange, neighbours: Neighbours, kind: Kind): readonly string[] {
  if (before?.observed === undefined || declared?.isExclusive !== true) return [];
  const held = before.state.ownership.managed[kind];
  return [...before.observed.notes[kind].keys()].filter(
    (entry) => !held.has(entry) && !declared.notes[kind].has(entry) && !neighbours.declares(kind, entry),
  );
}

/** An entry with the note of the program, or of the state where the program does not declare it any more. */
function reportedEntry({ before, declared }: ResourceChange, kind: Kind, entry: string): ReportedEntry {
  const notes = declared?.notes[kind].has(entry) === true ? declared.notes[kind] : before?.state.notes[kind];
  const note = notes?.get(entry);
  return note === undefined ? { entry } : { entry, note };
}

function markAdopted(reported: ReportedEntry, adopted: ReadonlySet<string>): ReportedEntry {
  return adopted.has(reported.entry) ? { ...reported, isAdopted: true } : reported;
}
