import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

import { pinnedNode, root } from "../paths.mjs";
import { countResults, findProblem, summaryLine } from "./count-results.mjs";

/** @import { Counts } from "./count-results.mjs" */

/**
 * Runs the tests of some of vitest's projects; what they print goes to the terminal.
 *
 * @param {string} projects  a filter of vitest, such as "fast" or "!languages"
 * @param {string} file  where vitest reports to
 * @returns {{ readonly counts: Counts, readonly problem: string | undefined }}  a problem that the counts do not show
 */
export function runCounted(projects, file) {
  rmSync(file, { force: true });
  mkdirSync(dirname(file), { recursive: true });
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const { status } = spawnSync(
    pinnedNode,
    [vitest, "run", "--allowOnly=false", `--project=${projects}`, ...reporters],
    {
      cwd: root,
      stdio: "inherit",
    },
  );
  const counts = countResults(existsSync(file) ? readFileSync(file, "utf8") : undefined);
  return { counts, problem: findProblem(counts, status) };
}

/**
 * Prints the problems and the line that counts the tests, and sets the exit status.
 *
 * @param {Counts} counts
 * @param {readonly (string | undefined)[]} problems
 */
export function endWith(counts, problems) {
  const found = problems.filter((problem) => problem !== undefined);
  if (counts.skipped > 0) process.stdout.write(`${counts.skipped} skipped\n`);
  for (const problem of found) process.stdout.write(`${problem}\n`);
  process.stdout.write(`${summaryLine(counts)}\n`);
  if (found.length > 0 || counts.failed > 0) process.exitCode = 1;
}
