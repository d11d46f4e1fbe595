import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { run, runStep } from "../commands.mjs";
import { pinnedNode, pinnedVersion, root } from "../paths.mjs";
import { report } from "../progress.mjs";
import { ToolError } from "../tool-error.mjs";

/** The longest that the download of the pinned Node may take, in milliseconds. */
const timeLimit = 10 * 60_000;

/**
 * Installs the pinned Node. The install script of the package `node` downloads it, and npm skips that script if scripts
 * of packages are not allowed.
 */
export async function ensurePinnedNode() {
  const wanted = pinnedVersion("node");
  if ((await installedVersion()) === `v${wanted}`) return;
  report("node", `downloading Node ${wanted}`);
  const remedy = 'Fix the cause; "npm rebuild node" shows the output of its install script.';
  await runStep("node", [process.execPath, "installArchSpecificPackage"], {
    cwd: join(root, "node_modules", "node"),
    // Without the settings that npm passes to what it starts, so that an npm below works in its own folder.
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))),
    timeLimit,
    remedy,
  });
  if (!existsSync(pinnedNode)) symlinkSync(join("..", "node", "bin", "node"), pinnedNode);
  if ((await installedVersion()) !== `v${wanted}`)
    throw new ToolError(`${pinnedNode} is not Node ${wanted}. ${remedy}`);
}

async function installedVersion() {
  const { standardOutput } = await run(pinnedNode, ["--version"], { timeLimit: 20_000 });
  return standardOutput.trim();
}
