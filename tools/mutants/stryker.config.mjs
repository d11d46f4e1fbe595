// Read by tools/mutants.mjs, which judges the score of each folder.
export default {
  mutate: ["provider/list/**/*.ts", "provider/sync/**/*.ts", "provider/resource/**/*.ts"],
  testRunner: "vitest",
  vitest: { configFile: "tools/mutants/vitest.config.mts", related: false },
  // Only the tests that reach a mutant are run against it, up to the first that fails.
  coverageAnalysis: "perTest",
  // What has not changed since the last run, neither code nor tests, is not tried again.
  incremental: true,
  incrementalFile: ".scratch/mutants.json",
  // The copy in which mutants live needs neither the engine nor the browser.
  ignorePatterns: [".pulumi-home", ".scratch", ".browser", "reports", "docs", "bench", "examples"],
  tempDirName: ".scratch/mutants",
  concurrency: 2,
  // For a mutant that makes a test wait forever, and above what a busy machine takes for the others.
  timeoutMS: 90_000,
  timeoutFactor: 2,
  reporters: ["clear-text", "html", "json"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: "reports/mutants.html" },
  jsonReporter: { fileName: "reports/mutants.json" },
};
