import { reservedAppBundlePrefix } from "../list/entry";
import { type ByKind, byKind, type Kind, kinds } from "../list/kinds";
import type { Behavior, Shown } from "./behavior";

/** A list of the simulator. */
export interface SimulatedList {
  /** A whole number from 0. */
  readonly id: number;
  readonly name: string;
  /** Default: empty. */
  readonly description?: string;
  /** The app bundles in the order in which they were added, with repetitions. Default: none. */
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
 * Copies a list and adds the defaults.
 *
 * @throws RangeError if the ID is not a whole number from 0, or an entry is empty or contains a comma.
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
 * Checks that an answer can contain the entries.
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

/** @param requested the entries of the request that changed the list. Default: the list was only read. */
export function appListBody(
  list: StoredList,
  { kinds: shown = kinds, omitsEmpty = false, others = "omitted" }: Shown = {},
  requested: Partial<EntryLists> = list,
): Readonly<Record<string, unknown>> {
  const print = (kind: Kind): string | null | undefined => {
    const isKind = shown === "requested" ? requested[kind] !== undefined : shown.includes(kind);
    const isOmitted = omitsEmpty && list[kind].length === 0;
    return isKind && !isOmitted ? list[kind].join(",") : others === "null" ? null : undefined;
  };
  return {
    id: list.id,
    name: list.name,
    description: list.description,
    placement_ids: print("placementIds"),
    app_bundles: print("appBundles"),
    has_associated_campaigns: list.hasAssociatedCampaigns,
    websites: print("websites"),
  };
}

/** The outcome of a change. */
export interface PatchResult {
  /** The entries of the list after the request. */
  readonly entries: EntryLists;
  /** Undefined if the request is accepted. */
  readonly refusal?: { readonly status: number; readonly message: string };
}

const placementId = /^[0-9]+-[^\s,]+$/;

/** Adds entries to a list, or removes them from it. */
export function applyChange(
  present: EntryLists,
  action: "add" | "remove",
  requested: Partial<EntryLists>,
  behavior: Behavior,
): PatchResult {
  const { maxEntriesPerRequest: limit = Infinity, statuses } = behavior;
  const tooMany = { status: statuses.tooMany ?? 413, message: `more than ${limit} entries in one request` };
  if (count(requested) > limit) return { entries: present, refusal: tooMany };
  const carryOut = action === "add" ? addEntries : removeEntries;
  const refusals = findRefusals(present, action, requested, behavior).filter(({ bad }) => count(bad) > 0);
  const [refusal] = refusals;
  if (refusal === undefined) return { entries: carryOut(present, requested, behavior) };
  if (behavior.refusalEffect === "none") return { entries: present, refusal };
  const bad = byKind((kind) => new Set(refusals.flatMap((each) => each.bad[kind])));
  const others = byKind((kind) => requested[kind]?.filter((entry) => !bad[kind].has(entry)) ?? []);
  return { entries: carryOut(present, others, behavior), refusal };
}

/** The reasons to refuse a request, each with the entries that are the reason. */
function findRefusals(
  present: EntryLists,
  action: "add" | "remove",
  requested: Partial<EntryLists>,
  behavior: Behavior,
) {
  const { addPresent, removeAbsent, reservedNames, ignored, statuses } = behavior;
  const { refused: status = 422, present: presentStatus = 422, absent: absentStatus = 422 } = statuses;
  const fold = foldBy(behavior);
  const isAddition = action === "add";
  const invalid = isAddition ? behavior.refused : behavior.removalRefused;
  const isStrict = (isAddition ? addPresent : removeAbsent) === "error";
  const held = byKind((kind) => new Set(isStrict ? present[kind].map(fold) : []));
  /** An entry that an addition repeats counts as present, too. */
  const isRepeated = (entry: string, kind: Kind) => held[kind].size === held[kind].add(fold(entry)).size;
  const rules: readonly (readonly [number, string, (entry: string, kind: Kind) => boolean])[] = [
    [
      status,
      "a placement ID must look like <number>-<token>",
      (entry, kind) => kind === "placementIds" && !placementId.test(entry),
    ],
    [
      status,
      "an app bundle has a reserved name",
      (entry, kind) => kind === "appBundles" && reservedNames === "refuse" && entry.startsWith(reservedAppBundlePrefix),
    ],
    [status, "something in the request is invalid", (entry) => invalid.has(entry)],
    [
      presentStatus,
      "an entry is already in the list",
      (entry, kind) => isAddition && isStrict && !ignored.has(entry) && isRepeated(entry, kind),
    ],
    [
      absentStatus,
      "an entry is not in the list",
      (entry, kind) => !isAddition && isStrict && !ignored.has(entry) && !held[kind].has(fold(entry)),
    ],
  ];
  return rules.map(([refusal, message, isBad]) => {
    const bad = byKind((kind) => requested[kind]?.filter((entry) => isBad(entry, kind)) ?? []);
    return { status: refusal, message, bad };
  });
}

/** Removes entries with all their copies, and adds new entries at the end. */
export function editEntries(present: EntryLists, add: Partial<EntryLists>, remove: Partial<EntryLists>): EntryLists {
  return byKind((kind) => {
    const removed = new Set(remove[kind]);
    const kept = present[kind].filter((entry) => !removed.has(entry));
    return [...kept, ...new Set(add[kind]).difference(new Set(kept))];
  });
}

function addEntries(present: EntryLists, requested: Partial<EntryLists>, behavior: Behavior): EntryLists {
  const { addPresent, ignored } = behavior;
  const fold = foldBy(behavior);
  const asked = byKind((kind) => requested[kind]?.filter((entry) => !ignored.has(entry)).map(fold) ?? []);
  const absent = byKind((kind) => new Set(asked[kind]).difference(new Set(present[kind].map(fold))));
  const added = addPresent === "duplicate" ? asked : absent;
  return byKind((kind) => [...present[kind], ...added[kind]]);
}

function removeEntries(present: EntryLists, requested: Partial<EntryLists>, behavior: Behavior): EntryLists {
  const { removedCopies, ignored } = behavior;
  const fold = foldBy(behavior);
  return byKind((kind) => {
    const removed = new Set(requested[kind]?.filter((entry) => !ignored.has(entry)).map(fold));
    const isRemoved = (entry: string) => (removedCopies === "first" ? removed.delete(entry) : removed.has(entry));
    return present[kind].filter((entry) => !isRemoved(fold(entry)));
  });
}

function foldBy({ letterCase }: Behavior): (entry: string) => string {
  return (entry) => (letterCase === "lower" ? entry.toLowerCase() : entry);
}

function count(entries: Partial<EntryLists>): number {
  return kinds.reduce((sum, kind) => sum + (entries[kind]?.length ?? 0), 0);
}
