// `npm run mutants`: changes provider/list and provider/sync in one place at a time ("a mutant") and runs the tests that
// reach that place. A mutant that no test notices is a line that could break unseen. These two folders decide what is
// added to and removed from live lists: tests that merely pass are not enough for them.

export default {
  mutate: ["provider/list/**/*.ts", "provider/sync/**/*.ts"],
  testRunner: "vitest",
  vitest: { configFile: "tools/mutants/vitest.config.mts", related: false },
  // Only the tests that reach a mutant are run against it.
  coverageAnalysis: "perTest",
  // What has not changed since the last run, neither code nor tests, is not tried again.
  incremental: true,
  incrementalFile: ".scratch/mutants.json",
  // The copy in which mutants live needs neither the engine nor the browser.
  ignorePatterns: [".pulumi-home", ".scratch", ".browser", "reports", "docs", "bench", "examples"],
  tempDirName: ".scratch/mutants",
  concurrency: 2,
  // For a mutant that makes a test wait for ever, and above what a busy machine takes for the others.
  timeoutMS: 90_000,
  timeoutFactor: 2,
  reporters: ["clear-text", "html"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: "reports/mutants.html" },
  // The share of the mutants, in percent, that must be killed.
  thresholds: { high: 95, low: 90, break: 90 },
};
