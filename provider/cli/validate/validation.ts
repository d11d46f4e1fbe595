import type { Kind } from "../../list/kinds";

/** What `validate` finds in files of entries: plain data, which the text and the JSON are written from. */
export interface Validation {
  /** The day, in UTC, as `YYYY-MM-DD`, on which it is judged what has expired. */
  readonly today: string;
  /** What a `pulumi up` would refuse. */
  readonly errors: readonly Finding[];
  /** What is legal and may not be meant. */
  readonly warnings: readonly Finding[];
  /** The files in the order in which they are read. */
  readonly files: readonly FileSummary[];
}

/** Something to mind at a place of a file. */
export interface Finding {
  /** Where it is, such as "lists/apps.csv:12" or "lists/apps.xlsx:Sheet1!B7"; the file alone where it is all of it. */
  readonly source: string;
  /** What there is to mind, such as `"com.b, com.c" contains a comma, …`. */
  readonly message: string;
}

/** What a file holds. */
export interface FileSummary {
  readonly path: string;
  readonly groups: readonly GroupSummary[];
}

/**
 * Where the kind of entries is known from: their column, the option `--kind`, or a guess, as all entries of the file
 * look like it. Entries of unknown kind are checked by the rules that all kinds share.
 */
export type KindOrigin = "column" | "option" | "guess" | "unknown";

/** The entries of a file that are of one kind. */
export interface GroupSummary {
  readonly kind?: Kind;
  readonly kindOrigin: KindOrigin;
  /** How many entries would be declared today, without those that expired and those that are repeated. */
  readonly entries: number;
  readonly duplicates: readonly Duplicate[];
  /** Those whose last day is over in all lines of all files. */
  readonly expired: readonly EndingEntry[];
  /** Those whose last day, the latest of all lines of all files, is today or within the next {@link soonDays} days. */
  readonly endingSoon: readonly EndingEntry[];
}

/** An entry ends soon when its last day is at most so many days ahead. */
export const soonDays = 14;

/** A line that repeats an entry of the same kind. */
export interface Duplicate {
  readonly entry: string;
  readonly source: string;
  /** Where it is listed first: in this file, or in one before it. */
  readonly firstSource: string;
}

/** An entry that has a last day in each of its lines; the place is that of the latest one. */
export interface EndingEntry {
  readonly entry: string;
  /** Its last day, as `YYYY-MM-DD`, in UTC. */
  readonly until: string;
  readonly source: string;
}
