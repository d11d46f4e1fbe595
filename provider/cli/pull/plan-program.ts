import { relative, sep } from "node:path";
import { addToProgram } from "./add-to-program";
import type { PlannedList } from "./plan-list";
import { joinProgram, programText, type DeclaredList, type Language } from "./program-text";
import { addByHand, declares, findProgram, hasName, type ReadFile } from "./project";
import type { PulledList, PullResult } from "./result";
import { quote } from "../../common/quote";
import { byKind } from "../../list/kinds";
import type { NewFile } from "../write-files";

/** What a program declares, and how. */
export interface ProgramOptions extends Pick<DeclaredList, "account" | "claim" | "exclusive"> {
  /** The language of a program that is printed; undefined to add it to the program of the project. */
  readonly language?: Language;
  readonly plugin: boolean;
  /** The name of the resource. Default: that of the list. */
  readonly name?: string;
}

/** Plans the program that declares lists with the entries of their files. */
export function planProgram(
  planned: readonly PlannedList[],
  options: ProgramOptions,
  read: ReadFile,
): { readonly result: PullResult; readonly files: readonly NewFile[] } {
  const program = options.language === undefined ? findProgram(read) : { language: options.language, code: "" };
  const { language, path, code, step } = program;
  const names = planned.map(({ pulled }) => options.name ?? defaultResourceName(pulled.appListId, pulled.name));
  const lists = planned.map(({ pulled }, index): PulledList => {
    const name = names[index] ?? "";
    if (declares(code, pulled.appListId)) return pulled;
    const isFree = names.indexOf(name) === names.lastIndexOf(name) && !hasName(code, name);
    return { ...pulled, resource: isFree ? name : `${name}-${pulled.appListId}` };
  });
  const declared = lists.flatMap(({ appListId, resource, files }): readonly DeclaredList[] => {
    const paths = byKind((kind) => pathInProgram(files.find((file) => file.kind === kind)?.path));
    return resource === undefined ? [] : [{ ...options, appListId, resource, files: paths }];
  });
  const text = language && declared.length > 0 ? programText(language, declared, options.plugin) : undefined;
  const files = path && text ? addToProgram(path, text, read) : [];
  const undeclared = planned.flatMap(({ created }, index) => (lists[index]?.resource === undefined ? created : []));
  const steps = [
    ...(step === undefined ? [] : [step]),
    ...(files === undefined ? [addByHand] : []),
    ...undeclared.map((file) => `Add the entries of ${quote(file)} to the resource of its list.`),
  ];
  const changed = (files ?? []).map((file) => file.path);
  return {
    result: { lists, program: { language, text: text ? joinProgram(text) : "", files: changed }, steps },
    files: files ?? [],
  };
}

/** A path as it is written in a program: relative to the current folder, with slashes. */
function pathInProgram(path: string | undefined): string | undefined {
  return path && relative(process.cwd(), path).split(sep).join("/");
}

/** The default name of a resource: the name of the list, in letters, digits, dots, underscores and hyphens. */
export function defaultResourceName(appListId: number, listName: string | undefined): string {
  const name = (listName ?? "").replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^-+|-+$/gu, "");
  return name === "" ? `app-list-${appListId}` : name;
}
