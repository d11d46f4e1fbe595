import { statSync } from "node:fs";
import { join } from "node:path";

/** The command, its hosts for programs in Node.js and YAML, and the plug-in that runs dynamic providers. */
const executables = ["pulumi", "pulumi-language-nodejs", "pulumi-language-yaml", "pulumi-resource-pulumi-nodejs"];

/**
 * Whether an executable file exists there.
 *
 * @param {string} path
 */
export function isExecutable(path) {
  const { mode = 0, size = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return size > 0 && (mode & 0o111) !== 0;
}

/**
 * Whether a folder has all executables of an engine.
 *
 * @param {string} folder
 */
export function hasEngine(folder) {
  return executables.every((name) => isExecutable(join(folder, name)));
}
