import type { Entries } from "../list/entries";
import type { Facts, Intent, Update } from "../list/update";

/**
 * The goal of a change. It does not contain the declarations of other resources, because more can be made during the
 * change.
 */
export interface Goal extends Intent, Pick<Facts, "ownership" | "missing" | "today"> {
  /** The entries that the resource may remove, whatever the list contains: see `ownEntries`. */
  readonly managed: Entries;
  /** Judges the change before its first request and before each removal. Default: it is never over a limit. */
  readonly guard?: (update: Update) => OverLimitTexts | undefined;
}

/** The description of a change that is over a limit, for people. */
export interface OverLimitTexts {
  /** The limit, and by how much: `removalLimit "30%" allows 3 of 12; this change removes 9`. */
  readonly reason: string;
  /** The effect that it would have, with some of its entries: `remove "com.a" and 3 more`. */
  readonly effect: string;
  /** How to see all entries, and how to approve this change. Each line ends with a command. */
  readonly commands: readonly string[];
}
