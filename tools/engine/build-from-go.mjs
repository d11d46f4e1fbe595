import { copyFileSync, chmodSync } from "node:fs";
import { join } from "node:path";

import { pulumiHome, root } from "../paths.mjs";
import { buildGoProgram, findGoObstacle } from "./go-programs.mjs";
import { fillFolder } from "./staging.mjs";

/** @import { Report } from "../progress.mjs" */
/** @import { Attempt } from "./first-engine.mjs" */
/** @import { GoProgram } from "./go-programs.mjs" */

/**
 * The executables that are built.
 * The module of today's language host is not served by module proxies; that of 3.68 is, and works with this engine.
 *
 * @param {string} version
 * @returns {readonly GoProgram[]}
 */
function programsOf(version) {
  const versionVariable = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";
  return [
    {
      name: "pulumi",
      package: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
      module: "cli",
      versionVariable,
      version,
    },
    {
      name: "pulumi-language-nodejs",
      package: "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs",
      module: "language-hosts",
      versionVariable,
      version,
    },
  ];
}

/**
 * Builds the engine from Go modules.
 *
 * @param {string} version
 * @param {Report} report
 * @returns {Promise<Attempt>}
 */
export async function buildEngine(version, report) {
  const programs = programsOf(version);
  const obstacle = await findGoObstacle(programs);
  if (obstacle !== undefined) return { kind: "failed", reason: obstacle };

  report("engine", `building Pulumi ${version} from Go modules, once for this clone (about five minutes on two cores)`);
  const folder = join(pulumiHome, "versions", version);
  return await fillFolder(folder, async (staging) => {
    for (const program of programs) {
      const failure = await buildGoProgram(program, join(staging, "bin"), (text) => report("engine", text));
      if (failure !== undefined) return { kind: "failed", reason: failure };
    }
    addDynamicProviderPlugin(join(staging, "bin"));
    return { kind: "found", engine: { folder: join(folder, "bin"), version } };
  });
}

/**
 * The plug-in that runs dynamic providers is a script of the SDK; it starts the `node` of PATH.
 *
 * @param {string} folder
 */
function addDynamicProviderPlugin(folder) {
  const name = "pulumi-resource-pulumi-nodejs";
  copyFileSync(join(root, "node_modules", "@pulumi", "pulumi", name), join(folder, name));
  chmodSync(join(folder, name), 0o755);
}
