import { basename } from "node:path";
import { printable } from "../common/quote";
import type { Finding } from "../check/finding";
import { FileUnreadableError, throwErrors, unknownKind } from "../files/errors";
import { readListFile } from "../files/read-list-file";
import { findFiles } from "../files/read-list-files";
import { likelyKind } from "../check/likely-kind";
import { kinds, type Kind } from "../list/kinds";
import { checkListed, PlacedEntry, type ListedEntry } from "../check/listed-entries";
import { kindNames } from "./command";
import type { Terminal } from "./terminal";

/** One entry of one line of a file. */
export interface FileLine {
  /** The place of the line, such as lists/apps.csv:12. */
  readonly source: string;
  readonly note?: string | undefined;
  /** The last day of the entry, as YYYY-MM-DD, in UTC. */
  readonly until?: string | undefined;
  readonly entry: string;
  /** Lines have the same key if and only if their entries and kinds are the same. */
  readonly key: string;
  /** The kind of its column, else the kind of the option, else a guess; undefined if it is not known. */
  readonly kind: Kind | undefined;
  /** Why the entry is rejected. */
  readonly rejection: Finding | undefined;
  /** The entry as it is listed. */
  readonly listed: ListedEntry;
}

/** A file that was read. */
export interface ReadFile {
  readonly path: string;
  readonly problems: readonly Finding[];
  readonly lines: readonly FileLine[];
}

/**
 * Reads files. An unreadable file becomes a finding, so that all files are read.
 *
 * @param option the kind of entries without a column; undefined to guess it.
 */
export function readFiles(patterns: readonly string[], option: Kind | undefined) {
  return findFiles(patterns).map((file): ReadFile => {
    try {
      const { entries, problems } = readListFile(file);
      const ofName = kinds.find((kind) => basename(file) === `${kindNames[kind]}.txt`);
      return { path: file, problems, lines: fileLines(entries, option ?? ofName) };
    } catch (error) {
      if (!(error instanceof FileUnreadableError)) throw error;
      return { path: file, problems: [{ source: printable(file), value: file, problem: error.problem }], lines: [] };
    }
  });
}

/** The lines of a file, from its entries. */
export function fileLines(entries: readonly ListedEntry[], option: Kind | undefined): readonly FileLine[] {
  const assumed = option ?? commonKind(entries.filter((listed) => PlacedEntry.kind(listed) === undefined));
  return entries.map((listed) => {
    const kind = PlacedEntry.kind(listed) ?? assumed;
    // Websites have only the rules that all kinds share.
    const { problem, source = "", ...line } = checkListed(kind ?? "websites", listed);
    const rejection = problem === undefined ? undefined : { source, value: line.entry, ...problem };
    return { ...line, key: `${kind} ${line.entry}`, source, kind, rejection };
  });
}

/** The most frequent likely kind of entries; undefined if none is, or two are. */
function commonKind(entries: readonly ListedEntry[]): Kind | undefined {
  const guesses = Map.groupBy(entries, ({ entry }) => likelyKind(entry) ?? kindInside(entry));
  const count = (kind: Kind) => guesses.get(kind)?.length ?? 0;
  return kinds.find((kind) => kinds.every((other) => other === kind || count(kind) > count(other)));
}

/** The likely kind of the first ID in an entry with quotes, a note, separators or the rest of a link. */
function kindInside(entry: string): Kind | undefined {
  const ids = entry.replace(/^\W*(?:mobileapp::?\d+-)?|#.*$/giu, "").split(/[^\w.-]+/u);
  return ids.map((id) => likelyKind(id.replaceAll(/\.(?=\.|$)/gu, ""))).find((kind) => kind !== undefined);
}

/**
 * The lines of all files. Warnings are printed.
 *
 * @param option the kind of entries without a column; undefined to guess it.
 * @throws {ListFilesError} if a file, or a row of one, cannot be read.
 */
export function readFileLines(patterns: readonly string[], option: Kind | undefined, terminal: Terminal) {
  const files = readFiles(patterns, option);
  const problems = files.flatMap((file) => file.problems);
  throwErrors(problems, (line) => terminal.writeMessage(`${line}\n`));
  return files.flatMap(({ lines }) => lines);
}

/**
 * The lines of all files, if they declare entries.
 *
 * @throws {ListFilesError} as {@link readFileLines} does, and if an entry is invalid or its kind is not known.
 */
export function readEntryLines(patterns: readonly string[], option: Kind | undefined, terminal: Terminal) {
  const lines = readFileLines(patterns, option, terminal);
  const problems = lines.map(
    ({ source, entry: value, kind, rejection }) => rejection ?? (kind ? [] : { source, value, problem: kindUnknown }),
  );
  throwErrors(problems.flat());
  return lines;
}

export const kindUnknown = `${unknownKind}, or add --kind (validate and diff)`;
