import { z } from "zod";
import { parseYaml } from "../files.ts";
import { interpolate, type Scope, type Value } from "./expression.ts";

const environmentSchema = z.record(z.string(), z.string()).default({});

export const stepSchema = z.strictObject({
  name: z.string().optional(),
  id: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
  env: environmentSchema,
  shell: z.literal("bash").optional(),
  "working-directory": z.string().optional(),
  run: z.string().optional(),
});

const actionSchema = z.object({
  inputs: z.record(
    z.string(),
    z.strictObject({ description: z.string(), required: z.boolean().default(false), default: z.string().optional() }),
  ),
  outputs: z.record(z.string(), z.object({ description: z.string(), value: z.string() })),
  runs: z.strictObject({ using: z.literal("composite"), steps: z.array(stepSchema) }),
});

/** A step of a workflow or of an action. */
export type Step = z.infer<typeof stepSchema>;

/** A composite action. */
export type Action = z.infer<typeof actionSchema>;

/** Reads the text of an `action.yml`. */
export function readAction(text: string): Action {
  return actionSchema.parse(parseYaml(text));
}

/** The names of the steps, of which a condition or an output may name each that has an ID. */
export function outputPrefixes(steps: readonly Step[]): readonly string[] {
  return steps.flatMap(({ id }) => (id === undefined ? [] : [`steps.${id}.outputs.`]));
}

/** The environment of a step. */
export function environmentOf({ env }: Step, scope: Scope): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(env).map(([name, text]) => [name, interpolate(text, scope)]));
}

/** The inputs of an action as its steps name them. An input that the action does not have is an error. */
export function inputsOf(action: Action, given: Step["with"], scope: Scope): Readonly<Record<string, Value>> {
  const unknown = Object.keys(given).filter((name) => action.inputs[name] === undefined);
  if (unknown.length > 0) throw new Error(`The action has no input ${unknown.join(", ")}.`);
  return Object.fromEntries(
    Object.entries(action.inputs).map(([name, { required, default: standard = "" }]) => {
      const value = given[name];
      if (value === undefined && required) throw new Error(`The input ${name} is required.`);
      return [`inputs.${name}`, interpolate(String(value ?? standard), scope)];
    }),
  );
}
