import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { AppListError } from "../common/error";
import { printable } from "../common/printable";
import { quote } from "../common/quote";

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
 * Writes or overwrites files, and creates their folders. All contents are written to temporary files first: a full disk
 * leaves neither half of a file nor some of the files.
 *
 * @throws {FileNotWrittenError} if a folder or a file cannot be written.
 */
export function writeFiles(files: readonly { readonly path: string; readonly content: string }[]): void {
  const staged: { readonly path: string; readonly target: string; readonly temporary: string }[] = [];
  let current = "";
  try {
    for (const { path, content } of files) {
      current = path;
      mkdirSync(dirname(path), { recursive: true });
      // An existing file stays where its links lead, with its permissions.
      const target = existsSync(path) ? realpathSync(path) : path;
      const mode = existsSync(target) ? statSync(target).mode : 0o666;
      // A rename would replace even a file that nobody may write.
      if ((mode & 0o222) === 0) throw new Error("it is read-only");
      const temporary = `${target}.${randomUUID()}.tmp`;
      staged.push({ path, target, temporary });
      writeFileSync(temporary, content, { flag: "wx", mode });
    }
    for (const { path, target, temporary } of staged) {
      current = path;
      renameSync(temporary, target);
    }
  } catch (cause) {
    throw new FileNotWrittenError(current, cause instanceof Error ? cause.message : String(cause), { cause });
  } finally {
    for (const { temporary } of staged) rmSync(temporary, { force: true });
  }
}
