import { mkdirSync, readlinkSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, sep } from "node:path";

import { pulumiHome } from "../paths.mjs";

/** @import { Engine } from "./first-engine.mjs" */

/** Where language hosts are kept for an engine that the machine has, beside a link to it. */
const linkFolder = join(pulumiHome, "languages", "bin");

/**
 * Whether an engine was downloaded or built for this clone, which may therefore add to its folder.
 *
 * @param {Engine} engine
 */
export function isOfThisClone(engine) {
  return engine.folder.startsWith(`${pulumiHome}${sep}`) && engine.folder !== linkFolder;
}

/**
 * An engine of the machine, in a folder of this clone.
 *
 * @param {Engine} engine
 * @returns {Engine}
 */
export function linkEngine(engine) {
  if (engine.folder === linkFolder) return engine;
  const link = join(linkFolder, "pulumi");
  mkdirSync(linkFolder, { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(join(engine.folder, "pulumi"), link);
  return { ...engine, folder: linkFolder };
}

/**
 * The link that `linkEngine` made to an engine, so that all commands use the same folder.
 *
 * @param {Engine} engine
 * @returns {Engine}  the engine itself if there is none
 */
export function findLinkedEngine(engine) {
  return executableIn(linkFolder) === executableIn(engine.folder) ? { ...engine, folder: linkFolder } : engine;
}

/**
 * The folders in which an engine of the machine is: its own, and that of the link to it.
 *
 * @param {Engine} engine
 * @returns {readonly string[]}
 */
export function foldersOf(engine) {
  return engine.folder === linkFolder
    ? [linkFolder, dirname(readlinkSync(join(linkFolder, "pulumi")))]
    : [engine.folder];
}

/** @param {string} folder */
function executableIn(folder) {
  try {
    return realpathSync(join(folder, "pulumi"));
  } catch {
    return undefined;
  }
}
