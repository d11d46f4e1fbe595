import { isSentinel } from "./entry";
import { noEntries, type Action, type Entries } from "./entries";
import { byKind } from "./kinds";

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

/** For operations that only read. */
export const nothingPermitted: Permit = { declared: noEntries, removable: noEntries };

/** The entries that a request must not name. A comma separates entries in a request, so it would name others. */
export function forbiddenEntries({ declared, removable }: Permit, action: Action, entries: Entries): Entries {
  return byKind((kind) => {
    const { [kind]: own } = removable === "any" ? entries : removable;
    const others = entries[kind].minus(action === "add" ? declared[kind] : own.minus(declared[kind]));
    const isForbidden = (entry: string): boolean => !(kind === "appBundles" && isSentinel(entry));
    return others.filter(isForbidden).union(entries[kind].filter((entry) => entry.includes(",")));
  });
}
