import { printable } from "../common/printable";
import { listEntry, type ListedEntry } from "../list/listed-entries";
import { tidyNote } from "../list/text";
import { EntriesNotWritableError } from "./errors";

/**
 * Reads the content of a text file: one entry per line. A note starts with a `#` at the start of a line or after
 * whitespace; a line with only a note, or nothing, is ignored. `until 2027-01-31` stays in the note: it is read when the
 * entry is declared.
 *
 * @param path as it was given; the place of an entry is `path:line`.
 */
export function parseTextFile(content: string, path: string): ListedEntry[] {
  const name = printable(path);
  return content.split(/\r\n|\n|\r/u).flatMap((line, index) => {
    const mark = /(?:^|\s)#/u.exec(line);
    const entry = (mark === null ? line : line.slice(0, mark.index)).trim();
    if (entry === "") return [];
    const note = mark === null ? undefined : line.slice(mark.index + mark[0].length).trim();
    return [listEntry({ entry, note }, { source: `${name}:${index + 1}` })];
  });
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
