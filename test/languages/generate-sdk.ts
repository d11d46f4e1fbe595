import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { isExecutable } from "../../tools/engine/executables.mjs";
import { sdkGenerator } from "../../tools/paths.mjs";
import { type Project, succeeded } from "../harness/project";

/**
 * Generates the SDK of a language where `pulumi package add` generates it, from the schema that the plugin returns.
 *
 * @returns the folder of the SDK
 */
export async function generateSdk(project: Project, language: "go" | "nodejs" | "python"): Promise<string> {
  if (!isExecutable(sdkGenerator)) throw new Error(`There is no ${sdkGenerator}. Run "npm run test:languages".`);
  const sdks = join(project.folder, "sdks");
  mkdirSync(sdks);
  const schema = join(sdks, "schema.json");
  writeFileSync(schema, succeeded(await project.pulumi("package", "get-schema", "app-list")).text);
  const folder = join(sdks, "app-list");
  await promisify(execFile)(sdkGenerator, [schema, folder, language]);
  return folder;
}
