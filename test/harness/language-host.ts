import { delimiter, join } from "node:path";
import { isExecutable } from "../../tools/engine/executables.mjs";
import { hostOf, type Language } from "../../tools/engine/languages.mjs";
import { pythonFolder, root } from "../../tools/paths.mjs";
import type { Project } from "./project.ts";

/** Where the commands of this clone are, and with them the plugin. */
const commands = join(root, "node_modules", ".bin");

/**
 * Prepares the commands of a project for a program in a language that the plugin serves.
 *
 * @throws Error if the set-up has not been run that gets what the program needs
 */
export function useLanguage(project: Project, language: Language): void {
  const engineAndPath = (project.commandEnvironment()["PATH"] ?? "").split(delimiter);
  const folders = language === "python" ? [join(pythonFolder, "bin"), ...engineAndPath] : engineAndPath;
  const isThere = (executable: string): boolean => folders.some((folder) => isExecutable(join(folder, executable)));
  const host = hostOf[language];
  if (!isThere(host)) throw new Error(`There is no ${host}. Run "npm run --silent engine -- --languages".`);
  if (language === "python" && !isExecutable(join(pythonFolder, "bin", "python"))) {
    throw new Error(`There is no Python environment in ${pythonFolder}. Run "npm run test:languages".`);
  }
  usePlugin(project, folders);
}

/** Puts the plugin of this clone on PATH, before all others. */
function usePlugin(project: Project, folders: readonly string[]): void {
  if (!isExecutable(join(commands, "pulumi-resource-app-list"))) {
    throw new Error(`There is no pulumi-resource-app-list in ${commands}. Run "npm run build".`);
  }
  project.environment["PATH"] = [commands, ...folders].join(delimiter);
}
