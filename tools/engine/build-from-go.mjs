import { chmodSync, copyFileSync, renameSync } from "node:fs";
import { join } from "node:path";

import { engineFolder, root } from "../paths.mjs";
import { report } from "../progress.mjs";
import { isExecutable } from "./executables.mjs";
import { buildGoProgram, runGo } from "./go-programs.mjs";
import { inStagingFolder } from "./staging.mjs";

/**
 * The Go module of the language hosts for Node.js and Python. Those of today are not served by module proxies; 3.68 is, and
 * works with this engine.
 */
const sdk = "github.com/pulumi/pulumi/sdk/v3";

const engine = { name: "pulumi", package: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi", module: "cli" };

/**
 * The host for programs in a language.
 *
 * @param {string} language
 * @param {string} folder  of its sources
 * @param {string} module
 */
const hostOf = (language, folder, module) => {
  const name = `pulumi-language-${language}`;
  return { name, package: `${folder}/cmd/${name}`, module };
};
const nodeHost = hostOf("nodejs", `${sdk}/nodejs`, "language-hosts");
const yamlHost = hostOf("yaml", "github.com/pulumi/pulumi-yaml", "yaml-language-host");
const pythonHost = hostOf("python", `${sdk}/python`, "language-hosts");

/** The plug-in that runs dynamic providers is a script of the SDK; it starts the `node` of PATH. */
const dynamicProviders = "pulumi-resource-pulumi-nodejs";

/** The script that the Python host starts. */
const pythonScript = "pulumi-language-python-exec";

/**
 * Builds the engine from Go modules: for machines that reach a module proxy and not get.pulumi.com. Remove it with the
 * first release if no machine that tests this repository needs it by then.
 *
 * @param {string} folder
 * @param {string} version
 */
export async function buildEngine(folder, version) {
  report(
    "engine",
    `building Pulumi ${version} from Go modules, once for this clone (five to ten minutes on two cores)`,
  );
  for (const program of [{ ...engine, version }, { ...nodeHost, version }, yamlHost]) {
    await buildGoProgram("engine", program, folder);
  }
  copyExecutable(join(root, "node_modules", "@pulumi", "pulumi", dynamicProviders), join(folder, dynamicProviders));
  return folder;
}

/** Builds the host for Python from Go modules and puts it beside the engine, unless it is there: a download has it. */
export async function ensurePythonHost() {
  const target = join(engineFolder, pythonHost.name);
  if (isExecutable(target)) return;
  report("python", "building the host for Python from Go modules, once for this clone");
  await inStagingFolder(async (staging) => {
    await buildGoProgram("python", pythonHost, staging);
    const sources = await runGo("python", ["list", "-m", "-f", "{{.Dir}}", sdk], pythonHost.module);
    copyExecutable(join(sources.trim(), "python", "cmd", pythonScript), join(engineFolder, pythonScript));
    // Last, so that a host in its place is complete.
    renameSync(join(staging, pythonHost.name), target);
  });
}

/**
 * @param {string} source
 * @param {string} target
 */
function copyExecutable(source, target) {
  copyFileSync(source, target);
  chmodSync(target, 0o755);
}
