import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { isExecutable } from "../../tools/engine/executables.mjs";
import { hostOf, type Language } from "../../tools/engine/languages.mjs";
import { pythonFolder } from "../../tools/paths.mjs";
import type { Project } from "./project.ts";

/**
 * Prepares the commands of a project for programs in a language other than TypeScript and JavaScript.
 *
 * @throws Error if the set-up has not been run that gets what the programs need
 */
export function useLanguage(project: Project, language: Language): void {
  const folders = (project.commandEnvironment()["PATH"] ?? "").split(delimiter);
  if (!folders.some((folder) => isExecutable(join(folder, hostOf[language])))) {
    throw new Error(`There is no ${hostOf[language]}. Run "npm run --silent engine -- --languages".`);
  }
  if (language !== "python") return;
  const programs = join(pythonFolder, "bin");
  if (!existsSync(programs)) {
    throw new Error(`There is no Python environment in ${pythonFolder}. Run "npm run test:languages".`);
  }
  project.environment["PATH"] = [programs, ...folders].join(delimiter);
}
