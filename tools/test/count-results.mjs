/**
 * How many tests passed and failed. A file that could not be run counts as a failed test.
 *
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 */

/**
 * Counts the results in vitest's JSON report.
 *
 * @param {string | undefined} json  undefined when there is no report
 * @returns {Counts}  all zero when there is no readable report
 */
export function countResults(json) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of filesOf(json)) {
    const tests = file.assertionResults ?? [];
    for (const { status } of tests) {
      if (status === "passed") counts.passed += 1;
      else if (status === "failed") counts.failed += 1;
      else counts.skipped += 1;
    }
    if (file.status === "failed" && !tests.some(({ status }) => status === "failed")) counts.failed += 1;
  }
  return counts;
}

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
 * The counts of a run with its problems: each counts as a failed test.
 *
 * @param {Counts} counts
 * @param {readonly string[]} problems
 * @returns {Counts}
 */
export function withProblems(counts, problems) {
  return { ...counts, failed: counts.failed + problems.length };
}

/**
 * The counts of several runs. A run that wrote none counts as one failed test.
 *
 * @param {readonly (Counts | undefined)[]} runs
 * @returns {Counts}
 */
export function sumCounts(runs) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
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

/**
 * What vitest reports of one test file, as far as it is read here.
 *
 * @typedef {{ readonly status?: string, readonly assertionResults?: readonly { readonly status?: string }[] }} FileReport
 */

/**
 * @param {string | undefined} json
 * @returns {readonly FileReport[]}
 */
function filesOf(json) {
  try {
    const { testResults } = JSON.parse(json ?? "");
    return Array.isArray(testResults) ? testResults : [];
  } catch {
    return [];
  }
}
