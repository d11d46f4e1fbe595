import { basename } from "node:path";
import { printable } from "../common/quote";
import { likelyKind } from "../check/likely-kind";
import { checkListed, PlacedEntry, type ListedEntry } from "../check/listed-entries";
import type { Line } from "../check/mistakes";
import { FileUnreadableError, throwErrors, unknownKind } from "../files/errors";
import { readListFile } from "../files/read-list-file";
import { findFiles } from "../files/read-list-files";
import { kinds, type Kind } from "../list/kinds";
import { kindNames } from "./command";
import type { Terminal } from "./terminal";

/** A file that was read. */
export type ReadFile = ReturnType<typeof readFiles>[number];

/**
 * Reads files. An unreadable file becomes a finding, so that all files are read.
 *
 * @param option the kind of entries without a column; undefined to guess it.
 */
export function readFiles(patterns: readonly string[], option: Kind | undefined) {
  return findFiles(patterns).map((file) => {
    try {
      const { entries, problems } = readListFile(file);
      const ofName = kinds.find((kind) => basename(file) === `${kindNames[kind]}.txt`);
      return { problems, lines: fileLines(entries, option ?? ofName) };
    } catch (error) {
      if (!(error instanceof FileUnreadableError)) throw error;
      return { problems: [{ source: printable(file), value: file, problem: error.problem }], lines: [] };
    }
  });
}

/** The lines of a file, from its entries. An entry without a column has the kind of the option, else a guess. */
export function fileLines(entries: readonly ListedEntry[], option: Kind | undefined): readonly Line[] {
  const assumed = option ?? commonKind(entries.filter((listed) => PlacedEntry.kind(listed) === undefined));
  return entries.map((listed) => checkListed(assumed, listed));
}

/** The most frequent likely kind of entries; undefined if none is, or two are. */
function commonKind(entries: readonly ListedEntry[]): Kind | undefined {
  const guesses = Map.groupBy(entries, ({ entry }) => likelyKind(entry) ?? kindInside(entry));
  const count = (kind: Kind) => guesses.get(kind)?.length ?? 0;
  return kinds.find((kind) => kinds.every((other) => other === kind || count(kind) > count(other)));
}

/** The likely kind of the first ID in an entry with quotes, a note, separators or the rest of a link. */
function kindInside(entry: string): Kind | undefined {
  const ids = entry.replace(/^\W*(?:mobileapp::?\d+-)?|#.*$/gisu, "").split(/[^\w.-]+/u);
  return ids.map((id) => likelyKind(id.replaceAll(/\.(?=\.|$)/gu, ""))).find((kind) => kind !== undefined);
}

/**
 * The lines of all files, which declare entries. Warnings are printed.
 *
 * @param option the kind of entries without a column; undefined to guess it.
 * @throws {ListFilesError} if a file, or a row of one, cannot be read, an entry is invalid, or its kind is not known.
 */
export function readEntryLines(patterns: readonly string[], option: Kind | undefined, terminal: Terminal) {
  const files = readFiles(patterns, option);
  const lines = files.flatMap((file) => file.lines);
  const ofLines = lines.map(
    ({ source, entry: value, kind, problem }) => problem ?? (kind ? [] : { source, value, problem: kindUnknown }),
  );
  throwErrors([...files.flatMap(({ problems }) => problems), ...ofLines.flat()], (line) =>
    terminal.writeMessage(`${line}\n`),
  );
  return lines;
}

export const kindUnknown = `${unknownKind}, or add --kind (validate and diff)`;
