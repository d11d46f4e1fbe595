import { z } from "zod";
import { jsonSchemas } from "../harness/json-schemas";

const memberSchema = z.object({ type: z.string().optional(), description: z.string().optional() });

const documentSchema = z.object({
  anyOf: z.tuple(
    [
      z.object({
        properties: z.record(z.string(), memberSchema).default({}),
        required: z.array(z.string()).default([]),
      }),
    ],
    z.unknown(),
  ),
});

/** The members of the JSON document of a command, as its schema describes them. */
export function memberTexts(command: string): string {
  const { anyOf } = documentSchema.parse(jsonSchemas.get(command));
  const [{ properties, required }] = anyOf;
  const items = Object.entries(properties).map(([name, { type = "any", description }]) => {
    const marks = [type, ...(required.includes(name) ? [] : ["optional"])].join(", ");
    return `- **\`${name}\`** (${marks})${description === undefined ? "" : `: ${description}`}\n`;
  });
  return `Schema: [${command}.json](schemas/${command}.json)\n\n${items.join("")}`;
}
