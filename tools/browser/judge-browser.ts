import { describeEnd, run, succeeded } from "../commands.mjs";
import { isExecutable } from "../engine/executables.mjs";

/** The timeout for the version of a browser, in milliseconds. */
const timeLimit = 30_000;

/**
 * Why an executable cannot be used as the browser; undefined where it can. Some systems have a chromium that only prints
 * how to install one, so each is asked for its version.
 */
export async function problemOf(executable: string): Promise<string | undefined> {
  if (!isExecutable(executable)) return "is not there";
  const outcome = await run(executable, ["--version"], { timeLimit });
  return succeeded(outcome) ? undefined : `cannot be started: ${describeEnd(outcome, 4)}`;
}
