import * as textFile from "../../files/text-file";
import type { ListedEntry } from "../../list/listed-entries";
import { asRunError } from "./as-run-error";

/**
 * Reads entries from a text file: one entry a line; what follows a `#` at the beginning of a line or after a blank is
 * a note; blank lines and lines with nothing but a note count for nothing.
 *
 * ```text
 * # Agreed with brand safety.
 * com.example.casino    # gambling
 * com.example.clickbait
 * ```
 *
 * @param path relative to the folder of the program.
 * @returns the entries with their notes and places, for the arguments of `AppListEntries`. They are checked there, so
 * that an error names the file and the line.
 * @throws {pulumi.RunError} where the file cannot be read, or is not UTF-8.
 *
 * @example
 * new AppListEntries("blocked", { appListId: 4321, appBundles: entriesFromFile("lists/blocked-apps.txt") });
 */
export function entriesFromFile(path: string): ListedEntry[] {
  try {
    return textFile.entriesFromFile(path);
  } catch (error) {
    throw asRunError(error);
  }
}
