import { count, difference, intersection, isEmpty, noEntries, union, type Entries } from "../list/entries";
import { kinds } from "../list/kinds";
import { addedEntries, nothingManaged, removableEntries } from "../list/ownership";
import { planChanges } from "../list/plan";
import { believedViews, seenViews } from "../list/views";
import { countAtRisk, parseLimit, releasedByImport } from "../list/change-guard";
import { shownEntries, type ResourceChange } from "./changes";
import { entryChanges, type ReportedEntry, type Total, type Totals } from "./report";

/**
 * The effects of the next `pulumi up` on the entries of a resource. Kinds that the preview does not show are omitted.
 */
export type Plan = Readonly<typeof noChange>;

const noChange = {
  add: noEntries,
  remove: noEntries,
  /** The removed entries that are unmanaged entries of an exclusive list. */
  unexpected: noEntries,
  /** The number of unmanaged entries of an exclusive list that are removed and that the preview does not name. */
  unnamed: 0,
  /** Entries that the resource no longer manages. They stay in the list. */
  kept: noEntries,
  /** Declared entries that another resource no longer manages. */
  takenOver: noEntries,
  /** The number of entries that the change could remove. */
  atRisk: 0,
};

/** Plans a change from the facts in the preview, in the same way as `pulumi up`. */
export function planChange(change: ResourceChange): Plan {
  if (isIdle(change)) return noChange;
  const { operation, before, declared, isRetained, neighbors } = change;
  const { ownership = nothingManaged, missing = noEntries } = before?.state ?? {};
  const desired = shownEntries(change, declared?.entries ?? noEntries);
  const exclusive = declared?.given.exclusive === true;
  const managed = difference(ownership.managed, keptAfterImport(change));
  const own = removableEntries({ ...ownership, managed }, desired);
  const removable = shownEntries(change, operation === "delete" ? addedEntries(ownership) : own);
  const content = before?.observed;
  // A refresh names unmanaged entries only if the list was exclusive before and a program could declare them.
  const named = count(difference(content ?? noEntries, ownership.managed));
  const takenOver = intersection(difference(desired, managed), neighbors.released);
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
    declaredElsewhere: neighbors.declared,
  });
  return {
    add,
    remove,
    unexpected: difference(remove, removable),
    unnamed: exclusive ? Math.max(0, (before?.state.facts.unmanaged ?? 0) - named) : 0,
    kept: shownEntries(change, difference(difference(ownership.managed, desired), remove)),
    takenOver,
    atRisk: countAtRisk(own, exclusive, content ?? noEntries, before?.state.facts.unmanaged),
  };
}

/** Whether nothing is sent. An import without an update sends nothing. */
function isIdle({ operation }: ResourceChange): boolean {
  return operation === "same" || operation === "import";
}

/** The entries of an imported list that the update keeps although the program does not declare them. */
function keptAfterImport({ before, declared, isImported = false, neighbors }: ResourceChange): Entries {
  if (before?.state.imported !== true || declared === undefined || declared.given.exclusive === true) return noEntries;
  const { managed } = before.state.ownership;
  const dropped = difference(difference(managed, declared.entries), neighbors.declared);
  const limit = parseLimit(declared.given.removalLimit ?? "");
  return releasedByImport(dropped, managed, limit, isImported);
}

/** The planned entries for the report. */
export function reportEntries({ before }: ResourceChange, plan: Plan): readonly ReportedEntry[] {
  const { ownership = nothingManaged, missing = noEntries } = before?.state ?? {};
  const { add, remove, kept, unexpected } = plan;
  const entries = {
    removed: difference(remove, unexpected),
    unexpected,
    added: difference(add, missing),
    missing: intersection(add, missing),
    kept,
  };
  return entryChanges.flatMap((change) =>
    kinds.flatMap((kind) =>
      Array.from(entries[change][kind], (entry) => {
        const origin = ownership.adopted[kind].has(entry) ? ("adopted" as const) : undefined;
        return { kind, change, entry, note: entries[change][kind].note(entry), origin };
      }),
    ),
  );
}

/** Counts the entries that the next `pulumi up` adds and removes for a resource. */
export function countTotals(change: ResourceChange, plan: Plan): Totals {
  const { before, declared, hidden, observation, isRetained } = change;
  if (isIdle(change) || isRetained === true) return { added: none, removed: none, atRisk: plan.atRisk };
  const { isUncertain } = change.neighbors;
  const { missing = noEntries, facts, given } = before?.state ?? {};
  const content = before?.observed;
  const isNew = !isEmpty(difference(plan.add, missing));
  const isListKnown = content !== undefined || facts?.unmanaged === 0;
  const isCounted = facts?.unmanaged !== undefined && (observation === "read" || given?.exclusive === true);
  const isUnread = declared?.given.exclusive === true && content === undefined && !isCounted;
  const isHidden = hidden.length > 0;
  const removed = total(count(plan.remove) + plan.unnamed, isUncertain || plan.unnamed > 0);
  return {
    added:
      isHidden && declared !== undefined ? notKnown : total(count(plan.add), isUncertain || (isNew && !isListKnown)),
    removed: isHidden || isUnread ? notKnown : removed,
    atRisk: isHidden || isUnread ? null : plan.atRisk,
  };
}

export const none: Total = { count: 0, isAtMost: false };
const notKnown: Total = { count: null, isAtMost: false };

function total(count: number, isAtMost: boolean): Total {
  return { count, isAtMost: isAtMost && count > 0 };
}

export function sumTotals(all: readonly Totals[]): Totals {
  const sum = (change: "added" | "removed") =>
    all
      .map((totals) => totals[change])
      .reduce((one, other) => {
        if (one.count === null || other.count === null) return notKnown;
        return { count: one.count + other.count, isAtMost: one.isAtMost || other.isAtMost };
      }, none);
  const removed = sum("removed");
  const atRisk = removed.count === null ? null : all.reduce((number, totals) => number + (totals.atRisk ?? 0), 0);
  return { added: sum("added"), removed, atRisk };
}
