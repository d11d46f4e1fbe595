import { formatDuration } from "../progress.mjs";
import { steps } from "./steps.mjs";

/** @import { Report } from "../progress.mjs" */

/**
 * Runs the checks in order, up to the first that fails.
 *
 * @param {Report} report
 * @returns {Promise<string | undefined>}  what failed and what to do; undefined when nothing did
 */
export async function runChecks(report) {
  for (const { name, remedy, findProblem } of steps) {
    const start = performance.now();
    const problem = await findProblem();
    const elapsed = formatDuration(performance.now() - start);
    if (problem !== undefined) {
      report(name, `failed (${elapsed})`);
      return `${problem.trimEnd()}\n\nThe check "${name}" failed: ${remedy}.`;
    }
    report(name, `in order (${elapsed})`);
  }
  return undefined;
}
