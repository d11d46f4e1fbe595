import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join, relative, sep } from "node:path";
import * as pulumi from "@pulumi/pulumi";

const executable = "pulumi-resource-app-list";
const projectFiles = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

/** Where Pulumi searches for a plugin. */
export interface PluginPlaces {
  /** The folder of Pulumi.yaml. */
  readonly root: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Warns if Pulumi cannot find the plugin: it then tries to download the plugin, and names neither npm nor Pulumi.yaml in
 * its error.
 */
export async function warnAboutMissingPlugin(): Promise<void> {
  const root = findProject(process.cwd());
  // Pulumi's Automation API runs programs without project files, too.
  if (root === undefined || isPluginFound({ root, environment: process.env })) return;
  await pulumi.log.warn(
    `Pulumi does not find the plugin ${executable}. Add its folder to Pulumi.yaml:\n\n` +
      `plugins:\n  providers:\n    - name: app-list\n      path: ${pluginFolder(root)}\n`,
  );
}

/** Whether Pulumi.yaml, PATH, Pulumi's own folder or a debugger lead to a plugin. */
export function isPluginFound({ root, environment }: PluginPlaces): boolean {
  const { PATH = "", PULUMI_HOME = join(homedir(), ".pulumi"), PULUMI_DEBUG_PROVIDERS = "" } = environment;
  return (
    projectFiles.some((name) => namesPlugin(join(root, name))) ||
    PATH.split(delimiter).some(hasExecutable) ||
    filesIn(join(PULUMI_HOME, "plugins")).some((name) => name.startsWith("resource-app-list-v")) ||
    PULUMI_DEBUG_PROVIDERS.includes("app-list")
  );
}

/** The folder for Pulumi.yaml: packages of a workspace can be installed in one of the folders above. */
export function pluginFolder(root: string): string {
  const bins = withParents(root).map((folder) => join(folder, "node_modules", ".bin"));
  const bin = bins.find(hasExecutable) ?? join(root, "node_modules", ".bin");
  return relative(root, bin).replaceAll(sep, "/");
}

/** The folder of the project file of a program, which can be in a folder below it. */
function findProject(folder: string): string | undefined {
  return withParents(folder).find((each) => projectFiles.some((name) => existsSync(join(each, name))));
}

function withParents(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...withParents(parent)];
}

function hasExecutable(folder: string): boolean {
  return ["", ".cmd", ".exe"].some((extension) => existsSync(join(folder, `${executable}${extension}`)));
}

/** Whether a project file has an entry of `plugins` or `packages` for the plugin. The project itself can have its name. */
function namesPlugin(path: string): boolean {
  if (!existsSync(path)) return false;
  const text = readFileSync(path, "utf8").replace(/^name:.*$/mu, "");
  return /["']?name["']?\s*:\s*["']?app-list["']?\s*(?:[,}#]|$)|^\s+["']?app-list["']?\s*:(?:\s|$)/mu.test(text);
}

function filesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
