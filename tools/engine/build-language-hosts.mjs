import { chmodSync, copyFileSync, renameSync } from "node:fs";
import { join } from "node:path";

import { pulumiHome } from "../paths.mjs";
import { buildGoProgram, findGoObstacle, goSources } from "./go-programs.mjs";
import { hostOf } from "./languages.mjs";
import { withStagingFolder } from "./staging.mjs";

/** @import { Report } from "../progress.mjs" */
/** @import { GoProgram } from "./go-programs.mjs" */
/** @import { Language } from "./languages.mjs" */

/** The Go module of the Python host. That of today is not served by module proxies; 3.68 is, and works with the engine. */
const pythonModule = "github.com/pulumi/pulumi/sdk/v3";

/** The script that the Python host starts, and where it is in the sources. */
const pythonScript = "pulumi-language-python-exec";
const pythonScriptPath = join("python", "cmd", pythonScript);

/** @type {Readonly<Record<Language, GoProgram>>} */
const programs = {
  yaml: {
    name: hostOf.yaml,
    package: "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml",
    module: "yaml-language-host",
  },
  python: {
    name: hostOf.python,
    package: `${pythonModule}/python/cmd/pulumi-language-python`,
    module: "language-hosts",
  },
};

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
  const obstacle = await findGoObstacle(languages.map((language) => programs[language]));
  if (obstacle !== undefined) return obstacle;

  return await withStagingFolder(pulumiHome, async (staging) => {
    for (const language of languages) {
      report("languages", `building the host for ${language} from Go modules, once for this clone`);
      const program = programs[language];
      const failure =
        (await buildGoProgram(program, staging, (text) => report("languages", text))) ??
        (language === "python" ? await addPythonScript(staging, folder) : undefined);
      if (failure !== undefined) return failure;
      renameSync(join(staging, program.name), join(folder, program.name));
    }
    return undefined;
  });
}

/**
 * Puts the script that the Python host starts in the folder of the host.
 *
 * @param {string} staging
 * @param {string} folder
 * @returns {Promise<string | undefined>}  the reason if it fails
 */
async function addPythonScript(staging, folder) {
  const sources = await goSources(programs.python, pythonModule);
  if (sources === undefined) return `Go does not name the folder of ${pythonModule}`;
  const staged = join(staging, pythonScript);
  copyFileSync(join(sources, pythonScriptPath), staged);
  chmodSync(staged, 0o755);
  renameSync(staged, join(folder, pythonScript));
  return undefined;
}
