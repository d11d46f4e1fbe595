import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nameEntries, quote } from "../../list/entry";
import { AppListError } from "../../list/error";

/** A file that is to be written. */
export interface NewFile {
  readonly name: string;
  readonly content: string;
}

/** Files that are to be written are there already. */
class FilesExistError extends AppListError {
  readonly code = "FILES_EXIST";
  readonly paths: readonly string[];

  constructor(paths: readonly string[]) {
    const what = paths.length === 1 ? "There is a file" : "There are files";
    super(
      `${what} ${nameEntries(paths)} already. No file was written, and the list was only looked at. ` +
        "Choose another folder with --output, or write over them, notes included, with --force.",
    );
    this.paths = paths;
  }
}

/** Files cannot be written. */
class FilesNotWrittenError extends AppListError {
  readonly code = "FILES_NOT_WRITTEN";
  readonly folder: string;

  constructor(folder: string, reason: string, options: ErrorOptions) {
    super(
      `The files cannot be written into ${quote(folder)}: ${reason}. The list was only looked at. ` +
        "Choose another folder with --output.",
      options,
    );
    this.folder = folder;
  }
}

/**
 * Writes files into a folder, which is made where it is missing. Each file is there as a whole or not at all.
 *
 * @param force whether files that are there already are written over.
 * @throws {FilesExistError} where one of them is there and that is not wanted; none was written then.
 * @throws {FilesNotWrittenError} where the folder or a file cannot be written.
 */
export function writeFiles(folder: string, files: readonly NewFile[], force: boolean): void {
  const existing = files.map(({ name }) => join(folder, name)).filter((path) => existsSync(path));
  if (existing.length > 0 && !force) throw new FilesExistError(existing);
  try {
    mkdirSync(folder, { recursive: true });
    for (const { name, content } of files) writeWhole(join(folder, name), content);
  } catch (cause) {
    throw new FilesNotWrittenError(folder, cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Writes beside the file first, so that no reader and no full disk leaves half of it. */
function writeWhole(path: string, content: string): void {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    writeFileSync(temporary, content, { flag: "wx" });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
