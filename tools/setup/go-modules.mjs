import { copyFileSync } from "node:fs";
import { join } from "node:path";

import { describeEnd, run, succeeded } from "../commands.mjs";
import { goEnvironment } from "../engine/go-programs.mjs";
import { withStagingFolder } from "../engine/staging.mjs";
import { pulumiHome, root } from "../paths.mjs";
import { ToolError } from "../tool-error.mjs";

/** @import { Report } from "../progress.mjs" */

/** The Go program whose modules are fetched, and the generated SDK in its go.mod, which the tests generate. */
const example = join(root, "examples", "go");
const generated = "github.com/pulumi/pulumi-app-list/sdk/go";

/** The packages of Pulumi's SDK for Go that the program and the generated SDK import. */
const packages = ["pulumi", "pulumi/config", "pulumi/internals"].map(
  (name) => `github.com/pulumi/pulumi/sdk/v3/go/${name}`,
);

/** The longest that fetching or compiling may take, in milliseconds. */
const timeLimit = 20 * 60_000;

/**
 * Fetches and compiles Pulumi's SDK for Go into Go's caches, so that the tests compile the example without a network.
 *
 * @param {Report} report
 * @returns {Promise<void>}
 */
export async function ensureGoModules(report) {
  await withStagingFolder(pulumiHome, async (folder) => {
    for (const name of ["go.mod", "go.sum"]) copyFileSync(join(example, name), join(folder, name));
    await runGo(["mod", "edit", `-droprequire=${generated}`, `-dropreplace=${generated}`], folder, report);
    await runGo(["build", "-trimpath", ...packages], folder, report);
  });
}

/**
 * @param {readonly string[]} goArguments
 * @param {string} cwd
 * @param {Report} report
 */
async function runGo(goArguments, cwd, report) {
  const onWait = (/** @type {string} */ time) => report("go", `still compiling Pulumi's SDK (${time})`);
  const outcome = await run("go", goArguments, { cwd, env: goEnvironment, timeLimit, onWait });
  if (succeeded(outcome)) return;
  throw new ToolError(
    `Pulumi's SDK for Go cannot be compiled: ${describeEnd(outcome)}\n\nInstall Go (https://go.dev/dl/) and give it ` +
      `access to a Go module proxy. Then run the same command again.`,
  );
}
