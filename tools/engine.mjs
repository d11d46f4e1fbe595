// `npm run --silent engine`: prints the folder of the `pulumi` executable, and nothing else. It installs what is missing
// and reports that on standard error.
import { ensureEngine } from "./engine/ensure-engine.mjs";
import { installPackages } from "./setup/packages.mjs";
import { ensurePinnedNode } from "./setup/pinned-node.mjs";
import { runProgram } from "./tool-error.mjs";

await runProgram(async () => {
  for (const ensure of [installPackages, ensurePinnedNode]) await ensure();
  process.stdout.write(`${await ensureEngine()}\n`);
});
