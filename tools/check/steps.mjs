import { delimiter, join } from "node:path";

import { describeEnd, run, succeeded } from "../commands.mjs";
import { root } from "../paths.mjs";
import { build } from "../setup/build.mjs";
import { findTwoHomes } from "./two-homes.mjs";

/**
 * One of the checks.
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {"quick" | "slow"} pace  `npm test` runs the quick ones only
 * @property {string} remedy  what to do when it fails
 * @property {() => Promise<string | undefined>} findProblem  undefined when all is well
 */

/**
 * A check by a command of node_modules/.bin.
 *
 * @param {string} name
 * @param {string} remedy
 * @param {Parameters<typeof problemOf>} command
 * @param {Step["pace"]} [pace]
 * @returns {Step}
 */
const stepOf = (name, remedy, command, pace = "quick") => ({
  name,
  pace,
  remedy,
  findProblem: () => problemOf(...command),
});

const oxlint = ["--type-aware", "--deny-warnings", "--report-unused-disable-directives", "--format=unix"];
const knip = ["--no-progress", "--treat-config-hints-as-errors"];
const attw = ["--pack", "provider", "--profile=strict", "--no-emoji", "--no-color"];
/** By the content of files, as those that are checked out have new times. */
const prettierCache = ["--cache", "--cache-strategy=content", `--cache-location=${join(".scratch", "prettier-cache")}`];

/** @type {readonly Step[]} */
export const steps = [
  stepOf("format", "npm run format fixes it", ["prettier", "--check", "--log-level=warn", ...prettierCache, "."]),
  { name: "types", pace: "quick", remedy: "see the lines above", findProblem: findTypeErrors },
  stepOf("lint", "see .oxlintrc.json for what each rule is for", ["oxlint", ...oxlint]),
  stepOf("dead code", "remove what nothing uses, or name the new entry point in knip.json", ["knip", ...knip]),
  { name: "names", pace: "quick", remedy: "give one of the two another name", findProblem: async () => findTwoHomes() },
  stepOf("API docs", "document what is exported", ["typedoc", "--emit", "none"], "slow"),
  stepOf("package", "see provider/package.json", ["publint", "provider", "--strict"]),
  stepOf("entry points", "see provider/package.json", ["attw", ...attw]),
];

/** The compiler of the package's declarations checks its sources; TypeScript 7, in a third of the time, all that uses it. */
async function findTypeErrors() {
  const problems = [await build()];
  for (const folder of ["test", join("test", "browser"), "tools", "examples"]) {
    const compiler = join("node_modules", "typescript-7", "bin", "tsc");
    problems.push(await problemOf("node", compiler, "--project", folder, "--pretty", "false"));
  }
  return problems.filter((problem) => problem !== undefined).join("\n") || undefined;
}

/** The longest that a check may take, in milliseconds. */
const timeLimit = 5 * 60_000;

/**
 * What a command has to object to.
 *
 * @param {string} command  of node_modules/.bin
 * @param {...string} commandArguments
 * @returns {Promise<string | undefined>}
 */
async function problemOf(command, ...commandArguments) {
  const folder = join(root, "node_modules", ".bin");
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env["PATH"] ?? ""}` };
  const outcome = await run(join(folder, command), commandArguments, { cwd: root, env, timeLimit });
  return succeeded(outcome) ? undefined : `${command}: ${describeEnd(outcome, 200)}`;
}
