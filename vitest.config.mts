import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "fast",
          include: ["test/**/*.test.ts"],
          exclude: ["test/acceptance/**", "test/browser/**", "test/languages/**"],
          globalSetup: ["test/global-setup.ts"],
          setupFiles: ["test/equality.ts"],
          // Far above what any of them takes, so that a busy machine fails no test.
          testTimeout: 120_000,
          maxWorkers: "100%",
          sequence: { groupOrder: 1 },
        },
      },
      {
        // Each test runs several pulumi commands of two to four seconds on two cores. A third worker uses the time in
        // which the commands of the others wait.
        test: {
          name: "acceptance",
          include: ["test/acceptance/**/*.test.ts", "test/languages/{yaml,imported-list}.test.ts"],
          setupFiles: ["test/equality.ts"],
          testTimeout: 600_000,
          hookTimeout: 600_000,
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
      {
        // Programs in all languages: `npm run test:languages` gets the language hosts and the SDKs that they need.
        test: {
          name: "languages",
          include: ["test/languages/**/*.test.ts"],
          testTimeout: 600_000,
          hookTimeout: 600_000,
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
      {
        // The HTML report in a real browser, which the global setup finds or gets.
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          globalSetup: ["test/browser/global-setup.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
