import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pinnedNode, root } from "./paths.mjs";
import { ToolError } from "./tool-error.mjs";

/**
 * Runs a test file as a long run, and ends with its exit code.
 *
 * @param {readonly string[]} args arguments of vitest, such as the file.
 * @param {Readonly<Record<string, string>>} environment what makes the run long.
 * @throws {ToolError} if the run was ended from outside.
 */
export function runTests(args, environment) {
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const { status, signal } = spawnSync(pinnedNode, [vitest, "run", ...args], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...environment },
  });
  if (signal !== null) throw new ToolError(`The run was ended by ${signal}.`);
  process.exitCode = status === 0 ? 0 : 1;
}
