import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder, with those above it, if it does not exist. Not with mkdir's option `recursive`, which never ends in a file
 * system that refuses folders with ENOENT, such as /proc.
 *
 * @param mode the permissions of the folders that it makes. Default: those of the process.
 * @throws if a folder cannot be made.
 */
export function makeFolder(path: string, mode = 0o777): void {
  if (isFolder(path)) return;
  makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
