// `npm run lab -- mutants`: changes the code that decides about live lists in one place at a time ("a mutant"), runs the
// tests that reach this place, and prints for each folder how many mutants a test noticed. Options go to Stryker, such as
// `--mutate provider/list/plan.ts`.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { judgeScore, scoresOf } from "./mutants/scores.mjs";
import { pinnedNode, root } from "./paths.mjs";
import { runProgram, ToolError } from "./tool-error.mjs";

/** The least share of noticed mutants, in percent. */
const limits = { "provider/list": 95, "provider/sync": 95, "provider/resource": 85 };

await runProgram(async () => {
  const report = join(root, "reports", "mutants.json");
  rmSync(report, { force: true });
  const stryker = join("node_modules", "@stryker-mutator", "core", "bin", "stryker.js");
  const configuration = join("tools", "mutants", "stryker.config.mjs");
  const { status } = spawnSync(pinnedNode, [stryker, "run", configuration, ...process.argv.slice(2)], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) throw new ToolError("Stryker failed: see above.");
  const scores = scoresOf(JSON.parse(readFileSync(report, "utf8"))).map((score) => judgeScore(score, limits));
  for (const { line } of scores) console.log(line);
  if (scores.length === 0 || scores.some(({ isReached }) => !isReached)) process.exitCode = 1;
});
