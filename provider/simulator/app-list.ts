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
