import { basename, join } from "node:path";

import { root } from "../paths.mjs";
import { bundleOptions, withoutLocales } from "./bundle.mjs";
import { describePackages } from "./notices.mjs";

/** @import { Plugin } from "esbuild" */
/** @import { BundleFile } from "./bundle.mjs" */

const provider = join(root, "provider");

/** The folder of the bundles of the entry points, from which npm publishes them. */
export const entryPointFolder = join(provider, "dist", "bundles");

/** What programs import. Both share one bundle, so that each knows the files and lines of entries that the other read. */
const programs = { index: "./index.ts", plugin: "./hosts/program/plugin/index.ts" };

/** The other files of the folder, each with its source. */
const others = {
  dynamic: "./hosts/dynamic/handler.ts",
  simulator: "./simulator/index.ts",
  "app-list": "./cli/main.ts",
  run: "./cli/run.ts",
  "read-campaigns": "./hosts/program/dynamic/read-campaigns.ts",
};

/**
 * Bundles the entry points of the package, each with the modules that it needs and with zod: one file loads in a third of
 * the time. Other packages stay outside. The bundles are not minified, as stack traces show their lines.
 *
 * @returns {Promise<{ readonly files: readonly BundleFile[], readonly inputs: readonly string[] }>}
 */
export async function bundleEntryPoints() {
  // The set-up loads this module before packages are installed.
  const { build } = await import("esbuild");
  const options = { ...bundleOptions, outdir: "dist/bundles", plugins: [outside, withoutLocales] };
  const both = Object.entries(programs).map(([name, source]) => `export * as ${name} from "${source}";`);
  const bundles = await Promise.all([
    build({ ...options, stdin: { contents: both.join("\n"), resolveDir: provider, sourcefile: "program.js" } }),
    build({ ...options, entryPoints: others }),
  ]);
  const inputs = bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  // Only for a module does esbuild list the exports.
  const { metafile } = await build({ ...options, format: "esm", entryPoints: programs });
  const files = [
    ...bundles.flatMap(({ outputFiles }) =>
      outputFiles.map(({ path, text }) => ({ name: basename(path).replace("stdin.js", "program.js"), content: text })),
    ),
    ...Object.entries(metafile.outputs).map(([path, { exports }]) => entryOf(basename(path), exports)),
    ...describePackages(inputs.map((path) => join(provider, path))),
  ];
  return { files, inputs };
}

/**
 * An entry point of programs, which takes its exports from their bundle.
 *
 * @param {string} name
 * @param {readonly string[]} exports
 * @returns {BundleFile}
 */
function entryOf(name, exports) {
  const lines = [
    '"use strict";',
    'Object.defineProperty(exports, "__esModule", { value: true });',
    `const { ${name.replace(".js", "")}: bundle } = require("./program.js");`,
    // Programs that use `import` find the names of exports in this form.
    ...exports.map((each) => `exports.${each} = bundle.${each};`),
  ];
  return { name, content: `${lines.join("\n")}\n` };
}

/**
 * All packages but zod, of which little is needed. Also the main part of the command, which `app-list` loads after it has
 * checked the version of Node, and the part of programs that reads campaigns.
 *
 * @type {Plugin}
 */
const outside = {
  name: "outside",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === "entry-point" || path === "zod" ? undefined : { path, external: true },
    );
    onResolve({ filter: /^\.\/(?:run|read-campaigns)\.js$/ }, ({ path }) => ({ path, external: true }));
  },
};
