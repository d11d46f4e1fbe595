import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { quoteList, quote } from "../../common/quote";
import { AppListError } from "../../common/error";

/** A file that is to be written. */
export interface NewFile {
  readonly path: string;
  readonly content: string;
}

/** Files that are to be written are there already. */
class FilesExistError extends AppListError {
  readonly code = "FILES_EXIST";
  readonly paths: readonly string[];

  constructor(paths: readonly string[]) {
    const what = paths.length === 1 ? "There is a file" : "There are files";
    super(
      `${what} ${quoteList(paths)} already. No file was written, and the list was only looked at. ` +
        "Choose other places with --output and --program, or write over them, notes included, with --force.",
    );
    this.paths = paths;
  }
}

/** Files cannot be written. */
class FilesNotWrittenError extends AppListError {
  readonly code = "FILES_NOT_WRITTEN";
  readonly path: string;

  constructor(path: string, reason: string, options: ErrorOptions) {
    super(
      `The file ${quote(path)} cannot be written: ${reason}. The list was only looked at. ` +
        "Choose another place with --output or --program.",
      options,
    );
    this.path = path;
  }
}

/** A file whose content stands beside its place already. */
interface StagedFile {
  readonly path: string;
  readonly temporary: string;
}

/**
 * Writes files, and makes their folders where they are missing. All contents are written beside their places before the
 * first of them is put there: no full disk leaves half of a file, or some of the files without the others.
 *
 * @param force whether files that are there already are written over.
 * @throws {FilesExistError} where one of them is there and that is not wanted; none was written then.
 * @throws {FilesNotWrittenError} where a folder or a file cannot be written.
 */
export function writeFiles(files: readonly NewFile[], force: boolean): void {
  const existing = files.map(({ path }) => path).filter((path) => existsSync(path));
  if (existing.length > 0 && !force) throw new FilesExistError(existing);
  const staged: StagedFile[] = [];
  try {
    for (const { path, content } of files) {
      attempt(path, () => {
        const temporary = `${path}.${randomUUID()}.tmp`;
        mkdirSync(dirname(path), { recursive: true });
        staged.push({ path, temporary });
        writeFileSync(temporary, content, { flag: "wx" });
      });
    }
    for (const { path, temporary } of staged) attempt(path, () => renameSync(temporary, path));
  } finally {
    for (const { temporary } of staged) rmSync(temporary, { force: true });
  }
}

function attempt(path: string, write: () => void): void {
  try {
    write();
  } catch (cause) {
    throw new FilesNotWrittenError(path, cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
