import { byKind, kinds } from "../list/kinds";
import { reservedAppBundlePrefix } from "../list/entry";
import type { EntryLists } from "./app-list";
import type { Behaviour } from "./behaviour";

export interface Change {
  readonly action: "add" | "remove";
  readonly entries: Partial<EntryLists>;
}

/** A refusal changes nothing. */
export type ChangeResult =
  | { readonly kind: "changed"; readonly entries: EntryLists }
  | { readonly kind: "refused"; readonly status: 404 | 413 | 422; readonly message: string };

const placementId = /^[0-9]+-[^\s,]+$/;

export const noSuchList = "there is no such app list";

/** Applies a change to the entries of a list, completely or not at all. */
export function applyChange(present: EntryLists, change: Change, behaviour: Behaviour): ChangeResult {
  const requested = byKind((kind) => change.entries[kind] ?? []);
  const limit = behaviour.maxEntriesPerRequest;
  if (limit !== undefined && count(requested) > limit) {
    return { kind: "refused", status: 413, message: `more than ${limit} entries in one request` };
  }
  if (!requested.placementIds.every((entry) => placementId.test(entry))) {
    return refused("a placement ID must look like <number>-<token>");
  }
  if (behaviour.reservedNames === "refuse" && requested.appBundles.some(isReserved)) {
    return refused("an app bundle has a reserved name");
  }
  const add = change.action === "add";
  const invalid = add ? behaviour.refused : behaviour.removalRefused;
  if (kinds.some((kind) => requested[kind].some((entry) => invalid.has(entry)))) {
    return refused("something in the request is invalid");
  }
  return add ? addEntries(present, requested, behaviour) : removeEntries(present, requested, behaviour);
}

/** The entries with others at the end, except for those that are there. */
export function withEntries(present: EntryLists, added: Partial<EntryLists>): EntryLists {
  return byKind((kind) => [...present[kind], ...new Set(added[kind]).difference(new Set(present[kind]))]);
}

/** The entries without others, with all of their copies. */
export function withoutEntries(present: EntryLists, removed: Partial<EntryLists>): EntryLists {
  return byKind((kind) => {
    const absent = new Set(removed[kind]);
    return present[kind].filter((entry) => !absent.has(entry));
  });
}

function addEntries(present: EntryLists, requested: EntryLists, behaviour: Behaviour): ChangeResult {
  const { addPresent, silentlyDropped, maxEntriesPerList: limit } = behaviour;
  let anyPresent = false;
  const entries = byKind((kind) => {
    const stored = new Set(present[kind].map((entry) => fold(entry, behaviour)));
    const result = [...present[kind]];
    for (const entry of requested[kind]) {
      if (silentlyDropped.has(entry)) continue;
      const folded = fold(entry, behaviour);
      if (!stored.has(folded) || addPresent === "duplicate") result.push(folded);
      else anyPresent = true;
      stored.add(folded);
    }
    return result;
  });
  if (anyPresent && addPresent === "error") return refused("an entry is already in the list");
  if (limit !== undefined && count(entries) > limit)
    return refused(`the list would contain more than ${limit} entries`);
  return { kind: "changed", entries };
}

function removeEntries(present: EntryLists, requested: EntryLists, behaviour: Behaviour): ChangeResult {
  let anyAbsent = false;
  const entries = byKind((kind) => {
    const stored = new Set(present[kind].map((entry) => fold(entry, behaviour)));
    const kept = behaviour.silentlyKept;
    const removed = new Set(requested[kind].filter((entry) => !kept.has(entry)).map((entry) => fold(entry, behaviour)));
    if (!removed.isSubsetOf(stored)) anyAbsent = true;
    return present[kind].filter((entry) => {
      const isRemoved = removed.has(fold(entry, behaviour));
      if (isRemoved && behaviour.removedCopies === "first") removed.delete(fold(entry, behaviour));
      return !isRemoved;
    });
  });
  const { removeAbsent } = behaviour;
  if (anyAbsent && removeAbsent !== "ignore") {
    const message = removeAbsent === "listNotFound" ? noSuchList : "an entry is not in the list";
    return { kind: "refused", status: removeAbsent === "error" ? 422 : 404, message };
  }
  if (behaviour.emptyList === "refuse" && count(entries) === 0) return refused("a list must not be empty");
  return { kind: "changed", entries };
}

function isReserved(appBundle: string): boolean {
  return appBundle.startsWith(reservedAppBundlePrefix);
}

function refused(message: string): ChangeResult {
  return { kind: "refused", status: 422, message };
}

function fold(entry: string, { letterCase }: Behaviour): string {
  return letterCase === "lower" ? entry.toLowerCase() : entry;
}

function count(entries: EntryLists): number {
  return kinds.reduce((sum, kind) => sum + entries[kind].length, 0);
}
