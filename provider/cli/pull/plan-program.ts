import { relative, sep } from "node:path";
import { addToProgram } from "./add-to-program";
import type { PlannedList } from "./plan-list";
import { joinProgram, programText, type ProgramOptions } from "./program-text";
import { addByHand, findProgram, type Program, type ReadFile } from "./project";
import type { PulledList, PullResult } from "./result";
import { quote } from "../../common/quote";
import { byKind } from "../../list/kinds";
import type { NewFile } from "../write-files";

/** Plans the program that declares lists with the entries of their files. */
export function planProgram(
  planned: readonly PlannedList[],
  options: ProgramOptions,
  read: ReadFile,
): { readonly result: PullResult; readonly files: readonly NewFile[] } {
  const program: Program = options.language === undefined ? findProgram(read) : { language: options.language };
  const { language, path, module, step } = program;
  const code = [path, module].map((each) => each && read(each)).join("\n");
  const statements = code.replaceAll(/^\s*(?:\/\/|#).*$/gmu, "");
  const usual = planned.map(({ pulled }) => options.name ?? defaultResourceName(pulled.appListId, pulled.name));
  const candidates = planned.flatMap(({ pulled }, index) => [usual[index], `${usual[index]}-${pulled.appListId}`]);
  const lists = planned.map(({ pulled }, index): PulledList => {
    const id = pulled.appListId;
    if (new RegExp(`\\bapp_?list_?id["']?\\s*[:=]\\s*${id}\\b`, "iu").test(statements)) return pulled;
    const name = usual[index] ?? "";
    // YAML programs have a variable "pulumi".
    const isTaken = [`"${name}"`, `'${name}'`, `\`${name}\``, ` ${name}:`].some((use) => code.includes(use));
    const isUnique = candidates.indexOf(name) === candidates.lastIndexOf(name) && name !== "pulumi";
    return { ...pulled, resource: isTaken || !isUnique ? `${name}-${id}` : name };
  });
  const declared = lists.flatMap(({ appListId, resource, files }) => {
    const paths = byKind((kind) => pathInProgram(files.find((file) => file.kind === kind)?.path));
    return resource === undefined ? [] : [{ appListId, resource, files: paths }];
  });
  const text = language && declared.length > 0 ? programText(language, declared, options) : undefined;
  const files = addToProgram(program, text, read);
  const unused = planned.flatMap(({ created }, index) => (lists[index]?.resource === undefined ? created : []));
  const changed = (files ?? []).map((file) => file.path);
  const byHand = unused.map((file) => `Add the entries of ${quote(file)} to the resource of its list.`);
  const steps = [step, files === undefined ? addByHand : undefined, ...byHand].filter((each) => each !== undefined);
  const result = { lists, program: { language, text: text ? joinProgram(text) : "", files: changed }, steps };
  return { result, files: files ?? [] };
}

/** A path as it is written in a program: relative to the current folder, with slashes. */
function pathInProgram(path: string | undefined): string | undefined {
  return path && relative(process.cwd(), path).split(sep).join("/");
}

/** The default name of a resource: the name of the list, in letters, digits, dots, underscores and hyphens. */
function defaultResourceName(appListId: number, listName: string | undefined): string {
  const name = (listName ?? "").replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^-+|-+$/gu, "");
  return name === "" ? `app-list-${appListId}` : name;
}
