import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";

import { describeEnd, run, succeeded } from "../commands.mjs";
import { pinnedNode, root } from "../paths.mjs";
import { report } from "../progress.mjs";
import { bundle, bundleFolder, executable } from "./bundle.mjs";
import { bundleEntryPoints, entryPointFolder } from "./entry-points.mjs";
import { isMadeOf, markMadeOf } from "./stamp.mjs";

/** @import { BundleFile } from "./bundle.mjs" */

const provider = join(root, "provider");

const built = join(provider, "dist");

/** The JSON schemas of the commands. */
const schemas = join(root, "docs", "reference", "schemas");

/** Records the sources of the declarations. */
const stampFile = join(built, ".declared-from");

/**
 * Makes provider/dist of the present sources: the bundles, the JSON schemas of the commands and the declarations. Also
 * links both commands in node_modules/.bin. A file that is as it should be is not touched, and each
 * other one is replaced at once, as a run of tests may read it at this moment.
 *
 * @returns {Promise<string | undefined>}  the errors of the compiler: only the declarations depend on the types
 */
export async function build() {
  const sources = readSources();
  const [plugin, entryPoints] = await Promise.all([bundle(), bundleEntryPoints()]);
  const files = [
    ...inFolder(bundleFolder, plugin.files),
    ...inFolder(entryPointFolder, entryPoints.files),
    ...inFolder(join(built, "schemas"), readSchemas()),
  ];
  for (const [path, content] of files) replaceFile(path, content);
  const problem = await declare(sources);
  const declarations = sources.map((source) => join(built, source.replace(/\.ts$/, ".d.ts")));
  deleteLeftovers(new Set([...files.map(([path]) => path), ...declarations]));
  linkCommands();
  return problem;
}

/** The sources of the package, as paths in its folder. The Node of the set-up can be 20, which has no `globSync`. */
function readSources() {
  const paths = readdirSync(provider, { recursive: true, encoding: "utf8" });
  return paths.filter((path) => path.endsWith(".ts") && !/^(?:dist|node_modules)[\\/]/u.test(path)).toSorted();
}

/**
 * @param {string} folder
 * @param {readonly BundleFile[]} files
 */
function inFolder(folder, files) {
  return files.map(({ name, content }) => /** @type {const} */ ([join(folder, name), content]));
}

/** @returns {readonly BundleFile[]} */
function readSchemas() {
  return readdirSync(schemas).map((name) => ({ name, content: readFileSync(join(schemas, name), "utf8") }));
}

/**
 * Writes the declarations with the compiler, unless they are those of these sources. Not by the time of the sources: a
 * file that is put back has an old one.
 *
 * @param {readonly string[]} sources
 */
async function declare(sources) {
  const settings = ["package-lock.json", "tsconfig.json", join("provider", "tsconfig.json")];
  const own = sources.map((source) => join("provider", source));
  const madeOf = [...settings, ...own].map((path) => join(root, path));
  if (isMadeOf(stampFile, madeOf)) return undefined;
  rmSync(stampFile, { force: true });
  report("build", "compiling the sources");
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  const outcome = await run(pinnedNode, [compiler, "-p", provider, "--pretty", "false"], {
    cwd: root,
    // The compiler would keep a cache of its own in the machine's folder for temporary files.
    env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: "1" },
    timeLimit: 10 * 60_000,
    onWait: (time) => report("build", `still compiling (${time})`),
  });
  if (!succeeded(outcome)) return `The types of provider/ have errors: ${describeEnd(outcome, 60)}`;
  markMadeOf(stampFile, madeOf);
  return undefined;
}

/**
 * Deletes what was made of sources that are gone: it would be published.
 *
 * @param {ReadonlySet<string>} wanted
 */
function deleteLeftovers(wanted) {
  for (const entry of readdirSync(built, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isOurs = /\.(?:js|ts|json|txt|cmd)$/.test(entry.name);
    if (entry.isFile() && isOurs && !wanted.has(path)) rmSync(path, { force: true });
  }
}

/**
 * @param {string} path
 * @param {string} content
 */
function replaceFile(path, content) {
  if (existsSync(path) && readFileSync(path, "utf8") === content) return;
  const next = `${path}.${process.pid}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(next, content);
  if (basename(path) === executable) chmodSync(next, 0o755);
  renameSync(next, path);
}

/** Makes the commands of the package, as npm does for scripts that are there when it installs. */
function linkCommands() {
  const { bin } = JSON.parse(readFileSync(join(provider, "package.json"), "utf8"));
  const commands = join(root, "node_modules", ".bin");
  for (const [name, path] of Object.entries(bin)) {
    chmodSync(join(provider, path), 0o755);
    if (existsSync(join(commands, name))) continue;
    rmSync(join(commands, name), { force: true });
    symlinkSync(relative(commands, join(provider, path)), join(commands, name));
  }
}
