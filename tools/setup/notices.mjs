import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Prints the licenses of the packages that a bundle contains: they require that copies are passed on with the code.
 *
 * @param {readonly string[]} paths  of the files in the bundle
 * @returns {string}
 */
export function printNotices(paths) {
  const folders = new Set(paths.flatMap((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(path) ?? []));
  const notices = Array.from(folders, printNotice);
  // A package without the license text of what it contains as WebAssembly.
  if (paths.some((path) => path.includes("/undici/lib/llhttp/"))) notices.push(printLlhttp());
  notices.sort();
  return ["The files in this folder contain these packages.\n", ...notices].join(`\n${"-".repeat(80)}\n\n`);
}

function printLlhttp() {
  const text = readFileSync(join(import.meta.dirname, "llhttp-license.txt"), "utf8");
  return `llhttp, a part of undici (MIT)\n\n${text}`;
}

/**
 * @param {string} folder  of a package
 * @returns {string}
 */
function printNotice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice|copying)/iu.test(file))
    .toSorted()
    .map((file) => readFileSync(join(folder, file), "utf8").trimEnd());
  if (texts.length === 0) throw new Error(`${name} has no license text, which the bundle must contain.`);
  return `${name} ${version} (${license})\n\n${texts.join("\n\n")}\n`;
}
