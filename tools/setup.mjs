// `npm run setup`: installs everything that the other commands need. Plain JavaScript without packages, because it runs
// before anything is installed, on any Node from 20 on. `-- --languages` adds what the tests of all languages need.
import { ensurePythonHost } from "./engine/build-from-go.mjs";
import { ensureEngine } from "./engine/ensure-engine.mjs";
import { pinnedVersion } from "./paths.mjs";
import { formatDuration, report } from "./progress.mjs";
import { build } from "./setup/build.mjs";
import { ensureGoModules } from "./setup/go-modules.mjs";
import { installPackages } from "./setup/packages.mjs";
import { ensurePinnedNode } from "./setup/pinned-node.mjs";
import { ensurePython } from "./setup/python.mjs";
import { ensureSdkGenerator } from "./setup/sdk-generator.mjs";
import { runProgram, ToolError } from "./tool-error.mjs";

await runProgram(async () => {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) < 20)
    throw new ToolError(`The set-up needs Node 20 or later, and this is Node ${node}.`);
  const start = performance.now();
  await installPackages();
  await ensurePinnedNode();
  report("node", `Node ${pinnedVersion("node")} in node_modules`);
  await ensureEngine();
  report("engine", `Pulumi ${pinnedVersion("pulumi")} in .pulumi-home`);
  if (process.argv.includes("--languages")) {
    for (const ensure of [ensurePythonHost, ensurePython, ensureSdkGenerator, ensureGoModules]) await ensure();
    report("languages", "Pulumi's host and SDK for Python, its SDK for Go, and the generators of SDKs");
  }
  // A run of tests reports it beside their failures, and the demo works with it.
  report("build", (await build()) ?? "provider/dist is made of the present sources");
  report("ready", `the set-up is complete (${formatDuration(performance.now() - start)})`);
});
