import { defineConfig } from "vitest/config";

/** The engine tests that prove documents and what they show: README, pages, examples, demo and reports. */
const documents = ["common-tasks", "demo", "examples", "large-list", "other-ci", "pages", "pipelines", "readme"];
const texts = [...documents, "report-examples", "starters", "tutorial", "walk"];
const enginePages = [`test/acceptance/{${texts.join(",")}}.test.ts`];

/** The scenarios with an engine that `npm test` runs, each with one host; the others are run with those of the pages. */
const everyTime = ["test/acceptance/{kills,life-cycle,report,shared-run}.test.ts"];

/** The tests that change a whole process: the timers of the HTTP client, the dynamic provider's run, and Pulumi's SDK. */
const isolated = [
  "test/api/timeouts.test.ts",
  "test/hosts/dynamic/operations.test.ts",
  "test/hosts/program/**/*.test.ts",
];

/** Tests that start the commands and the plugin as they are built. No other test of `fast` or `isolated` finds them built. */
const built = [
  "test/cli/{process-terminal,simulate}.test.ts",
  "test/common/{folders,node-version}.test.ts",
  "test/hosts/plugin/signals.test.ts",
  "test/hosts/program/dynamic/stub.test.ts",
  "test/tools/bundles.test.ts",
];

/** Builds the package of the present sources, once in a run. */
const builds = { globalSetup: ["test/global-setup.ts"] };

/** A zone in which it is another day than in UTC for half of each day; the lab has one on the other side of UTC. */
const env = { TZ: process.env["TIME_ZONE"] ?? "Pacific/Auckland" };

/** Tests that start nothing that takes long, one worker per core. */
const fast = {
  env,
  setupFiles: ["test/equality.ts"],
  // Far above what any of them takes, so that a busy machine fails no test.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  maxWorkers: "100%",
  sequence: { groupOrder: 1 },
};

/** The files of a worker share its modules: loading them again would cost a third of the time. */
const sharing = { ...fast, isolate: false, setupFiles: ["test/shared-worker.ts"] };

/** Each test runs several pulumi commands. A third worker on two cores uses the time in which the others wait. */
const engine = {
  env,
  ...builds,
  setupFiles: ["test/equality.ts"],
  testTimeout: 600_000,
  hookTimeout: 600_000,
  maxWorkers: 3,
  sequence: { groupOrder: 2 },
};

/** Each test file belongs to one project, and each project to one group in tools/test/groups.mjs: a test requires both. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "fast",
          include: ["test/**/*.test.ts"],
          exclude: ["test/{acceptance,browser,languages,pipelines}/**", ...isolated, ...built],
          ...sharing,
        },
      },
      { test: { name: "built", include: built, ...sharing, ...builds } },
      { test: { name: "isolated", include: isolated, exclude: built, ...fast } },
      { test: { name: "acceptance", include: everyTime, ...engine } },
      {
        test: {
          name: "scenarios",
          include: ["test/acceptance/**/*.test.ts"],
          exclude: [...everyTime, ...enginePages],
          ...engine,
        },
      },
      { test: { name: "pipelines", include: ["test/pipelines/**/*.test.ts"], ...fast, ...builds } },
      { test: { name: "pages", include: enginePages, ...engine } },
      {
        // The HTML report in a real browser.
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
      // `npm run test:languages` gets the language hosts and the SDKs that they need.
      { test: { name: "languages", include: ["test/languages/**/*.test.ts"], ...engine } },
    ],
  },
});
