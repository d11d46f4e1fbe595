import type { Entries } from "../list/entries";
import type { Judgement } from "../list/limits";
import type { Facts, Intent, Update } from "../list/update";

/**
 * The goal of a change. It does not contain the declarations of other resources, because more can be made during the
 * change.
 */
export interface Goal extends Intent, Pick<Facts, "ownership" | "missing" | "today"> {
  /** The entries that the resource may remove, whatever the list contains: see `ownEntries`. */
  readonly managed: Entries;
  /** Judges the change before its first request and before each removal. Default: it is never over a limit. */
  readonly guard?: (update: Update) => readonly Judgement[];
}
