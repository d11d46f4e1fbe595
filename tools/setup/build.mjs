import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { describeEnd, run, succeeded } from "../commands.mjs";
import { pinnedNode, root } from "../paths.mjs";
import { ToolError } from "../tool-error.mjs";
import { bundle, bundleFolder, writeBundle } from "./bundle.mjs";
import { bundleEntryPoints, entryPointFolder } from "./entry-points.mjs";
import { linkCommand, makeExecutable } from "./make-executable.mjs";

/** @import { Report } from "../progress.mjs" */

const provider = join(root, "provider");

/** The JSON schemas of the commands, from which npm publishes them. */
const publishedSchemas = join(provider, "dist", "schemas");

/**
 * Compiles provider/ to provider/dist, as far as something has changed, bundles the plugin and the entry points, copies
 * the JSON schemas of the commands, and links both commands in node_modules/.bin.
 *
 * @param {Report} report
 * @returns {Promise<void>}
 */
export async function build(report) {
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  // The compiler would keep a cache of its own in the machine's folder for temporary files.
  const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: "1" };
  const outcome = await run(pinnedNode, [compiler, "-b", "provider"], {
    cwd: root,
    env,
    timeLimit: 10 * 60_000,
    onWait: (time) => report("build", `still compiling (${time})`),
  });
  if (!succeeded(outcome)) {
    throw new ToolError(`provider/ does not compile (npm run build): ${describeEnd(outcome, 60)}`);
  }
  const [plugin, entryPoints] = await Promise.all([bundle(), bundleEntryPoints()]);
  writeBundle(plugin.files, bundleFolder);
  writeBundle(entryPoints.files, entryPointFolder);
  rmSync(publishedSchemas, { recursive: true, force: true });
  cpSync(join(root, "docs", "reference", "schemas"), publishedSchemas, { recursive: true });
  const commands = join(root, "node_modules", ".bin");
  for (const [name, path] of Object.entries(readCommands())) {
    makeExecutable(join(provider, path));
    linkCommand(join(provider, path), join(commands, name));
  }
}

/** @returns {Readonly<Record<string, string>>}  the scripts of the package's commands, by name */
function readCommands() {
  return JSON.parse(readFileSync(join(provider, "package.json"), "utf8")).bin;
}
