import { printable } from "../common/printable";
import { parseListText } from "../list/list-text";
import type { ListedEntry } from "../list/listed-entries";
import { tidyNote } from "../list/text";
import { EntriesNotWritableError } from "./errors";

/**
 * Reads the content of a text file.
 *
 * @param path as it was given; the place of an entry is `path:line`.
 */
export function parseTextFile(content: string, path: string): ListedEntry[] {
  const name = printable(path);
  return parseListText(content, (line) => `${name}:${line}`);
}

/**
 * Prints entries as the content of a text file, `entry` or `entry  # note` on each line. It is read back as the same
 * entries with the same notes, in the same order; runs of whitespace in a note become one space.
 *
 * @throws {EntriesNotWritableError} with the entries that {@link isWritable} refuses.
 *
 * @example
 * printTextFile([{ entry: "com.example.casino", note: "gambling" }]); // "com.example.casino  # gambling\n"
 */
export function printTextFile(entries: readonly ListedEntry[]): string {
  const refused = entries.filter(({ entry }) => !isWritable(entry)).map(({ entry }) => entry);
  if (refused.length > 0) throw new EntriesNotWritableError(refused);
  return entries.map(printLine).join("");
}

/**
 * Whether a text file can contain an entry: it is valid Unicode, not empty, without whitespace, and does not start with
 * `#`, which would make it a note. Of the entries that can be declared, only the last is refused.
 */
export function isWritable(entry: string): boolean {
  return entry !== "" && !/^#|\s/u.test(entry) && entry.isWellFormed();
}

function printLine({ entry, note = "" }: ListedEntry): string {
  const tidy = tidyNote(note);
  return tidy === undefined ? `${entry}\n` : `${entry}  # ${tidy}\n`;
}
