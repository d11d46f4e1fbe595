import { printable } from "../../common/printable";
import { kinds, type ByKind } from "../../list/kinds";

/** The languages in which a program can be written. */
export const languages = ["typescript", "javascript", "yaml"] as const;

/** The contents of a program. */
export interface ProgramParts {
  readonly language: (typeof languages)[number];
  readonly resource: string;
  readonly appListId: number;
  /** The file of each kind, relative to the program's folder; undefined for a kind without entries. */
  readonly files: ByKind<string | undefined>;
  readonly account?: string;
  readonly claim: boolean;
  readonly exclusive: boolean;
  /** Whether the plugin serves the program. It serves every YAML program. */
  readonly plugin: boolean;
}

/** The source text of a program that manages a list with the entries of files. */
export function programText(parts: ProgramParts): string {
  return parts.language === "yaml" ? yamlText(parts) : scriptText(parts);
}

function scriptText(parts: ProgramParts): string {
  const { language, resource, appListId, files, account, claim, exclusive, plugin } = parts;
  const entries = kinds.flatMap((kind) => {
    const file = files[kind];
    return file === undefined ? [] : [`${kind}: entriesFromFile(${stringLiteral(file)})`];
  });
  const names = entries.length === 0 ? "AppListEntries" : "AppListEntries, entriesFromFile";
  const lines = [
    `appListId: ${appListId}`,
    ...(account === undefined ? [] : [`account: ${stringLiteral(account)}`]),
    ...entries,
    ...(claim ? ["claimExisting: true"] : []),
    ...(exclusive ? ["exclusive: true"] : []),
  ].map((line) => `  ${line},\n`);
  const module = plugin ? "pulumi-app-list/plugin" : "pulumi-app-list";
  const head =
    language === "typescript" ? `import { ${names} } from "${module}";` : `const { ${names} } = require("${module}");`;
  return `${head}\n\nnew AppListEntries(${stringLiteral(resource)}, {\n${lines.join("")}});\n`;
}

/** The section `resources` of a Pulumi.yaml. */
function yamlText({ resource, appListId, files, account, claim, exclusive }: ProgramParts): string {
  const entries = kinds.flatMap((kind) => {
    const file = files[kind];
    return file === undefined ? [] : [`${kind}:`, `  fn::readFile: ${yamlScalar(uninterpolated(file))}`];
  });
  const properties = [
    `appListId: ${appListId}`,
    ...(account === undefined ? [] : [`account: ${yamlScalar(uninterpolated(account))}`]),
    ...entries,
    ...(claim ? ["claimExisting: true"] : []),
    ...(exclusive ? ["exclusive: true"] : []),
  ].map((line) => `      ${line}\n`);
  const head = `resources:\n  ${yamlScalar(resource)}:\n    type: app-list:AppListEntries\n    properties:\n`;
  return head + properties.join("");
}

/** A text in which Pulumi replaces nothing: a YAML program refers to other values by `${…}`. */
function uninterpolated(text: string): string {
  return text.replaceAll("${", "$${");
}

/** Texts that YAML reads as another type. */
const yamlWords = /^(?:true|false|yes|no|on|off|y|n|null)$/iu;

/** A scalar of YAML: plain if that is safe, else in quotes, with invisible characters escaped. */
function yamlScalar(text: string): string {
  if (/^[A-Za-z][\w./-]*$/u.test(text) && !yamlWords.test(text)) return text;
  return JSON.stringify(text.toWellFormed()).replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => {
    return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`;
  });
}

/** A string literal in which invisible characters are escaped. */
function stringLiteral(text: string): string {
  return printable(JSON.stringify(text));
}

/** The default name of the resource: the name of the list, in letters, digits, dots, underscores and hyphens. */
export function defaultResourceName(appListId: number, listName: string | undefined): string {
  const name = (listName ?? "").replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^-+|-+$/gu, "");
  return name === "" ? `app-list-${appListId}` : name;
}
