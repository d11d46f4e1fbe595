import { join } from "node:path";

import { root } from "../paths.mjs";

/**
 * Tests that one command runs.
 *
 * @typedef {object} Group
 * @property {string} command  what a person types
 * @property {readonly string[]} projects  of vitest.config.mts; each belongs to one group
 * @property {boolean} [hasChecks]  whether the checks are run before the tests
 */

/** @satisfies {Readonly<Record<string, Group>>} */
export const groups = {
  test: { command: "npm test", projects: ["fast", "acceptance"], hasChecks: true },
  pages: { command: "npm run test:pages", projects: ["pipelines", "pages", "browser"] },
  languages: { command: "npm run test:languages", projects: ["languages"] },
};

/**
 * Where the run of a group writes how many tests passed and failed.
 *
 * @param {string} group
 */
export function countsFile(group) {
  return join(root, "reports", `${group}-counts.json`);
}
