// `node tools/test.mjs GROUP`, after the set-up: the tests of a group with its checks beside them, then one line that counts
// them. A failed check counts as a failed test. The numbers are also written to the folder COUNTS_FOLDER, if it is set.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { runChecks } from "./check/run-checks.mjs";
import { pinnedNode, root } from "./paths.mjs";
import { report } from "./progress.mjs";
import { findProblem, noCounts, summaryLine } from "./test/count-results.mjs";
import { groups } from "./test/groups.mjs";
import { runProgram, ToolError } from "./tool-error.mjs";

/** @import { Counts } from "./test/count-results.mjs" */
/** @import { Group } from "./test/groups.mjs" */

await runProgram(async () => {
  const [name = ""] = process.argv.slice(2);
  const group = Object.entries(groups).find(([each]) => each === name)?.[1];
  if (group === undefined) throw new ToolError(`Usage: node tools/test.mjs ${Object.keys(groups).join("|")}`);

  const [checked, { counts, problem }] = await Promise.all([check(group), runTests(group)]);
  for (const [step, result] of checked.results) report(step, result);
  const problems = problem === undefined ? checked.problems : [...checked.problems, problem];
  const all = { ...counts, failed: counts.failed + problems.length };

  const folder = process.env["COUNTS_FOLDER"];
  if (folder !== undefined) writeFileSync(join(folder, `${name}.json`), JSON.stringify(all));
  if (all.skipped > 0) process.stdout.write(`${all.skipped} skipped\n`);
  for (const each of problems) process.stdout.write(`\n${each}\n`);
  process.stdout.write(`${summaryLine(all)}\n`);
  if (all.failed > 0) process.exitCode = 1;
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
  const reporters = ["--reporter=default", `--reporter=${join(root, "tools", "test", "count-reporter.mjs")}`];
  const tests = spawn(pinnedNode, [vitest, "run", "--allowOnly=false", ...filters, ...reporters], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, COUNTS_FILE: file },
  });
  process.on("exit", () => tests.kill());
  const [status] = await once(tests, "exit");
  /** @type {Counts} */
  const counts = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : noCounts;
  rmSync(folder, { recursive: true, force: true });
  return { counts, problem: findProblem(counts, status) };
}
