import { join } from "node:path";

import { pinnedVersion, pulumiHome } from "../paths.mjs";
import { ToolError } from "../tool-error.mjs";
import { buildEngine } from "./build-from-go.mjs";
import { downloadEngine } from "./download.mjs";
import { findEngineOnPath } from "./engine-on-path.mjs";
import { missingExecutables } from "./executables.mjs";
import { describeFailures, firstEngine } from "./first-engine.mjs";
import { findLinkedEngine } from "./linked-engine.mjs";

/** @import { Report } from "../progress.mjs" */
/** @import { Engine, Source } from "./first-engine.mjs" */

/**
 * The Pulumi engine for this clone: the one that it has got before, else that of the first source which has one. Needs
 * the packages and the pinned Node.
 *
 * @param {Report} report
 * @returns {Promise<Engine>}
 */
export async function ensureEngine(report) {
  const version = pinnedVersion("pulumi");
  const folder = join(pulumiHome, "versions", version, "bin");
  if (missingExecutables([folder]).length === 0) return { folder, version };

  /** @type {readonly Source[]} */
  const sources = [
    { name: "an engine on PATH", attempt: findEngineOnPath },
    { name: "the download of the npm package pulumi", attempt: () => downloadEngine(version, report) },
    { name: "the build from Go modules", attempt: () => buildEngine(version, report) },
  ];
  const result = await firstEngine(sources);
  if (result.kind === "none") throw new ToolError(describeFailures(result.failures, version));
  return findLinkedEngine(result.engine);
}
