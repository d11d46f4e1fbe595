import { commands } from "./commands";
import { runProgram } from "./program";
import { processTerminal } from "./terminal";

/** Runs the command `app-list` with the arguments and the streams of this process, and sets its exit code. */
export async function run(): Promise<void> {
  process.exitCode = await runProgram(process.argv.slice(2), processTerminal(process), commands);
}
