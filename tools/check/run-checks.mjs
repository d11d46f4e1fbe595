import { formatDuration } from "../progress.mjs";
import { steps } from "./steps.mjs";

/** @import { Step } from "./steps.mjs" */

/**
 * Runs the checks one after the other, those after one that fails as well.
 *
 * @param {(name: string, result: string) => void} report
 * @param {Step["pace"]} [pace]  default: all
 * @returns {Promise<readonly string[]>}  what failed, and what to do
 */
export async function runChecks(report, pace) {
  const problems = [];
  for (const { name, remedy, findProblem } of steps.filter((step) => pace === undefined || step.pace === pace)) {
    const start = performance.now();
    const problem = await findProblem();
    report(name, `${problem === undefined ? "in order" : "failed"} (${formatDuration(performance.now() - start)})`);
    if (problem !== undefined) problems.push(`${problem.trimEnd()}\n\nThe check "${name}" failed: ${remedy}.`);
  }
  return problems;
}
