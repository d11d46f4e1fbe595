import { mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { buildGoProgram } from "../engine/go-programs.mjs";
import { inStagingFolder } from "../engine/staging.mjs";
import { sdkGenerator } from "../paths.mjs";
import { report } from "../progress.mjs";
import { isMadeOf, markMadeOf } from "./stamp.mjs";

const program = { name: "sdk-generator", package: ".", module: "sdk-generator" };
const sources = ["go.mod", "go.sum", "main.go"].map((name) =>
  fileURLToPath(new URL(`../engine/go/sdk-generator/${name}`, import.meta.url)),
);

/** Builds the program that generates SDKs from the package's schema, unless it is there. */
export async function ensureSdkGenerator() {
  const folder = dirname(sdkGenerator);
  const stampFile = join(folder, ".built-from");
  if (isMadeOf(stampFile, sources)) return;
  report("sdks", "building Pulumi's SDK generators from Go modules, once for this clone");
  await inStagingFolder(async (staging) => {
    await buildGoProgram("sdks", program, staging);
    mkdirSync(folder, { recursive: true });
    renameSync(join(staging, program.name), sdkGenerator);
  });
  markMadeOf(stampFile, sources);
}
