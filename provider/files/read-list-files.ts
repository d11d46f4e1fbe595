import { byKind, type ByKind } from "../list/kinds";
import type { ListedEntry } from "../list/listed-entries";
import { ListFilesError } from "./errors";
import type { FileProblem } from "./file-problem";
import { findFiles } from "./find-files";
import { readListFile } from "./read-list-file";

/**
 * Reads the entries of files: .txt (or no extension), .csv, .tsv and .xlsx, one after the other.
 *
 * @param patterns paths and globs (`*`, `**`, `?`, `[ab]`, `{a,b}`), relative to the folder of the process. The files of
 * a glob come sorted; a file that two patterns match is read once.
 * @returns the entries with their notes, last days, kinds and places, as the files have them: they are checked where
 * they are declared. `source` is `path:line:column`, or `path:Sheet1!B7` in a spreadsheet.
 * @throws {FilesNotFoundError} where a pattern matches nothing; {@link TooManyFilesError} beyond 1,000 files.
 * @throws {FileUnreadableError} where a file cannot be read, is larger than 64 MiB (a workbook: than 128 MiB when it
 * is unpacked), or has another extension.
 * @throws {ListFilesError} with all that is wrong with the tables of all files.
 *
 * @example
 * readListFiles(["lists/blocked.csv", "lists/teams/*.txt"]);
 */
export function readListFiles(patterns: string | readonly string[]): ListedEntry[] {
  const readings = findFiles(typeof patterns === "string" ? [patterns] : patterns).map(readListFile);
  throwProblems(readings.flatMap(({ problems }) => problems));
  return readings.flatMap(({ entries }) => entries);
}

/**
 * Reads the entries of files by the kind that their columns say: app_bundle, placement_id or website.
 *
 * @param patterns as for {@link readListFiles}, which also says what is thrown.
 * @throws {ListFilesError} also where an entry's kind is not said.
 */
export function readListFilesByKind(patterns: string | readonly string[]): ByKind<ListedEntry[]> {
  const entries = readListFiles(patterns);
  throwProblems(entries.filter(({ kind }) => kind === undefined).map(noKindProblem));
  return byKind((kind) => entries.filter((entry) => entry.kind === kind));
}

function noKindProblem({ entry, source = "" }: ListedEntry): FileProblem {
  return {
    source,
    value: entry,
    problem:
      "is of no known kind: list it in a .csv or .xlsx file, under a column called app_bundle, placement_id or website",
  };
}

function throwProblems(problems: readonly FileProblem[]): void {
  if (problems.length > 0) throw new ListFilesError(problems);
}
