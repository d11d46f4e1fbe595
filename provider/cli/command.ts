import { Command } from "commander";
import * as z from "zod";
import { integer } from "../api/settings-table";
import { AppListError } from "../common/error";
import { kinds } from "../list/kinds";
import { exitCodes, type ExitCode } from "./exit-code";
import { formatJson, type ResultOf } from "./json";
import type { Terminal } from "./terminal";
import { bounds } from "./bounds";

/** The end of a command. */
interface Outcome<Result> {
  readonly outcome: keyof typeof exitCodes;
  /** The document of `--json`. The version of its shape is added, and members that its schema lacks are omitted. */
  readonly result?: Result;
  /** The result for people, line by line. They are not printed with `--json`. */
  readonly lines?: readonly string[];
  /** Remarks for people. They are not printed with the lines, because a program may read the lines. */
  readonly messages?: readonly string[];
}

/** A command of `app-list`. Errors, `--json`, exit codes and the help are the same for all of them. */
interface Definition<Shape extends OptionsShape, Result extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  /** Complete commands, one per line, of at most 78 characters. */
  readonly examples: string;
  /** The arguments, followed by the options. */
  readonly options: Shape;
  /** The schema of the result. Only a command that has one has the option `--json`. */
  readonly result?: Result;
  readonly help?: string;
  readonly run: (options: z.infer<z.ZodObject<Shape>>, terminal: Terminal) => Promise<Outcome<ResultOf<Result>>>;
}

/** Makes a command from its definition. The command passes its exit code to `end`, or throws. */
export function defineCommand<Shape extends OptionsShape, Result extends z.ZodObject>(
  definition: Definition<Shape, Result>,
) {
  const { name, description, examples, options, result, help = "", run } = definition;
  const create = (terminal: Terminal, end: (code: ExitCode) => void): Command => {
    const command = new Command(name).description(description);
    addOptions(command, options);
    if (result !== undefined) addOptions(command, { json: flag("--json", "print the result as JSON") });
    addTexts(command, examples, [help, "stack" in options ? settingsHelp : ""]);
    return command.action(async () => {
      const { lines = [], messages = [], ...ended } = await run(parseOptions(command, options), terminal);
      const isJson = result !== undefined && command.opts()["json"] === true;
      terminal.write(isJson ? formatJson({ version: 1, ...result.parse(ended.result) }) : joinLines(lines));
      terminal.writeMessage(joinLines(messages));
      end(exitCodes[ended.outcome]);
    });
  };
  return { name, result, create };
}

function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

/** Adds examples to the start of a help text, and notes to its end. */
export function addTexts(command: Command, examples: string, notes: readonly string[]): void {
  const help = command.createHelp();
  const after = notes
    .filter((text) => text !== "")
    // Other lines are wrapped again; indented lines and paragraphs are kept.
    .map((text) => `\n${help.boxWrap(text.trim().replaceAll(/(?<!\n)\n(?=\S)/gu, " "), bounds.helpWidth)}`);
  command.addHelpText("before", `Examples:\n${examples.trim().replaceAll(/^/gmu, "  ")}\n`);
  command.addHelpText("after", after.join("\n"));
}

/** Options or arguments of a command are invalid. */
export class OptionsError extends AppListError {
  readonly code = "OPTIONS_INVALID";
  /** One sentence per problem. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Invalid arguments: ${problems.join("; ").replace(/\.$/u, "")}. Nothing was changed. See --help.`);
    this.problems = problems;
  }
}

/** The schemas of the arguments of a command, followed by its options, by name in camelCase. */
type OptionsShape = Readonly<Record<string, z.ZodType>>;

const metaSchema = z.object({ form: z.string(), description: z.string() });

/** An argument, such as `<list-id>`. */
export function argument<Schema extends z.ZodType>(form: string, description: string, schema: Schema) {
  return schema.meta({ form, description });
}

/** An option with one value, such as `--kind <kind>`, or with several, such as `--list <list-id...>`. */
export function option<Schema extends z.ZodType>(form: string, description: string, schema: Schema) {
  return schema.optional().meta({ form, description });
}

/** An option without a value, such as `--force`. */
export function flag(form: string, description: string) {
  return z.boolean().default(false).meta({ form, description });
}

/** Adds arguments and options to a command. */
function addOptions(command: Command, shape: OptionsShape): void {
  for (const schema of Object.values(shape)) {
    const { form, description } = metaSchema.parse(schema.meta());
    if (form.startsWith("-")) command.option(form, description);
    else command.argument(form, description);
  }
}

/**
 * Parses the arguments and options of a command.
 *
 * @throws {OptionsError} naming everything that is invalid.
 */
function parseOptions<Shape extends OptionsShape>(command: Command, shape: Shape) {
  const names = Object.keys(shape).slice(0, command.registeredArguments.length);
  const words = Object.fromEntries(names.map((name, index) => [name, command.processedArgs[index]]));
  const parsed = z.object(shape).safeParse({ ...command.opts(), ...words });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => {
    const { form } = metaSchema.parse(shape[String(path[0])]?.meta());
    return `${/[\w-]+/u.exec(form)?.[0]} ${message}`;
  });
  throw new OptionsError(problems);
}

export const text = z.string().min(1, { error: "must not be empty" });

export const appListId = integer(1, Number.MAX_SAFE_INTEGER, "must be a positive integer, such as 4321");

/** The names of kinds on the command line and in the names of files that `pull` writes. */
export const kindNames = { appBundles: "app-bundles", placementIds: "placement-ids", websites: "websites" } as const;

export const kindOption = option(
  "--kind <kind>",
  "the kind of entries without a column (default: guessed per file): app-bundles, placement-ids or websites",
  z
    .enum(kindNames, { error: "must be app-bundles, placement-ids or websites" })
    .transform((name) => kinds.find((kind) => kindNames[kind] === name)),
);

/** The options of every command that sends requests. */
export const settingsOptions = {
  account: option("--account <name>", "an account of app-list:accounts (default: the default account)", text),
  stack: option("--stack <name>", "read the settings from this stack's configuration (runs pulumi config)", text),
  verbose: flag("--verbose", "log the requests, without headers and bodies"),
};

export type SettingsOptions = Partial<z.infer<z.ZodObject<typeof settingsOptions>>>;

/** The part of a help text about settings. */
const settingsHelp =
  "Settings come from the environment (APP_LIST_BASE_URL, APP_LIST_USERNAME, …). With --stack, the stack's " +
  "configuration has precedence. Secrets are never options. To read a list, a command asks the API to remove an entry " +
  "that cannot exist, and reads the response; with app-list:observe read, it uses the read endpoint.";
