import { countOf, type Kind } from "../list/kinds";
import { formatCount, formatShare } from "../common/format";
import { nameList } from "../list/summary";
import { changes, countChange, type Change } from "./counts";
import type { Report, ReportedEntry, ResourceReport } from "./report";

/** Entries of one kind to which the same happens. */
export interface Group {
  readonly change: Change;
  readonly kind: Kind;
  readonly entries: readonly ReportedEntry[];
}

/** The changes of a resource, what goes first. */
export function groupsOf({ kinds }: ResourceReport): readonly Group[] {
  return kinds
    .flatMap((report) => changes.map((change) => ({ change, kind: report.kind, entries: report[change] })))
    .filter(({ entries }) => entries.length > 0);
}

/** The sign before an entry. */
export const signOf: Readonly<Record<Change, string>> = {
  removed: "-",
  foreign: "-",
  added: "+",
  missing: "+",
  left: " ",
};

/** What stands behind an entry that goes although the resource did not put it into the list. */
export const adoptedMark = "  (stood in the list before)";

/** What becomes of entries, as a heading of theirs. */
const meaningOf: Readonly<Record<Change, string>> = {
  removed: "removed",
  foreign: "not declared (drift): removed",
  added: "added",
  missing: "missing (drift): added again",
  left: "left in the list, no longer managed here",
};

/** The heading of a group: "19 app bundles removed". */
export function headingOf({ change, kind, entries }: Group): string {
  return `${countOf(kind, entries.length)} ${meaningOf[change]}`;
}

/** What a list is called; of one that is not known yet, that. */
export function titleOf({ appListId, listName }: ResourceReport): string {
  return appListId === undefined ? "app list of an id that is not known yet" : nameList(appListId, listName);
}

/** What goes, as a share of what the resource holds: "removes 19 of 10,000 (0.2%)"; undefined where nothing goes. */
export function removalOf(resource: ResourceReport): string | undefined {
  const removed = countChange([resource], "removed");
  if (removed === 0) return undefined;
  return `removes ${formatCount(removed)} of ${formatCount(resource.held)} (${formatShare(removed, resource.held)})`;
}

/** Whether entries go from a list that campaigns use. */
export function endangersCampaigns(resource: ResourceReport): boolean {
  return (
    resource.hasAssociatedCampaigns === true &&
    countChange([resource], "removed") + countChange([resource], "foreign") > 0
  );
}

/** What there is to say of a resource besides its entries; of drift first. */
export function sentencesOf({ drift = [], remarks }: ResourceReport): readonly string[] {
  return [...drift, ...remarks];
}

/** Drift of lists that cannot be told to be of one resource. */
export function driftSentences({ drift = [] }: Report): readonly string[] {
  return [...new Set(drift.map(({ sentence }) => sentence))];
}

/** The resource, what Pulumi does with it, and its account: plain texts of others among them. */
export function subjectOf({ name, operation, account, isExclusive }: ResourceReport): readonly string[] {
  return [
    `resource ${name}`,
    operation,
    ...(account === undefined ? [] : [`account ${account}`]),
    ...(isExclusive ? ["exclusive"] : []),
  ];
}
