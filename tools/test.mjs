// `node tools/test.mjs GROUP`, after the set-up: the tests of a group with its checks beside them, then one line that counts
// them. A failed check counts as a failed test.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { runChecks } from "./check/run-checks.mjs";
import { pinnedNode, root } from "./paths.mjs";
import { report } from "./progress.mjs";
import { groups } from "./test/groups.mjs";
import { runProgram, ToolError } from "./tool-error.mjs";

/** @import { Group } from "./test/groups.mjs" */

await runProgram(async () => {
  const [name = ""] = process.argv.slice(2);
  const group = Object.entries(groups).find(([each]) => each === name)?.[1];
  if (group === undefined) throw new ToolError(`Usage: node tools/test.mjs ${Object.keys(groups).join("|")}`);

  const [checked, { counts, problem }] = await Promise.all([check(group), runTests(group)]);
  for (const [step, result] of checked.results) report(step, result);
  const problems = problem === undefined ? checked.problems : [...checked.problems, problem];
  const failed = counts.failed + problems.length;
  if (counts.skipped > 0) process.stdout.write(`${counts.skipped} skipped\n`);
  for (const each of problems) process.stdout.write(`\n${each}\n`);
  process.stdout.write(`${counts.passed} passed, ${failed} failed\n`);
  if (failed > 0) process.exitCode = 1;
});

/**
 * Runs the checks of a group. What they report is printed after the tests, so that it is not between their lines.
 *
 * @param {Group} group
 */
async function check({ checks }) {
  /** @type {(readonly [step: string, result: string])[]} */
  const results = [];
  const problems = checks === undefined ? [] : await runChecks((...result) => results.push(result), checks);
  return { problems, results };
}

/**
 * Runs the tests of a group; what they print goes to the terminal.
 *
 * @param {Group} group
 */
async function runTests({ projects }) {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-app-list-results-"));
  const file = join(folder, "counts.json");
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const filters = projects.map((project) => `--project=${project}`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const tests = spawn(pinnedNode, [vitest, "run", "--allowOnly=false", ...filters, ...reporters], {
    cwd: root,
    stdio: "inherit",
  });
  process.on("exit", () => tests.kill());
  const [status] = await once(tests, "exit");
  const counts = readCounts(existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : noResults);
  rmSync(folder, { recursive: true, force: true });
  return { counts, problem: findProblem(counts, status) };
}

/** @typedef {{ readonly status: string, readonly assertionResults: readonly { readonly status: string }[] }} FileResult */

const noResults = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, testResults: [] };

/**
 * The counts of a run. A test file that cannot be run counts as a failed test.
 *
 * @param {Omit<typeof noResults, "testResults"> & { readonly testResults: readonly FileResult[] }} results
 */
function readCounts({ numPassedTests: passed, numFailedTests, numPendingTests: skipped, testResults }) {
  const hasFailed = (/** @type {{ readonly status: string }} */ { status }) => status === "failed";
  const broken = testResults.filter((file) => hasFailed(file) && !file.assertionResults.some(hasFailed));
  return { passed, failed: numFailedTests + broken.length, skipped };
}

/**
 * What is wrong with a run of vitest although no test failed.
 *
 * @param {{ readonly passed: number, readonly failed: number }} counts
 * @param {number | null} exitStatus  null if the run was ended by a signal
 */
function findProblem({ passed, failed }, exitStatus) {
  if (passed + failed === 0) return "The tests left no report, or an empty one.";
  return exitStatus !== 0 && failed === 0 ? "Each test passed, and yet vitest failed: see above." : undefined;
}
