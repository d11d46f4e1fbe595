/** What went wrong, in sentences for the person at the terminal: what happened and what to do next. */
export class ToolError extends Error {}

/**
 * Runs a program. A ToolError ends it with its message alone, anything else with its stack; the exit status is then 1.
 *
 * @param {() => Promise<void>} program
 */
export async function runProgram(program) {
  try {
    await program();
  } catch (error) {
    process.stderr.write(`\n${error instanceof ToolError ? error.message : inFull(error)}\n`);
    process.exitCode = 1;
  }
}

/** @param {unknown} error */
function inFull(error) {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
