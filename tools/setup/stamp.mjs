import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";

/** What is made of files, and a stamp beside it that is written last and names the content that it was made of. */

/**
 * Whether something was completely made of the present content of files.
 *
 * @param {string} stampFile
 * @param {readonly string[]} files
 */
export function isMadeOf(stampFile, files) {
  return existsSync(stampFile) && readFileSync(stampFile, "utf8") === stampOf(files);
}

/**
 * Notes that something is completely made of the present content of files.
 *
 * @param {string} stampFile
 * @param {readonly string[]} files
 */
export function markMadeOf(stampFile, files) {
  // A copy of the folder may share its files by hard links.
  rmSync(stampFile, { force: true });
  writeFileSync(stampFile, stampOf(files));
}

/** @param {readonly string[]} files */
function stampOf(files) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest("hex");
}
