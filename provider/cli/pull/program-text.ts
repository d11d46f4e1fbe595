import { printable } from "../../common/printable";
import { kinds, type ByKind } from "../../list/kinds";

/** The languages in which a program can be written. */
export const languages = ["typescript", "javascript", "python", "yaml"] as const;

/** A language of programs. ES modules in JavaScript have the text of TypeScript. */
export type Language = (typeof languages)[number];

/** A list that a program declares with the entries of files. */
export interface DeclaredList {
  readonly resource: string;
  readonly appListId: number;
  /** The file of each kind, relative to the program's folder; undefined for a kind without a file. */
  readonly files: ByKind<string | undefined>;
  readonly account?: string;
  readonly claim: boolean;
  readonly exclusive: boolean;
}

/** The source text of a program. */
export interface ProgramText {
  readonly language: Language;
  /** The lines before the declarations. */
  readonly head: string;
  /** The declaration of each list. */
  readonly declarations: readonly string[];
}

/** Writes the source text that declares lists, for the plugin or for Pulumi's dynamic provider. */
export function programText(language: Language, lists: readonly DeclaredList[], plugin: boolean): ProgramText {
  const { head, declare, argument } = syntaxes[language];
  // Strict compilers refuse an import that is not used.
  const hasFiles = lists.some(({ files }) => kinds.some((kind) => files[kind] !== undefined));
  const names = hasFiles ? "AppListEntries, entriesFromFile" : "AppListEntries";
  return {
    language,
    head: head(names, plugin ? "pulumi-app-list/plugin" : "pulumi-app-list"),
    declarations: lists.map((list) => declare(list.resource, argumentsOf(list).map(argument))),
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

type Argument = readonly [name: string, value: number | true | string | { readonly file: string }];

function argumentsOf({ appListId, account, files, claim, exclusive }: DeclaredList): readonly Argument[] {
  return [
    ["appListId", appListId],
    ...(account === undefined ? [] : [["account", account] as const]),
    ...kinds.flatMap((kind) => (files[kind] === undefined ? [] : [[kind, { file: files[kind] }] as const])),
    ...(claim ? [["claimExisting", true] as const] : []),
    ...(exclusive ? [["exclusive", true] as const] : []),
  ];
}

interface Syntax {
  readonly head: (names: string, module: string) => string;
  readonly declare: (resource: string, declared: readonly string[]) => string;
  readonly argument: (argument: Argument) => string;
}

const script: Omit<Syntax, "head"> = {
  declare: (resource, declared) =>
    `new AppListEntries(${scriptString(resource)}, {\n${indent(declared.join(",\n"), 2)},\n});\n`,
  argument: ([name, value]) => {
    if (typeof value === "object") return `${name}: entriesFromFile(${scriptString(value.file)})`;
    return `${name}: ${typeof value === "string" ? scriptString(value) : value}`;
  },
};

const syntaxes: Readonly<Record<Language, Syntax>> = {
  typescript: { head: (names, module) => `import { ${names} } from "${module}";\n`, ...script },
  javascript: { head: (names, module) => `const { ${names} } = require("${module}");\n`, ...script },
  python: {
    head: () => "from pathlib import Path\n\nimport pulumi_app_list as app_list\n",
    declare: (resource, declared) =>
      `app_list.AppListEntries(\n${indent([quoted(resource), ...declared].join(",\n"), 4)},\n)\n`,
    argument: ([camelCase, value]) => {
      const name = camelCase.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
      if (typeof value === "object") return `${name}=Path(${quoted(value.file)}).read_text(encoding="utf-8")`;
      return `${name}=${typeof value === "string" ? quoted(value) : value === true ? "True" : value}`;
    },
  },
  yaml: {
    head: () => "resources:\n",
    declare: (resource, declared) =>
      `${yamlKey(resource)}:\n  type: app-list:AppListEntries\n  properties:\n${indent(declared.join("\n"), 4)}\n`,
    argument: ([name, value]) => {
      if (typeof value === "object") return `${name}:\n  fn::readFile: ${yamlText(value.file)}`;
      return `${name}: ${typeof value === "string" ? yamlText(value) : value}`;
    },
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

/** A string of JavaScript in which invisible characters are escaped. */
function scriptString(text: string): string {
  return printable(JSON.stringify(text));
}
