// `npm run --silent engine`: prints the folder that holds the `pulumi` executable, and nothing else. What is missing is
// got first, and said on standard error.
import { ensureEngine } from "./engine/ensure-engine.mjs";
import { reportTo } from "./progress.mjs";
import { installPackages } from "./setup/packages.mjs";
import { ensurePinnedNode } from "./setup/pinned-node.mjs";
import { runProgram } from "./tool-error.mjs";

await runProgram(async () => {
  const report = reportTo(process.stderr);
  await installPackages(report);
  await ensurePinnedNode(report);
  const engine = await ensureEngine(report);
  process.stdout.write(`${engine.folder}\n`);
});
