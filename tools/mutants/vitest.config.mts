import { defineConfig } from "vitest/config";

// The tests that run against each mutant: those of the folders that are mutated.
export default defineConfig({
  test: {
    include: ["test/list/**/*.test.ts", "test/sync/**/*.test.ts"],
    setupFiles: ["tools/mutants/fewer-cases.ts"],
    testTimeout: 120_000,
    // The tests of one mutant share their imports, which take longer than most tests.
    isolate: false,
  },
});
