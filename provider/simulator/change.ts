import { byKind, kinds } from "../list/kinds";
import type { EntryLists } from "./app-list";
import type { Behaviour } from "./behaviour";

/** What a PATCH asks for. */
export interface Change {
  readonly action: "add" | "remove";
  readonly entries: Partial<EntryLists>;
}

/** What becomes of a change: the entries after it, or a refusal that leaves all as it was. */
export type ChangeResult =
  | { readonly kind: "changed"; readonly entries: EntryLists }
  | { readonly kind: "refused"; readonly status: 413 | 422; readonly message: string };

/** What a placement id looks like: `<number>-<token>`. */
const placementId = /^[0-9]+-[^\s,]+$/;

/** Applies a change to the entries of a list, all of it or nothing. */
export function applyChange(held: EntryLists, change: Change, behaviour: Behaviour): ChangeResult {
  const asked = byKind((kind) => change.entries[kind] ?? []);
  const limit = behaviour.maxEntriesPerRequest;
  if (limit !== undefined && count(asked) > limit) {
    return { kind: "refused", status: 413, message: `more than ${limit} entries in one request` };
  }
  if (!asked.placementIds.every((entry) => placementId.test(entry))) {
    return refused("a placement id must look like <number>-<token>");
  }
  return change.action === "add" ? add(held, asked, behaviour) : remove(held, asked, behaviour);
}

/** The entries with others put in at the end, those that are there already left out. */
export function withEntries(held: EntryLists, added: Partial<EntryLists>): EntryLists {
  return byKind((kind) => [...held[kind], ...new Set(added[kind]).difference(new Set(held[kind]))]);
}

/** The entries without others, all their copies included. */
export function withoutEntries(held: EntryLists, removed: Partial<EntryLists>): EntryLists {
  return byKind((kind) => {
    const leaving = new Set(removed[kind]);
    return held[kind].filter((entry) => !leaving.has(entry));
  });
}

function add(held: EntryLists, asked: EntryLists, behaviour: Behaviour): ChangeResult {
  if (hasOneOf(asked, behaviour.refused)) return refused("something in the request is invalid");
  const key = keyOf(behaviour);
  let anyPresent = false;
  const entries = byKind((kind) => {
    const present = new Set(held[kind].map(key));
    const result = [...held[kind]];
    for (const entry of asked[kind]) {
      if (behaviour.silentlyDropped.has(entry)) continue;
      const stored = key(entry);
      if (!present.has(stored) || behaviour.addPresent === "duplicate") result.push(stored);
      else anyPresent = true;
      present.add(stored);
    }
    return result;
  });
  if (anyPresent && behaviour.addPresent === "error") return refused("an entry is already in the list");
  const limit = behaviour.maxEntriesPerList;
  if (limit !== undefined && count(entries) > limit) return refused(`the list would hold more than ${limit} entries`);
  return { kind: "changed", entries };
}

function remove(held: EntryLists, asked: EntryLists, behaviour: Behaviour): ChangeResult {
  if (hasOneOf(asked, behaviour.removalRefused)) return refused("something in the request is invalid");
  const key = keyOf(behaviour);
  let anyAbsent = false;
  const entries = byKind((kind) => {
    const present = new Set(held[kind].map(key));
    const leaving = new Set(asked[kind].filter((entry) => !behaviour.silentlyKept.has(entry)).map(key));
    if (!leaving.isSubsetOf(present)) anyAbsent = true;
    return held[kind].filter((entry) => {
      const leaves = leaving.has(key(entry));
      if (leaves && behaviour.removedCopies === "first") leaving.delete(key(entry));
      return !leaves;
    });
  });
  if (anyAbsent && behaviour.removeAbsent === "error") return refused("an entry is not in the list");
  if (behaviour.emptyList === "refuse" && count(entries) === 0) return refused("a list must not be empty");
  return { kind: "changed", entries };
}

function refused(message: string): ChangeResult {
  return { kind: "refused", status: 422, message };
}

function hasOneOf(entries: EntryLists, chosen: ReadonlySet<string>): boolean {
  return chosen.size > 0 && kinds.some((kind) => entries[kind].some((entry) => chosen.has(entry)));
}

function keyOf(behaviour: Behaviour): (entry: string) => string {
  return behaviour.letterCase === "lower" ? (entry) => entry.toLowerCase() : (entry) => entry;
}

function count(entries: EntryLists): number {
  return kinds.reduce((sum, kind) => sum + entries[kind].length, 0);
}
