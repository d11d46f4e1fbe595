import { kinds } from "../../provider/list/kinds";
import { schema, type Properties, type Type } from "../harness/package-schema";

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
