import { chmodSync, copyFileSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";

import { pulumiHome, root } from "../paths.mjs";
import { buildGoProgram, goSources } from "./go-programs.mjs";
import { hostOf } from "./languages.mjs";
import { withStagingFolder } from "./staging.mjs";

/** @import { Report } from "../progress.mjs" */
/** @import { Language } from "./languages.mjs" */

/**
 * The Go module of the language hosts for Node.js and Python. Those of today are not served by module proxies; 3.68 is, and
 * works with this engine.
 */
const sdk = "github.com/pulumi/pulumi/sdk/v3";

const engine = { name: "pulumi", package: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi", module: "cli" };
const nodeHost = {
  name: "pulumi-language-nodejs",
  package: `${sdk}/nodejs/cmd/pulumi-language-nodejs`,
  module: "language-hosts",
};
const hosts = {
  yaml: {
    name: hostOf.yaml,
    package: "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml",
    module: "yaml-language-host",
  },
  python: { name: hostOf.python, package: `${sdk}/python/cmd/pulumi-language-python`, module: "language-hosts" },
};

/** The plug-in that runs dynamic providers is a script of the SDK; it starts the `node` of PATH. */
const dynamicProviders = "pulumi-resource-pulumi-nodejs";

/** The script that the Python host starts. */
const pythonScript = "pulumi-language-python-exec";

/**
 * Builds the engine from Go modules into `bin` of a folder: for machines that reach a module proxy and not
 * get.pulumi.com. Remove it with the first release if no machine that tests this repository needs it by then.
 *
 * @param {string} folder
 * @param {string} version
 * @param {Report} report
 * @returns {Promise<string | undefined>}  the reason if it fails
 */
export async function buildEngine(folder, version, report) {
  report(
    "engine",
    `building Pulumi ${version} and its hosts for Node.js and YAML from Go modules, once for this clone ` +
      "(five to ten minutes on two cores)",
  );
  const bin = join(folder, "bin");
  mkdirSync(bin);
  // The host for YAML too, although not each command needs it: npm run demo and npm test then need one build.
  for (const program of [{ ...engine, version }, { ...nodeHost, version }, hosts.yaml]) {
    const failure = await buildGoProgram(program, bin, (text) => report("engine", text));
    if (failure !== undefined) return failure;
  }
  copyExecutable(join(root, "node_modules", "@pulumi", "pulumi", dynamicProviders), join(bin, dynamicProviders));
  return undefined;
}

/**
 * Builds the hosts of languages from Go modules and puts them in a folder. A host in the folder is complete, even if
 * this is interrupted.
 *
 * @param {readonly Language[]} languages
 * @param {string} folder
 * @param {Report} report
 * @returns {Promise<string | undefined>}  the reason if it fails
 */
export async function buildLanguageHosts(languages, folder, report) {
  return await withStagingFolder(pulumiHome, async (staging) => {
    for (const language of languages) {
      report("languages", `building the host for ${language} from Go modules, once for this clone`);
      const program = hosts[language];
      const failure = await buildGoProgram(program, staging, (text) => report("languages", text));
      if (failure !== undefined) return failure;
      if (language === "python") {
        const sources = await goSources(program.module, sdk);
        if (sources === undefined) return `Go does not name the folder of ${sdk}`;
        copyExecutable(join(sources, "python", "cmd", pythonScript), join(staging, pythonScript));
        renameSync(join(staging, pythonScript), join(folder, pythonScript));
      }
      renameSync(join(staging, program.name), join(folder, program.name));
    }
    return undefined;
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
