import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { runStep } from "../commands.mjs";
import { pythonFolder } from "../paths.mjs";
import { report } from "../progress.mjs";
import { isMadeOf, markMadeOf } from "./stamp.mjs";

/** What pip installs: Pulumi's SDK for Python. */
const requirements = fileURLToPath(new URL("python-requirements.txt", import.meta.url));

/** Records the requirements of the installed packages. */
const stampFile = join(pythonFolder, ".installed-from");

/** The longest that an installation may take, in milliseconds. */
const timeLimit = 10 * 60_000;

/** Makes the virtual environment of this clone for Python programs of Pulumi, unless it is there. */
export async function ensurePython() {
  if (isMadeOf(stampFile, [requirements])) return;
  report("python", "installing Pulumi's SDK for Python from PyPI");
  rmSync(pythonFolder, { recursive: true, force: true });
  const remedy = 'Install Python 3.10 or later with the module "venv", and give it access to PyPI.';
  await runStep("python", ["python3", "-m", "venv", pythonFolder], { timeLimit, remedy });
  const options = ["--quiet", "--disable-pip-version-check", "--no-input", "--requirement", requirements];
  const python = join(pythonFolder, "bin", "python");
  await runStep("python", [python, "-m", "pip", "install", ...options], { timeLimit, remedy });
  markMadeOf(stampFile, [requirements]);
}
