import { Command, CommanderError } from "commander";
import { AppListError, messageWithCode } from "../common/error";
import { oneLine } from "../common/quote";
import { version } from "../common/version";
import { campaignsCommand } from "./commands/campaigns";
import { convertCommand } from "./commands/convert";
import { diffCommand } from "./commands/diff";
import { doctorCommand } from "./commands/doctor";
import { pullCommand } from "./commands/pull";
import { reportCommand } from "./commands/report";
import { showCommand } from "./commands/show";
import { simulateCommand } from "./commands/simulate";
import { validateCommand } from "./commands/validate";
import { bounds } from "./bounds";
import { addTexts, OptionsError } from "./command";
import { exitCodes, type ExitCode } from "./exit-code";
import { formatError } from "./json";
import type { Terminal } from "./terminal";

/** The commands of `app-list` in the groups of its help, in the order in which the help shows them. */
const groups = {
  "Files:": [validateCommand, convertCommand],
  "Lists:": [showCommand, diffCommand, pullCommand, campaignsCommand],
  "Reports:": [reportCommand],
  "Set-up:": [doctorCommand, simulateCommand],
} as const;

export const commands = Object.values(groups).flat();

/**
 * Runs the command `app-list`.
 *
 * @param words the arguments and options after `app-list`.
 * @returns the exit code.
 */
export async function runProgram(words: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = exitCodes.done;
  const program = new Command("app-list")
    .description(
      "Reads, checks and compares app lists, and reports on them. No command adds an entry to a list or removes one: " +
        "pulumi up and pulumi destroy do. pull writes files; report and convert do with --output, validate with " +
        "--code-quality.",
    )
    .version(version, "-V, --version", "print the version")
    .exitOverride()
    .configureOutput({
      writeOut: terminal.write,
      getOutHelpWidth: () => bounds.helpWidth,
      getErrHelpWidth: () => bounds.helpWidth,
      writeErr: terminal.writeMessage,
      outputError: () => undefined,
    });
  addTexts(program, "app-list validate --help\napp-list doctor --stack dev --list 4321", []);
  const end = (ended: ExitCode): void => void (code = ended);
  for (const [heading, group] of Object.entries(groups)) {
    program.commandsGroup(heading);
    for (const { create } of group) program.addCommand(create(terminal, end).copyInheritedSettings(program));
  }
  // The command "help" belongs to the last group.
  program.helpCommand(true);
  try {
    await program.parseAsync(words, { from: "user" });
    return code;
  } catch (thrown) {
    const isCommander = thrown instanceof CommanderError;
    // Commander has printed the version or the help.
    if (isCommander && !thrown.message.startsWith("error: "))
      return thrown.exitCode === 0 ? exitCodes.done : exitCodes.error;
    const error = isCommander ? new OptionsError([oneLine(thrown.message.slice("error: ".length), Infinity)]) : thrown;
    if (!(error instanceof AppListError)) throw error;
    if (words.includes("--json")) terminal.write(formatError(error));
    else terminal.writeMessage(`${messageWithCode(error)}\n`);
    return exitCodes.error;
  }
}
