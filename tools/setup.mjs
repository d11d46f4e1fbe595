// `npm run setup`: everything that the other commands need. Plain JavaScript without packages, because it runs before
// anything is installed, on any Node from 20 on.
import { relative } from "node:path";

import { ensureEngine } from "./engine/ensure-engine.mjs";
import { pinnedVersion, root } from "./paths.mjs";
import { formatDuration, reportTo } from "./progress.mjs";
import { build } from "./setup/build.mjs";
import { installPackages } from "./setup/packages.mjs";
import { ensurePinnedNode } from "./setup/pinned-node.mjs";
import { runProgram } from "./tool-error.mjs";

await runProgram(async () => {
  const report = reportTo(process.stdout);
  const start = performance.now();
  await installPackages(report);
  report("packages", "installed");
  await ensurePinnedNode(report);
  report("node", pinnedVersion("node"));
  const engine = await ensureEngine(report);
  report("engine", `Pulumi ${engine.version} in ${shorten(engine.folder)}`);
  await build(report);
  report("build", "provider/dist is up to date");
  report("ready", `everything is set up (${formatDuration(performance.now() - start)})`);
});

/**
 * A folder as people read it: relative to the clone when it is inside.
 *
 * @param {string} folder
 */
function shorten(folder) {
  const path = relative(root, folder);
  return path.startsWith("..") ? folder : path;
}
