import { formatKindCount, kinds, type Kind } from "../list/kinds";
import { printableLine } from "./fit";
import type { ReportedEntry, ResourceReport } from "./report";

/** In the order in which they are shown. */
export const entryChanges = ["removed", "unexpected", "added", "missing", "kept"] as const;

export type EntryChange = (typeof entryChanges)[number];

export function countEntries(
  resources: readonly Pick<ResourceReport, "kinds">[],
  change: EntryChange | "unchanged" | "expiring",
): number {
  return resources
    .flatMap(({ kinds }) => kinds)
    .reduce((sum, report) => sum + (change === "unchanged" ? report.unchanged : report[change].length), 0);
}

export interface ChangeGroup {
  readonly change: EntryChange;
  readonly kinds: readonly { readonly kind: Kind; readonly entries: readonly ReportedEntry[] }[];
  readonly count: number;
}

/** Groups without entries are left out. */
export function groupChanges({ kinds: reports }: ResourceReport): readonly ChangeGroup[] {
  const ordered = kinds.flatMap((kind) => reports.filter((report) => report.kind === kind));
  return entryChanges
    .map((change) => ({
      change,
      kinds: ordered
        .map((report) => ({ kind: report.kind, entries: report[change] }))
        .filter(({ entries }) => entries.length > 0),
      count: countEntries([{ kinds: reports }], change),
    }))
    .filter(({ count }) => count > 0);
}

/** For example "19 app bundles removed". */
export function printHeading(change: EntryChange, kind: Kind, count: number): string {
  return `${formatKindCount(kind, count)} ${headings[change]}`;
}

const headings: Readonly<Record<EntryChange, string>> = {
  removed: "removed",
  unexpected: "unexpected (drift): removed",
  added: "added",
  missing: "missing (drift): added again",
  kept: "kept in the list, no longer managed here",
};

export const signs: Readonly<Record<EntryChange, "-" | "+" | " ">> = {
  removed: "-",
  unexpected: "-",
  added: "+",
  missing: "+",
  kept: " ",
};

/** Marks a removed or kept entry that the resource did not add. */
export const adoptedMark = "(adopted)";

/** An entry with its origin and note, each cut to so many characters. */
export function printEntry({ entry, note, origin: from }: ReportedEntry, longest: number): string {
  const origin = from === "adopted" ? `  ${adoptedMark}` : "";
  const shownNote = note === undefined ? "" : `  # ${printableLine(longest, note)}`;
  return `${printableLine(longest, entry)}${origin}${shownNote}`;
}
