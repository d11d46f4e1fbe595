import { defineConfig } from "vitest/config";

// The tests that run against the mutants: those of the folders that are mutated, and the histories of the loop.
export default defineConfig({
  test: {
    include: ["test/{list,sync,resource}/**/*.test.ts", "test/laws/histories.test.ts"],
    setupFiles: ["tools/mutants/fewer-cases.ts"],
    testTimeout: 120_000,
    // The tests of one mutant share their imports, which take longer than most tests.
    isolate: false,
  },
});
