import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

import { describeEnd, run, succeeded } from "../commands.mjs";
import { firstFound } from "../first-found.mjs";
import { pinnedNode, pinnedVersion, pulumiHome, root } from "../paths.mjs";
import { ToolError } from "../tool-error.mjs";
import { buildEngine, buildLanguageHosts } from "./build-from-go.mjs";
import { findEngineOnPath } from "./engine-on-path.mjs";
import { isExecutable, missingExecutables } from "./executables.mjs";
import { hostOf } from "./languages.mjs";
import { fillFolder } from "./staging.mjs";

/** @import { Attempt, Source } from "../first-found.mjs" */
/** @import { Report } from "../progress.mjs" */
/** @import { Language } from "./languages.mjs" */

/**
 * An engine: the folder of the `pulumi` executable, and its version, such as "3.259.0".
 *
 * @typedef {{ readonly folder: string, readonly version: string }} Engine
 */

/** The longest that the download may take, in milliseconds: some 100 MB. */
const downloadLimit = 10 * 60_000;

/** The engine of this clone. */
const version = pinnedVersion("pulumi");
const ownFolder = join(pulumiHome, "versions", version);
const own = { folder: join(ownFolder, "bin"), version };

const remedy =
  `Any one of these helps: install Pulumi (https://www.pulumi.com/docs/install/) so that "pulumi" is on PATH; ` +
  `or give this machine access to get.pulumi.com; or install Go (https://go.dev/dl/) and give it access to a ` +
  `Go module proxy. Then run the same command again. No incomplete files of Pulumi ${version} remain.`;

/**
 * The Pulumi engine for this clone, with the hosts of languages: the one that the clone has, else that of the first source
 * that has one. Needs the packages and the pinned Node. Nothing is written into the folder of an engine of the machine.
 *
 * @param {readonly Language[]} languages
 * @param {Report} report
 * @returns {Promise<Engine>}
 */
export async function ensureEngine(languages, report) {
  const engine = missingExecutables([own.folder]).length === 0 ? own : await getEngine(languages, report);
  if (engine.folder !== own.folder) return engine;
  const missing = languages.filter((language) => !isExecutable(join(own.folder, hostOf[language])));
  const failure = missing.length === 0 ? undefined : await buildLanguageHosts(missing, own.folder, report);
  if (failure === undefined) return engine;
  throw new ToolError(
    `There is no host for ${missing.join(" and ")} in ${own.folder}, and the build from Go modules failed: ${failure}\n\n` +
      `Either install Go (https://go.dev/dl/) and give it access to a Go module proxy; or install a complete Pulumi ` +
      `(https://www.pulumi.com/docs/install/) so that "pulumi" is on PATH, and remove ${pulumiHome}. Then run the same ` +
      `command again.`,
  );
}

/**
 * @param {readonly Language[]} languages
 * @param {Report} report
 * @returns {Promise<Engine>}
 */
async function getEngine(languages, report) {
  const hosts = languages.map((language) => hostOf[language]);
  /** @type {readonly Source<Engine>[]} */
  const sources = [
    { name: "an engine on PATH", attempt: () => findEngineOnPath(hosts) },
    { name: "the download of the npm package pulumi", attempt: () => fillOwn((folder) => download(folder, report)) },
    { name: "the build from Go modules", attempt: () => fillOwn((folder) => buildEngine(folder, version, report)) },
  ];
  return await firstFound(sources, { problem: "There is no Pulumi engine.", remedy });
}

/**
 * @param {(folder: string) => Promise<string | undefined>} fill
 * @returns {Promise<Attempt<Engine>>}
 */
async function fillOwn(fill) {
  const failure = await fillFolder(ownFolder, fill);
  return failure === undefined ? { kind: "found", found: own } : { kind: "failed", reason: failure };
}

/**
 * Downloads the engine as the npm package `pulumi` does: its launcher installs it in its home.
 *
 * @param {string} folder
 * @param {Report} report
 * @returns {Promise<string | undefined>}  the reason if it fails
 */
async function download(folder, report) {
  report("engine", `downloading Pulumi ${version} from get.pulumi.com`);
  const home = join(folder, "home");
  mkdirSync(home);
  const outcome = await run(pinnedNode, [join(root, "node_modules", "pulumi", "run.js"), "version"], {
    // Node's fetch and curl then use the same proxy, and an incomplete download is deleted with the folder.
    env: {
      ...process.env,
      NODE_USE_ENV_PROXY: "1",
      TMPDIR: home,
      PULUMI_HOME: home,
      PULUMI_VERSION: version,
      PULUMI_SKIP_UPDATE_CHECK: "1",
    },
    timeLimit: downloadLimit,
    onWait: (time) => report("engine", `still downloading (${time})`),
  });
  if (!succeeded(outcome)) return describeEnd(outcome, 4);
  renameSync(join(home, "versions", version, "bin"), join(folder, "bin"));
  rmSync(home, { recursive: true, force: true });
  return undefined;
}
