import { printable } from "../../common/printable";
import { kinds, type ByKind } from "../../list/kinds";

/** The languages of programs. ES modules in JavaScript have the text of TypeScript. */
export const languages = ["typescript", "javascript", "python", "yaml"] as const;
export type Language = (typeof languages)[number];

/** A list that a program declares with the entries of files. */
export interface DeclaredList {
  readonly resource: string;
  readonly appListId: number;
  /** The file of each kind, relative to the program's folder; undefined for a kind without a file. */
  readonly files: ByKind<string | undefined>;
}

/** How a program declares lists. */
export interface ProgramOptions {
  /** The language of a program that is printed; undefined to add it to the program of the project. */
  readonly language?: Language;
  /** The name of the resource. Default: that of the list. */
  readonly name?: string;
  readonly account?: string;
  readonly claim: boolean;
  readonly exclusive: boolean;
  /** Whether the plugin serves the program, in place of Pulumi's dynamic provider. */
  readonly plugin: boolean;
}

/** The source text of a program: the lines before the declarations, and the declaration of each list. */
export type ProgramText = ReturnType<typeof programText>;

/** Writes the source text that declares lists. */
export function programText(language: Language, lists: readonly DeclaredList[], options: ProgramOptions) {
  const syntax = syntaxes[language];
  // Strict compilers refuse an import that is not used.
  const hasFiles = lists.some(({ files }) => kinds.some((kind) => files[kind] !== undefined));
  const names = hasFiles ? "AppListEntries, entriesFromFile" : "AppListEntries";
  return {
    language,
    head: syntax.head(names, options.plugin ? "pulumi-app-list/plugin" : "pulumi-app-list"),
    declarations: lists.map((list) => syntax.declare(list.resource, argumentsOf(list, options, syntax))),
  };
}

/** A program as one text. */
export function joinProgram({ language, head, declarations }: ProgramText): string {
  // The declarations of YAML are members of a mapping.
  return language === "yaml" ? head + indent(declarations.join(""), 2) : [head, ...declarations].join("\n");
}

/** Indents all lines of a text. */
export function indent(text: string, columns: number): string {
  return text.replace(/^(?=.)/gmu, " ".repeat(columns));
}

function argumentsOf({ appListId, files }: DeclaredList, options: ProgramOptions, syntax: Syntax): readonly string[] {
  const { text, file, yes } = syntax;
  const values: readonly (readonly [name: string, value: string | false])[] = [
    ["appListId", String(appListId)],
    ["account", options.account !== undefined && text(options.account)],
    ...kinds.map((kind) => [kind, files[kind] !== undefined && file(files[kind])] as const),
    ["claimExisting", options.claim && yes],
    ["exclusive", options.exclusive && yes],
  ];
  return values.flatMap(([name, value]) => (value === false ? [] : [syntax.argument(name, value)]));
}

/** How JavaScript and TypeScript declare a resource, its arguments and the entries of a file. */
const script = {
  declare: (resource: string, declared: readonly string[]) =>
    `new AppListEntries(${scriptString(resource)}, {\n${indent(declared.join(",\n"), 2)},\n});\n`,
  argument: (name: string, value: string) => `${name}: ${value}`,
  text: scriptString,
  file: (path: string) => `entriesFromFile(${scriptString(path)})`,
  yes: "true",
};

type Syntax = typeof script & { readonly head: (names: string, module: string) => string };

const syntaxes: Readonly<Record<Language, Syntax>> = {
  typescript: { head: (names, module) => `import { ${names} } from "${module}";\n`, ...script },
  javascript: { head: (names, module) => `const { ${names} } = require("${module}");\n`, ...script },
  python: {
    head: () => "from pathlib import Path\n\nimport pulumi_app_list as app_list\n",
    declare: (resource, declared) =>
      `app_list.AppListEntries(\n${indent([quoted(resource), ...declared].join(",\n"), 4)},\n)\n`,
    argument: (name, value) => `${name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)}=${value}`,
    text: quoted,
    file: (path) => `Path(${quoted(path)}).read_text(encoding="utf-8")`,
    yes: "True",
  },
  yaml: {
    head: () => "resources:\n",
    declare: (resource, declared) =>
      `${yamlKey(resource)}:\n  type: app-list:AppListEntries\n  properties:\n${indent(declared.join("\n"), 4)}\n`,
    argument: (name, value) => `${name}: ${value}`.replace(": \n", ":\n"),
    text: yamlText,
    file: (path) => `\n  fn::readFile: ${yamlText(path)}`,
    yes: "true",
  },
};

/** A text in which Pulumi replaces nothing: a YAML program refers to other values by `${…}`. */
function yamlText(text: string): string {
  return yamlKey(text.replaceAll("${", "$${"));
}

/** A scalar of YAML: in quotes unless it is plainly a text. YAML reads some words as another type. */
function yamlKey(text: string): string {
  const isPlain = /^(?!(?:true|false|yes|no|on|off|y|n|null)$)[A-Za-z][\w./-]*$/iu.test(text);
  return isPlain ? text : quoted(text);
}

/** A string in the quotes of YAML and Python, in which invisible characters are escaped. */
function quoted(text: string): string {
  return JSON.stringify(text.toWellFormed()).replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => {
    return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`;
  });
}

/** A string of JavaScript, with the same escapes. */
function scriptString(text: string): string {
  return printable(JSON.stringify(text));
}
