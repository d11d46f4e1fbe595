import { isSentinel } from "./entry";
import { difference, intersection, noEntries, type Action, type Entries } from "./entries";
import { byKind } from "./kinds";
import { addedEntries, type Ownership } from "./ownership";
import type { Intent } from "./update";

/**
 * The entries that the requests of an operation may name, whatever was planned. They are taken from the program and
 * from the state before the operation. The probe and sentinels may always be sent.
 */
export interface Permit {
  /** The entries that the program declares for this resource: only these are added, and none of them is removed. */
  readonly declared: Entries;
  /** The entries that may be removed; "any" from an exclusive list. */
  readonly removable: Entries | "any";
}

/** The permit of a change. It says the same as the planner, but in one place, and from the state before the change. */
export function permitFor(before: Ownership, { what, desired, exclusive }: Intent): Permit {
  if (what === "delete") return { declared: noEntries, removable: addedEntries(before) };
  return { declared: desired, removable: exclusive ? "any" : before.managed };
}

/** For operations that only read. */
export const nothingPermitted: Permit = { declared: noEntries, removable: noEntries };

/**
 * Judges a request immediately before it is sent. A comma separates entries in a request, so an entry with a comma would
 * name others.
 *
 * @param declaredElsewhere the entries that the resources of the run declare by now.
 * @returns `spared`: the entries that the request leaves out, because another resource declares them. `forbidden`: the
 *   entries that it must not name. Such a request is a defect, and is not sent.
 */
export function judgeRequest(
  { declared, removable }: Permit,
  action: Action,
  entries: Entries,
  declaredElsewhere: Entries,
): Readonly<Record<"spared" | "forbidden", Entries>> {
  const spared = action === "add" ? noEntries : difference(intersection(entries, declaredElsewhere), declared);
  const forbidden = byKind((kind) => {
    const named = entries[kind].minus(spared[kind]);
    const own = removable === "any" ? named : removable[kind];
    const others = named.minus(action === "add" ? declared[kind] : own.minus(declared[kind]));
    const isForbidden = (entry: string): boolean => !(kind === "appBundles" && isSentinel(entry));
    return others.filter(isForbidden).union(named.filter((entry) => entry.includes(",")));
  });
  return { spared, forbidden };
}

/** The entries without sentinels. */
export function namedEntries(entries: Entries): Entries {
  return { ...entries, appBundles: entries.appBundles.filter((entry) => !isSentinel(entry)) };
}
