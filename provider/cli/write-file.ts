import { writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { AppListError } from "../common/error";
import { makeFolder } from "../common/folders";
import { printable, quote } from "../common/quote";

/** A file cannot be written. */
export class FileNotWrittenError extends AppListError {
  readonly code = "FILE_NOT_WRITTEN";
  readonly path: string;

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(
      `The file ${quote(path)} cannot be written: ${printable(reason)}. No app list was changed. Choose another path.`,
      options,
    );
    this.path = path;
  }
}

/**
 * Writes or overwrites a file, and creates its folder.
 *
 * @throws {FileNotWrittenError} if the folder or the file cannot be written.
 */
export function writeFile(path: string, content: string): void {
  try {
    makeFolder(dirname(path));
    writeFileSync(path, content);
  } catch (cause) {
    throw new FileNotWrittenError(path, cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
