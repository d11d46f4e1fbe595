import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { describeEnd, run, succeeded } from "../commands.mjs";
import { pinnedNode, pinnedVersion, root } from "../paths.mjs";
import { ToolError } from "../tool-error.mjs";

/** @import { Report } from "../progress.mjs" */

/** The longest that the download of the pinned Node may take, in milliseconds. */
const timeLimit = 10 * 60_000;

/**
 * Installs the pinned Node. The install script of the package `node` downloads it, and npm skips that script if scripts
 * of packages are not allowed.
 *
 * @param {Report} report
 * @returns {Promise<void>}
 */
export async function ensurePinnedNode(report) {
  const wanted = pinnedVersion("node");
  if ((await installedVersion()) === wanted) return;

  report("node", `downloading Node ${wanted}`);
  const folder = join(root, "node_modules", "node");
  const outcome = await run(process.execPath, ["installArchSpecificPackage"], {
    cwd: folder,
    // Without the settings that npm passes to what it starts, so that an npm below works in its own folder.
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))),
    timeLimit,
    onWait: (time) => report("node", `still downloading (${time})`),
  });
  if (succeeded(outcome) && !existsSync(pinnedNode)) symlinkSync(join("..", "node", "bin", "node"), pinnedNode);
  if (!succeeded(outcome) || (await installedVersion()) !== wanted) {
    throw new ToolError(
      `Node ${wanted} could not be installed in node_modules/.bin: ${describeEnd(outcome)}\n\n` +
        `Run "npm rebuild node" to see the output of its install script. ` +
        `Fix the cause, then run the same command again.`,
    );
  }
}

async function installedVersion() {
  const outcome = await run(pinnedNode, ["--version"], { timeLimit: 20_000 });
  return succeeded(outcome) ? outcome.standardOutput.trim().replace(/^v/, "") : undefined;
}
