import { reservedAppBundlePrefix } from "../list/entry";
import { type ByKind, byKind, kinds } from "../list/kinds";
import type { Behaviour } from "./behaviour";

/** A list of the simulator. */
export interface SimulatedList {
  /** A whole number from 0. */
  readonly id: number;
  readonly name: string;
  /** Default: empty. */
  readonly description?: string;
  /** In the order in which they were added, with repetitions. Default: none. */
  readonly appBundles?: readonly string[];
  /** As appBundles. */
  readonly placementIds?: readonly string[];
  /** As appBundles. */
  readonly websites?: readonly string[];
  /** Default: false. */
  readonly hasAssociatedCampaigns?: boolean;
}

/** A list with all of its members. */
export type StoredList = Required<SimulatedList>;

/** The entries of a list by kind, in the order in which they were added, with repetitions. */
export type EntryLists = ByKind<readonly string[]>;

/**
 * Copies a list, with the defaults.
 *
 * @throws RangeError if the ID is not a whole number from 0, or comma-separated text cannot contain an entry.
 */
export function storedList(list: SimulatedList): StoredList {
  if (!Number.isSafeInteger(list.id) || list.id < 0) {
    throw new RangeError(`The ID of a simulated list must be a whole number from 0; ${list.id} is not.`);
  }
  const entries = byKind((kind) => [...(list[kind] ?? [])]);
  for (const kind of kinds) requireSendable(entries[kind]);
  const { id, name, description = "", hasAssociatedCampaigns = false } = list;
  return { id, name, description, hasAssociatedCampaigns, ...entries };
}

/**
 * Refuses entries that an answer cannot contain.
 *
 * @throws RangeError if an entry is empty or contains a comma.
 */
export function requireSendable(entries: readonly string[]): void {
  const bad = entries.find((entry) => entry === "" || entry.includes(","));
  if (bad === undefined) return;
  throw new RangeError(
    `${JSON.stringify(bad)} cannot be an entry of a simulated list: entries are sent separated by commas.`,
  );
}

export function appListBody(list: StoredList, { order, websites }: Behaviour): Readonly<Record<string, unknown>> {
  const print = (entries: readonly string[]) => sort(entries, order).join(",");
  return {
    id: list.id,
    name: list.name,
    description: list.description,
    placement_ids: print(list.placementIds),
    app_bundles: print(list.appBundles),
    has_associated_campaigns: list.hasAssociatedCampaigns,
    ...(websites !== "hidden" && { websites: websites === "null" ? null : print(list.websites) }),
  };
}

function sort(entries: readonly string[], order: Behaviour["order"]): readonly string[] {
  if (order === "append") return entries;
  return order === "sorted" ? entries.toSorted() : entries.toReversed();
}

/** A refusal changes nothing. */
export type SimulatedChange =
  | { readonly kind: "changed"; readonly entries: EntryLists }
  | { readonly kind: "refused"; readonly status: 404 | 413 | 422; readonly message: string };

const placementId = /^[0-9]+-[^\s,]+$/;

export const noSuchList = "there is no such app list";

/** Adds entries to those of a list or removes them, completely or not at all. */
export function applyChange(
  present: EntryLists,
  action: "add" | "remove",
  requested: Partial<EntryLists>,
  behaviour: Behaviour,
): SimulatedChange {
  const { appBundles = [], placementIds = [] } = requested;
  const limit = behaviour.maxEntriesPerRequest ?? Infinity;
  if (count(requested) > limit) return refused(`more than ${limit} entries in one request`, 413);
  if (!placementIds.every((entry) => placementId.test(entry))) {
    return refused("a placement ID must look like <number>-<token>");
  }
  if (behaviour.reservedNames === "refuse" && appBundles.some((entry) => entry.startsWith(reservedAppBundlePrefix))) {
    return refused("an app bundle has a reserved name");
  }
  const invalid = action === "add" ? behaviour.refused : behaviour.removalRefused;
  if (kinds.some((kind) => requested[kind]?.some((entry) => invalid.has(entry)))) {
    return refused("something in the request is invalid");
  }
  return action === "add" ? addEntries(present, requested, behaviour) : removeEntries(present, requested, behaviour);
}

/** Removes entries with all of their copies, and adds others that are not there at the end. */
export function editEntries(present: EntryLists, add: Partial<EntryLists>, remove: Partial<EntryLists>): EntryLists {
  return byKind((kind) => {
    const removed = new Set(remove[kind]);
    const kept = present[kind].filter((entry) => !removed.has(entry));
    return [...kept, ...new Set(add[kind]).difference(new Set(kept))];
  });
}

function addEntries(present: EntryLists, requested: Partial<EntryLists>, behaviour: Behaviour): SimulatedChange {
  const { addPresent, silentlyDropped, maxEntriesPerList: limit = Infinity } = behaviour;
  const fold = foldBy(behaviour);
  const asked = byKind((kind) => requested[kind]?.filter((entry) => !silentlyDropped.has(entry)).map(fold) ?? []);
  const absent = byKind((kind) => new Set(asked[kind]).difference(new Set(present[kind].map(fold))));
  const added = addPresent === "duplicate" ? asked : absent;
  const entries = byKind((kind) => [...present[kind], ...added[kind]]);
  if (addPresent === "error" && kinds.some((kind) => absent[kind].size < asked[kind].length)) {
    return refused("an entry is already in the list");
  }
  return count(entries) > limit
    ? refused(`the list would contain more than ${limit} entries`)
    : { kind: "changed", entries };
}

function removeEntries(present: EntryLists, requested: Partial<EntryLists>, behaviour: Behaviour): SimulatedChange {
  const { removeAbsent, removedCopies, silentlyKept } = behaviour;
  const fold = foldBy(behaviour);
  let anyAbsent = false;
  const entries = byKind((kind) => {
    const removed = new Set(requested[kind]?.filter((entry) => !silentlyKept.has(entry)).map(fold));
    anyAbsent ||= !removed.isSubsetOf(new Set(present[kind].map(fold)));
    const isRemoved = (entry: string) => (removedCopies === "first" ? removed.delete(entry) : removed.has(entry));
    return present[kind].filter((entry) => !isRemoved(fold(entry)));
  });
  if (anyAbsent && removeAbsent !== "ignore") {
    const message = removeAbsent === "listNotFound" ? noSuchList : "an entry is not in the list";
    return refused(message, removeAbsent === "error" ? 422 : 404);
  }
  return { kind: "changed", entries };
}

function refused(message: string, status: 404 | 413 | 422 = 422): SimulatedChange {
  return { kind: "refused", status, message };
}

function foldBy({ letterCase }: Behaviour): (entry: string) => string {
  return (entry) => (letterCase === "lower" ? entry.toLowerCase() : entry);
}

function count(entries: Partial<EntryLists>): number {
  return kinds.reduce((sum, kind) => sum + (entries[kind]?.length ?? 0), 0);
}
