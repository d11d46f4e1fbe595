import { existsSync, globSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { formatCount } from "../common/format";
import { byKind, type ByKind } from "../list/kinds";
import { findColumnKind, findPlace, type ListedEntry } from "../list/listed-entries";
import {
  FilesNotFoundError,
  FileUnreadableError,
  printProblem,
  throwErrors,
  throwProblems,
  type FileProblem,
} from "./errors";
import { readListFile } from "./read-list-file";

type Warn = (line: string) => void;

/** The most warnings of one call. */
const mostWarnings = 20;

/**
 * Reads the entries of list files: .txt (or no extension), .csv, .tsv and .xlsx.
 *
 * @param patterns paths and globs, as {@link findFiles} describes them, relative to the working directory.
 * @param warn prints a warning about what is not read although a person may expect it.
 * @returns the entries as the files list them: they are checked when they are declared.
 * @throws {FilesNotFoundError} if a pattern matches nothing.
 * @throws {FileUnreadableError} if a file cannot be read, is larger than 64 MiB (.xlsx: 2 MiB), or has another
 * extension, or if there are more than 1,000 files.
 * @throws {ListFilesError} with the problems of the tables of all files.
 *
 * @example
 * readListFiles(["lists/blocked.csv", "lists/teams/*.txt"], console.warn);
 */
export function readListFiles(patterns: string | readonly string[], warn: Warn = () => {}): ListedEntry[] {
  const files = findFiles(typeof patterns === "string" ? [patterns] : patterns).map(readListFile);
  const findings = files.flatMap((file) => file.findings);
  throwErrors(findings);
  const unread = findings.filter(({ severity }) => severity === "warning");
  for (const problem of unread.slice(0, mostWarnings)) warn(printProblem(problem));
  if (unread.length > mostWarnings) warn(`and ${formatCount(unread.length - mostWarnings)} more: app-list validate`);
  return files.flatMap(({ entries }) => entries);
}

/**
 * Reads the entries of list files by the kind of their column: app_bundle, placement_id or website.
 *
 * @param patterns and `warn` as for {@link readListFiles}.
 * @throws {ListFilesError} also if the kind of an entry is not known; other errors as {@link readListFiles}.
 */
export function readListFilesByKind(patterns: string | readonly string[], warn?: Warn): ByKind<ListedEntry[]> {
  const entries = readListFiles(patterns, warn);
  throwProblems(entries.flatMap(unknownKindProblem));
  return byKind((kind) => entries.filter((entry) => findColumnKind(entry) === kind));
}

function unknownKindProblem(listed: ListedEntry): readonly FileProblem[] {
  if (findColumnKind(listed) !== undefined) return [];
  const problem =
    "has no known kind: list it in a .csv or .xlsx file, in a column called app_bundle, placement_id or website";
  return [{ source: findPlace(listed) ?? "", value: listed.entry, problem }];
}

const mostFiles = 1000;

/**
 * Finds the files that match patterns, in the order of the patterns and without repetition.
 *
 * A pattern is a path or a glob (`*`, `**`, `?`, `[ab]`, `{a,b}`); an existing file with exactly this name is preferred.
 * The files of a glob are sorted by code unit, with `/` between folders on every system. A hidden file matches only if
 * the pattern contains its dot.
 *
 * @throws {FilesNotFoundError} if a pattern matches nothing.
 * @throws {FileUnreadableError} if there are more than 1,000 files: that is probably a mistake.
 */
export function findFiles(patterns: readonly string[]): readonly string[] {
  const found = new Map<string, string>();
  for (const pattern of patterns) {
    const paths = expand(pattern);
    if (paths.length === 0) throw new FilesNotFoundError(pattern, process.cwd());
    for (const path of paths) {
      const absolute = resolve(path);
      if (!found.has(absolute)) found.set(absolute, path);
    }
    if (found.size > mostFiles)
      throw new FileUnreadableError(pattern, `is one of more than ${formatCount(mostFiles)}: use narrower patterns`);
  }
  return [...found.values()];
}

function expand(pattern: string): readonly string[] {
  if (existsSync(pattern)) return [pattern];
  return globSync(pattern, { withFileTypes: true })
    .filter((found) => !found.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).split(sep).join("/"))
    .toSorted();
}
