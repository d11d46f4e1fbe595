import type { ListedEntry } from "../list/listed-entries";
import { printable } from "../common/printable";
import { decode } from "./decode";
import { readBytes } from "./read-bytes";

/**
 * The entries of a text file, as {@link entriesFromText} reads them.
 *
 * @throws {FileUnreadableError} where the file cannot be read, is larger than 64 MiB, or is neither UTF-8 nor UTF-16.
 */
export function entriesFromFile(path: string): ListedEntry[] {
  return entriesFromText(decode(readBytes(path), path), path);
}

/**
 * The entries of a text file's content: one a line; what follows a `#` at the beginning of a line or after a blank is a
 * note; lines with nothing else count for nothing. `until 2027-01-31` in a note stays in it: the expiry is read where
 * the entry is declared.
 *
 * @param path as it was given; `source` is `path:line:column`, both from 1, where the entry begins.
 */
export function entriesFromText(content: string, path: string): ListedEntry[] {
  const name = printable(path);
  return content.split(/\r\n|\n|\r/u).flatMap((line, index) => {
    const mark = /(?:^|\s)#/u.exec(line);
    const beforeNote = mark === null ? line : line.slice(0, mark.index);
    const entry = beforeNote.trim();
    if (entry === "") return [];
    const note = mark === null ? "" : line.slice(mark.index + mark[0].length).trim();
    const column = beforeNote.length - beforeNote.trimStart().length + 1;
    return [{ entry, ...(note !== "" && { note }), source: `${name}:${index + 1}:${column}` }];
  });
}
