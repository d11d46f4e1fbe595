import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { AppListError } from "../common/error";
import { printable } from "../common/printable";
import { quote, quoteList } from "../common/quote";

/** A file to write. */
export interface NewFile {
  readonly path: string;
  readonly content: string;
}

/** Files to write exist already. */
class FilesExistError extends AppListError {
  readonly code = "FILES_EXIST";
  readonly paths: readonly string[];

  constructor(paths: readonly string[]) {
    const subject = paths.length === 1 ? "This file exists" : "These files exist";
    super(
      `${subject} already: ${quoteList(paths)}. No file was written, and the list was not changed. ` +
        "Choose other paths, or overwrite them, with the notes in them, with --force.",
    );
    this.paths = paths;
  }
}

/** A file cannot be written. */
class FileNotWrittenError extends AppListError {
  readonly code = "FILE_NOT_WRITTEN";
  readonly path: string;

  constructor(path: string, reason: string, options: ErrorOptions) {
    super(
      `The file ${quote(path)} cannot be written: ${printable(reason)}. No app list was changed. Choose another path.`,
      options,
    );
    this.path = path;
  }
}

/**
 * Writes files and creates their folders. All contents are written to temporary files first: a full disk leaves neither
 * half of a file nor some of the files.
 *
 * @throws {FilesExistError} if one of the files exists and `overwrite` is false; no file was written.
 * @throws {FileNotWrittenError} if a folder or a file cannot be written.
 */
export function writeFiles(files: readonly NewFile[], overwrite: boolean): void {
  const existing = files.map(({ path }) => path).filter((path) => existsSync(path));
  if (existing.length > 0 && !overwrite) throw new FilesExistError(existing);
  const staged: { readonly path: string; readonly temporary: string }[] = [];
  try {
    for (const { path, content } of files) {
      writeOrThrow(path, () => {
        const temporary = `${path}.${randomUUID()}.tmp`;
        mkdirSync(dirname(path), { recursive: true });
        staged.push({ path, temporary });
        writeFileSync(temporary, content, { flag: "wx" });
      });
    }
    for (const { path, temporary } of staged) writeOrThrow(path, () => renameSync(temporary, path));
  } finally {
    for (const { temporary } of staged) rmSync(temporary, { force: true });
  }
}

function writeOrThrow(path: string, write: () => void): void {
  try {
    write();
  } catch (cause) {
    throw new FileNotWrittenError(path, cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
