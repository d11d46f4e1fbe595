import { count, difference, intersection, noEntries } from "../list/entries";
import { removableEntries } from "../list/ownership";
import type { Before, Change } from "./changes";
import type { Neighbours } from "./neighbours";
import type { Plan } from "./plan";
import { hiddenKinds } from "./properties";
import type { Total, Totals } from "./report";

const none: Total = { count: 0, bound: "exact" };

/** Counts what the next `pulumi up` sends for a resource. */
export function countTotals(change: Change, neighbours: Neighbours, plan: Plan): Totals {
  const { operation, before, isRetained } = change;
  if (operation === "same") return { added: none, removed: none, losable: 0, basis: "list" };
  return {
    added: countAdded(change, neighbours, plan),
    removed: isRetained ? none : countRemoved(change, neighbours, plan),
    losable: countLosable(change, plan),
    basis: before === undefined || isRead(change) ? "list" : "state",
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
  const has = (bound: Total["bound"]): boolean => totals.some((total) => total.bound === bound);
  return {
    count: totals.reduce((number, { count: one }) => number + one, 0),
    bound: has("notKnown") ? "notKnown" : has("atMost") ? "atMost" : "exact",
  };
}

function total(number: number, isNotKnown: boolean, isUpperBound: boolean): Total {
  return { count: number, bound: isNotKnown ? "notKnown" : isUpperBound && number > 0 ? "atMost" : "exact" };
}

function countAdded({ operation, before, declared }: Change, neighbours: Neighbours, plan: Plan): Total {
  const { facts, missing } = before?.state ?? {};
  // The new resource of a replacement knows nothing of kinds that the API does not show.
  const isForgotten = operation === "replace" && (facts?.notVerified ?? []).length > 0;
  const isNew = count(difference(plan.add, missing ?? noEntries)) > 0;
  // Only of an exclusive list, the refresh shows which unmanaged entries are in it.
  const isListKnown =
    before !== undefined && (before.observed !== undefined || (facts?.unmanaged ?? 1) <= neighbours.managed);
  const isHidden = declared !== undefined && plan.hidden.length > 0;
  return total(count(plan.add), isHidden || isForgotten, (isNew && !isListKnown) || neighbours.perhaps.length > 0);
}

function countRemoved(change: Change, neighbours: Neighbours, plan: Plan): Total {
  const { before, declared } = change;
  const { facts, given, ownership } = before?.state ?? {};
  const inHidden = plan.hidden.reduce((number, kind) => number + (ownership?.managed[kind].size ?? 0), 0);
  const hidesEntries = ({ declared: theirs }: Change) => theirs !== undefined && hiddenKinds(theirs.hidden).length > 0;
  const mayBeDeclared = neighbours.perhaps.length > 0 || neighbours.same.some(hidesEntries);
  const known = count(plan.remove) + inHidden;
  const isUpperBound = plan.hidden.length > 0 || mayBeDeclared;
  const isSecret = plan.hidden.some((kind) => before?.hidden.has(kind));
  if (declared?.given.exclusive !== true) return total(known, isSecret, isUpperBound);
  const unmanaged = unnamedEntries(change);
  const isUncounted = facts?.unmanaged === undefined || (!isRead(change) && given?.exclusive !== true);
  const mayStay = unmanaged > 0 && (count(plan.add) > 0 || neighbours.managed > 0);
  return total(known + unmanaged, isSecret || (before?.observed === undefined && isUncounted), isUpperBound || mayStay);
}

/** Unmanaged entries of an exclusive list that a preview counts and does not name. */
function unnamedEntries({ before, declared }: Change): number {
  if (before === undefined || declared?.given.exclusive !== true) return 0;
  const { facts, ownership } = before.state;
  const named = count(difference(before.observed ?? noEntries, ownership.managed));
  return Math.max(0, (facts.unmanaged ?? 0) - named);
}

/** Whether the preview read the list. If it could not, all managed entries are not verified. */
function isRead({ before, isRefreshed }: Change): boolean {
  return isRefreshed && (before === undefined || !isUnread(before));
}

function isUnread({ state: { facts, ownership } }: Before): boolean {
  const hidden = facts.notVerified.reduce((number, kind) => number + ownership.managed[kind].size, 0);
  return facts.notVerified.length > 0 && hidden === count(ownership.managed);
}

function countLosable(change: Change, plan: Plan): number {
  const { before, declared } = change;
  if (before === undefined) return 0;
  const { ownership } = before.state;
  const desired = declared?.entries ?? noEntries;
  if (before.state.isImported === true && count(plan.kept) > 0) return count(intersection(ownership.managed, desired));
  const content = declared?.given.exclusive === true ? (before.observed ?? noEntries) : noEntries;
  return (
    count(removableEntries(ownership, desired)) + count(difference(content, ownership.managed)) + unnamedEntries(change)
  );
}
