import { existsSync, globSync, statSync } from "node:fs";
import { join, posix, resolve, sep } from "node:path";
import { formatCount } from "../common/format";
import { quote } from "../common/quote";
import { byKind, type ByKind } from "../list/kinds";
import { PlacedEntry, type ListedEntry } from "../check/listed-entries";
import { FileUnreadableError, throwErrors, unknownKind, type Warn } from "./errors";
import { readListFile } from "./read-list-file";

/**
 * Reads the entries of list files: .txt (or no extension), .csv and .tsv.
 *
 * @param patterns paths and globs, as {@link findFiles} describes them, relative to the working directory.
 * @param warn receives warnings about skipped content.
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
  throwErrors(
    withoutKind.map((listed) => ({ source: PlacedEntry.place(listed), value: listed.entry, problem: unknownKind })),
  );
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
 * @throws {FileUnreadableError} if a pattern matches nothing, because a misspelt name must not make a list empty; if it
 *   meets a link to a folder that no pattern names, or a file that it misses by letter case alone. Also if there are more
 *   than 1,000 files: that is probably a mistake.
 */
export function findFiles(patterns: readonly string[]): readonly string[] {
  const met = patterns.map((pattern) => ({ pattern, ...expand(pattern) }));
  const found = new Map<string, string>();
  for (const { pattern, files } of met) {
    for (const path of files) found.set(resolve(path), path);
    if (found.size > mostFiles) throw new FileUnreadableError(pattern, tooMany);
  }
  for (const { pattern, files, folders, inOtherCase } of met) {
    const isNamed = (path: string) =>
      patterns.some((one) => posix.normalize(one).startsWith(`${posix.normalize(path)}/`));
    const folder = folders.find(({ path }) => !isNamed(path));
    if (folder !== undefined)
      throw new FileUnreadableError(folder.path, `is a link to a folder: add the pattern ${quote(folder.pattern)}`);
    const missed = inOtherCase.find((path) => !found.has(resolve(path)));
    if (missed !== undefined)
      throw new FileUnreadableError(missed, `misses ${quote(pattern)} by letter case alone: ${nameIt}`);
    if (files.length === 0)
      throw new FileUnreadableError(pattern, `was not found in ${quote(process.cwd())}: ${fixPattern}`);
  }
  return [...found.values()];
}

const tooMany = `brings the number of files to more than ${formatCount(mostFiles)}: use narrower patterns`;

const nameIt = "rename it, or add its name";

const fixPattern = "check the path, or the pattern (*, **, ?, [ab], {a,b})";

/** What a pattern meets: files, links to folders with the pattern for each, and files with names in other letter case. */
function expand(pattern: string) {
  if (existsSync(pattern)) return { files: [pattern], folders: [], inOtherCase: [] };
  const segments = pattern.match(/(?:\{[^}]*\}|[^/{]|\{)+|^(?=\/)/gu) ?? [];
  const firstGlob = segments.findIndex((segment) => isGlob.test(segment));
  const folders = segments.flatMap((segment, index) => {
    if (!isGlob.test(segment)) return [];
    const rest = segments.slice(segment === "**" || index === segments.length - 1 ? index : index + 1).join("/");
    const { folders } = glob(segments.slice(0, index + 1).join("/"));
    return folders.map((path) => ({ path, pattern: `${path}/${rest}` }));
  });
  const anyCase = segments.map((segment, index) => (index < firstGlob ? segment : segment.replace(letters, inAnyCase)));
  return { files: glob(pattern).files, folders, inOtherCase: firstGlob < 0 ? [] : glob(anyCase.join("/")).files };
}

const isGlob = /[*?[{]/u;

/** Matches letters outside a choice of characters, which may mean the case of its letters. */
const letters = /\[[^\]]*\]|\p{L}/gu;

function inAnyCase(part: string): string {
  return part.startsWith("[") ? part : `[${part.toLowerCase()}${part.toUpperCase()}]`;
}

/** The files that match a pattern, and the links to folders, which a pattern does not enter. */
function glob(pattern: string) {
  const found = globSync(pattern, { withFileTypes: true }).filter((one) => !one.isDirectory());
  const paths = found.map(({ parentPath, name }) => join(parentPath, name).split(sep).join("/")).toSorted();
  const isFolder = (path: string) => existsSync(path) && statSync(path).isDirectory();
  return { folders: paths.filter(isFolder), files: paths.filter((path) => !isFolder(path)) };
}
