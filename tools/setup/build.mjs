import { chmodSync } from "node:fs";
import { join } from "node:path";

import { describeEnd, run, succeeded } from "../commands.mjs";
import { pinnedNode, root } from "../paths.mjs";
import { withProgress } from "../progress.mjs";
import { ToolError } from "../tool-error.mjs";

/** @import { Report } from "../progress.mjs" */

/**
 * Compiles provider/ to provider/dist, as far as something has changed, and makes the command app-list executable.
 *
 * @param {Report} report
 * @returns {Promise<void>}
 */
export async function build(report) {
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  // The compiler would keep a cache of its own in the machine's folder for temporary files.
  const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: "1" };
  const compilation = run(pinnedNode, [compiler, "-b", "provider"], { cwd: root, env, timeLimit: 10 * 60_000 });
  const outcome = await withProgress(compilation, (time) => report("build", `still compiling (${time})`));
  if (!succeeded(outcome)) {
    throw new ToolError(`provider/ does not compile (npm run build): ${describeEnd(outcome, 60)}`);
  }
  makeExecutable(join(root, "provider", "dist", "cli", "main.js"));
}

/**
 * Lets a script be run as a command: the compiler writes files without that right, and node_modules/.bin leads to it.
 *
 * @param {string} path
 */
export function makeExecutable(path) {
  chmodSync(path, 0o755);
}
