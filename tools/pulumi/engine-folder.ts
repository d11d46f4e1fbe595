import { ensureEngine } from "../engine/ensure-engine.mjs";
import { reportTo } from "../progress.mjs";

/**
 * The folder that holds the `pulumi` executable, as `npm run engine` prints it. It first gets the missing parts, and
 * reports that on standard error.
 *
 * @throws Error when there is no engine and none can be got; its message lists the attempts.
 */
export async function engineFolder(): Promise<string> {
  return (await ensureEngine([], reportTo(process.stderr))).folder;
}
