import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { describeEnd, run, succeeded } from "../commands.mjs";
import { pythonFolder, root } from "../paths.mjs";
import { ToolError } from "../tool-error.mjs";
import { isMadeOf, markMadeOf } from "./stamp.mjs";

/** @import { Report } from "../progress.mjs" */

/** What pip installs: Pulumi's SDK for Python. */
const requirements = fileURLToPath(new URL("python-requirements.txt", import.meta.url));

/** Records the requirements of the installed packages. */
const stampFile = join(pythonFolder, ".installed-from");

/** The longest that an installation may take, in milliseconds. */
const timeLimit = 10 * 60_000;

/**
 * Makes the virtual environment of this clone for Python programs of Pulumi, unless it is there.
 *
 * @param {Report} report
 * @returns {Promise<void>}
 */
export async function ensurePython(report) {
  if (isMadeOf(stampFile, [requirements])) return;
  report("python", "installing Pulumi's SDK for Python from PyPI");
  rmSync(pythonFolder, { recursive: true, force: true });
  await runStep("python3", ["-m", "venv", pythonFolder], report);
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"];
  await runStep(join(pythonFolder, "bin", "python"), [...pip, "--requirement", requirements], report);
  markMadeOf(stampFile, [requirements]);
}

const remedy =
  `The tests of Python programs need Python 3.10 or newer with the module "venv", and access to PyPI. ` +
  `Then run the same command again.`;

/**
 * @param {string} command
 * @param {readonly string[]} commandArguments
 * @param {Report} report
 */
async function runStep(command, commandArguments, report) {
  const onWait = (/** @type {string} */ time) => report("python", `still installing (${time})`);
  const outcome = await run(command, commandArguments, { cwd: root, timeLimit, onWait });
  if (succeeded(outcome)) return;
  const step = [command, ...commandArguments].join(" ");
  throw new ToolError(`"${step}" failed: ${describeEnd(outcome, 20)}\n\n${remedy}`);
}
