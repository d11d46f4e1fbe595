import { delimiter, join } from "node:path";

import { pulumiHome } from "../paths.mjs";
import { ToolError } from "../tool-error.mjs";
import { buildLanguageHosts } from "./build-language-hosts.mjs";
import { isExecutable } from "./executables.mjs";
import { hostOf, languagesWithoutHost } from "./languages.mjs";
import { foldersOf, isOfThisClone, linkEngine } from "./linked-engine.mjs";

/** @import { Report } from "../progress.mjs" */
/** @import { Engine } from "./first-engine.mjs" */
/** @import { Language } from "./languages.mjs" */

/**
 * The engine with the hosts of languages beside it. A downloaded engine has them; for another one they are built from Go
 * modules. Nothing is written into the folder of an engine that the machine has: a folder of the clone then links to it.
 *
 * @param {Engine} engine
 * @param {readonly Language[]} wanted
 * @param {Report} report
 * @returns {Promise<Engine>}
 */
export async function ensureLanguageHosts(engine, wanted, report) {
  // Of what is on PATH, an engine of the machine has its own hosts; for an engine of this clone they can be too old.
  const onPath = isOfThisClone(engine) ? [] : (process.env["PATH"] ?? "").split(delimiter);
  const folders = [...foldersOf(engine), ...onPath.filter((folder) => folder !== "")];
  const missing = languagesWithoutHost(wanted, (name) => folders.some((folder) => isExecutable(join(folder, name))));
  if (missing.length === 0) return engine;

  const target = isOfThisClone(engine) ? engine : linkEngine(engine);
  const stillMissing = languagesWithoutHost(missing, (name) => isExecutable(join(target.folder, name)));
  if (stillMissing.length === 0) return target;
  const failure = await buildLanguageHosts(stillMissing, target.folder, report);
  if (failure !== undefined) {
    const hosts = stillMissing.map((language) => hostOf[language]).join(" and no ");
    throw new ToolError(
      `There is no ${hosts} beside the engine in ${engine.folder}, and the build from Go modules failed: ${failure}\n\n` +
        `Either install Go (https://go.dev/dl/) and give it access to a Go module proxy; or install a complete Pulumi ` +
        `(https://www.pulumi.com/docs/install/) so that "pulumi" is on PATH, and remove ${pulumiHome}. Then run the same ` +
        `command again.`,
    );
  }
  return target;
}
