import { Command } from "commander";
import type * as z from "zod";
import { describeExitCodes, exitCodes, type ExitCode, type ExitCodeMeanings } from "./exit-code";
import { formatJson, type ResultOf } from "./json";
import { addOptions, flag, givenOptions, parseOptions, type OptionsShape } from "./options";
import { settingsHelp } from "./settings";
import type { Terminal } from "./terminal";

/** How a command ended. */
interface Outcome<Result> {
  readonly outcome: keyof typeof exitCodes;
  /** The document of `--json`, to which the version of its shape is added. */
  readonly result?: Result;
  /** Prints the result for a person. It is not called with `--json`. */
  readonly print?: () => void;
}

/** A command of `app-list`. Errors, `--json`, exit codes and the help are the same for all of them. */
interface Definition<Shape extends OptionsShape, Result extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  /** The arguments, and then the options. */
  readonly options: Shape;
  /** The schema of the result. Only a command that has one has the option `--json`. */
  readonly result?: Result;
  readonly help?: string;
  readonly exitCodes: ExitCodeMeanings;
  readonly run: (options: z.infer<z.ZodObject<Shape>>, terminal: Terminal) => Promise<Outcome<ResultOf<Result>>>;
}

/** Makes a command from its definition. The command passes its exit code to `end`, or throws. */
export function defineCommand<Shape extends OptionsShape, Result extends z.ZodObject>(
  definition: Definition<Shape, Result>,
) {
  const { name, description, options, result, help = "", exitCodes: meanings, run } = definition;
  const create = (terminal: Terminal, end: (code: ExitCode) => void): Command => {
    const command = new Command(name).description(description);
    addOptions(command, options);
    if (result !== undefined) addOptions(command, { json: flag("--json", "print the result as JSON") });
    const texts = [help, "stack" in options ? settingsHelp : "", describeExitCodes(meanings)];
    return command
      .addHelpText("after", texts.flatMap((text) => (text === "" ? [] : `\n${text.trim()}`)).join("\n"))
      .action(async () => {
        const ended = await run(parseOptions(options, givenOptions(command, options)), terminal);
        if (result !== undefined && command.opts()["json"] === true)
          terminal.write(formatJson({ version: 1, ...ended.result }));
        else ended.print?.();
        end(exitCodes[ended.outcome]);
      });
  };
  return { name, result, create };
}
