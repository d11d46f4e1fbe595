import type { Kind } from "../../list/kinds";

/** The result of `validate`, as its JSON shows it. */
export interface Validation {
  /** The current day, in UTC, as `YYYY-MM-DD`. */
  readonly today: string;
  /** Everything that `pulumi up` would refuse. */
  readonly errors: readonly Finding[];
  /** Likely mistakes. */
  readonly warnings: readonly Finding[];
  /** The files in the order in which they are read. */
  readonly files: readonly FileSummary[];
}

/** A problem at a place of a file. */
export interface Finding {
  /** The place, such as "lists/apps.csv:12" or "lists/apps.xlsx:Sheet1!B7"; the file alone if it is about all of it. */
  readonly source: string;
  /** The problem, such as `"com.b, com.c" contains a comma, …`. */
  readonly message: string;
}

/** The content of a file. */
export interface FileSummary {
  readonly path: string;
  readonly groups: readonly GroupSummary[];
}

/**
 * The origin of the kind of entries: their column, the option `--kind`, or a guess, if all entries of the file look
 * alike. Entries of unknown kind are checked by the rules that all kinds share.
 */
export type KindOrigin = "column" | "option" | "guess" | "unknown";

/** The entries of one kind in a file. */
export interface GroupSummary {
  readonly kind?: Kind;
  readonly kindOrigin: KindOrigin;
  /** The number of entries that are declared today, without duplicates and expired entries. */
  readonly entries: number;
  readonly duplicates: readonly Duplicate[];
  /** The entries that have expired in all lines of all files. */
  readonly expired: readonly ExpiringEntry[];
  /** The entries that expire within 14 days in all lines of all files. */
  readonly expiringSoon: readonly ExpiringEntry[];
}

/** A line that repeats an entry of the same kind. */
interface Duplicate {
  readonly entry: string;
  readonly source: string;
  /** The place of the first line with the entry, in this file or in an earlier one. */
  readonly firstSource: string;
}

/** An entry with a last day in each of its lines. */
interface ExpiringEntry {
  readonly entry: string;
  /** Its latest last day, as `YYYY-MM-DD`, in UTC. */
  readonly until: string;
  /** The place of the line with this day. */
  readonly source: string;
}
