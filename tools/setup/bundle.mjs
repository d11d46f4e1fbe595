import { readFileSync } from "node:fs";
import { basename, join } from "node:path";

import { root } from "../paths.mjs";
import { describePackages } from "./notices.mjs";

/** @import { BuildOptions, Metafile, Plugin } from "esbuild" */

/**
 * A file of the bundle.
 *
 * @typedef {{ readonly name: string, readonly content: string }} BundleFile
 */

const provider = join(root, "provider");

/** The path of the bundle of the plugin, from which npm publishes it. */
export const bundleFolder = join(provider, "dist", "plugin");

/** The file that the engine starts. Pulumi requires this name of a folder that it installs a plugin from. */
export const executable = "pulumi-resource-app-list";

/** What all bundles have in common. */
export const bundleOptions = /** @type {const} @satisfies {BuildOptions} */ ({
  absWorkingDir: provider,
  bundle: true,
  write: false,
  metafile: true,
  platform: "node",
  format: "cjs",
  target: "node22.19",
  legalComments: "none",
});

/** What the bundles of plugins have in common. */
export const pluginOptions = /** @type {const} @satisfies {BuildOptions} */ ({
  ...bundleOptions,
  // Less to read at each start. Names stay as they are: stack traces show them.
  minifySyntax: true,
  minifyWhitespace: true,
  // gRPC needs it only to read .proto files.
  external: ["@grpc/proto-loader"],
});

/**
 * Bundles the plugin with its packages: it starts in half the time, and needs neither Pulumi's SDK nor gRPC beside it.
 *
 * @returns {Promise<{ readonly files: readonly BundleFile[], readonly metafile: Metafile }>}
 */
export async function bundle() {
  // The set-up loads this module before packages are installed.
  const { build } = await import("esbuild");
  const { outputFiles, metafile } = await build({
    ...pluginOptions,
    entryPoints: [
      { in: "hosts/plugin/launcher.ts", out: executable },
      { in: "hosts/plugin/main.ts", out: "main" },
      { in: "undici", out: "undici" },
    ],
    outdir: "dist/plugin",
    plugins: [inFilesOfTheirOwn, withoutLocales],
  });
  const files = outputFiles.map(({ path, text }) => ({ name: nameOf(path), content: text }));
  const packages = describePackages(Object.keys(metafile.inputs).map((path) => join(provider, path)));
  // The plugin reads it when the engine asks for it.
  const path = join(provider, "hosts", "plugin", "schema", "schema.json");
  const schema = { name: "schema/schema.json", content: readFileSync(path, "utf8") };
  return { files: [...files, ...packages, schema, windowsCommand], metafile };
}

/** What the engine starts on Windows in a folder that it has installed the plugin to. */
const windowsCommand = { name: `${executable}.cmd`, content: `@node "%~dp0${executable}" %*\r\n` };

/**
 * The name of a file that esbuild makes, which adds ".js" to all of them.
 *
 * @param {string} path
 */
function nameOf(path) {
  const name = basename(path);
  return name === `${executable}.js` ? executable : name;
}

/**
 * Two files of their own: the plugin, which the launcher loads after it has started Node's compile cache, and the HTTP
 * client, which most previews do not need.
 *
 * @type {Plugin}
 */
const inFilesOfTheirOwn = {
  name: "in-files-of-their-own",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^\.\/main\.js$/ }, () => ({ path: "./main.js", external: true }));
    onResolve({ filter: /^undici$/ }, ({ kind }) =>
      kind === "entry-point" ? undefined : { path: "./undici.js", external: true },
    );
  },
};

/**
 * The messages of zod in all languages but English would be a third of the bundle.
 *
 * @type {Plugin}
 */
export const withoutLocales = {
  name: "without-locales",
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({ contents: "" }));
  },
};
