import { FileUnreadableError } from "../../files/errors";
import { findFiles } from "../../files/find-files";
import { readListFile } from "../../files/read-list-file";
import { printable } from "../../common/printable";
import type { ReadFile } from "./check-files";

/**
 * Reads the files that patterns name. A file that cannot be read is one with a problem, so that the others are judged
 * as well.
 *
 * @throws {FilesNotFoundError} where a pattern matches nothing.
 */
export function readFiles(patterns: readonly string[]): readonly ReadFile[] {
  return findFiles(patterns).map((file) => {
    const path = printable(file);
    try {
      return { path, reading: readListFile(file) };
    } catch (error) {
      if (!(error instanceof FileUnreadableError)) throw error;
      const problem = { source: path, value: file, problem: error.problem };
      return { path, reading: { entries: [], problems: [problem], warnings: [] } };
    }
  });
}
