import { realpathSync } from "node:fs";
import { basename, delimiter, dirname, join, sep } from "node:path";

import { run, succeeded } from "../commands.mjs";
import { pulumiHome } from "../paths.mjs";
import { isExecutable, missingExecutables } from "./executables.mjs";
import { judgeInstalledEngine } from "./judge-installed-engine.mjs";

/** @import { Attempt } from "./first-engine.mjs" */

/**
 * Looks for an engine that the machine has.
 *
 * @returns {Promise<Attempt>}
 */
export async function findEngineOnPath() {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const reasons = [];
  for (const command of new Set(folders.map((folder) => join(folder, "pulumi")).filter(isExecutable))) {
    const target = realpathSync(command);
    // The npm package's own launcher: it downloads, which is the next source.
    if (target.split(sep).includes("node_modules")) continue;
    // Beside a launcher of another name (a version manager's) the command itself is the only one to go by.
    const folder = basename(target) === "pulumi" ? dirname(target) : dirname(command);
    const version = await versionOf(command);
    const verdict = judgeInstalledEngine({ version, missing: missingExecutables([folder, ...folders]) });
    if (verdict.kind === "usable") return { kind: "found", engine: { folder, version: verdict.version } };
    reasons.push(`${command}: ${verdict.reason}`);
  }
  return { kind: "failed", reason: reasons.join("\n") || "there is no pulumi on PATH" };
}

/**
 * What `pulumi version` prints.
 *
 * @param {string} command
 */
async function versionOf(command) {
  const outcome = await run(command, ["version"], {
    env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "1", PULUMI_HOME: pulumiHome },
    timeLimit: 20_000,
  });
  return succeeded(outcome) ? outcome.standardOutput.trim() : undefined;
}
