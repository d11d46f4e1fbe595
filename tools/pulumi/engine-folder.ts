import { ensureEngine } from "../engine/ensure-engine.mjs";
import { engineFolder as folder } from "../paths.mjs";

/**
 * The folder that holds the `pulumi` executable, as `npm run engine` prints it. It first gets the engine if it is missing,
 * and reports that on standard error.
 *
 * @throws {ToolError} if there is no engine and none can be got
 */
export async function engineFolder(): Promise<string> {
  await ensureEngine();
  return folder;
}
