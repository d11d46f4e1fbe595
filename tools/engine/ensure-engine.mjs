import { mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

import { runStep } from "../commands.mjs";
import { engineFolder, pinnedNode, pinnedVersion, root } from "../paths.mjs";
import { report } from "../progress.mjs";
import { ToolError } from "../tool-error.mjs";
import { buildEngine } from "./build-from-go.mjs";
import { hasEngine } from "./executables.mjs";
import { inStagingFolder } from "./staging.mjs";

/** The longest that the download may take, in milliseconds: some 100 MB. */
const downloadLimit = 10 * 60_000;

/**
 * Gets the Pulumi engine of this clone, unless it is there: downloads it, or builds it on a machine without access to
 * get.pulumi.com. Needs the packages and the pinned Node.
 *
 * @returns {Promise<string>}  the folder of the `pulumi` executable
 * @throws {ToolError} if both fail
 */
export async function ensureEngine() {
  if (hasEngine(engineFolder)) return engineFolder;
  const version = pinnedVersion("pulumi");
  const failures = [];
  for (const fill of [download, buildEngine]) {
    try {
      await inStagingFolder(async (staging) => putInPlace(await fill(staging, version)));
      return engineFolder;
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      failures.push(error.message);
    }
  }
  throw new ToolError(
    `Pulumi ${version} could not be installed. One of these must succeed.\n\n${failures.join("\n\n")}`,
  );
}

/**
 * The folder of an engine is complete or missing, whatever is interrupted.
 *
 * @param {string} folder
 */
function putInPlace(folder) {
  if (!hasEngine(folder)) throw new ToolError("The engine lacks one of its executables.");
  // Another run of the set-up can have been first: its engine can be in use.
  if (hasEngine(engineFolder)) return;
  rmSync(engineFolder, { recursive: true, force: true });
  mkdirSync(dirname(engineFolder), { recursive: true });
  renameSync(folder, engineFolder);
}

/**
 * Downloads the engine as the npm package `pulumi` does: its launcher installs it in its home.
 *
 * @param {string} home
 * @param {string} version
 */
async function download(home, version) {
  report("engine", `downloading Pulumi ${version} from get.pulumi.com`);
  await runStep("engine", [pinnedNode, join(root, "node_modules", "pulumi", "run.js"), "version"], {
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
    remedy: "Give this machine access to get.pulumi.com.",
  });
  return join(home, "versions", version, "bin");
}
