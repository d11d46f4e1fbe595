import { existsSync, globSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { alternativesOf } from "./alternatives";
import { FilesNotFoundError, TooManyFilesError } from "./errors";

const mostFiles = 1000;

/**
 * Finds the files that patterns name, in the order of the patterns and without repetition.
 *
 * A pattern is a path or a glob (`*`, `**`, `?`, `[ab]`, `{a,b}`); where a file has the very name, it is that file. The
 * files of a glob are sorted by code unit, with `/` between folders on every system; hidden ones only where the pattern
 * names the point.
 *
 * @throws {FilesNotFoundError} where a pattern matches nothing.
 * @throws {TooManyFilesError} where there are more than 1,000 files, or a pattern's braces stand for more than
 * 1,000 patterns.
 */
export function findFiles(patterns: readonly string[]): readonly string[] {
  const found = new Map<string, string>();
  for (const pattern of patterns) {
    const paths = pathsOf(pattern);
    if (paths.length === 0) throw new FilesNotFoundError(pattern, process.cwd());
    for (const path of paths) {
      const absolute = resolve(path);
      if (!found.has(absolute)) found.set(absolute, path);
    }
    if (found.size > mostFiles) throw new TooManyFilesError(pattern, mostFiles);
  }
  return [...found.values()];
}

function pathsOf(pattern: string): readonly string[] {
  if (existsSync(pattern)) return [pattern];
  if (alternativesOf(pattern) > mostFiles) throw new TooManyFilesError(pattern, mostFiles);
  return globSync(pattern, { withFileTypes: true })
    .filter((found) => !found.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).split(sep).join("/"))
    .toSorted();
}
