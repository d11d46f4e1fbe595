import { documentedSettings } from "../../provider/hosts/plugin/process/schema/settings";
import type { Properties, Type } from "../../provider/hosts/plugin/process/schema/specification";
import { kinds } from "../../provider/list/kinds";
import { environmentName, settingKeys, settingsWithSecrets } from "../../provider/settings/keys";

/** The languages of the schema's examples, with their names and their fences in pages. */
const languages = [
  ["typescript", "TypeScript", "ts"],
  ["yaml", "YAML", "yaml"],
  ["python", "Python", "python"],
  ["go", "Go", "go"],
] as const;

/** The programs in a description of the schema, for each language. */
export function exampleTexts(description: string): string {
  return languages
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
      const marks = [typeName(property, name), ...(required.includes(name) ? ["required"] : [])];
      return `- **\`${name}\`** (${marks.join(", ")}): ${property.description}\n`;
    })
    .join("");
}

/** The type of a property in words. */
function typeName(type: Type, property = ""): string {
  if ("$ref" in type) {
    if (type.$ref.startsWith("#/types/")) return "object";
    return kinds.some((kind) => kind === property) ? "list or text" : "object";
  }
  if ("oneOf" in type) return type.oneOf.map((each) => typeName(each)).join(" or ");
  return type.type === "array" ? `list of ${typeName(type.items)}s` : type.type;
}

/** The settings as a table. */
export function settingTexts(): string {
  const rows = ([...settingKeys, "accounts"] as const).map((key) => {
    const { description, otherwise } = documentedSettings[key];
    const secret = settingsWithSecrets.includes(key) ? " Secret." : "";
    const absent = otherwise.replace(/^Default: /u, "").replace(/\.$/u, "");
    return `| \`${key}\` | \`${environmentName(key)}\` | ${description}${secret} | ${absent} |\n`;
  });
  return `| key | environment variable | description | default |\n| --- | --- | --- | --- |\n${rows.join("")}`;
}
