import { Command } from "commander";
import { describeExitCodes, type ExitCode, type ExitCodeMeanings } from "./exit-code";
import { formatJson } from "./json";
import { addOptions, parseOptions, type OptionsSchema } from "./options";
import type { MakeCommand } from "./program";
import { settingsHelp } from "./settings-options";
import type { Terminal } from "./terminal";

/** The parsed options of a command; `json` and `verbose` have one meaning for all commands. */
type CommandOptions = Readonly<Record<string, unknown>>;

/** What a command runs with. */
interface Context<Options> {
  readonly options: Options;
  /** The arguments that are not options. */
  readonly args: readonly string[];
  readonly terminal: Terminal;
  /** Prints the result: with `--json` as a document, to which the version of its shape is added. */
  readonly output: <Result extends object>(result: Result, print: (result: Result) => void) => void;
}

/** A command of `app-list`. */
interface Definition<Options extends CommandOptions> {
  readonly name: string;
  readonly description: string;
  /** The form and the description of each argument. */
  readonly arguments?: readonly (readonly [form: string, description: string])[];
  readonly options: OptionsSchema<Options>;
  readonly help?: string;
  readonly exitCodes: ExitCodeMeanings;
  readonly run: (context: Context<Options>) => Promise<ExitCode>;
}

/** Makes a command from its definition. */
export function defineCommand<Options extends CommandOptions>(definition: Definition<Options>): MakeCommand {
  const { name, description, options: schema, help = "", exitCodes } = definition;
  return (terminal, end) => {
    const command = new Command(name).description(description);
    for (const [form, meaning] of definition.arguments ?? []) command.argument(form, meaning);
    const texts = [help, "stack" in schema.shape ? settingsHelp : "", describeExitCodes(exitCodes)];
    return addOptions(command, schema)
      .addHelpText("after", texts.flatMap((text) => (text === "" ? [] : `\n${text.trim()}`)).join("\n"))
      .action(async () => {
        const options = parseOptions(schema, command.opts());
        const context: Context<Options> = {
          options,
          args: command.args,
          terminal: { ...terminal, logsRequests: options["verbose"] === true },
          output: (result, print) => {
            if (options["json"] === true) terminal.write(formatJson({ version: 1, ...result }));
            else print(result);
          },
        };
        end(await definition.run(context));
      });
  };
}
