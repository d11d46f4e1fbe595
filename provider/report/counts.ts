import { hasDrift, isChange, type KindReport, type Report, type ResourceReport } from "./report";

/** The parts of a kind's report that name entries, in the order in which they are shown. */
export const changes = ["removed", "foreign", "added", "missing", "left"] as const;

/** What can become of an entry. */
export type Change = (typeof changes)[number];

/** What a report comes to, in numbers. Public API: it stands in the JSON. */
export interface Counts {
  /** Distinct lists in the report; without a refresh a preview does not name those that stay as they are. */
  readonly lists: number;
  /** Lists with which an up would do something. */
  readonly changing: number;
  /** Lists that differ from what was left in them. */
  readonly drifting: number;
  /** Changing lists with which campaigns are associated. */
  readonly changingWithCampaigns: number;
  /** Entries by what becomes of them. */
  readonly entries: Readonly<Record<Change | "kept", number>>;
}

/** Counts over all resources of a report. */
export function countReport({ resources, drift = [] }: Report): Counts {
  const changing = resources.filter(isChange);
  return {
    lists: countLists(resources),
    changing: countLists(changing),
    drifting: countLists(resources.filter(hasDrift)) + new Set(drift.map(({ appListId }) => appListId)).size,
    changingWithCampaigns: countLists(changing.filter(({ hasAssociatedCampaigns }) => hasAssociatedCampaigns === true)),
    entries: {
      kept: resources.flatMap(({ kinds }) => kinds).reduce((sum, { kept }) => sum + kept, 0),
      removed: countChange(resources, "removed"),
      foreign: countChange(resources, "foreign"),
      added: countChange(resources, "added"),
      missing: countChange(resources, "missing"),
      left: countChange(resources, "left"),
    },
  };
}

/** How many entries of some resources something becomes of. */
export function countChange(resources: readonly ResourceReport[], change: Change): number {
  return resources.flatMap(({ kinds }) => kinds).reduce((sum, kind: KindReport) => sum + kind[change].length, 0);
}

/** Several resources may manage one list; a list that is not known yet is one of its own. */
function countLists(resources: readonly ResourceReport[]): number {
  const keys = resources.map(({ appListId, account, urn }) =>
    JSON.stringify(appListId === undefined ? urn : [account, appListId]),
  );
  return new Set(keys).size;
}
