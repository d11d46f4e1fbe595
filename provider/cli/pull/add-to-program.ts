import { indent, joinProgram, type ProgramText } from "./program-text";
import type { Program, ReadFile } from "./project";
import type { NewFile } from "../write-files";

/**
 * Adds declarations to a program. The code of the user stays as it is: a script gets a line that imports a module with the
 * declarations, and a Pulumi.yaml gets members of `resources`.
 *
 * @param text undefined if all lists are declared already. A pull that was killed may not have added the line.
 * @returns the files to write; undefined if the declarations cannot be added safely.
 */
export function addToProgram(
  program: Program,
  text: ProgramText | undefined,
  read: ReadFile,
): readonly NewFile[] | undefined {
  const { path, module = "", line = "" } = program;
  if (path === undefined) return [];
  const code = read(path) ?? "";
  if (program.language === "yaml") {
    if (text === undefined) return [];
    const content = insertResources(code, text.declarations.join(""));
    return content === undefined ? undefined : [{ path, content }];
  }
  const declared = read(module);
  const importing = importOfModule.test(code) ? [] : [{ path, content: append(code, line) }];
  if (text === undefined) return declared !== undefined && startOfModule.test(declared) ? importing : [];
  // A module and a folder of one name hide one another.
  if (indexes.some((index) => read(module.replace(/\.\w+$/u, index)) !== undefined)) return undefined;
  if (declared === undefined) return [{ path: module, content: joinProgram(text) }, ...importing];
  // Without these imports, it is not the module of an earlier pull.
  if (!declared.includes(text.head)) return undefined;
  return [{ path: module, content: append(declared, `\n${text.declarations.join("\n")}`) }, ...importing];
}

const importOfModule = /^(?!\s*(?:\/\/|#)).*(?:["']\.\/app-lists(?:\.[jt]s)?["']|\b(?:import|from)\s+\.?app_lists\b)/mu;

/** The first line of a module that pull wrote. */
const startOfModule =
  /^\uFEFF?(?:(?:import|const) \{ AppListEntries\b|from pathlib import Path\s+import pulumi_app_list\b)/u;

const indexes = ["/index.ts", "/index.js", "/__init__.py"];

/** Appends lines to a text, with the line ends of the text. */
function append(text: string, lines: string): string {
  return text + withLineEndsOf(text, /[^\n]$/u.test(text) ? `\n${lines}` : lines);
}

function withLineEndsOf(text: string, lines: string): string {
  return text.includes("\r\n") ? lines.replaceAll("\n", "\r\n") : lines;
}

/**
 * Inserts members of `resources` below its line. The rest of the file stays as it is, character by character.
 *
 * @returns undefined if the file is not a usual Pulumi.yaml: one block mapping whose `resources` are a block mapping.
 */
function insertResources(yaml: string, members: string): string | undefined {
  const lines = yaml.split(/(?<=\n)/u);
  const place = lines.findIndex((line) => line.startsWith("resources"));
  if (lines.some((line, index) => index !== place && /^(?:[^\w# \t\r\n]|resources)/u.test(line))) return undefined;
  if (place === -1) return append(yaml, `resources:\n${indent(members, 2)}`);
  const [, key, comment] = /^(resources:)(?: *\{ *\})?( *(?:#.*)?)\s*$/u.exec(lines[place] ?? "") ?? [];
  const next = lines.slice(place + 1).find((line) => /^\s*[^\s#]/u.test(line)) ?? "";
  const [, spaces] = /^( *)(?:$|[\w"'].*:\s)/u.exec(next) ?? [];
  if (key === undefined || comment === undefined || spaces === undefined) return undefined;
  const opened = `${(key + comment).trimEnd()}\n${indent(members, spaces.length || 2)}`;
  return [...lines.slice(0, place), withLineEndsOf(yaml, opened), ...lines.slice(place + 1)].join("");
}
