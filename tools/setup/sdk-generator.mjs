import { mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { buildGoProgram } from "../engine/go-programs.mjs";
import { withStagingFolder } from "../engine/staging.mjs";
import { pulumiHome, sdkGenerator } from "../paths.mjs";
import { ToolError } from "../tool-error.mjs";
import { isMadeOf, markMadeOf } from "./stamp.mjs";

/** @import { Report } from "../progress.mjs" */

const program = { name: "sdk-generator", package: ".", module: "sdk-generator" };
const sources = ["go.mod", "go.sum", "main.go"].map((name) =>
  fileURLToPath(new URL(`../engine/go/sdk-generator/${name}`, import.meta.url)),
);

/**
 * Builds the program that generates SDKs from the package's schema, unless it is there.
 *
 * @param {Report} report
 * @returns {Promise<void>}
 */
export async function ensureSdkGenerator(report) {
  const folder = dirname(sdkGenerator);
  const stampFile = join(folder, ".built-from");
  if (isMadeOf(stampFile, sources)) return;

  report("sdks", "building Pulumi's SDK generators from Go modules, once for this clone");
  const failure = await withStagingFolder(pulumiHome, async (staging) => {
    const reason = await buildGoProgram(program, staging, (text) => report("sdks", text));
    if (reason !== undefined) return reason;
    mkdirSync(folder, { recursive: true });
    renameSync(join(staging, program.name), sdkGenerator);
    markMadeOf(stampFile, sources);
    return undefined;
  });
  if (failure === undefined) return;
  throw new ToolError(
    `Pulumi's SDK generators cannot be built: ${failure}\n\nInstall Go (https://go.dev/dl/) and give it access to a Go ` +
      `module proxy. Then run the same command again.`,
  );
}
