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

/** The schemas of the arguments of a command, and then of its options, by their names in camelCase. */
export type OptionsShape = Readonly<Record<string, z.ZodType>>;

const metaSchema = z.object({ form: z.string(), description: z.string() });

/** An argument, such as `<list-id>`. */
export function argument<Schema extends z.ZodType>(form: string, description: string, schema: Schema) {
  return schema.meta({ form, description });
}

/** An option with a value, such as `--kind <kind>`. */
export function option<Schema extends z.ZodType>(form: string, description: string, schema: Schema) {
  return schema.optional().meta({ form, description });
}

/** An option without a value, such as `--force`. */
export function flag(form: string, description: string) {
  return z.boolean().default(false).meta({ form, description });
}

/** Adds arguments and options to a command. */
export function addOptions(command: Command, shape: OptionsShape): void {
  for (const schema of Object.values(shape)) {
    const { form, description } = metaSchema.parse(schema.meta());
    if (form.startsWith("-")) command.option(form, description);
    else command.argument(form, description);
  }
}

/** The texts of the arguments and options of a command. */
export function givenOptions(command: Command, shape: OptionsShape): Readonly<Record<string, unknown>> {
  const names = Object.keys(shape).slice(0, command.registeredArguments.length);
  return { ...command.opts(), ...Object.fromEntries(names.map((name, index) => [name, command.processedArgs[index]])) };
}

/**
 * Parses the arguments and options of a command.
 *
 * @throws {OptionsError} naming everything that is invalid.
 */
export function parseOptions<Shape extends OptionsShape>(shape: Shape, given: Readonly<Record<string, unknown>>) {
  const parsed = z.object(shape).safeParse(given);
  if (parsed.success) return parsed.data;
  throw new OptionsError(
    parsed.error.issues.map(({ path, message }) => {
      const { form } = metaSchema.parse(shape[String(path[0])]?.meta());
      return `${/[\w-]+/u.exec(form)?.[0]} ${message}`;
    }),
  );
}

export const text = z.string().min(1, { error: "must not be empty" });

/** One of several texts. */
export function choice<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: `must be one of ${values.join(", ")}` });
}

/** An integer in decimal digits. */
export function integer(
  smallest: number,
  largest: number,
  error = `must be an integer from ${smallest} to ${largest}`,
) {
  return z
    .string()
    .regex(/^\d{1,15}$/u, { error })
    .transform(Number)
    .pipe(z.int().min(smallest, { error }).max(largest, { error }));
}

export const appListId = integer(1, Number.MAX_SAFE_INTEGER, "must be a positive integer, such as 4321");

const kindByName = { "app-bundles": "appBundles", "placement-ids": "placementIds", websites: "websites" } as const;

export function kindOption(description: string) {
  const schema = choice(["app-bundles", "placement-ids", "websites"]).transform((name): Kind => kindByName[name]);
  return option("--kind <kind>", `${description}: app-bundles, placement-ids or websites`, schema);
}
