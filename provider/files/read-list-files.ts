import { existsSync, globSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { formatCount } from "../common/format";
import { quote } from "../common/quote";
import { byKind, type ByKind } from "../list/kinds";
import { PlacedEntry, type ListedEntry } from "../check/listed-entries";
import { errorAt, FileUnreadableError, throwErrors, unknownKind, type Warn } from "./errors";
import { readListFile } from "./read-list-file";

/**
 * Reads the entries of list files: .txt (or no extension), .csv and .tsv.
 *
 * @param patterns paths and globs, as {@link findFiles} describes them, relative to the working directory.
 * @param warn receives warnings about skipped content, and information.
 * @returns the entries of the files. They are checked when they are declared.
 * @throws {FileUnreadableError} if a pattern matches nothing, if a file cannot be read, is larger than 64 MiB, or has
 *   another extension, or if there are more than 1,000 files.
 * @throws {ListFilesError} with the problems of the tables of all files.
 *
 * @example
 * readListFiles(["lists/blocked.csv", "lists/teams/*.txt"]);
 */
export function readListFiles(patterns: string | readonly string[], warn?: Warn): ListedEntry[] {
  const files = findFiles(typeof patterns === "string" ? [patterns] : patterns).map((file) => readListFile(file));
  throwErrors(
    files.flatMap(({ problems }) => problems),
    warn,
  );
  return files.flatMap(({ entries }) => entries);
}

/**
 * Reads the entries of list files by the kind of their column: app_bundle, placement_id or website.
 *
 * @param patterns as for {@link readListFiles}.
 * @throws {ListFilesError} as {@link readListFiles}, or if the kind of an entry is not known.
 */
export function readListFilesByKind(patterns: string | readonly string[], warn?: Warn): ByKind<ListedEntry[]> {
  const entries = readListFiles(patterns, warn);
  const withoutKind = entries.filter((listed) => PlacedEntry.kind(listed) === undefined);
  const placed = withoutKind.map((listed) => ({ source: PlacedEntry.place(listed) ?? "", text: listed.entry }));
  throwErrors(placed.map((each) => errorAt(each, unknownKind)));
  return byKind((kind) => entries.filter((entry) => PlacedEntry.kind(entry) === kind));
}

const mostFiles = 1000;

/**
 * Finds the files that match patterns, in the order of the patterns and without repetition.
 *
 * A pattern is a path or a glob (`*`, `**`, `?`, `[ab]`, `{a,b}`). If a file with exactly this name exists, only that
 * file matches. The files of a glob are sorted by code unit, with `/` between folders on every system. A hidden file
 * matches only if the pattern contains its dot.
 *
 * @throws {FileUnreadableError} if a pattern matches nothing, because a misspelt name must not make a list empty. Also
 *   if there are more than 1,000 files: that is probably a mistake.
 */
export function findFiles(patterns: readonly string[]): readonly string[] {
  const found = new Map<string, string>();
  for (const pattern of patterns) {
    const paths = expand(pattern);
    if (paths.length === 0)
      throw new FileUnreadableError(pattern, `was not found in ${quote(process.cwd())}: ${fixPattern}`);
    for (const path of paths) found.set(resolve(path), path);
    if (found.size > mostFiles) throw new FileUnreadableError(pattern, tooMany);
  }
  return [...found.values()];
}

const tooMany = `brings the number of files to more than ${formatCount(mostFiles)}: use narrower patterns`;

const fixPattern = "check the path, or the pattern (*, **, ?, [ab], {a,b})";

function expand(pattern: string): readonly string[] {
  if (existsSync(pattern)) return [pattern];
  return globSync(pattern, { withFileTypes: true })
    .filter((found) => !found.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).split(sep).join("/"))
    .toSorted();
}
