import type { Command } from "commander";
import * as z from "zod";
import { AppListError } from "../common/error";
import type { Kind } from "../list/kinds";

/** Options or arguments of a command are invalid. */
export class OptionsError extends AppListError {
  readonly code = "OPTIONS_INVALID";
  /** One sentence per problem, without a full stop. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Invalid options: ${problems.join("; ")}. Nothing was changed. See --help.`);
    this.problems = problems;
  }
}

/** A schema of options: the title of each is the placeholder of its value, and a flag has none. */
export type OptionsSchema<Options> = z.ZodType<Options> & { readonly shape: Readonly<Record<string, z.ZodType>> };

const metaSchema = z.object({ title: z.string(), description: z.string() }).partial();

/** Adds the options of a schema to a command. */
export function addOptions(command: Command, { shape }: Pick<OptionsSchema<unknown>, "shape">): Command {
  for (const [key, schema] of Object.entries(shape)) {
    const { title, description } = metaSchema.parse(schema.meta());
    command.option(title === undefined ? optionName(key) : `${optionName(key)} ${title}`, description);
  }
  return command;
}

/**
 * Parses the options of a command.
 *
 * @throws {OptionsError} naming every invalid option.
 */
export function parseOptions<Options>(schema: z.ZodType<Options>, options: unknown): Options {
  const parsed = schema.safeParse(options);
  if (parsed.success) return parsed.data;
  throw new OptionsError(parsed.error.issues.map(({ path, message }) => `${optionName(String(path[0]))} ${message}`));
}

/** The option that commander stores under a key: "perPage" is --per-page. */
function optionName(key: string): string {
  return `--${key.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** An option without a value. */
export function flag(description: string) {
  return z.boolean().default(false).meta({ description });
}

/** An option with a value, of which the title is the placeholder. */
export function option<Schema extends z.ZodType>(title: string, description: string, schema: Schema) {
  return schema.optional().meta({ title, description });
}

/** The text of an option. */
export const text = z.string().min(1, { error: "must not be empty" });

/** One of several texts. */
export function choice<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: `must be one of ${values.join(", ")}` });
}

/** An integer in decimal digits. */
export function integer(smallest: number, largest: number) {
  const error = `must be an integer from ${smallest} to ${largest}`;
  return z
    .string()
    .regex(/^\d{1,15}$/u, { error })
    .transform(Number)
    .pipe(z.int().min(smallest, { error }).max(largest, { error }));
}

/** The kinds of entries by their names in options. */
export const kindByName: ReadonlyMap<string, Kind> = new Map([
  ["app-bundles", "appBundles"],
  ["placement-ids", "placementIds"],
  ["websites", "websites"],
]);

/** The option `--kind`. */
export function kindOption(description: string) {
  const schema = choice(["app-bundles", "placement-ids", "websites"]).transform((name) => kindByName.get(name));
  return option("<kind>", `${description}: app-bundles, placement-ids or websites`, schema);
}

const appListId = integer(1, Number.MAX_SAFE_INTEGER);

/**
 * Parses the ID of an app list.
 *
 * @throws {OptionsError} if it is not a positive integer.
 */
export function parseAppListId(text: string): number {
  const parsed = appListId.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new OptionsError(["the ID of an app list must be a positive integer, such as 4321"]);
}
