import { Command, CommanderError } from "commander";
import { AppListError } from "../common/error";
import { printable } from "../common/printable";
import { exitCodes, type ExitCode } from "./exit-code";
import { formatJson } from "./json";
import type { Terminal } from "./terminal";

/** Makes a command. The command passes its exit code to `end`, or throws. */
export type MakeCommand = (terminal: Terminal, end: (code: ExitCode) => void) => Command;

/**
 * Runs the command `app-list`.
 *
 * @param commandArguments the arguments after `app-list`.
 * @returns the exit code.
 */
export async function runProgram(
  commandArguments: readonly string[],
  terminal: Terminal,
  commands: readonly MakeCommand[],
): Promise<ExitCode> {
  let code: ExitCode = exitCodes.done;
  const program = new Command("app-list")
    .description("Checks, reports on and pulls app lists. Only pulumi up changes them.")
    .exitOverride()
    .configureOutput({
      writeOut: terminal.write,
      // Commander's messages quote arguments unescaped.
      writeErr: (text) => terminal.writeMessage(text.split("\n").map(printable).join("\n")),
    });
  for (const make of commands) {
    const command = make(terminal, (ended) => {
      code = ended;
    });
    program.addCommand(command.copyInheritedSettings(program));
  }
  try {
    await program.parseAsync(commandArguments, { from: "user" });
    return code;
  } catch (error) {
    // Commander has already printed the help or its error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.error;
    if (!(error instanceof AppListError)) throw error;
    if (commandArguments.includes("--json")) terminal.write(formatJson({ error: errorAsJson(error) }));
    else terminal.writeMessage(`${error.message}\n`);
    return exitCodes.error;
  }
}

/** An error as `--json` prints it: its code, its message and its data. */
function errorAsJson(error: AppListError): Readonly<Record<string, unknown>> {
  const { name: _name, stack: _stack, cause: _cause, code, message, ...data } = error;
  return { code, message, ...data };
}
