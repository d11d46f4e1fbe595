import { printable } from "../../common/quote";
import { kinds, type ByKind } from "../../list/kinds";

export const languages = ["typescript", "python", "yaml"] as const;
type Language = (typeof languages)[number];

/** A list that a program declares with the entries of files. */
export interface DeclaredList {
  readonly resource: string;
  readonly appListId: number;
  readonly account?: string | undefined;
  /** The file of each kind, relative to the program's folder; undefined for a kind without a file. */
  readonly files: ByKind<string | undefined>;
}

/**
 * The language in which to print a program: YAML for a project in a language without a form of its own.
 *
 * @param project the content of Pulumi.yaml; undefined if there is none, for TypeScript.
 */
export function languageFor(project = "runtime: nodejs"): Language {
  const [, runtime] = /^runtime:\s*(?:\{?\s*name:\s*)?["']?(nodejs|python)\b/mu.exec(project) ?? [];
  return runtime === undefined ? "yaml" : runtime === "python" ? "python" : "typescript";
}

/** The name of a resource: that of its list, in letters, digits, dots, underscores and hyphens, else with its ID. */
export function resourceName({ appListId, name = "" }: { appListId: number; name?: string | undefined }): string {
  return name.replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^-+|-+$/gu, "") || `app-list-${appListId}`;
}

export function programText(language: Language, lists: readonly DeclaredList[]): string {
  const { head, resource, argument, text, file } = syntaxes[language];
  const resources = lists.map(({ resource: name, appListId, account, files }) => {
    const declared = [
      argument("appListId", String(appListId)),
      account === undefined ? "" : argument("account", text(account)),
      ...kinds.map((kind) => (files[kind] === undefined ? "" : argument(kind, file(text(files[kind]))))),
    ];
    return resource(text(name), declared.join(""));
  });
  return head + resources.join("");
}

/** How each language writes a program: `text` makes a literal, and `file` reads the file at a path, which is a literal. */
const syntaxes = {
  typescript: {
    head: 'import { AppListEntries, entriesFromFile } from "pulumi-app-list";\n',
    resource: (name: string, declared: string) => `\nnew AppListEntries(${name}, {\n${declared}});\n`,
    argument: (name: string, value: string) => `  ${name}: ${value},\n`,
    text: (text: string) => printable(JSON.stringify(text)),
    file: (path: string) => `entriesFromFile(${path})`,
  },
  python: {
    head: "from pathlib import Path\n\nimport pulumi_app_list as app_list\n",
    resource: (name: string, declared: string) => `\napp_list.AppListEntries(\n    ${name},\n${declared})\n`,
    argument: (name: string, value: string) =>
      `    ${name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)}=${value},\n`,
    text: quoted,
    file: (path: string) => `Path(${path}).read_text(encoding="utf-8")`,
  },
  yaml: {
    head: "resources:\n",
    resource: (name: string, declared: string) =>
      `  ${name}:\n    type: app-list:AppListEntries\n    properties:\n${declared}`,
    argument: (name: string, value: string) => `      ${name}:${value.startsWith("\n") ? "" : " "}${value}\n`,
    text: yamlText,
    file: (path: string) => `\n        fn::readFile: ${path}`,
  },
};

/** A scalar of YAML: in quotes unless it is plainly a text. YAML reads some words as another type, and ${…} refers. */
function yamlText(text: string): string {
  const isPlain = /^(?!(?:true|false|yes|no|on|off|y|n|null)$)[A-Za-z][\w./-]*$/iu.test(text);
  return isPlain ? text : quoted(text.replaceAll("${", "$${"));
}

/** A string in the quotes of YAML and Python, in which invisible characters are escaped. */
function quoted(text: string): string {
  return JSON.stringify(text.toWellFormed()).replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => {
    return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`;
  });
}
