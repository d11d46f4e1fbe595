// `npm run lab -- NAME`, after the set-up: runs that are too long for `npm test`, or that write files of the repository.
// `npm run lab` alone lists them. What follows the name goes to the run.
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { pinnedNode, root } from "./paths.mjs";
import { runProgram, ToolError } from "./tool-error.mjs";

/**
 * A run: its programs with their arguments, which follow each other until one fails, and the variables that make them long.
 *
 * @typedef {object} Run
 * @property {string} description
 * @property {(rest: readonly string[]) => readonly (readonly string[])[]} programs
 * @property {(rest: readonly string[]) => Readonly<Record<string, string>>} [environment]
 */

/** @param {...string} filters */
const tests = (...filters) => [join("node_modules", "vitest", "vitest.mjs"), "run", ...filters];

/** The tests that make the generated parts of pages, and their output of real runs. */
const testsOfPages = [
  "test/docs/reference.test.ts",
  "test/docs/troubleshooting.test.ts",
  "test/acceptance/tutorial.test.ts",
  "test/acceptance/pages.test.ts",
  "test/acceptance/common-tasks.test.ts",
  "test/acceptance/pipelines.test.ts",
];

/** Previews by a real engine, then what is printed of them, then the pictures. */
const examplesOfReports = [
  tests("test/acceptance/report-examples.test.ts"),
  tests("test/report/print.test.ts"),
  ["--import", "./test/harness/sources.mjs", "tools/screenshots.ts"],
];

/** @type {Readonly<Record<string, Run>>} */
const runs = {
  docs: {
    description:
      "updates the generated parts of the pages, their output and pictures, from real runs; a test file narrows it",
    programs: (files) => [
      ...(files.length === 0 ? [...examplesOfReports, tests(...testsOfPages)] : [tests(...files)]),
      [join("node_modules", "prettier", "bin", "prettier.cjs"), "--write", "README.md", "docs"],
    ],
    environment: () => ({ UPDATE_DOCS: "1" }),
  },
  hosts: {
    description:
      "all scenarios with the engine, with each host; npm test runs four of them with one; a file narrows it",
    programs: (files) => [tests("--project", "acceptance", "--project", "scenarios", ...files)],
    environment: () => ({ HOSTS: "all" }),
  },
  kills: {
    description: "kills real pulumi commands at each of their requests and counts the recoveries; a word narrows it",
    programs: (words) => [
      tests("test/acceptance/kills.test.ts", "--maxConcurrency", "2", ...words.flatMap((word) => ["-t", word])),
    ],
    environment: () => ({ KILLS: "all", HOSTS: "all" }),
  },
  laws: {
    description:
      "small cases, short histories, the fault matrix and the model, as far as the time suffices: --minutes N, --seed S",
    programs: () => [tests("--project", "fast", "test/exhaustive", "test/laws")],
    environment: readLaws,
  },
  mutations: {
    description:
      "makes 60 random defects, of which tests must find seven in eight; a path narrows it: --count N, --seed S",
    programs: (rest) => [["tools/mutations.mjs", ...rest]],
  },
  shuffle: {
    description:
      "the fast tests, whose files share modules, in a random order of the files and in New York; --seed S repeats one",
    programs: (rest) => {
      const { LAWS_SEED: seed } = readLaws(rest);
      console.log(`The order of seed ${seed}.`);
      return [tests("--project", "fast", "--project", "built", "--sequence.shuffle.files", `--sequence.seed=${seed}`)];
    },
    environment: () => ({ TIME_ZONE: "America/New_York" }),
  },
};

/** @param {readonly string[]} rest */
function readLaws(rest) {
  const { values } = parseArgs({ args: [...rest], options: { minutes: { type: "string" }, seed: { type: "string" } } });
  const { minutes = "10", seed = String(randomInt(0x7fff_ffff)) } = values;
  for (const number of [minutes, seed]) {
    if (!(Number(number) > 0)) throw new ToolError(`laws takes numbers above 0, and "${number}" is none.`);
  }
  return { LAWS_MINUTES: minutes, LAWS_SEED: seed };
}

await runProgram(async () => {
  const [name, ...rest] = process.argv.slice(2);
  if (name === undefined) {
    for (const [each, { description }] of Object.entries(runs)) console.log(`${each.padEnd(12)} ${description}`);
    return;
  }
  const run = Object.hasOwn(runs, name) ? runs[name] : undefined;
  if (run === undefined) throw new ToolError(`There is no run "${name}". npm run lab lists them.`);
  const env = { ...process.env, ...run.environment?.(rest) };
  for (const program of run.programs(rest)) {
    const { status, signal } = spawnSync(pinnedNode, program, { cwd: root, stdio: "inherit", env });
    if (status !== 0) {
      if (signal !== null) throw new ToolError(`${name} was ended by ${signal}.`);
      process.exitCode = status ?? 1;
      return;
    }
  }
});
