import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

import { missingExecutables } from "./executables.mjs";

/** The folders that are being filled at this moment: they go when this program ends early. */
const filling = /** @type {Set<string>} */ (new Set());

process.on("exit", () => filling.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/**
 * Lets something fill a folder, and puts it in its place only when it holds an engine: a folder of that name is complete
 * or is not there, whatever is interrupted.
 *
 * @template {{ readonly kind: string }} Result
 * @param {string} folder  the parent of the engine's folder `bin`
 * @param {(stagingFolder: string) => Promise<Result>} fill
 * @returns {Promise<Result>}
 */
export async function fillFolder(folder, fill) {
  return await withStagingFolder(dirname(folder), async (staging) => {
    mkdirSync(join(staging, "bin"));
    const result = await fill(staging);
    if (missingExecutables([join(staging, "bin")]).length === 0) putInPlace(staging, folder);
    return result;
  });
}

/**
 * Lets something work in a new folder, which is removed afterwards.
 *
 * @template Result
 * @param {string} parent
 * @param {(stagingFolder: string) => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withStagingFolder(parent, work) {
  mkdirSync(parent, { recursive: true });
  removeAbandoned(parent);
  const staging = join(parent, `.filling-${process.pid}`);
  filling.add(staging);
  try {
    rmSync(staging, { recursive: true, force: true });
    mkdirSync(staging);
    return await work(staging);
  } finally {
    rmSync(staging, { recursive: true, force: true });
    filling.delete(staging);
  }
}

/**
 * @param {string} staging
 * @param {string} folder
 */
function putInPlace(staging, folder) {
  // Another run of the same set-up can have been first: its engine stays, because it can be in use.
  if (missingExecutables([join(folder, "bin")]).length === 0) return;
  rmSync(folder, { recursive: true, force: true });
  renameSync(staging, folder);
}

/**
 * Removes what killed programs left.
 *
 * @param {string} parent
 */
function removeAbandoned(parent) {
  for (const name of readdirSync(parent)) {
    const pid = /^\.filling-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
