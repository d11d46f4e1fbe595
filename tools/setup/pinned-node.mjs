import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { describeEnd, run, succeeded } from "../commands.mjs";
import { pinnedNode, pinnedVersion, root } from "../paths.mjs";
import { withProgress } from "../progress.mjs";
import { ToolError } from "../tool-error.mjs";

/** @import { Report } from "../progress.mjs" */

/** The longest that fetching the pinned Node may take, in milliseconds. */
const timeLimit = 10 * 60_000;

/**
 * Makes sure that the pinned Node is there. The package `node` fetches it when it is installed, which npm leaves out
 * where scripts of packages are not allowed.
 *
 * @param {Report} report
 * @returns {Promise<void>}
 */
export async function ensurePinnedNode(report) {
  const wanted = pinnedVersion("node");
  if ((await installedVersion()) === wanted) return;

  report("node", `fetching ${wanted}`);
  const folder = join(root, "node_modules", "node");
  const fetching = run(process.execPath, ["installArchSpecificPackage"], {
    cwd: folder,
    env: withoutNpmSettings(process.env),
    timeLimit,
  });
  const outcome = await withProgress(fetching, (time) => report("node", `still fetching (${time})`));
  if (succeeded(outcome) && !existsSync(pinnedNode)) symlinkSync(join("..", "node", "bin", "node"), pinnedNode);
  if (!succeeded(outcome) || (await installedVersion()) !== wanted) {
    throw new ToolError(
      `Node ${wanted}, which the package "node" brings, is not in node_modules/.bin: ${describeEnd(outcome)}\n\n` +
        `Nothing else is missing so far. Run "npm rebuild node" to see what its install script says; ` +
        `when the cause is gone, run the same command again.`,
    );
  }
}

async function installedVersion() {
  const outcome = await run(pinnedNode, ["--version"], { timeLimit: 20_000 });
  return succeeded(outcome) ? outcome.standardOutput.trim().replace(/^v/, "") : undefined;
}

/**
 * Without the settings that npm hands to what it starts, so that an npm below works in its own folder.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
function withoutNpmSettings(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_/i.test(name)));
}
