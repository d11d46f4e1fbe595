import { extname } from "node:path";
import type { Language } from "./program-text";

/** Reads a file of the project by its path; undefined if it does not exist. */
export type ReadFile = (path: string) => string | undefined;

/** The program of the project; without a path, declarations are printed. */
export interface Program {
  /** Undefined if pull writes no programs in the language of the project. */
  readonly language: Language | undefined;
  /** The file that Pulumi runs. */
  readonly path?: string;
  /** The code of this file and of the module with declarations. */
  readonly code: string;
  /** What is left to do by hand. */
  readonly step?: string;
}

/** The files that Pulumi runs, by the runtime of the project. */
const programFiles = [
  { runtime: "nodejs", path: "index.ts", language: "typescript" },
  { runtime: "nodejs", path: "index.js", language: "javascript" },
  { runtime: "python", path: "__main__.py", language: "python" },
  { runtime: "yaml", path: "Pulumi.yaml", language: "yaml" },
] as const;

/** Finds the program of the project in the current folder. */
export function findProgram(read: ReadFile): Program {
  const project = read("Pulumi.yaml");
  if (project === undefined) return { language: "typescript", code: "", step: createProject };
  const runtime = /^runtime:\s*(?:\{?\s*name:\s*)?["']?([\w-]+)/mu.exec(project)?.[1];
  const known = programFiles.filter((each) => each.runtime === runtime);
  const found = known.find(({ path }) => read(path) !== undefined);
  if (found === undefined) {
    const [usual] = known;
    return { language: usual?.language, code: "", step: usual === undefined ? declareByHand : addByHand };
  }
  const { path } = found;
  const code = `${read(path)}\n${read(moduleFor(path, read).path) ?? ""}`;
  const isImport = found.language === "javascript" && isEsModule(read);
  return { language: isImport ? "typescript" : found.language, path, code };
}

const createProject =
  "This folder has no Pulumi.yaml. Create a project with `pulumi new typescript --force` or `pulumi new yaml --force`, " +
  "and run this command again: it adds the program to the project.";

const declareByHand = "Declare an AppListEntries resource with the text of each file.";

/** The step if declarations cannot be added to the program safely. */
export const addByHand = "Add the printed declarations to your program.";

/** The module for declarations beside a script, and the line of the script that imports it. */
export function moduleFor(path: string, read: ReadFile): { readonly path: string; readonly line: string } {
  const kind = extname(path);
  if (kind === ".py") return { path: "app_lists.py", line: "import app_lists\n" };
  const importsSources = /"allowImportingTsExtensions"\s*:\s*true/u.test(read("tsconfig.json") ?? "");
  const specifier = `"./app-lists${isEsModule(read) ? (importsSources ? ".ts" : ".js") : ""}"`;
  const isImport = kind === ".ts" || isEsModule(read);
  return { path: `app-lists${kind}`, line: isImport ? `import ${specifier};\n` : `require(${specifier});\n` };
}

/** Whether Node runs the scripts of the project as ES modules. */
function isEsModule(read: ReadFile): boolean {
  return /"type"\s*:\s*"module"/u.test(read("package.json") ?? "");
}

/** Whether a program declares a list. */
export function declares(code: string, appListId: number): boolean {
  return new RegExp(`\\bapp_?list_?id["']?\\s*[:=]\\s*${appListId}\\b`, "iu").test(code);
}

/** Whether a program may have a resource of a name. */
export function hasName(code: string, name: string): boolean {
  return [`"${name}"`, `'${name}'`, ` ${name}:`].some((use) => code.includes(use));
}
