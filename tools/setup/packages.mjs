import { rmSync } from "node:fs";
import { join } from "node:path";

import { describeEnd, npmCommand, run, succeeded } from "../commands.mjs";
import { root } from "../paths.mjs";
import { ToolError } from "../tool-error.mjs";
import { isMadeOf, markMadeOf } from "./stamp.mjs";

/** @import { Report } from "../progress.mjs" */

const lockFile = join(root, "package-lock.json");

/** Records the package-lock.json of the installed packages. npm removes it with node_modules. */
const stampFile = join(root, "node_modules", ".installed-from");

/** The longest that an installation may take, in milliseconds. */
const timeLimit = 20 * 60_000;

/**
 * Installs the packages of package-lock.json, unless they are installed.
 *
 * @param {Report} report
 * @returns {Promise<void>}
 */
export async function installPackages(report) {
  if (isMadeOf(stampFile, [lockFile])) return;

  report("packages", "installing the packages of package-lock.json");
  // npm writes it in place, and a copy of the clone may share it by a hard link.
  rmSync(join(root, "node_modules", ".package-lock.json"), { force: true });
  // Without retries first: npm repeats also what cannot succeed, and prints nothing until it gives up.
  let outcome = await install(report, "--fetch-retries=0");
  if (!succeeded(outcome) && !certificateError.test(outcome.output)) {
    report("packages", `trying again, because npm failed: ${describeEnd(outcome, 6)}`);
    outcome = await install(report);
  }
  if (!succeeded(outcome)) {
    throw new ToolError(
      `The packages could not be installed with "npm install": ${describeEnd(outcome, 40)}\n\n` +
        `Nothing outside this folder was changed. Fix the cause, then run the same command again.` +
        (certificateError.test(outcome.output) ? certificateRemedy : ""),
    );
  }
  markMadeOf(stampFile, [lockFile]);
}

/** A registry behind a proxy that replaces certificates. */
const certificateError = /CERT|UNABLE_TO_VERIFY|SELF_SIGNED/;

const certificateRemedy =
  "\n\nIf a proxy replaces the certificates, set NODE_EXTRA_CA_CERTS to the file with the certificate of its authority.";

/**
 * @param {Report} report
 * @param {...string} options
 */
async function install(report, ...options) {
  const [command, ...firstArguments] = npmCommand(process.env);
  // Not "npm ci": it refuses a lock file that was written where the packages of other platforms cannot be had.
  const installArguments = ["install", "--no-save", "--loglevel=error", "--no-audit", "--no-fund", ...options];
  return await run(command, [...firstArguments, ...installArguments], {
    cwd: root,
    timeLimit,
    onWait: (time) => report("packages", `still installing (${time})`),
  });
}
