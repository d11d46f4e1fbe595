import { z } from "zod";
import { commands } from "../../provider/cli/run";
import { jsonReportSchema } from "../../provider/report/report";

const errorSchema = z
  .object({
    error: z.looseObject({
      code: z.string().describe("The code of the error, which keeps its meaning."),
      message: z.string().describe("For people: its words may change."),
    }),
  })
  .describe("An error. Other members of it depend on the code.");

/** A result of a command, with the version that each document has. */
function versioned({ shape }: z.ZodObject): z.ZodType {
  return z.object({ version: z.literal(1).describe("The version of the shape of this document."), ...shape });
}

/** What each command prints with `--json`. */
const results: Readonly<Record<string, z.ZodType>> = {
  ...Object.fromEntries(
    commands.flatMap(({ name, result }) => (result === undefined ? [] : [[name, versioned(result)]])),
  ),
  report: jsonReportSchema,
};

/** The JSON schemas of the commands, by their names. */
export const jsonSchemas: ReadonlyMap<string, z.core.JSONSchema.BaseSchema> = new Map(
  Object.entries(results).map(([command, result]) => [command, jsonSchema(command, result, "input")]),
);

/** The same schemas, which refuse unknown members: those of an output that no schema describes. */
export const strictJsonSchemas: ReadonlyMap<string, z.core.JSONSchema.BaseSchema> = new Map(
  Object.entries(results).map(([command, result]) => [command, jsonSchema(command, result, "output")]),
);

function jsonSchema(command: string, result: z.ZodType, io: "input" | "output") {
  const description = `The output of app-list ${command} --json. New members can be added; a reader ignores those it does not know.`;
  const document = z.union([result, errorSchema]).meta({ title: `app-list ${command}`, description });
  return z.toJSONSchema(document, { io, override: ({ jsonSchema }) => withoutBounds(jsonSchema) });
}

/** Drops the bounds of every integer that JavaScript can represent. */
function withoutBounds(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) Reflect.deleteProperty(schema, "minimum");
  if (schema.maximum === Number.MAX_SAFE_INTEGER) Reflect.deleteProperty(schema, "maximum");
}
