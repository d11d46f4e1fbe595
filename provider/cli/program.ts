import { Command, CommanderError } from "commander";
import { AppListError } from "../common/error";
import { printable } from "../common/printable";
import { version } from "../common/version";
import { describeExitCodes, exitCodes, generalMeanings, type ExitCode } from "./exit-code";
import { formatJson } from "./json";
import { OptionsError } from "./options";
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
  const isJson = commandArguments.includes("--json");
  const print = (error: AppListError): void => terminal.write(formatJson({ error: errorAsJson(error) }));
  const program = new Command("app-list")
    .description("Reads, checks and compares app lists, and reports on them. Only pulumi up changes them.")
    .version(version, "--version", "print the version")
    .addHelpText("after", `\n${describeExitCodes(generalMeanings)}`)
    .exitOverride()
    .configureOutput({
      writeOut: terminal.write,
      // Commander's messages quote arguments unescaped.
      writeErr: (text) => terminal.writeMessage(text.split("\n").map(printable).join("\n")),
      outputError: (text, write) => (isJson ? undefined : write(text)),
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
    if (error instanceof CommanderError) {
      // Commander has printed the version, the help or the text of its error.
      if (error.exitCode === 0) return exitCodes.done;
      if (isJson) print(new OptionsError([error.message.replace(/^error: /u, "")]));
    } else if (!(error instanceof AppListError)) throw error;
    else if (isJson) print(error);
    else terminal.writeMessage(`${error.message}\n`);
    return exitCodes.error;
  }
}

/** An error as `--json` prints it: its code, its message and its data. */
function errorAsJson(error: AppListError): Readonly<Record<string, unknown>> {
  const { name: _name, stack: _stack, cause: _cause, code, message, ...data } = error;
  return { code, message, ...data };
}
