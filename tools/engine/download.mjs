import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { describeEnd, run, succeeded } from "../commands.mjs";
import { pinnedNode, pulumiHome } from "../paths.mjs";
import { withProgress } from "../progress.mjs";
import { missingExecutables } from "./executables.mjs";
import { fillFolder } from "./staging.mjs";

/** @import { Report } from "../progress.mjs" */
/** @import { Attempt } from "./first-engine.mjs" */

/** The longest that the download may take, in milliseconds: some 100 MB. */
const timeLimit = 10 * 60_000;

/**
 * Downloads the engine as the npm package `pulumi` does.
 *
 * @param {string} version
 * @param {Report} report
 * @returns {Promise<Attempt>}
 */
export async function downloadEngine(version, report) {
  report("engine", `downloading Pulumi ${version} from get.pulumi.com`);
  const folder = join(pulumiHome, "versions", version);
  return await fillFolder(folder, async (staging) => {
    const program = fileURLToPath(new URL("run-installer.mjs", import.meta.url));
    const installation = run(pinnedNode, [program, version, staging], {
      // Node's fetch and curl then go through the same proxy, and what is half downloaded goes with the folder.
      env: { ...process.env, NODE_USE_ENV_PROXY: "1", TMPDIR: staging },
      timeLimit,
    });
    const outcome = await withProgress(installation, (time) => report("engine", `still downloading (${time})`));
    if (!succeeded(outcome)) return { kind: "failed", reason: describeEnd(outcome, 4) };
    const missing = missingExecutables([join(staging, "bin")]);
    if (missing.length > 0) return { kind: "failed", reason: `the download contains no ${missing.join(", no ")}` };
    return { kind: "found", engine: { folder: join(folder, "bin"), version } };
  });
}
