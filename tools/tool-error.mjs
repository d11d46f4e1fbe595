import { constants } from "node:os";
import { inspect } from "node:util";

/** What went wrong, in sentences for the person at the terminal: what happened and what to do next. */
export class ToolError extends Error {}

/**
 * Runs a program. A ToolError ends it with its message alone, anything else with its stack; the exit status is then 1.
 * A signal ends it and its commands at once, with the exit status of shells.
 *
 * @param {() => Promise<void>} program
 */
export async function runProgram(program) {
  for (const signal of /** @type {const} */ (["SIGHUP", "SIGINT", "SIGTERM"])) {
    process.on(signal, () => process.exit(128 + constants.signals[signal]));
  }
  try {
    await program();
  } catch (error) {
    process.stderr.write(`\n${error instanceof ToolError ? error.message : inspect(error)}\n`);
    process.exitCode = 1;
  }
}
