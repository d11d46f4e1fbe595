import { mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

import { missingExecutables } from "./executables.mjs";

/**
 * The folders that are being filled: they are deleted if this program ends early.
 *
 * @type {Set<string>}
 */
const filling = new Set();

process.on("exit", () => filling.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/**
 * Lets something fill a folder, and puts it in its place only if its `bin` contains an engine: a folder of that name is
 * complete or missing, whatever is interrupted.
 *
 * @param {string} folder
 * @param {(stagingFolder: string) => Promise<string | undefined>} fill  returns the reason if it fails
 * @returns {Promise<string | undefined>}  the reason if it fails
 */
export async function fillFolder(folder, fill) {
  return await withStagingFolder(dirname(folder), async (staging) => {
    const failure = await fill(staging);
    if (failure !== undefined) return failure;
    const missing = missingExecutables([join(staging, "bin")]);
    if (missing.length > 0) return `there is no ${missing.join(" and no ")}`;
    // Another run of the same set-up can have been first: its engine stays, because it can be in use.
    if (missingExecutables([join(folder, "bin")]).length === 0) return undefined;
    rmSync(folder, { recursive: true, force: true });
    renameSync(staging, folder);
    return undefined;
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
  const staging = join(parent, `.filling-${process.pid}`);
  filling.add(staging);
  try {
    rmSync(staging, { recursive: true, force: true });
    mkdirSync(staging, { recursive: true });
    return await work(staging);
  } finally {
    rmSync(staging, { recursive: true, force: true });
    filling.delete(staging);
  }
}
