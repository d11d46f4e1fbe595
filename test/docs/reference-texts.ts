import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { kinds } from "../../provider/list/kinds";
import { jsonSchemas } from "../harness/json-schemas";
import { type Properties, schema, type Type } from "../harness/package-schema";

/** The languages of the schema's examples, with their names and their fences in pages. */
const languages = [
  ["typescript", "TypeScript", "ts"],
  ["yaml", "YAML", "yaml"],
  ["python", "Python", "python"],
  ["go", "Go", "go"],
] as const;

type Language = (typeof languages)[number][0];

/** The programs in a description of the schema, for each of the languages. */
export function exampleTexts(
  description: string,
  shown: readonly Language[] = languages.map(([language]) => language),
) {
  return languages
    .filter(([language]) => shown.includes(language))
    .map(([language, name, fence]) => {
      const program = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "msu").exec(description)?.[1];
      if (program === undefined) throw new Error(`There is no example in ${language} in: ${description}`);
      return `${name}:\n\n\`\`\`${fence}\n${program}\`\`\`\n`;
    })
    .join("\n");
}

/** The properties of a resource or a function as a list. */
export function propertyTexts(properties: Properties, required: readonly string[] = []): string {
  return Object.entries(properties)
    .map(([name, property]) => {
      const type = typeName(property, name);
      const marks = [type, ...(required.includes(name) ? ["required"] : [])];
      // The page describes the forms of entries once.
      const [meaning = ""] = property.description.split(" A list of entries, or of objects");
      return `- **\`${name}\`** (${marks.join(", ")}): ${meaning}\n`;
    })
    .join("");
}

/** The type of a property in words. */
function typeName({ type, $ref, oneOf, items }: Type, property = ""): string {
  if ($ref?.startsWith("#/types/") === true) return "object";
  if ($ref !== undefined) return kinds.some((kind) => kind === property) ? "list or text" : "object";
  if (oneOf !== undefined) return oneOf.map((each) => typeName(each)).join(" or ");
  return items === undefined ? `${type}` : `list of ${typeName(items)}s`;
}

/** The description of a setting: its meaning, what applies if it is not set, and its environment variable. */
const settingPattern = /^(.*?) (?:Default: (.*)|(Required.*))\. Environment variable: (.*)\.$/u;

/** The settings as a table. */
export function settingTexts(): string {
  const rows = Object.entries(schema.provider.inputProperties).map(([key, { description, secret }]) => {
    const parts = settingPattern.exec(description);
    if (parts === null) throw new Error(`The description of ${key} has other parts: ${description}`);
    const [, meaning, absent, required, variable] = parts;
    return `| \`${key}\` | ${variable} | ${meaning}${secret === true ? " Secret." : ""} | ${absent ?? required} |\n`;
  });
  return `| key | environment variable | description | default |\n| --- | --- | --- | --- |\n${rows.join("")}`;
}

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
