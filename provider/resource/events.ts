import { difference, intersection, isEmpty, noEntries, union, unionAll, type Entries } from "../list/entries";
import type { EntrySet } from "../list/entry-set";
import { byKind, kindName, type Kind } from "../list/kinds";
import { nothingManaged } from "../list/ownership";
import { formatCounts } from "../list/summary";
import { removedEntries, type Update } from "../list/update";
import { knownEntries, seenViews, unseen, type Views } from "../list/views";
import type { ChangeResult } from "../sync/reconcile";
import { printComparison, type ListContext } from "./approval";
import type { Arguments, ValidInputs } from "./inputs";
import { usedApprovals } from "./judge";
import type { KnownList } from "./list";
import type { Operation } from "./operation";
import type { State } from "./state";
import type { FactCode } from "./texts/facts";
import { describeNotRead } from "./texts/failures";

/** What an operation is going to do. */
export interface ChangePlan {
  readonly operation: Operation;
  readonly update: Update;
  /** The arguments of the program. */
  readonly given: Partial<Arguments>;
  /** The number of unmanaged entries of an exclusive list, when it was last read. */
  readonly unmanaged: number;
}

interface Facts {
  readonly list: { readonly appListId: number; readonly name: string | undefined };
  /** The entries that it is about. */
  readonly entries: Entries;
  /** Whether the API does not show these entries. */
  readonly isUnseen: boolean;
  /** What else the sentence names, such as a reason or another resource. It contains no entry of a resource. */
  readonly detail: string;
}

/** One fact of an operation on a list, or what it is going to do: as data. */
export type ListEvent = Facts & ({ readonly code: FactCode } | { readonly code: "planned"; readonly plan: ChangePlan });

/** An event that is about no entries of the resource. */
export function eventOn({ given, facts }: Pick<State, "given" | "facts">, code: FactCode, detail = ""): ListEvent {
  return { code, ...factsOn(given.appListId, facts.name), detail };
}

function factsOn(appListId: number, name: string | undefined): Facts {
  return { list: { appListId, name }, entries: noEntries, isUnseen: false, detail: "" };
}

/** @param views the list at that moment: entries of kinds that it does not show have an event of their own. */
type Row = readonly [code: FactCode, entries: Entries, views?: Views, detail?: string];

/** The events of the rows with entries. */
function eventsOf(state: State, ...rows: readonly Row[]): readonly ListEvent[] {
  return rows.flatMap(([code, all, views = seenViews(noEntries), detail]) => {
    const hidden = unseen(views, all);
    const event = eventOn(state, code, detail);
    const events = [
      { ...event, entries: difference(all, hidden) },
      { ...event, entries: hidden, isUnseen: true },
    ];
    return events.filter(({ entries }) => !isEmpty(entries));
  });
}

/**
 * The plan of an operation, and each other effect.
 *
 * @param given the arguments of the program.
 */
export function eventsBefore(operation: Operation, update: Update, given: Partial<Arguments>): readonly ListEvent[] {
  const { list, before, intent } = operation;
  const { unmanaged: known = 0, name } = before?.facts ?? {};
  // A list that becomes exclusive has a warning of its own.
  const unmanaged = intent.exclusive && before?.given.exclusive === true ? known : 0;
  const entries = union(update.add, removedEntries(update));
  const facts = { ...factsOn(list.identity.appListId, name), entries };
  const plan: ChangePlan = { operation, update, given, unmanaged };
  const planned = isEmpty(entries) && unmanaged === 0 ? [] : [{ code: "planned", ...facts, plan } as const];
  if (before === undefined) return planned;
  const claimed = given.claimExisting === true ? intent.desired : noEntries;
  return [
    ...planned,
    ...eventsOf(
      before,
      ["claimed", intersection(before.ownership.adopted, claimed)],
      ["released", before.imported === true ? update.kept : noEntries],
    ),
  ];
}

/**
 * A list becomes exclusive, or an exclusive resource gets another list. The number of unmanaged entries that the change
 * removes is not known.
 */
export function eventsIfExclusive({ given, unknown }: ValidInputs, list: ListContext): readonly ListEvent[] {
  if (given.exclusive !== true || unknown.has("account")) return [];
  const { appListId } = list.identity;
  return [{ code: "becomesExclusive", ...factsOn(appListId, undefined), detail: printComparison(list) }];
}

/**
 * What a change or a delete has done and found. If it failed before it changed anything: the sentinels that it left.
 *
 * @param state the state after a change, or before a delete.
 */
export function eventsAfter(
  operation: Operation,
  state: State,
  change: ChangeResult,
  { declarations, declared, owner }: Pick<KnownList, "declarations" | "declared" | "owner">,
): readonly ListEvent[] {
  const { before, intent } = operation;
  const { first, failure, mayHaveChanged, viewsAfter } = change;
  const left = eventsOnSentinels(state, change.sentinels.appBundles);
  if (failure !== undefined && !mayHaveChanged) return left;
  const { ownership = nothingManaged, missing = noEntries } = before ?? {};
  const { managed, adopted } = state.ownership;
  const isDelete = intent.what === "delete";
  const newlyAdopted = difference(adopted, ownership.adopted);
  // The response to an entry's own addition does not show whether the entry was there before.
  const maybeBefore = union(unseen(change.viewsBefore, newlyAdopted), intersection(newlyAdopted, change.sent.add));
  // A resource that was rejected has declared twice.
  const spared = Array.from(
    Map.groupBy(declarations, ({ resource }) => resource?.name ?? ""),
    ([name, all]): Row => {
      const entries = unionAll(all.map((each) => each.entries));
      return ["spared", intersection(change.handedOver, entries), viewsAfter, name];
    },
  );
  const approvals = failure === undefined ? usedApprovals(operation, change.update) : [];
  const present = knownEntries(viewsAfter);
  // Entries that the last read lacked. After a failed delete, the state still has them as missing.
  const unmanaged = difference(missing, union(isDelete ? ownership.adopted : intent.desired, declared));
  const returned = isDelete && failure !== undefined ? noEntries : intersection(unmanaged, present);
  return [
    ...eventsOf(
      state,
      ["added", difference(intersection(change.added, managed), adopted)],
      ["removed", change.removed, viewsAfter],
      ["adopted", difference(newlyAdopted, maybeBefore)],
      ["maybeAdopted", maybeBefore],
      ["kept", isDelete ? intersection(adopted, present) : noEntries, viewsAfter],
    ),
    ...(isDelete ? [] : eventsOnHidden(state)),
    ...eventsOf(state, ["vanished", change.vanished], ...spared),
    ...left,
    ...(first.outcome === "seen" ? [] : [eventOn(state, "unreadBefore", describeNotRead(owner, first))]),
    ...approvals.map((digest) => eventOn(state, "approvalUsed", digest)),
    ...eventsOf(state, ["returned", returned]),
  ];
}

/** The sentinels that could not be removed. */
export function eventsOnSentinels(state: State, sentinels: EntrySet): readonly ListEvent[] {
  return Array.from(sentinels, (sentinel) => eventOn(state, "sentinelLeft", sentinel));
}

/** @param unexpected the unmanaged entries of an exclusive list. */
export function eventsAfterRefresh(
  before: State,
  after: State,
  views: Views,
  unexpected: Entries,
): readonly ListEvent[] {
  const known = knownEntries(views);
  return [
    ...eventsOf(
      after,
      ["missing", difference(before.ownership.managed, known)],
      ["unexpected", unexpected],
      ["returned", intersection(before.missing, known)],
    ),
    ...eventsOnHidden(after),
  ];
}

/**
 * @param hidden the kinds that the API does not show.
 * @param leftOut the entries that no program can declare.
 */
export function eventsAfterImport(state: State, hidden: readonly Kind[], leftOut: Entries): readonly ListEvent[] {
  const { managed } = state.ownership;
  return [...eventsOf(state, ["imported", managed], ["leftOut", leftOut]), ...eventsOnKinds(state, hidden)];
}

/** The entries that the API accepted and does not show. */
function eventsOnHidden(state: State): readonly ListEvent[] {
  const { managed } = state.ownership;
  const { notVerified } = state.facts;
  const hidden = byKind((kind) => (notVerified.includes(kind) ? managed : noEntries)[kind]);
  const others = notVerified.filter((kind) => state.given.exclusive === true && managed[kind].size === 0);
  return [...eventsOf(state, ["hidden", hidden, undefined, formatCounts(hidden)]), ...eventsOnKinds(state, others)];
}

function eventsOnKinds(state: State, hidden: readonly Kind[]): readonly ListEvent[] {
  return hidden.map((kind) => eventOn(state, "hiddenKind", kindName(kind, 0)));
}
