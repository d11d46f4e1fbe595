import { delimiter, join } from "node:path";
import { isExecutable } from "../../tools/engine/executables.mjs";
import { hostOf } from "../../tools/engine/languages.mjs";
import { pythonFolder } from "../../tools/paths.mjs";
import type { Candidate } from "./candidates.ts";
import { buildRestapiProvider, findTerraform } from "./terraform.ts";

/**
 * Why a candidate cannot be measured on this machine.
 *
 * @param engine the folder of the engine.
 * @returns undefined if it can.
 */
export async function findObstacle({ name, tool, language }: Candidate, engine: string): Promise<string | undefined> {
  if (tool === "terraform" && findTerraform() === undefined) return "not found: terraform";
  if (name === "terraform-restapi") {
    const failure = await buildRestapiProvider();
    if (failure !== undefined) return `not found: the restapi provider does not build (${failure})`;
  }
  if (language === undefined) return undefined;
  const folders = [engine, ...(process.env["PATH"] ?? "").split(delimiter)].filter((folder) => folder !== "");
  const host = hostOf[language];
  if (!folders.some((folder) => isExecutable(join(folder, host)))) return `not found: ${host}`;
  const hasPython = language !== "python" || isExecutable(join(pythonFolder, "bin", "python"));
  return hasPython ? undefined : "not found: the Python environment of this clone";
}
