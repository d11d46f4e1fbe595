import { delimiter, join } from "node:path";

import { describeEnd, run, succeeded } from "../commands.mjs";
import { root } from "../paths.mjs";
import { checkPackageContent } from "./package-content.mjs";
import { checkRegistryFiles } from "./registry.mjs";

/**
 * One of the checks.
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {string} remedy  what to do when it fails
 * @property {() => Promise<string | undefined>} findProblem  undefined when all is well
 */

/** @type {readonly Step[]} */
export const steps = [
  {
    name: "format",
    remedy: "npm run format fixes it",
    findProblem: () => problemOf("prettier", "--check", "--log-level=warn", "."),
  },
  {
    name: "types",
    remedy: "see the lines above",
    findProblem: () => problemOf("node", join("node_modules", "typescript", "bin", "tsc"), "-b", "--pretty", "false"),
  },
  {
    name: "lint",
    remedy: "see .oxlintrc.json for what each rule is for",
    findProblem: () =>
      problemOf("oxlint", "--type-aware", "--deny-warnings", "--report-unused-disable-directives", "--format=unix"),
  },
  {
    name: "dead code",
    remedy: "remove what nothing uses, or name the new entry point in knip.json",
    findProblem: () => problemOf("knip", "--no-progress", "--treat-config-hints-as-errors"),
  },
  {
    name: "API docs",
    remedy: "document what is exported",
    findProblem: () => problemOf("typedoc", "--emit", "none"),
  },
  {
    name: "registry",
    remedy: "node tools/registry.mjs writes the files; see CONTRIBUTING.md for what Pulumi's registry wants",
    findProblem: checkRegistryFiles,
  },
  {
    name: "package",
    remedy: "see provider/package.json",
    findProblem: async () =>
      (await problemOf("publint", "provider", "--strict")) ??
      (await problemOf("attw", "--pack", "provider", "--profile", "strict", "--no-emoji", "--no-color")) ??
      (await checkPackageContent()),
  },
];

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
