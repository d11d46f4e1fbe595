import { indent, joinProgram, type ProgramText } from "./program-text";
import { moduleFor, type ReadFile } from "./project";
import type { NewFile } from "../write-files";

/**
 * Adds declarations to a program. The code of the user stays as it is: a script gets a line that imports a module with the
 * declarations, and a Pulumi.yaml gets members of `resources`.
 *
 * @param path the file that Pulumi runs.
 * @returns the files to write; undefined if the declarations cannot be added safely.
 */
export function addToProgram(path: string, text: ProgramText, read: ReadFile): readonly NewFile[] | undefined {
  const current = read(path) ?? "";
  if (text.language === "yaml") {
    const content = insertResources(current, text.declarations.join(""));
    return content === undefined ? undefined : [{ path, content }];
  }
  const module = moduleFor(path, read);
  const existing = read(module.path);
  if (existing !== undefined) {
    const content = append(existing, `\n${text.declarations.join("\n")}`);
    // Without these imports, it is not the module of an earlier pull.
    return existing.includes(text.head) ? [{ path: module.path, content }] : undefined;
  }
  return [
    { path: module.path, content: joinProgram(text) },
    { path, content: append(current, module.line) },
  ];
}

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
  if (lines.some((line, index) => index !== place && /^(?:[^\w#\s]|resources)/u.test(line))) return undefined;
  if (place === -1) return append(yaml, `resources:\n${indent(members, 2)}`);
  const [, key, comment] = /^(resources:)(?: *\{ *\})?( *(?:#.*)?)\s*$/u.exec(lines[place] ?? "") ?? [];
  const next = lines.slice(place + 1).find((line) => /^\s*[^\s#]/u.test(line)) ?? "";
  const [, spaces] = /^( *)(?:$|[\w"'].*:\s)/u.exec(next) ?? [];
  if (key === undefined || comment === undefined || spaces === undefined) return undefined;
  const opened = `${(key + comment).trimEnd()}\n${indent(members, spaces.length || 2)}`;
  return [...lines.slice(0, place), withLineEndsOf(yaml, opened), ...lines.slice(place + 1)].join("");
}
