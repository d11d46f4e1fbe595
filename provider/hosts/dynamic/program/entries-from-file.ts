import * as listFiles from "../../../files/read-list-files";
import type { ByKind } from "../../../list/kinds";
import type { ListedEntry } from "../../../list/listed-entries";
import { asRunError } from "./as-run-error";

/**
 * Reads entries from files: `.txt` (or no extension), `.csv`, `.tsv` and `.xlsx` (the first sheet).
 *
 * A text file has one entry a line; what follows a `#` at the beginning of a line or after a blank is a note; blank
 * lines and lines with nothing else count for nothing. A note with `until 2027-01-31` in it names the entry's last day.
 *
 * ```text
 * # Agreed with brand safety.
 * com.example.casino    # gambling
 * com.example.clickbait # until 2027-01-31
 * ```
 *
 * A table may have a header with the columns `entry` (or `app_bundle`, `placement_id`, `website`), `note` and `expires`,
 * in any order and among others; without a header they are entry, note and expires. For a table with entries of several
 * kinds there is {@link entriesByKindFromFile}.
 *
 * @param files a path or a glob such as `lists/*.txt`, or several of them, relative to the folder of the program. Entries
 * that are listed more than once count once.
 * @returns the entries with their notes, last days and places, for the arguments of `AppListEntries`. They are checked
 * there, so that an error names file, line and column.
 * @throws {pulumi.RunError} where a file cannot be read, or a table is not one of entries.
 *
 * @example
 * new AppListEntries("blocked", { appListId: 4321, appBundles: entriesFromFile("lists/blocked-apps.txt") });
 */
export function entriesFromFile(files: string | readonly string[]): ListedEntry[] {
  return reading(() => listFiles.readListFiles(files));
}

/**
 * Reads entries of all kinds from tables that say by their columns what each entry is: `app_bundle`, `placement_id` and
 * `website`.
 *
 * ```text
 * app_bundle,website,note,expires
 * com.example.casino,,gambling,
 * ,casino.example,gambling,2027-01-31
 * ```
 *
 * @param files as for {@link entriesFromFile}.
 * @returns the entries as arguments of `AppListEntries`.
 * @throws {pulumi.RunError} also where the columns do not say of what kind an entry is.
 *
 * @example
 * new AppListEntries("blocked", { appListId: 4321, ...entriesByKindFromFile("lists/blocked.csv") });
 */
export function entriesByKindFromFile(files: string | readonly string[]): ByKind<ListedEntry[]> {
  return reading(() => listFiles.readListFilesByKind(files));
}

function reading<Entries>(read: () => Entries): Entries {
  try {
    return read();
  } catch (error) {
    throw asRunError(error);
  }
}
