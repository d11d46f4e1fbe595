// `npm test`, after the set-up: the checks, then the tests, then one line that counts them.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { runChecks } from "./check/run-checks.mjs";
import { pinnedNode, root } from "./paths.mjs";
import { reportTo } from "./progress.mjs";
import { countResults, summaryLine } from "./test/count-results.mjs";
import { runProgram } from "./tool-error.mjs";

await runProgram(async () => {
  const checkProblem = await runChecks(reportTo(process.stdout));
  if (checkProblem !== undefined) process.stdout.write(`\n${checkProblem}\n`);

  const { exitStatus, json } = runTests();
  const counts = countResults(json);
  const problems = [];
  if (checkProblem !== undefined) problems.push("A check failed: see above the tests.");
  if (counts.passed + counts.failed === 0) problems.push("The tests left no report, or an empty one.");
  else if (exitStatus !== 0 && counts.failed === 0)
    problems.push("Each test passed, and yet vitest failed: see above.");
  if (counts.skipped > 0) process.stdout.write(`${counts.skipped} skipped\n`);
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.stdout.write(`${summaryLine(counts)}\n`);
  if (problems.length > 0 || counts.failed > 0 || exitStatus !== 0) process.exitCode = 1;
});

/** Runs all tests; what they print goes to the terminal. */
function runTests() {
  const reports = join(root, "reports");
  const file = join(reports, "tests.json");
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports);
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const { status } = spawnSync(pinnedNode, [vitest, "run", "--allowOnly=false", ...reporters], {
    cwd: root,
    stdio: "inherit",
  });
  return { exitStatus: status ?? 1, json: existsSync(file) ? readFileSync(file, "utf8") : undefined };
}
