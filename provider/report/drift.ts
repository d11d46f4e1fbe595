import { printNotice } from "../resource/notices";
import { byKind, kinds } from "../list/kinds";
import { count, type Entries } from "../list/entries";
import type { KindReport } from "./report";
import type { ResourceChange } from "./resource-change";

/** Drift that a refresh found in the list of one resource, and the line in which the provider prints it. */
export interface FoundDrift {
  readonly line: string;
  readonly entries: Entries;
  /** The part of a report that names such entries, where an up does something about them. */
  readonly change: "missing" | "foreign";
}

/** The drift that the steps of a preview show: what was held before its refresh, against what is held since. */
export function driftIn({ before }: ResourceChange): readonly FoundDrift[] {
  if (before?.earlier === undefined) return [];
  const { state, earlier, observed } = before;
  const { managed } = state.ownership;
  const list = { appListId: state.given.appListId, name: state.facts.name };
  const missing = byKind((kind) => earlier.ownership.managed[kind].difference(managed[kind]));
  const foreign = byKind((kind) => new Set(observed?.notes[kind].keys()).difference(managed[kind]));
  return [
    { line: printNotice({ kind: "missing", list, entries: missing }), entries: missing, change: "missing" as const },
    { line: printNotice({ kind: "unexpected", list, entries: foreign }), entries: foreign, change: "foreign" as const },
  ].filter(({ entries }) => count(entries) > 0);
}

/** Whether a report names every entry of a drift: then nothing is left to be said of it. */
export function isShown({ entries, change }: FoundDrift, reports: readonly KindReport[]): boolean {
  return kinds.every((kind) => {
    const shown = reports.filter((report) => report.kind === kind).flatMap((report) => report[change]);
    return entries[kind].isSubsetOf(new Set(shown.map(({ entry }) => entry)));
  });
}
