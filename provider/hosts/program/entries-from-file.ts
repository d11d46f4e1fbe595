import * as pulumi from "@pulumi/pulumi";
import * as listFiles from "../../files/read-list-files";
import type { ByKind } from "../../list/kinds";
import type { ListedEntry } from "../../check/listed-entries";
import { packageSubject, printNotice } from "../../resource/notice";
import { toRunError } from "./run";

/**
 * Reads entries from files: `.txt` (or no extension), `.csv` and `.tsv`. `app-list convert` writes a list from any table.
 *
 * A text file has one entry per line. A note starts with a `#` at the start of a line or after whitespace. A line with
 * only a note, or nothing, is ignored. `until 2027-01-31` in a note is the last day of the entry.
 *
 * ```text
 * # Agreed with brand safety.
 * com.example.casino    # gambling
 * com.example.clickbait # until 2027-01-31
 * ```
 *
 * A table has a header with the columns `entry` (or `app_bundle`, `placement_id`, `website`), `note` and `expires`, in
 * any order. A column with its name in parentheses is not read; any other one is an error. A table needs no header if its
 * only column is one of entries. For a table with entries of several kinds use {@link entriesByKindFromFile}. Start a
 * comment row with `#` in the first entry column. Commas, semicolons or tabs separate the fields of a `.csv` file.
 *
 * @param files a path or a glob such as `lists/*.txt`, or several of them, relative to the folder of the program. An
 *   entry that is listed more than once is declared once.
 * @returns the entries, for an argument of `AppListEntries`. The resource checks them. Its errors contain the file and
 *   line of an entry, even after a `filter`. For a copy of an entry they do not.
 * @throws RunError if a file cannot be read, or the columns of a table are not clear.
 *
 * @example
 * new AppListEntries("blocked", { appListId: 4321, appBundles: entriesFromFile("lists/blocked-apps.txt") });
 */
export function entriesFromFile(files: string | readonly string[]): ListedEntry[] {
  return reading(() => listFiles.readListFiles(files, warn));
}

/**
 * Reads entries of all kinds from tables with the columns `app_bundle`, `placement_id` and `website`.
 *
 * ```text
 * app_bundle,website,note,expires
 * com.example.casino,,gambling,
 * ,casino.example,gambling,2027-01-31
 * ```
 *
 * @param files as for {@link entriesFromFile}.
 * @returns the entries by kind, as arguments of `AppListEntries`.
 * @throws RunError as for {@link entriesFromFile}, or if the kind of an entry is not clear from its column.
 *
 * @example
 * new AppListEntries("blocked", { appListId: 4321, ...entriesByKindFromFile("lists/blocked.csv") });
 */
export function entriesByKindFromFile(files: string | readonly string[]): ByKind<ListedEntry[]> {
  return reading(() => listFiles.readListFilesByKind(files, warn));
}

function warn(line: string): void {
  void pulumi.log.warn(printNotice({ severity: "warning", subject: packageSubject, message: line }));
}

function reading<Entries>(read: () => Entries): Entries {
  try {
    return read();
  } catch (error) {
    throw toRunError(error);
  }
}
