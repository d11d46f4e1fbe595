import { globSync } from "node:fs";
import { join } from "node:path";

import { describeEnd, npmCommand, run, succeeded } from "../commands.mjs";
import { root } from "../paths.mjs";
import { bundle } from "../setup/bundle.mjs";
import { bundleEntryPoints } from "../setup/entry-points.mjs";
import { compareContent } from "./compare-content.mjs";

/**
 * Whether the tarball that npm would publish holds what it should.
 *
 * @returns {Promise<string | undefined>}  what it holds too much or lacks; undefined when all is well
 */
export async function checkPackageContent() {
  const [command, ...firstArguments] = npmCommand(process.env);
  const packArguments = ["pack", "--dry-run", "--json", "--loglevel=error", "--foreground-scripts=false"];
  const outcome = await run(command, [...firstArguments, ...packArguments], {
    cwd: join(root, "provider"),
    timeLimit: 60_000,
  });
  if (!succeeded(outcome)) return `npm pack: ${describeEnd(outcome)}`;
  const sources = globSync("**/*.ts", { cwd: join(root, "provider"), exclude: ["dist/**", "node_modules/**"] });
  const [plugin, entryPoints] = await Promise.all([bundle(), bundleEntryPoints()]);
  const bundled = [
    ...plugin.files.map(({ name }) => `plugin/${name}`),
    ...entryPoints.files.map(({ name }) => `bundles/${name}`),
    ...globSync("*.json", { cwd: join(root, "docs", "reference", "schemas") }).map((name) => `schemas/${name}`),
  ];
  return compareContent(packedFiles(outcome.standardOutput), sources, bundled);
}

/**
 * The paths that `npm pack --json` lists.
 *
 * @param {string} json
 * @returns {readonly string[]}
 */
function packedFiles(json) {
  const report = JSON.parse(json);
  // npm 11 and before: a list of packages; from npm 12 on: an object by name.
  const [tarball] = Array.isArray(report) ? report : Object.values(report);
  return tarball.files.map((/** @type {{ path: string }} */ file) => file.path);
}
