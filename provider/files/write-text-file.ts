import type { ListedEntry } from "../list/listed-entries";
import { tidyNote } from "../list/text";
import { EntriesNotWritableError } from "./errors";

/**
 * Writes entries as a text file that is read back as the same entries with the same notes, in the same order:
 * `entry` or `entry  # note` on each line. Line breaks and runs of blanks in a note become one blank.
 *
 * @throws {EntriesNotWritableError} naming the entries that {@link isWritable} refuses.
 *
 * @example
 * printTextFile([{ entry: "com.example.casino", note: "gambling" }]); // "com.example.casino  # gambling\n"
 */
export function printTextFile(entries: readonly Pick<ListedEntry, "entry" | "note">[]): string {
  const refused = entries.filter(({ entry }) => !isWritable(entry)).map(({ entry }) => entry);
  if (refused.length > 0) throw new EntriesNotWritableError(refused);
  return entries.map(printLine).join("");
}

/**
 * Whether an entry can stand in a text file: it is not empty, contains no blank, is valid Unicode, and does not begin
 * with a `#`, which would make a note of it. Of the entries that may be declared, only the last is not.
 */
export function isWritable(entry: string): boolean {
  return entry !== "" && !/^#|\s/u.test(entry) && entry.isWellFormed();
}

function printLine({ entry, note }: Pick<ListedEntry, "entry" | "note">): string {
  const tidy = note === undefined ? undefined : tidyNote(note);
  return tidy === undefined ? `${entry}\n` : `${entry}  # ${tidy}\n`;
}
