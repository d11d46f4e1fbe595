import { kinds, type Kind } from "../../list/kinds";
import { changes, type Change } from "../counts";
import type { KindReport, ReportedEntry, ResourceReport } from "../report";

/** How a change is told to people. */
interface Words {
  /** One word or two, for filters, headings and legends. */
  readonly label: string;
  /** A sentence for those who read it for the first time. */
  readonly meaning: string;
}

/** The words for what becomes of entries. */
export const wordsOf: Readonly<Record<Change, Words>> = {
  removed: { label: "Removed", meaning: "No longer declared: these leave the list." },
  foreign: { label: "Foreign", meaning: "Drift: somebody put these into an exclusive list. They leave the list." },
  added: { label: "Added", meaning: "Newly declared: these go into the list." },
  missing: { label: "Missing", meaning: "Drift: somebody took these out of the list. They go back into it." },
  left: { label: "Left", meaning: "No longer managed by this resource: these stay in the list." },
};

/** The entries of one kind to which the same happens. */
export interface ChangedEntries {
  readonly kind: Kind;
  readonly entries: readonly ReportedEntry[];
}

/** All entries of a resource to which the same happens. */
export interface ChangeGroup {
  readonly change: Change;
  readonly kinds: readonly ChangedEntries[];
  /** How many entries these are. */
  readonly count: number;
}

/** The changes of a resource, grouped by what happens; groups without entries are left out. */
export function groupsOf({ kinds: kindReports }: ResourceReport): readonly ChangeGroup[] {
  const ordered = kinds.flatMap((kind) => kindReports.filter((report) => report.kind === kind));
  return changes.flatMap((change) => {
    const changed = ordered
      .map((report) => ({ kind: report.kind, entries: report[change] }))
      .filter(({ entries }) => entries.length > 0);
    const count = changed.reduce((sum, { entries }) => sum + entries.length, 0);
    return count === 0 ? [] : [{ change, kinds: changed, count }];
  });
}

/** What can be counted of a kind: the entries that stay, and those of each change. */
export const counted = ["kept", ...changes] as const;

/** One of them. */
export type Counted = (typeof counted)[number];

/** How many entries of a kind stay, or how many a change concerns. */
export function countIn(report: KindReport, which: Counted): number {
  return which === "kept" ? report.kept : report[which].length;
}

/** The same over several kinds. */
export function countOver(reports: readonly KindReport[], which: Counted): number {
  return reports.reduce((sum, report) => sum + countIn(report, which), 0);
}
