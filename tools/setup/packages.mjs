import { rmSync } from "node:fs";
import { join } from "node:path";

import { runStep } from "../commands.mjs";
import { root } from "../paths.mjs";
import { report } from "../progress.mjs";
import { isMadeOf, markMadeOf } from "./stamp.mjs";

const lockFile = join(root, "package-lock.json");

/** Records the package-lock.json of the installed packages. npm removes it with node_modules. */
const stampFile = join(root, "node_modules", ".installed-from");

/** The longest that an installation may take, in milliseconds. */
const timeLimit = 20 * 60_000;

const remedy =
  "Nothing outside this folder was changed. Fix the cause; if a proxy replaces certificates, set NODE_EXTRA_CA_CERTS to " +
  "the file with the certificate of its authority.";

/** Installs the packages of package-lock.json, unless they are installed. */
export async function installPackages() {
  if (isMadeOf(stampFile, [lockFile])) return;
  report("packages", "installing the packages of package-lock.json");
  // npm writes it in place, and a copy of the clone may share it by a hard link.
  rmSync(join(root, "node_modules", ".package-lock.json"), { force: true });
  // Not "npm ci": it refuses a lock file that was written where the packages of other platforms cannot be had.
  // No package may run a script: the only one that is needed makes the pinned Node, which the next step runs.
  const options = ["install", "--ignore-scripts", "--no-save", "--loglevel=error", "--no-audit", "--no-fund"];
  await runStep("packages", ["npm", ...options], { cwd: root, timeLimit, remedy });
  markMadeOf(stampFile, [lockFile]);
}
