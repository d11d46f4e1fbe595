import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { isExecutable } from "../../tools/engine/executables.mjs";
import { sdkGenerator } from "../../tools/paths.mjs";
import type { Project } from "../harness/project";
import { readSchema } from "./schema";

/** A generated SDK. */
export interface GeneratedSdk {
  readonly folder: string;
  /** The package schema that it was generated from. */
  readonly schema: string;
}

/** Generates the SDK of a language where `pulumi package add` generates it, from the schema that the plugin returns. */
export async function generateSdk(project: Project, language: "go" | "nodejs" | "python"): Promise<GeneratedSdk> {
  if (!isExecutable(sdkGenerator)) throw new Error(`There is no ${sdkGenerator}. Run "npm run test:languages".`);
  const sdks = join(project.folder, "sdks");
  mkdirSync(sdks);
  const schema = await readSchema(project);
  const schemaFile = join(project.folder, "..", "schema.json");
  writeFileSync(schemaFile, schema);
  const folder = join(sdks, "app-list");
  await promisify(execFile)(sdkGenerator, [schemaFile, folder, language]);
  return { folder, schema };
}
