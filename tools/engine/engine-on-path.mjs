import { realpathSync } from "node:fs";
import { basename, delimiter, dirname, join, sep } from "node:path";

import { run, succeeded } from "../commands.mjs";
import { pulumiHome } from "../paths.mjs";
import { isExecutable, missingExecutables } from "./executables.mjs";

/** @import { Attempt } from "../first-found.mjs" */
/** @import { Engine } from "./ensure-engine.mjs" */

/**
 * Finds an engine that the machine has.
 *
 * @param {readonly string[]} hosts  the language hosts that it must have
 * @returns {Promise<Attempt<Engine>>}
 */
export async function findEngineOnPath(hosts) {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const reasons = [];
  for (const command of new Set(folders.map((folder) => join(folder, "pulumi")).filter(isExecutable))) {
    const target = realpathSync(command);
    // The npm package's own launcher: it downloads, which is the next source.
    if (target.split(sep).includes("node_modules")) continue;
    // Beside a launcher of another name (a version manager's) the command itself is the only one to go by.
    const folder = basename(target) === "pulumi" ? dirname(target) : dirname(command);
    const version = await versionOf(command);
    const obstacle = engineObstacle({ version, missing: missingExecutables([folder, ...folders], hosts) });
    if (obstacle === undefined) return { kind: "found", found: { folder, version: version.replace(/^v/, "") } };
    reasons.push(`${command}: ${obstacle}`);
  }
  return { kind: "failed", reason: reasons.join("\n") || "there is no pulumi on PATH" };
}

/**
 * What `pulumi version` prints; nothing if it fails.
 *
 * @param {string} command
 */
async function versionOf(command) {
  const outcome = await run(command, ["version"], {
    env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "1", PULUMI_HOME: pulumiHome },
    timeLimit: 20_000,
  });
  return succeeded(outcome) ? outcome.standardOutput.trim() : "";
}

/**
 * Why an engine that the machine has cannot be used. The dynamic providers of the first Pulumi with which they work as
 * this project needs it are those of 3.217; the package's peer dependency agrees.
 *
 * @param {{ readonly version: string, readonly missing: readonly string[] }} found
 *   `missing` are executables that are neither beside it nor on PATH
 * @returns {string | undefined}  undefined if it can
 */
function engineObstacle({ version, missing }) {
  const [, major, minor] = /^v?(\d+)\.(\d+)\./.exec(version) ?? [];
  if (major === undefined) return '"pulumi version" prints no version';
  if (major !== "3" || Number(minor) < 217) return `it is version ${version}, and 3.217 or a later 3 is needed`;
  return missing.length === 0 ? undefined : `${missing.join(" and ")} is neither beside it nor on PATH`;
}
