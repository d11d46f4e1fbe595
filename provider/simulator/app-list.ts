import { type ByKind, byKind, kinds } from "../list/kinds";
import type { Behaviour } from "./behaviour";

/** A list of the simulated service. */
export interface SimulatedList {
  /** A whole number from 0. */
  readonly id: number;
  readonly name: string;
  /** Default: empty. */
  readonly description?: string;
  /** In the order in which they came, each copy counted. Default: none. */
  readonly appBundles?: readonly string[];
  /** As appBundles. */
  readonly placementIds?: readonly string[];
  /** As appBundles. */
  readonly websites?: readonly string[];
  /** Default: false. */
  readonly hasAssociatedCampaigns?: boolean;
}

/** A list with everything in it said. */
export type StoredList = Required<SimulatedList>;

/** The entries of a list by kind, in the order in which they came, each copy counted. */
export type EntryLists = ByKind<readonly string[]>;

/**
 * A list as it is stored: a copy, with the defaults filled in.
 *
 * @throws RangeError when the id is not a whole number from 0, or an entry cannot be sent in a comma-separated text.
 */
export function storedList(list: SimulatedList): StoredList {
  if (!Number.isSafeInteger(list.id) || list.id < 0) {
    throw new RangeError(`The id of a simulated list must be a whole number from 0; ${list.id} is not.`);
  }
  const entries = byKind((kind) => [...(list[kind] ?? [])]);
  for (const kind of kinds) requireSendable(entries[kind]);
  return {
    id: list.id,
    name: list.name,
    description: list.description ?? "",
    hasAssociatedCampaigns: list.hasAssociatedCampaigns ?? false,
    ...entries,
  };
}

/**
 * Refuses entries that no answer of the service can carry.
 *
 * @throws RangeError when an entry is empty or has a comma in it.
 */
export function requireSendable(entries: readonly string[]): void {
  const bad = entries.find((entry) => entry === "" || entry.includes(","));
  if (bad !== undefined) {
    throw new RangeError(
      `${JSON.stringify(bad)} cannot be an entry of a simulated list: entries are sent separated by commas.`,
    );
  }
}

/** The list as answers show it. */
export function appListBody(list: StoredList, behaviour: Behaviour): Readonly<Record<string, unknown>> {
  return {
    id: list.id,
    name: list.name,
    description: list.description,
    placement_ids: shown(list.placementIds, behaviour.order),
    app_bundles: shown(list.appBundles, behaviour.order),
    has_associated_campaigns: list.hasAssociatedCampaigns,
    ...websitesMember(list, behaviour),
  };
}

function websitesMember(list: StoredList, behaviour: Behaviour): { readonly websites?: string | null } {
  switch (behaviour.websites) {
    case "shown":
      return { websites: shown(list.websites, behaviour.order) };
    case "hidden":
      return {};
    case "null":
      return { websites: null };
  }
}

function shown(entries: readonly string[], order: Behaviour["order"]): string {
  switch (order) {
    case "append":
      return entries.join(",");
    case "sorted":
      return entries.toSorted().join(",");
    case "reversed":
      return entries.toReversed().join(",");
  }
}
