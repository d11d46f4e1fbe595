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

/** A file in a cache folder. */
export interface SharedFile {
  readonly path: string;
  readonly text: string;
  /** Who may read and write it. */
  readonly mode: number;
}

/** The files of all runs in a cache folder, without those that are being written at this moment. */
export function sharedFiles(cache: string): readonly SharedFile[] {
  return readdirSync(cache, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath.includes("pulumi-app-list") && !entry.name.endsWith(".tmp"))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, text: readFileSync(path, "utf8"), mode: statSync(path).mode & 0o777 }));
}

/** The folder of the files of all runs in a cache folder. */
export function sharedFolder(cache: string): string {
  return join(cache, `pulumi-app-list-${process.getuid?.() ?? "user"}`);
}
