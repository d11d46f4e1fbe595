import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { pinnedNode, root } from "../paths.mjs";

/**
 * A deliberate defect, and the tests that must find it.
 *
 * @typedef {object} Mutation
 * @property {string} file  in provider/
 * @property {string} text  replaced once
 * @property {string} defect  the text in its place
 * @property {string} tests  their folder or file
 */

/**
 * Copies what tests of the project `fast` need to a folder in .scratch, which is deleted when the process ends.
 *
 * @returns {string} the folder
 */
export function copySources() {
  mkdirSync(join(root, ".scratch"), { recursive: true });
  const copy = mkdtempSync(join(root, ".scratch", "mutations-"));
  process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
  const files = ["package.json", "package-lock.json", "tsconfig.json", "vitest.config.mts", "README.md", "action.yml"];
  const folders = ["provider", "test", "tools", "docs", "templates", "examples"];
  for (const part of [...folders, ...files]) {
    const filter = (/** @type {string} */ path) =>
      !/[\\/](?:node_modules|dist)(?:[\\/]|$)/u.test(path.slice(root.length));
    cpSync(join(root, part), join(copy, part), { recursive: true, filter });
  }
  for (const folder of ["node_modules", join("provider", "node_modules")]) {
    symlinkSync(join(root, folder), join(copy, folder));
  }
  return copy;
}

/**
 * Whether the tests of a mutation find its defect in the copy.
 *
 * @param {string} copy
 * @param {Mutation} mutation
 */
export function tryDefect(copy, { file, text, defect, tests }) {
  const path = join(copy, "provider", file);
  const source = readFileSync(path, "utf8");
  if (source.split(text).length !== 2) throw new Error(`${file} does not contain once: ${text}`);
  writeFileSync(
    path,
    source.replace(text, () => defect),
  );
  // The projects that need no engine.
  const projects = ["--project", "fast", "--project", "isolated"];
  const args = [join("node_modules", "vitest", "vitest.mjs"), "run", "--bail", "1", ...projects, tests];
  const env = { ...process.env, NO_COLOR: "1" };
  const { stdout, stderr } = spawnSync(pinnedNode, args, { cwd: copy, encoding: "utf8", env });
  writeFileSync(path, source);
  // A file that cannot be run, or a test that takes too long, has not found the defect.
  return /^ *Tests .*\bfailed/mu.test(stdout) && !stderr.includes("Test timed out");
}
