import { count, difference, intersection, noEntries, union, type Entries } from "../list/entries";
import { byKind } from "../list/kinds";
import { nothingManaged, removableEntries } from "../list/ownership";
import { EntrySet } from "../list/entry-set";
import { hiddenKinds, releasesImport } from "./compare";
import type { Neighbours } from "./neighbours";
import type { KindReport, Total, Totals } from "./report";
import type { ResourceChange } from "./resource-change";

interface Estimate {
  readonly count: number;
  /** Entries may be in the list already, or no longer. */
  readonly mayBeFewer?: boolean | undefined;
  /** The preview does not show all entries. */
  readonly mayBeMore?: boolean | undefined;
}

function toTotal({ count, mayBeFewer = false, mayBeMore = false }: Estimate): Total {
  const bound = mayBeFewer ? (mayBeMore ? "approximate" : "atMost") : mayBeMore ? "atLeast" : "exact";
  return { count, bound };
}

const noTotals: Totals = {
  added: toTotal({ count: 0 }),
  removed: toTotal({ count: 0 }),
  losable: 0,
  basis: "list",
};

/**
 * Counts what the next `pulumi up` sends for a resource.
 *
 * @param reports what becomes of its entries.
 * @param isRead whether the preview read the list.
 */
export function countTotals(
  change: ResourceChange,
  neighbours: Neighbours,
  reports: readonly KindReport[],
  isRead: boolean,
): Totals {
  const { operation, before, isRetained } = change;
  if (operation === "same") return noTotals;
  const isHidden = hiddenKinds(change).size > 0;
  const added = countAdded(change, neighbours, reports);
  const removed = countRemoved(change, neighbours, reports, isRead);
  return {
    added: toTotal({ ...added, mayBeMore: added.mayBeMore === true || (isHidden && change.declared !== undefined) }),
    removed: isRetained
      ? noTotals.removed
      : toTotal({ ...removed, mayBeMore: removed.mayBeMore === true || (isHidden && before !== undefined) }),
    losable: countLosable(change, neighbours),
    basis: before === undefined || isRead ? "list" : "state",
  };
}

export function sumTotals(all: readonly Totals[]): Totals {
  return {
    added: sum(all.map(({ added }) => added)),
    removed: sum(all.map(({ removed }) => removed)),
    losable: all.reduce((number, { losable }) => number + losable, 0),
    basis: all.some(({ basis }) => basis === "state") ? "state" : "list",
  };
}

function sum(totals: readonly Total[]): Total {
  return toTotal({
    count: totals.reduce((number, { count }) => number + count, 0),
    mayBeFewer: totals.some(({ bound }) => bound === "atMost" || bound === "approximate"),
    mayBeMore: totals.some(({ bound }) => bound === "atLeast" || bound === "approximate"),
  });
}

function countIn(reports: readonly KindReport[], change: "added" | "missing" | "removed" | "unexpected"): number {
  return reports.reduce((number, report) => number + report[change].length, 0);
}

function countAdded(change: ResourceChange, neighbours: Neighbours, reports: readonly KindReport[]): Estimate {
  const { operation, before, declared } = change;
  const { ownership = nothingManaged, facts } = before?.state ?? {};
  const desired = declaredEntries(change);
  const newlyDeclared = countIn(reports, "added");
  // Only of an exclusive list, the refresh shows which unmanaged entries are in it.
  const isListKnown =
    before !== undefined && (before.observed !== undefined || (facts?.unmanaged ?? 1) <= neighbours.managed);
  const sentAgain = declared === undefined ? 0 : count(intersection(ownership.unconfirmed.remove, desired));
  return {
    count: newlyDeclared + countIn(reports, "missing") + sentAgain,
    mayBeFewer: newlyDeclared > 0 && !isListKnown,
    // The new resource of a replacement knows nothing of kinds that the API does not show.
    mayBeMore: operation === "replace" && before !== undefined && (facts?.notVerified ?? []).length > 0,
  };
}

function countRemoved(
  change: ResourceChange,
  neighbours: Neighbours,
  reports: readonly KindReport[],
  isRead: boolean,
): Estimate {
  const { before, declared } = change;
  const dropped = countIn(reports, "removed");
  const unconfirmed = count(unconfirmedRemovals(change, neighbours));
  const isUncertain = neighbours.withOtherProviders.length > 0 && removesAny(reports);
  const known = { count: dropped + countIn(reports, "unexpected") + unconfirmed, mayBeFewer: isUncertain };
  if (declared?.isExclusive !== true || before?.observed !== undefined) return known;
  const unmanaged = before?.state.facts.unmanaged;
  if (unmanaged === undefined) return { ...known, mayBeMore: true };
  const mayBeDeclared = unmanaged > 0 && (countIn(reports, "added") > 0 || neighbours.managed > 0);
  return {
    count: known.count + unmanaged,
    mayBeFewer: isUncertain || mayBeDeclared,
    mayBeMore: !isRead && before?.state.given.exclusive !== true,
  };
}

/** Whether a change removes entries, managed or not. */
export function removesAny(reports: readonly KindReport[]): boolean {
  return countIn(reports, "removed") + countIn(reports, "unexpected") > 0;
}

/** Additions of unknown outcome that are no longer declared, by any resource: they are removed. */
function unconfirmedRemovals(change: ResourceChange, neighbours: Neighbours): Entries {
  const unconfirmed = unconfirmedEntries(change);
  return byKind((kind) => EntrySet.of([...unconfirmed[kind]].filter((entry) => !neighbours.declares(kind, entry))));
}

/** Additions of unknown outcome that are no longer declared. */
export function unconfirmedEntries(change: ResourceChange): Entries {
  if (change.isRetained) return noEntries;
  return difference(change.before?.state.ownership.unconfirmed.add ?? noEntries, declaredEntries(change));
}

function countLosable(change: ResourceChange, neighbours: Neighbours): number {
  const { before, declared } = change;
  if (before === undefined) return 0;
  if (releasesImport(change, neighbours)) {
    return count(intersection(before.state.ownership.managed, declaredEntries(change)));
  }
  const { state, observed } = before;
  const managed = removableEntries(state.ownership, declaredEntries(change));
  if (declared?.isExclusive !== true) return count(managed);
  return observed === undefined
    ? count(managed) + (state.facts.unmanaged ?? 0)
    : count(union(managed, observed.entries));
}

function declaredEntries({ declared }: ResourceChange): Entries {
  return declared === undefined ? noEntries : declared.entries;
}
