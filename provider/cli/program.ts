import { Command, CommanderError } from "commander";
import { AppListError } from "../common/error";
import { printable } from "../common/printable";
import { exitCodes, type ExitCode } from "./exit-code";
import { printJson } from "./print-json";
import type { Terminal } from "./terminal";

/** Makes one of the commands. It hands over how it ended; when it throws, it ended with an error. */
export type MakeCommand = (terminal: Terminal, end: (code: ExitCode) => void) => Command;

/**
 * Runs the command `app-list`.
 *
 * @param commandArguments what stands behind `app-list`.
 * @param commands the commands that there are.
 * @returns the exit code.
 */
export async function runProgram(
  commandArguments: readonly string[],
  terminal: Terminal,
  commands: readonly MakeCommand[],
): Promise<ExitCode> {
  let code: ExitCode = exitCodes.done;
  const program = new Command("app-list")
    .description("Looks at app lists, their files and their previews. Lists are changed by pulumi up.")
    .exitOverride()
    .configureOutput({ writeOut: terminal.write, writeErr: (text) => terminal.writeMessage(printableLines(text)) });
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
    // Commander has printed what it has to say: help, or what is wrong with the arguments.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.error;
    if (!(error instanceof AppListError)) throw error;
    if (commandArguments.includes("--json")) terminal.write(printJson({ error: errorAsJson(error) }));
    else terminal.writeMessage(`${error.message}\n`);
    return exitCodes.error;
  }
}

/** What commander says, which quotes arguments as they were given: what cannot be seen is written out. */
function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}

/** An error as `--json` prints it: its code, its sentence and its data. */
function errorAsJson(error: AppListError): Readonly<Record<string, unknown>> {
  const { name: _name, stack: _stack, cause: _cause, code, message, ...data } = error;
  return { code, message, ...data };
}
