// `npm run setup`: installs everything that the other commands need. Plain JavaScript without packages, because it runs
// before anything is installed, on any Node from 20 on. `--languages=yaml` adds the language host for YAML; `--languages`
// adds everything that the tests of all languages need.
import { dirname, relative } from "node:path";

import { ensureEngine } from "./engine/ensure-engine.mjs";
import { readLanguages } from "./engine/languages.mjs";
import { pinnedVersion, pythonFolder, root, sdkGenerator } from "./paths.mjs";
import { formatDuration, reportTo } from "./progress.mjs";
import { build } from "./setup/build.mjs";
import { ensureGoModules } from "./setup/go-modules.mjs";
import { nodeObstacle } from "./setup/node-version.mjs";
import { installPackages } from "./setup/packages.mjs";
import { ensurePinnedNode } from "./setup/pinned-node.mjs";
import { ensurePython } from "./setup/python.mjs";
import { ensureSdkGenerator } from "./setup/sdk-generator.mjs";
import { runProgram, ToolError } from "./tool-error.mjs";

await runProgram(async () => {
  const obstacle = nodeObstacle(process.versions.node);
  if (obstacle !== undefined) throw new ToolError(obstacle);
  const languages = readLanguages(process.argv.slice(2));
  const report = reportTo(process.stdout);
  const start = performance.now();
  await installPackages(report);
  report("packages", "installed in node_modules");
  await ensurePinnedNode(report);
  report("node", `Node ${pinnedVersion("node")} in node_modules`);
  const engine = await ensureEngine(languages, report);
  report("engine", `Pulumi ${engine.version} in ${shorten(engine.folder)}`);
  if (languages.length > 0) report("languages", `hosts for ${languages.join(" and ")} beside the engine`);
  if (languages.includes("python")) {
    await ensurePython(report);
    report("python", `Pulumi's SDK in ${shorten(pythonFolder)}`);
    await ensureSdkGenerator(report);
    report("sdks", `generators in ${shorten(dirname(sdkGenerator))}`);
    await ensureGoModules(report);
    report("go", "Pulumi's SDK is compiled");
  }
  const problem = await build(report);
  // A run of tests reports it beside their failures, and the demo works with it.
  report("build", problem ?? "provider/dist is made of the present sources");
  report("ready", `the set-up is complete (${formatDuration(performance.now() - start)})`);
});

/**
 * A folder for people: relative to the clone if it is inside.
 *
 * @param {string} folder
 */
function shorten(folder) {
  const path = relative(root, folder);
  return path.startsWith("..") ? folder : path;
}
