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
