import { printable } from "../common/printable";
import { FileUnreadableError, ListFilesError, printProblem, type FileProblem } from "../files/errors";
import type { FileContent } from "../files/table";
import { type Kind, likelyKind } from "../list/kinds";
import { checkListed, findColumnKind, findPlace, type ListedEntry } from "../list/listed-entries";
import { writeMessages, type Terminal } from "./terminal";

/** A file and its content. */
export interface ReadFile {
  /** The path, printable. */
  readonly path: string;
  readonly content: FileContent;
}

/** The origins of the kind of an entry. */
export const kindOrigins = ["column", "option", "guess", "unknown"] as const;

/** One entry of one line of a file. */
export interface FileLine {
  readonly entry: string;
  /** Its note, with its last day. */
  readonly note: string | undefined;
  readonly source: string;
  readonly kind: Kind | undefined;
  readonly kindOrigin: (typeof kindOrigins)[number];
  /** Entries of one kind have the same key if and only if they are the same. */
  readonly key: string;
  /** Why the entry is refused, as the end of a sentence that starts with it. */
  readonly problem: string | undefined;
  /** The last day; undefined if the line never expires. */
  readonly until: string | undefined;
}

/** Reads files. An unreadable file becomes a problem, so that all files are read. */
export async function readFiles(patterns: readonly string[]): Promise<readonly ReadFile[]> {
  const [{ findFiles }, { readListFile }] = await Promise.all([
    import("../files/read-list-files.js"),
    import("../files/read-list-file.js"),
  ]);
  return findFiles(patterns).map((file) => {
    const path = printable(file);
    try {
      return { path, content: readListFile(file) };
    } catch (error) {
      if (!(error instanceof FileUnreadableError)) throw error;
      const problem = { source: path, value: file, problem: error.problem };
      return { path, content: { entries: [], problems: [problem], warnings: [], unread: [] } };
    }
  });
}

/**
 * The lines of a file.
 *
 * @param option the kind of entries without a column; undefined to guess it.
 */
export function linesOf({ path, content: { entries } }: ReadFile, option: Kind | undefined): readonly FileLine[] {
  const assumed = option ?? commonKind(entries.filter((listed) => findColumnKind(listed) === undefined));
  const assumedOrigin = option !== undefined ? "option" : assumed !== undefined ? "guess" : "unknown";
  return entries.map((listed): FileLine => {
    const { entry } = listed;
    const column = findColumnKind(listed);
    const kind = column ?? assumed;
    // Websites have only the rules that all kinds share.
    const { problem, until, note } = checkListed(kind ?? "websites", listed);
    const kindOrigin = column === undefined ? assumedOrigin : "column";
    const source = findPlace(listed) ?? path;
    return { entry, note, source, kind, kindOrigin, key: `${kind} ${entry}`, problem, until };
  });
}

/** The kind that all entries look like. */
function commonKind(entries: readonly ListedEntry[]): Kind | undefined {
  const [first, ...others] = new Set(entries.map(({ entry }) => likelyKind(entry)));
  return others.length === 0 ? first : undefined;
}

/** Whether the last day of a line is over. `today` is a day in UTC, as `YYYY-MM-DD`. */
export function hasExpired({ until }: Pick<FileLine, "until">, today: string): boolean {
  return until !== undefined && until < today;
}

/** The line of each entry that expires last, and the first such line, by the keys of the entries. */
export function lastLines(lines: readonly FileLine[]): ReadonlyMap<string, FileLine> {
  const never = "9999-99-99";
  const latestFirst = lines.toSorted((one, other) => (other.until ?? never).localeCompare(one.until ?? never));
  return firstBy(latestFirst, ({ key }) => key);
}

/** The first line with each key. */
export function firstBy(lines: Iterable<FileLine>, keyOf: (line: FileLine) => string): ReadonlyMap<string, FileLine> {
  const first = new Map<string, FileLine>();
  for (const line of lines) {
    const key = keyOf(line);
    if (!first.has(key)) first.set(key, line);
  }
  return first;
}

/**
 * The lines of all files. Warns about what is not read although a person may expect it.
 *
 * @throws {ListFilesError} if a file, or a row of one, cannot be read.
 */
export async function readFileLines(
  patterns: readonly string[],
  option: Kind | undefined,
  terminal: Terminal,
): Promise<readonly FileLine[]> {
  const files = await readFiles(patterns);
  throwProblems(files.flatMap(({ content }) => content.problems));
  const unread = files.flatMap(({ content }) => content.unread);
  writeMessages(terminal, unread.map(printProblem));
  return files.flatMap((file) => linesOf(file, option));
}

/**
 * The lines of all files as {@link readFileLines} returns them, if they declare entries.
 *
 * @throws {ListFilesError} also if an entry is invalid or its kind is not known.
 */
export async function readEntryLines(
  patterns: readonly string[],
  option: Kind | undefined,
  terminal: Terminal,
): Promise<readonly FileLine[]> {
  const lines = await readFileLines(patterns, option, terminal);
  const unknown = "has no known kind: choose it with --kind, or name its column app_bundle, placement_id or website";
  throwProblems(
    lines.flatMap(({ source, entry, kind, problem = kind === undefined ? unknown : undefined }) =>
      problem === undefined ? [] : [{ source, value: entry, problem }],
    ),
  );
  return lines;
}

function throwProblems(problems: readonly FileProblem[]): void {
  if (problems.length > 0) throw new ListFilesError(problems);
}
