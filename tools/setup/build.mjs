import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, sep } from "node:path";

import { describeEnd, run, succeeded } from "../commands.mjs";
import { pinnedNode, root } from "../paths.mjs";
import { ToolError } from "../tool-error.mjs";
import { bundle, bundleFolder, writeBundle } from "./bundle.mjs";
import { bundleEntryPoints, entryPointFolder } from "./entry-points.mjs";
import { linkCommand, makeExecutable } from "./make-executable.mjs";

/** @import { Report } from "../progress.mjs" */

const provider = join(root, "provider");

const compiled = join(provider, "dist");

/** The JSON schemas of the commands, from which npm publishes them. */
const publishedSchemas = join(compiled, "schemas");

/** What provider/dist has besides the compiled sources. */
const otherParts = new Set(["bundles", "plugin", "schemas", ".tsbuildinfo"]);

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
  deleteLeftovers(compiled, provider);
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

/**
 * Deletes what the compiler made of sources that are gone: their declarations would be published.
 *
 * @param {string} outputs
 * @param {string} sources
 */
function deleteLeftovers(outputs, sources) {
  for (const path of readdirSync(outputs, { recursive: true, encoding: "utf8" })) {
    if (otherParts.has(path.split(sep)[0] ?? "")) continue;
    const source = join(sources, path.replace(/\.(d\.ts|js)$/, ".ts"));
    if (!existsSync(source)) rmSync(join(outputs, path), { recursive: true, force: true });
  }
}

/** @returns {Readonly<Record<string, string>>}  the scripts of the package's commands, by name */
function readCommands() {
  return JSON.parse(readFileSync(join(provider, "package.json"), "utf8")).bin;
}
