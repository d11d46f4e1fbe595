import { symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import manifest from "../../provider/package.json" with { type: "json" };
import { isExecutable } from "../../tools/engine/executables.mjs";
import { pythonFolder, root } from "../../tools/paths.mjs";
import { bundleFolder, executable } from "../../tools/setup/bundle.mjs";
import { type Project, succeeded } from "./project.ts";

/** A language whose host the set-up gets. */
export type Language = "yaml" | "python";

/**
 * Prepares the commands of a project for a program in YAML.
 *
 * @throws Error if the set-up has not been run that gets what the program needs
 */
export async function useYaml(project: Project): Promise<void> {
  // As npm would install the packages: examples name the plugin in them. The other programs use the installed one.
  symlinkSync(join(root, "node_modules"), join(project.folder, "node_modules"));
  project.environment["PATH"] = pathWithoutPlugin(project);
  const install = ["plugin", "install", "resource", "app-list", manifest.version, "--file", bundleFolder];
  succeeded(await project.pulumi(...install));
  useHost(project, "yaml");
}

/**
 * Finds the host of a language for the commands of a project, and the Python environment of this clone.
 *
 * @throws Error if the set-up has not been run that gets them
 */
export function useHost(project: Project, language: Language): void {
  const path = project.commandEnvironment()["PATH"] ?? "";
  const host = `pulumi-language-${language}`;
  if (!path.split(delimiter).some((folder) => isExecutable(join(folder, host)))) {
    throw new Error(`There is no ${host}. Run "npm run setup -- --languages".`);
  }
  if (language !== "python") return;
  const programs = join(pythonFolder, "bin");
  if (!isExecutable(join(programs, "python"))) {
    throw new Error(`There is no Python environment in ${pythonFolder}. Run "npm run test:languages".`);
  }
  project.environment["PATH"] = [programs, path].join(delimiter);
}

/** The PATH of a project without a plugin, such as that in node_modules/.bin: Pulumi prefers it, and warns about it. */
export function pathWithoutPlugin(project: Project): string {
  const folders = (project.commandEnvironment()["PATH"] ?? "").split(delimiter);
  return folders.filter((folder) => !isExecutable(join(folder, executable))).join(delimiter);
}
