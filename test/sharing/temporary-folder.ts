import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder of temporary files, which is deleted when the test ends. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "app-list-sharing-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A file that a process has left in a folder of temporary files. */
export interface SharedFile {
  readonly path: string;
  readonly text: string;
  /** Who may read and write it. */
  readonly mode: number;
}

/** The files of all runs. */
export function sharedFiles(temporary: string): readonly SharedFile[] {
  return readdirSync(temporary, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, text: readFileSync(path, "utf8"), mode: statSync(path).mode & 0o777 }));
}
