import { readFileSync } from "node:fs";
import { quote } from "../list/entry";
import { AppListError } from "../list/error";
import type { ListedEntry } from "../list/listed-entries";

/**
 * Reads the entries of a text file, with their notes and places.
 *
 * @throws {FileUnreadableError} where the file cannot be read, or is not UTF-8.
 */
export function entriesFromFile(path: string): ListedEntry[] {
  return entriesFromText(readText(path), path);
}

/** A file of entries cannot be read. */
class FileUnreadableError extends AppListError {
  readonly code = "FILE_UNREADABLE";
  readonly path: string;

  constructor(path: string, problem: string, cause: unknown) {
    super(`The file of entries ${quote(path)} ${problem}. Nothing was changed.`, { cause });
    this.path = path;
  }
}

function readText(path: string): string {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const where = `cannot be read from the folder ${quote(process.cwd())}`;
    throw new FileUnreadableError(path, error instanceof Error ? `${where}: ${error.message}` : where, error);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new FileUnreadableError(path, "is not UTF-8: save it in that encoding", error);
  }
}

/**
 * The entries of a text file's content: one a line; what follows a `#` at the beginning of a line or after a blank is a
 * note; lines with nothing else count for nothing. The decoder has taken a byte order mark away.
 */
export function entriesFromText(content: string, path: string): ListedEntry[] {
  return content.split(/\r\n|\n|\r/u).flatMap((line, index) => {
    const mark = /(?:^|\s)#/u.exec(line);
    const entry = (mark === null ? line : line.slice(0, mark.index)).trim();
    if (entry === "") return [];
    const note = mark === null ? "" : line.slice(mark.index + mark[0].length).trim();
    return [{ entry, ...(note !== "" && { note }), source: `${path}:${index + 1}` }];
  });
}
