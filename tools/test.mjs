// `node tools/test.mjs GROUP`, after the set-up: the checks if they belong to the group, then its tests, then one line that
// counts them. A failed check counts as a failed test. The numbers are also written to the folder COUNTS_FOLDER, if it is set.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { runChecks } from "./check/run-checks.mjs";
import { pinnedNode, root } from "./paths.mjs";
import { reportTo } from "./progress.mjs";
import { countResults, findProblem, summaryLine, withProblems } from "./test/count-results.mjs";
import { groups } from "./test/groups.mjs";
import { runProgram, ToolError } from "./tool-error.mjs";

/** @import { Group } from "./test/groups.mjs" */

await runProgram(async () => {
  const [name = ""] = process.argv.slice(2);
  const group = Object.entries(groups).find(([each]) => each === name)?.[1];
  if (group === undefined) throw new ToolError(`Usage: node tools/test.mjs ${Object.keys(groups).join("|")}`);

  const problems = [...(await checkProblems(group))];
  const { counts, problem } = runTests(group);
  if (problem !== undefined) problems.push(problem);
  const all = withProblems(counts, problems);

  const folder = process.env["COUNTS_FOLDER"];
  if (folder !== undefined) writeFileSync(join(folder, `${name}.json`), JSON.stringify(all));
  if (all.skipped > 0) process.stdout.write(`${all.skipped} skipped\n`);
  for (const each of problems) process.stdout.write(`${each}\n`);
  process.stdout.write(`${summaryLine(all)}\n`);
  if (all.failed > 0) process.exitCode = 1;
});

/**
 * Runs the checks of a group. What failed is printed above the tests.
 *
 * @param {Group} group
 * @returns {Promise<readonly string[]>}
 */
async function checkProblems({ hasChecks = false }) {
  const problem = hasChecks ? await runChecks(reportTo(process.stdout)) : undefined;
  if (problem === undefined) return [];
  process.stdout.write(`\n${problem}\n`);
  return ["A check failed: see above the tests."];
}

/**
 * Runs the tests of a group; what they print goes to the terminal.
 *
 * @param {Group} group
 */
function runTests({ projects }) {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-app-list-results-"));
  const file = join(folder, "results.json");
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const filters = projects.map((project) => `--project=${project}`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const { status } = spawnSync(pinnedNode, [vitest, "run", "--allowOnly=false", ...filters, ...reporters], {
    cwd: root,
    stdio: "inherit",
  });
  const counts = countResults(existsSync(file) ? readFileSync(file, "utf8") : undefined);
  rmSync(folder, { recursive: true, force: true });
  return { counts, problem: findProblem(counts, status) };
}
