import { expiryStatus, isDate, latestDate, untilInNote } from "../list/expiry";
import { count, difference, intersection, isEmpty, noEntries, union, type Entries } from "../list/entries";
import { EntrySet } from "../list/entry-set";
import { kinds, type Kind } from "../list/kinds";
import { addedEntries, nothingManaged, removableEntries } from "../list/ownership";
import { planChanges } from "../list/plan";
import { believedViews, seenViews } from "../list/views";
import { countAtRisk, parseLimit, releasedByImport } from "../list/change-guard";
import { shownEntries, type ResourceChange, type Neighbours } from "./changes";
import type { KindReport, ReportedEntry, Total, Totals } from "./report";

/** What the next `pulumi up` does with the entries of a resource, of the kinds that the preview shows. */
export type Plan = Readonly<typeof noChange>;

const noChange = {
  add: noEntries,
  remove: noEntries,
  /** The unmanaged entries of an exclusive list among the removed ones. */
  unexpected: noEntries,
  /** The number of unmanaged entries of an exclusive list that the preview does not name. They are removed as well. */
  unnamed: 0,
  /** Declared entries that need no request. */
  unchanged: noEntries,
  /** Entries that the resource stops managing, and that stay in the list. */
  kept: noEntries,
  /** Declared entries that another resource stops managing. */
  takenOver: noEntries,
  /** The number of entries that could be removed. */
  atRisk: 0,
};

/** Plans a change as the operation of the resource will, from what the preview shows. */
export function planChange(change: ResourceChange, neighbours: Neighbours): Plan {
  const { operation, before, declared, isRetained } = change;
  const { ownership = nothingManaged, missing = noEntries } = before?.state ?? {};
  const desired = shownEntries(change, declared?.entries ?? noEntries);
  if (isIdle(change)) {
    const unchanged = operation === "same" ? shownEntries(change, ownership.managed) : desired;
    return { ...noChange, unchanged };
  }
  const exclusive = declared?.given.exclusive === true;
  const managed = difference(ownership.managed, keptAfterImport(change, neighbours));
  const own = removableEntries({ ...ownership, managed }, desired);
  const removable = shownEntries(change, operation === "delete" ? addedEntries(ownership) : own);
  const content = before?.observed;
  // A refresh names unmanaged entries only of a list that was exclusive, and only those that a program could declare.
  const named = count(difference(content ?? noEntries, ownership.managed));
  const takenOver = intersection(difference(desired, managed), neighbours.released);
  const inList = union(intersection(union(difference(managed, missing), content ?? noEntries), desired), takenOver);
  const { add, remove } = planChanges({
    desired,
    managed: union(isRetained === true ? noEntries : removable, inList),
    unconfirmedRemovals: ownership.unconfirmed.remove,
    views:
      exclusive && content !== undefined
        ? seenViews(shownEntries(change, union(content, inList)))
        : believedViews(union(isRetained === true ? noEntries : removable, inList)),
    exclusive,
    declaredElsewhere: neighbours.declared,
  });
  return {
    add,
    remove,
    unexpected: difference(remove, removable),
    unnamed: exclusive ? Math.max(0, (before?.state.facts.unmanaged ?? 0) - named) : 0,
    unchanged: difference(desired, add),
    kept: shownEntries(change, difference(difference(ownership.managed, desired), remove)),
    takenOver,
    atRisk: countAtRisk(own, exclusive, content ?? noEntries, before?.state.facts.unmanaged),
  };
}

/** Whether nothing is sent: a list is imported without an update if it contains what the program declares. */
function isIdle({ operation }: ResourceChange): boolean {
  return operation === "same" || operation === "import";
}

/** The entries of an imported list that the program does not declare, if the update keeps them. */
function keptAfterImport({ before, declared, isImported = false }: ResourceChange, neighbours: Neighbours): Entries {
  if (before?.state.isImported !== true || declared === undefined || declared.given.exclusive === true)
    return noEntries;
  const { managed } = before.state.ownership;
  const dropped = difference(difference(managed, declared.entries), neighbours.declared);
  const limit = parseLimit(declared.given.removalLimit ?? "");
  return releasedByImport(dropped, managed, limit, isImported);
}

/**
 * The planned entries of each kind, for people.
 *
 * @param today in UTC, as `YYYY-MM-DD`.
 */
export function reportKinds(change: ResourceChange, plan: Plan, today: string): readonly KindReport[] {
  const { before, declared, hidden } = change;
  const { ownership = nothingManaged, missing = noEntries } = before?.state ?? {};
  const list = (entries: Entries, kind: Kind): readonly ReportedEntry[] =>
    Array.from(entries[kind], (entry) => {
      const origin = ownership.adopted[kind].has(entry) ? "adopted" : undefined;
      return { entry, note: entries[kind].note(entry), origin };
    });
  const { unchanged, add, remove, kept, unexpected } = plan;
  return kinds
    .filter((kind) => !hidden.includes(kind))
    .filter((kind) => [unchanged, add, remove, kept].some((entries) => entries[kind].size > 0))
    .map((kind) => ({
      kind,
      unchanged: unchanged[kind].size,
      added: list(difference(add, missing), kind),
      removed: list(difference(remove, unexpected), kind),
      missing: list(intersection(add, missing), kind),
      unexpected: list(unexpected, kind),
      kept: list(kept, kind),
      expiring: expiringEntries(declared?.entries[kind] ?? EntrySet.none, today),
    }));
}

/** The last day is in the note. */
function expiringEntries(entries: EntrySet, today: string): KindReport["expiring"] {
  return Array.from(entries).flatMap((entry) => {
    const until = latestDate(untilInNote(entries.note(entry) ?? ""));
    if (until === undefined || !isDate(until) || expiryStatus(until, today) === "later") return [];
    return [{ entry, until }];
  });
}

/** Counts what the next `pulumi up` sends for a resource. */
export function countTotals(change: ResourceChange, { isUncertain }: Neighbours, plan: Plan): Totals {
  const { before, declared, hidden, observation, isRetained } = change;
  if (isIdle(change) || isRetained === true) return { added: none, removed: none, atRisk: plan.atRisk };
  const { ownership = nothingManaged, missing = noEntries, facts, given } = before?.state ?? {};
  const content = before?.observed;
  const isHidden = hidden.length > 0;
  const isNew = !isEmpty(difference(plan.add, missing));
  const isListKnown = content !== undefined || facts?.unmanaged === 0;
  const added = total(count(plan.add), isHidden && declared !== undefined, isUncertain || (isNew && !isListKnown));
  const inHidden = hidden.reduce((number, kind) => number + ownership.managed[kind].size, 0);
  const isSecret = hidden.some((kind) => before?.hidden.has(kind));
  const isExclusive = declared?.given.exclusive === true;
  const isCounted = facts?.unmanaged !== undefined && (observation === "read" || given?.exclusive === true);
  const isNotKnown = isSecret || (isExclusive && content === undefined && !isCounted);
  const removed = count(plan.remove) + inHidden + plan.unnamed;
  return {
    added,
    removed: total(removed, isNotKnown, isUncertain || isHidden || plan.unnamed > 0),
    atRisk: plan.atRisk,
  };
}

const none: Total = { count: 0, bound: "exact" };

function total(number: number, isNotKnown: boolean, isUpperBound: boolean): Total {
  return { count: number, bound: isNotKnown ? "notKnown" : isUpperBound && number > 0 ? "atMost" : "exact" };
}

export function sumTotals(all: readonly Totals[]): Totals {
  const sum = (change: "added" | "removed"): Total => {
    const bounds = new Set(all.map((totals) => totals[change].bound));
    const bound = bounds.has("notKnown") ? "notKnown" : bounds.has("atMost") ? "atMost" : "exact";
    return { count: all.reduce((number, totals) => number + (totals[change].count ?? 0), 0), bound };
  };
  const atRisk = all.reduce((number, totals) => number + (totals.atRisk ?? 0), 0);
  return { added: sum("added"), removed: sum("removed"), atRisk };
}
