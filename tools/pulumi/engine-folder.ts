import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

import type { Language } from "../engine/languages.mjs";
import { root } from "../paths.mjs";

/**
 * The folder that holds the `pulumi` executable, as `npm run engine` prints it. It
 * first gets the missing parts, and reports that on standard error.
 *
 * It is a process of its own because what it runs ends at once on Ctrl-C, without giving others time to tidy up.
 *
 * @param languages the languages whose hosts it must have.
 * @throws Error when there is no engine and none can be got; its message lists the attempts.
 */
export async function engineFolder(languages: readonly Language[] = []): Promise<string> {
  const options = languages.length === 0 ? [] : [`--languages=${languages.join(",")}`];
  const running = promisify(execFile)(process.execPath, [join(root, "tools", "engine.mjs"), ...options]);
  running.child.stderr?.pipe(process.stderr);
  const { stdout } = await running;
  return stdout.trimEnd();
}
