import { z } from "zod";
import { parseYaml } from "../files.ts";

const inputSchema = z.strictObject({
  description: z.string(),
  type: z.enum(["string", "boolean"]).default("string"),
  default: z.union([z.string(), z.boolean()]).optional(),
});

const headSchema = z.strictObject({ spec: z.strictObject({ inputs: z.record(z.string(), inputSchema) }) });

/** A component of GitLab: its inputs, and the text that they are put into. */
export interface Component {
  readonly inputs: z.infer<typeof headSchema>["spec"]["inputs"];
  readonly body: string;
}

/** Reads a file that begins with `spec:` and `---`. */
export function readComponent(text: string): Component {
  const [head = "", body = "", ...more] = text.split(/^---\n/mu);
  if (body === "" || more.length > 0) throw new Error("A component has a head and a body.");
  return { inputs: headSchema.parse(parseYaml(head)).spec.inputs, body };
}

/** The jobs of a component with these inputs. As GitLab does, refuses unknown, missing and wrong inputs. */
export function fillIn({ inputs, body }: Component, given: Readonly<Record<string, unknown>>): unknown {
  const unknown = Object.keys(given).filter((name) => inputs[name] === undefined);
  if (unknown.length > 0) throw new Error(`The component has no input ${unknown.join(", ")}.`);
  const values = Object.entries(inputs).map(([name, { type, default: standard }]) => {
    const value = given[name] ?? standard;
    if ((typeof value !== "string" && typeof value !== "boolean") || typeof value !== type)
      throw new Error(`The input ${name} must be a ${type}.`);
    return [name, String(value)] as const;
  });
  const byName = new Map(values);
  return parseYaml(
    body.replaceAll(/\$\[\[(.*?)\]\]/gu, (_, expression: string) => {
      const value = byName.get(/^ inputs\.([\w-]+) $/u.exec(expression)?.[1] ?? "");
      if (value === undefined) throw new Error(`The test does not know "$[[${expression}]]".`);
      return value;
    }),
  );
}
