import { relative, sep } from "node:path";
import { addToProgram } from "./add-to-program";
import type { PlannedList } from "./plan-list";
import { joinProgram, programText, type ProgramOptions } from "./program-text";
import { addByHand, findProgram, type Program, type ReadFile } from "./project";
import type { PullResult } from "./result";
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
  const usual = planned.map(({ pulled }) => options.name ?? defaultResourceName(pulled.appListId, pulled.name));
  const resources = planned.map(({ pulled: { appListId } }, index) => {
    const name = usual[index] ?? "";
    const isDeclared = new RegExp(`\\bapp_?list_?id["']?\\s*[:=]\\s*${appListId}\\b`, "iu").test(code);
    const isTaken = [`"${name}"`, `'${name}'`, ` ${name}:`].some((use) => code.includes(use));
    if (isDeclared) return undefined;
    return isTaken || usual.indexOf(name) !== usual.lastIndexOf(name) ? `${name}-${appListId}` : name;
  });
  const declared = planned.flatMap(({ pulled: { appListId, files } }, index) => {
    const resource = resources[index];
    const paths = byKind((kind) => pathInProgram(files.find((file) => file.kind === kind)?.path));
    return resource === undefined ? [] : [{ appListId, resource, files: paths }];
  });
  const text = language && declared.length > 0 ? programText(language, declared, options) : undefined;
  const files = text ? addToProgram(program, text, read) : [];
  const unused = planned.flatMap(({ created }, index) => (resources[index] === undefined ? created : []));
  const steps = [
    ...(step === undefined ? [] : [step]),
    ...(files === undefined ? [addByHand] : []),
    ...unused.map((path) => `Add the entries of ${quote(path)} to the resource of its list.`),
  ];
  return {
    result: {
      lists: planned.map(({ pulled }, index) => ({ ...pulled, resource: resources[index] })),
      program: { language, text: text ? joinProgram(text) : "", files: (files ?? []).map(({ path }) => path) },
      steps,
    },
    files: files ?? [],
  };
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
