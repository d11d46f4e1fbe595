/**
 * How many tests passed and failed. A file that could not be run counts as a failed test.
 *
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 */

/** @type {Counts} */
export const noCounts = { passed: 0, failed: 0, skipped: 0 };

/**
 * What is wrong with a run of vitest although no test failed.
 *
 * @param {Counts} counts
 * @param {number | null} exitStatus  null if the run was ended by a signal
 * @returns {string | undefined}
 */
export function findProblem({ passed, failed }, exitStatus) {
  if (passed + failed === 0) return "The tests left no report, or an empty one.";
  return exitStatus !== 0 && failed === 0 ? "Each test passed, and yet vitest failed: see above." : undefined;
}

/**
 * The counts of several runs. A run that wrote none counts as one failed test.
 *
 * @param {readonly (Counts | undefined)[]} runs
 * @returns {Counts}
 */
export function sumCounts(runs) {
  const sum = { ...noCounts };
  for (const { passed, failed, skipped } of runs.map((run) => run ?? { passed: 0, failed: 1, skipped: 0 })) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  return sum;
}

/**
 * The line that ends each run of tests.
 *
 * @param {Counts} counts
 */
export function summaryLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}
