import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { jsonSchemas } from "../harness/json-schemas";

/** The part of a JSON schema that the page describes. */
const schemaSchema = z.object({
  type: z.string().optional(),
  description: z.string().default(""),
  enum: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), schemaSchema).optional();
  },
  required: z.array(z.string()).default([]),
  get items() {
    return schemaSchema.optional();
  },
  get anyOf() {
    return z.array(schemaSchema).optional();
  },
});

type Schema = z.infer<typeof schemaSchema>;

/** Members of several documents, which the page describes once. */
const commonMembers = new Set(["version", "appListId", "name", "hasAssociatedCampaigns", "notVerified", "message"]);

/** The members of an entry, which the page describes once. */
const isEntry = ({ properties }: Schema): boolean => properties?.["entry"] !== undefined && !properties["outcome"];

/** The names of the members of a schema, with a question mark if they are optional. */
function membersOf(schema: Schema, name = ""): readonly (readonly [name: string, schema: Schema])[] {
  const { properties = {}, required } = schema;
  return Object.entries(properties).map(([key, member]) => {
    const path = name === "" ? key : `${name}.${key}`;
    return [required.includes(key) ? path : `${path}?`, member] as const;
  });
}

/** The items about a member and its own members. Shapes that were described before are not described again. */
function rowsOf(path: string, schema: Schema, described: Schema[]): readonly string[] {
  const name = schema.type === "array" ? `${path}[]` : path;
  const content = schema.items ?? schema;
  const { description } = schema;
  const values = content.enum?.map((value) => `\`${value}\``).join(", ");
  const meaning = [description, values].filter((text) => text !== undefined && text !== "").join(" ");
  const row = meaning === "" ? [] : [`- \`${name}\`: ${meaning}\n`];
  const isDescribed = described.some((each) => isDeepStrictEqual(each, content));
  if (content.properties === undefined && isDescribed) return [];
  if (isEntry(content) || isDescribed) return row;
  if (description !== "" || content.properties !== undefined) described.push(content);
  const members = [content, ...(content.anyOf ?? [])].flatMap((each) => membersOf(each, name));
  const own = members.filter(([member]) => !commonMembers.has(/\w+(?=\??$)/u.exec(member)?.[0] ?? ""));
  return [...row, ...own.flatMap(([member, each]) => rowsOf(member, each, described))];
}

/** The members that a command's document has besides the common ones, as its schema describes them. */
export function memberTexts(command: string): string {
  const [document] = schemaSchema.parse(jsonSchemas.get(command)).anyOf ?? [];
  if (document === undefined) throw new Error(`The schema of ${command} is no union with an error.`);
  const own = membersOf(document).filter(([name]) => !commonMembers.has(name.replace("?", "")));
  const described: Schema[] = [];
  const rows = own.flatMap(([name, schema]) => rowsOf(name, schema, described));
  return `Schema: [${command}.json](schemas/${command}.json)\n\n${rows.join("")}`;
}
