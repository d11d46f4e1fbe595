import { accessSync, constants, statSync } from "node:fs";
import { join } from "node:path";

/** The command, its language host for Node.js, and the plug-in that runs dynamic providers: an engine is all three. */
const executables = ["pulumi", "pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"];

/**
 * Whether an executable file exists there.
 *
 * @param {string} path
 */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    const { size } = statSync(path);
    return size > 0;
  } catch {
    return false;
  }
}

/**
 * The executables of an engine, and the others that are named, which are in none of the folders.
 *
 * @param {readonly string[]} folders
 * @param {readonly string[]} [others]
 * @returns {string[]}
 */
export function missingExecutables(folders, others = []) {
  return [...executables, ...others].filter((name) => !folders.some((folder) => isExecutable(join(folder, name))));
}
