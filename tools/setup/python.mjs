import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { describeEnd, run, succeeded } from "../commands.mjs";
import { isAtLeast, parseVersion } from "../engine/version.mjs";
import { pythonFolder, root } from "../paths.mjs";
import { withProgress } from "../progress.mjs";
import { ToolError } from "../tool-error.mjs";
import { isMadeOf, markMadeOf } from "./stamp.mjs";

/** @import { Report } from "../progress.mjs" */

/** What pip installs: Pulumi's SDK for Python. */
const requirements = fileURLToPath(new URL("python-requirements.txt", import.meta.url));

/** Records the requirements of the installed packages. */
const stampFile = join(pythonFolder, ".installed-from");

/** The first Python that the SDK supports. */
const minimum = "3.10.0";

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
  const obstacle = pythonObstacle(await printedVersion());
  if (obstacle !== undefined) throw new ToolError(`${obstacle} ${remedy}`);

  report("python", "installing Pulumi's SDK for Python from PyPI");
  rmSync(pythonFolder, { recursive: true, force: true });
  await runStep("python3", ["-m", "venv", pythonFolder], report);
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"];
  await runStep(join(pythonFolder, "bin", "python"), [...pip, "--requirement", requirements], report);
  markMadeOf(stampFile, [requirements]);
}

const remedy =
  `The tests of Python programs need Python ${minimum.replace(/\.0$/, "")} or newer with the module "venv", and access to PyPI. ` +
  `Then run the same command again.`;

async function printedVersion() {
  const outcome = await run("python3", ["--version"], { timeLimit: 20_000 });
  return succeeded(outcome) ? outcome.standardOutput.trim() : undefined;
}

/**
 * Why a Python cannot be used.
 *
 * @param {string | undefined} printed  such as "Python 3.11.7"; undefined if there is no Python
 * @returns {string | undefined}  undefined if it can
 */
export function pythonObstacle(printed) {
  if (printed === undefined) return "There is no python3 on PATH.";
  const version = parseVersion(printed.replace(/^Python /, ""));
  const oldest = parseVersion(minimum);
  const isNewEnough = version !== undefined && oldest !== undefined && isAtLeast(version, oldest);
  return isNewEnough ? undefined : `The python3 on PATH is ${printed}.`;
}

/**
 * @param {string} command
 * @param {readonly string[]} commandArguments
 * @param {Report} report
 */
async function runStep(command, commandArguments, report) {
  const outcome = await withProgress(run(command, commandArguments, { cwd: root, timeLimit }), (time) =>
    report("python", `still installing (${time})`),
  );
  if (succeeded(outcome)) return;
  const step = [command, ...commandArguments].join(" ");
  throw new ToolError(`"${step}" failed: ${describeEnd(outcome, 20)}\n\n${remedy}`);
}
