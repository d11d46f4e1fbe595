import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { root } from "../paths.mjs";

/** What the set-up made: tests only read it. */
const made = ["node_modules", join("provider", "node_modules"), ".pulumi-home"];

/**
 * Copies the files of the repository to a folder in .scratch, which is deleted when the process ends.
 *
 * @returns {string} the folder
 */
export function copySources() {
  mkdirSync(join(root, ".scratch"), { recursive: true });
  const copy = mkdtempSync(join(root, ".scratch", "mutations-"));
  process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], { cwd: root });
  const files = listed
    .toString()
    .split("\0")
    .filter((file) => file !== "" && existsSync(join(root, file)));
  for (const file of files) cpSync(join(root, file), join(copy, file));
  for (const folder of made.filter((each) => existsSync(join(root, each)))) {
    symlinkSync(join(root, folder), join(copy, folder));
  }
  return copy;
}
