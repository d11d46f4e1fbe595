import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describeEnd, npmCommand, run, succeeded } from "../commands.mjs";
import { root } from "../paths.mjs";
import { bundle } from "../setup/bundle.mjs";
import { bundleEntryPoints } from "../setup/entry-points.mjs";
import { compareContent } from "./compare-content.mjs";

/**
 * Whether the tarball that npm would publish holds what it should, and passes another check. It is packed into a folder of
 * its own, as another run may pack it at the same time.
 *
 * @param {(tarball: string) => Promise<string | undefined>} findProblem
 * @returns {Promise<string | undefined>}  what it holds too much or lacks; undefined when all is well
 */
export async function checkTarball(findProblem) {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-app-list-tarball-"));
  try {
    const [command, ...firstArguments] = npmCommand(process.env);
    const options = ["--json", "--loglevel=error", "--foreground-scripts=false", `--pack-destination=${folder}`];
    const outcome = await run(command, [...firstArguments, "pack", ...options], {
      cwd: join(root, "provider"),
      timeLimit: 60_000,
    });
    if (!succeeded(outcome)) return `npm pack: ${describeEnd(outcome)}`;
    const problems = [await checkContent(outcome.standardOutput)];
    for (const tarball of globSync("*.tgz", { cwd: folder })) problems.push(await findProblem(join(folder, tarball)));
    return problems.filter((problem) => problem !== undefined).join("\n") || undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} packed  what `npm pack --json` prints */
async function checkContent(packed) {
  const sources = globSync("**/*.ts", { cwd: join(root, "provider"), exclude: ["dist/**", "node_modules/**"] });
  const [plugin, entryPoints] = await Promise.all([bundle(), bundleEntryPoints()]);
  const bundled = [
    ...plugin.files.map(({ name }) => `plugin/${name}`),
    ...entryPoints.files.map(({ name }) => `bundles/${name}`),
    ...globSync("*.json", { cwd: join(root, "docs", "reference", "schemas") }).map((name) => `schemas/${name}`),
  ];
  return compareContent(packedFiles(packed), sources, bundled);
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
