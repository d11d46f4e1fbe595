import { kinds } from "../list/kinds";
import { EntrySet } from "../list/entry-set";
import { difference, noEntries, type Entries } from "../list/entries";
import { listName, noticeLine, noticesOnDrift } from "../resource/notices";
import { isMoveFrom } from "../resource/parse-notice";
import type { ReportedNotice } from "./messages";
import { accountOf, listOfChange } from "./neighbours";
import type { KindReport } from "./report";
import type { ResourceChange } from "./resource-change";

/** Drift in the list of one resource, as the steps of a preview show it, with the line that the provider prints. */
export interface Drift {
  readonly line: string;
  readonly entries: Entries;
  readonly kind: "missing" | "unexpected";
}

/** The drift that the steps of a preview show: the state before its refresh, compared with the state after it. */
export function findDrift({ before }: ResourceChange): readonly Drift[] {
  if (before?.earlier === undefined) return [];
  const { state, earlier, observed } = before;
  const { managed } = state.ownership;
  const drift = (kind: Drift["kind"], entries: Entries): readonly Drift[] => {
    const [missing, unexpected] = kind === "missing" ? [entries, noEntries] : [noEntries, entries];
    return noticesOnDrift(listName(state), missing, unexpected).map((notice) => ({
      line: noticeLine(notice),
      entries,
      kind,
    }));
  };
  const present = observed === undefined ? noEntries : observed.entries;
  return [
    ...drift("missing", difference(earlier.ownership.managed, managed)),
    ...drift("unexpected", difference(present, managed)),
  ];
}

/** Whether a report names every entry of a drift. */
export function isReported({ entries, kind }: Drift, reports: readonly KindReport[]): boolean {
  return kinds.every((one) => {
    const reported = reports.filter((report) => report.kind === one).flatMap((report) => report[kind]);
    return entries[one].minus(EntrySet.of(reported.map(({ entry }) => entry))).size === 0;
  });
}

/**
 * The resources that a notice is about. A notice at the stack names no account: if two accounts of the preview have lists
 * of that ID, it is about none of them, unless the steps show the same drift of just one resource.
 */
export function findSubjects(notice: ReportedNotice, changes: readonly ResourceChange[]): readonly ResourceChange[] {
  const ofList = changes.filter(
    (change) => listOfChange(change).appListId === notice.appListId && canConcern(notice, change),
  );
  const drifted = ofList.filter((change) => findDrift(change).some(({ line }) => line === notice.line));
  const accounts = new Set(ofList.map(accountOf));
  const subjects = drifted.length === 1 ? drifted : accounts.size === 1 ? ofList : [];
  if (notice.topic !== "drift") return subjects;
  // A refresh reads the lists of existing resources only.
  const existing = subjects.filter(({ before }) => before !== undefined);
  return existing.length > 0 ? existing : subjects;
}

/** Whether a notice is not at another resource. */
function canConcern({ urn }: ReportedNotice, change: ResourceChange): boolean {
  return urn === undefined || urn === change.urn || urn === change.formerUrn;
}

/**
 * Takes the managed entries from resources that move to another base URL or account: they are not removed there. The
 * steps of a preview do not show the base URL, but the provider's notice does.
 */
export function leaveBehind(
  changes: readonly ResourceChange[],
  notices: readonly ReportedNotice[],
): readonly ResourceChange[] {
  return changes.map((change) => {
    const { before, ...rest } = change;
    if (change.operation !== "update" || before === undefined) return change;
    const { appListId, account } = listOfChange(change);
    const { baseUrl, given } = before.state;
    const { unknown = [], secret = [] } = change.declared?.hidden ?? {};
    const isAccountShown = ![...unknown, ...secret].includes("account");
    const isMoved = notices.some(
      (notice) =>
        baseUrl !== undefined &&
        notice.appListId === appListId &&
        canConcern(notice, change) &&
        isMoveFrom(notice, baseUrl),
    );
    return isMoved || (isAccountShown && account !== given.account) ? { ...rest, leftBehind: before } : change;
  });
}
