import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

import { root } from "../paths.mjs";

/**
 * The folder that holds the `pulumi` executable, as `npm run engine` prints it; what is missing is got first.
 *
 * It is a process of its own because what it runs ends at once on Ctrl-C, without giving others time to tidy up.
 *
 * @throws Error when there is no engine and none can be got; its message says what was tried.
 */
export async function engineFolder(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, "tools", "engine.mjs")]);
  return stdout.trimEnd();
}
