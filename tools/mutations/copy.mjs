import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";

import { root } from "../paths.mjs";

/** What the set-up made: tests only read it. Of node_modules each package, as one of them is the copy's own. */
const made = [
  join("provider", "node_modules"),
  ".pulumi-home",
  ...readdirSync(join(root, "node_modules")).map((name) => join("node_modules", name)),
];

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
  mkdirSync(join(copy, "node_modules"));
  for (const path of made.filter((each) => existsSync(join(root, each)))) {
    if (basename(path) === "pulumi-app-list") symlinkSync(join("..", "provider"), join(copy, path));
    else symlinkSync(join(root, path), join(copy, path));
  }
  return copy;
}
