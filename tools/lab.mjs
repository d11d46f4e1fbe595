// `npm run lab -- NAME`, after the set-up: runs that are too long for `npm test`, or that write files of the repository.
// `npm run lab` alone lists them. What follows the name goes to the run.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

import { pinnedNode, root } from "./paths.mjs";
import { runProgram, ToolError } from "./tool-error.mjs";

/**
 * A run: what it does, and its programs with their arguments, which follow each other until one fails.
 *
 * @typedef {object} Run
 * @property {string} description
 * @property {(rest: readonly string[]) => readonly (readonly string[])[]} programs
 * @property {Readonly<Record<string, string>>} [environment]
 */

/**
 * The path of a program that a package brings.
 *
 * @param {...string} path
 */
const bundled = (...path) => join("node_modules", ...path);

const vitest = bundled("vitest", "vitest.mjs");

/** The pages with generated parts or output of real runs, and the tests that make them. */
const pages = ["README.md", "docs"];
const testsOfPages = [
  "test/docs/reference.test.ts",
  "test/docs/troubleshooting.test.ts",
  "test/pipelines/page.test.ts",
  "test/acceptance/tutorial.test.ts",
  "test/acceptance/docs.test.ts",
  "test/acceptance/how-to.test.ts",
  "test/acceptance/plugin-page.test.ts",
  "test/acceptance/reference.test.ts",
  "test/acceptance/upgrade.test.ts",
  "test/acceptance/pipelines.test.ts",
  "test/acceptance/approve-page.test.ts",
];

/** @type {Readonly<Record<string, Run>>} */
const runs = {
  docs: {
    description: "updates the generated parts of the pages and their output, from real runs; a test file narrows it",
    programs: (rest) => [
      [vitest, "run", ...(rest.length === 0 ? testsOfPages : rest)],
      [bundled("prettier", "bin", "prettier.cjs"), "--write", ...pages],
    ],
    environment: { UPDATE_DOCS: "1" },
  },
  faults: {
    description: "the fault matrix with all cells for each host, of which npm test runs a part",
    programs: (rest) => [[vitest, "run", "--project", "fast", "test/laws/faults", ...rest]],
    environment: { FAULTS: "all" },
  },
  hosts: {
    description:
      "the long tests with the engine for each host, of which npm test runs them with one; a file narrows it",
    programs: (rest) => [[vitest, "run", "--project", "acceptance", ...rest]],
    environment: { HOSTS: "all" },
  },
  kills: {
    description: "kills real pulumi commands at each of their requests and counts the recoveries; a word narrows it",
    programs: (rest) => [["tools/kills.ts", ...rest]],
  },
  matrix: {
    description: "installs the package into projects of many kinds and runs each; needs the package registry",
    programs: (rest) => [["tools/matrix.ts", ...rest]],
  },
  mutants: {
    description: "changes list, sync and resource in one place at a time and counts the changes that tests notice",
    programs: (rest) => [["tools/mutants.mjs", ...rest]],
  },
  newcomer: {
    description:
      "follows the README, the tutorial and the migration in an empty home, and prints the time of each step",
    programs: (rest) => [["tools/newcomer.ts", ...rest]],
  },
  ownership: {
    description: "draws the picture of ownership in docs/ownership.svg",
    programs: (rest) => [["tools/ownership.ts", ...rest]],
  },
  recording: {
    description: "records the demo in docs/recording.svg",
    programs: (rest) => [["tools/recording.ts", ...rest]],
  },
  reports: {
    description: "measures app-list report, and its page in a browser",
    programs: (rest) => [
      ["bench/report.ts", ...rest],
      ["bench/html.ts", ...rest],
    ],
  },
  screenshots: {
    description: "takes the pictures of the HTML report in docs/screenshots",
    programs: (rest) => [["tools/screenshots.ts", ...rest]],
  },
  torture: {
    description: "random histories of commands and failures: --minutes N, --seed S",
    programs: (rest) => [["tools/torture.ts", ...rest]],
  },
  writers: {
    description:
      "changes one list with two stacks and a script at a time: 50,5 rounds with the stand-in and real engines",
    programs: (rest) => [["bench/concurrent-writers.ts", ...rest]],
  },
};

await runProgram(async () => {
  const [name, ...rest] = process.argv.slice(2);
  if (name === undefined) {
    for (const [each, { description }] of Object.entries(runs)) console.log(`${each.padEnd(12)} ${description}`);
    return;
  }
  const run = Object.hasOwn(runs, name) ? runs[name] : undefined;
  if (run === undefined) throw new ToolError(`There is no run "${name}". npm run lab lists them.`);
  for (const program of run.programs(rest)) {
    const env = { ...process.env, ...run.environment };
    const { status, signal } = spawnSync(pinnedNode, program, { cwd: root, stdio: "inherit", env });
    if (status !== 0) {
      if (signal !== null) throw new ToolError(`${name} was ended by ${signal}.`);
      process.exitCode = status ?? 1;
      return;
    }
  }
});
