import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { join, relative } from "node:path";

import { root } from "../paths.mjs";

/** Tests that take long, and those of pages and tools, which no defect of the package breaks. */
const leftOut = /^(?:docs|exhaustive\/histories|laws|report\/one-model|tools)\b.*\.test\.ts$/u;

/**
 * Copies what tests of the projects `fast` and `isolated` need to a folder in .scratch, which is deleted when the process
 * ends.
 *
 * @returns {string} the folder
 */
export function copySources() {
  mkdirSync(join(root, ".scratch"), { recursive: true });
  const copy = mkdtempSync(join(root, ".scratch", "mutations-"));
  process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
  const files = ["package.json", "package-lock.json", "tsconfig.json", "vitest.config.mts", "README.md", "action.yml"];
  for (const part of ["provider", "test", "tools", "docs", "templates", "examples", ...files]) {
    const filter = (/** @type {string} */ path) =>
      !/[\\/](?:node_modules|dist)(?:[\\/]|$)/u.test(path.slice(root.length)) &&
      !leftOut.test(relative(join(root, "test"), path));
    cpSync(join(root, part), join(copy, part), { recursive: true, filter });
  }
  for (const folder of ["node_modules", join("provider", "node_modules")]) {
    symlinkSync(join(root, folder), join(copy, folder));
  }
  return copy;
}
