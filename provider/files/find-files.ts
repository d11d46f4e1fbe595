import { existsSync, globSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { FilesNotFoundError, TooManyFilesError } from "./errors";

const mostFiles = 1000;

/**
 * Finds the files that match patterns, in the order of the patterns and without repetition.
 *
 * A pattern is a path or a glob (`*`, `**`, `?`, `[ab]`, `{a,b}`); an existing file with exactly this name is preferred.
 * The files of a glob are sorted by code unit, with `/` between folders on every system. A hidden file matches only if
 * the pattern contains its dot.
 *
 * @throws {FilesNotFoundError} if a pattern matches nothing.
 * @throws {TooManyFilesError} if there are more than 1,000 files.
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
    if (found.size > mostFiles) throw new TooManyFilesError(pattern, mostFiles);
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
