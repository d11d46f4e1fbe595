/** @import { Step } from "../check/steps.mjs" */

/**
 * Tests that one command runs.
 *
 * @typedef {object} Group
 * @property {string} command  what a person types
 * @property {readonly string[]} projects  of vitest.config.mts; each belongs to one group
 * @property {Step["pace"]} [checks]  the checks that are run beside the tests
 */

/** @satisfies {Readonly<Record<string, Group>>} */
export const groups = {
  test: { command: "npm test", projects: ["fast", "isolated", "built", "acceptance"], checks: "quick" },
  pages: { command: "npm run test:pages", projects: ["scenarios", "pipelines", "pages", "browser"], checks: "slow" },
  languages: { command: "npm run test:languages", projects: ["languages"] },
};
