import { randomUUID } from "node:crypto";
import { existsSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { AppListError } from "../common/error";
import { makeFolder } from "../common/folders";
import { printable, quote } from "../common/quote";

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
 * Writes or overwrites a file, and creates its folder. The content is written to a temporary file first: a full disk leaves
 * no half of a file.
 *
 * @throws {FileNotWrittenError} if the folder or the file cannot be written.
 */
export function writeFile(path: string, content: string): void {
  let temporary: string | undefined;
  try {
    makeFolder(dirname(path));
    // An existing file stays where its links lead, with its permissions.
    const target = existsSync(path) ? realpathSync(path) : path;
    const mode = existsSync(target) ? statSync(target).mode : 0o666;
    // A rename would replace even a file that nobody may write.
    if ((mode & 0o222) === 0) throw new Error("it is read-only");
    temporary = `${target}.${randomUUID()}.tmp`;
    writeFileSync(temporary, content, { flag: "wx", mode });
    renameSync(temporary, target);
  } catch (cause) {
    throw new FileNotWrittenError(path, cause instanceof Error ? cause.message : String(cause), { cause });
  } finally {
    if (temporary !== undefined) rmSync(temporary, { force: true });
  }
}
