import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { root } from "../../tools/paths.mjs";
import { ensureEngine } from "../../tools/engine/ensure-engine.mjs";
import { isExecutable } from "../../tools/engine/executables.mjs";
import { pulumiEnvironment } from "../../tools/pulumi/environment.ts";
import { type Printed, runPulumi, type RunOptions } from "../../tools/pulumi/run.ts";
import { executable } from "../../tools/setup/bundle.mjs";
import { dynamicHost, pluginHost, type PulumiHost, withHost } from "./hosts.ts";
import { javaScript, javaScriptOf, type Program, projectFile } from "./program.ts";
import { passphrase, type StackSettings, writeSettings, writeStack } from "./stack-file.ts";

/**
 * The root of the clone; projects lie inside it, so that `require("pulumi-app-list")` finds the workspace's package.
 */
export { root };

export type { Printed, StackSettings };

/**
 * The compiled code of the programs and providers that the tests start, which halves the time that loading it takes.
 */
const compileCache = join(root, ".scratch", "compile-cache");

let folderOfEngine: Promise<string> | undefined;

/** The engine that the set-up got, asked for once. */
function engineOfTests(): Promise<string> {
  folderOfEngine ??= ensureEngine();
  return folderOfEngine;
}

/** Writes files by their paths in a folder. */
function writerIn(folder: string) {
  return (path: string, content: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
}

/** Options of Node that load a module of this folder before all others. */
function preloads(...modules: readonly string[]): string {
  return modules.map((name) => `--require=${JSON.stringify(join(import.meta.dirname, name))}`).join(" ");
}

/** The environment of commands whose compiled code is kept. */
export const compiledOnce = { NODE_COMPILE_CACHE: compileCache, NODE_OPTIONS: preloads("steady-flags.cjs") };

/** The environment of commands that run programs in JavaScript. */
const withoutTypeScript = { NODE_OPTIONS: preloads("steady-flags.cjs", "without-typescript.cjs") };

/** The environment of commands that run programs with TypeScript 7. */
export const withTypeScript7 = { NODE_OPTIONS: preloads("with-typescript-7.cjs") };

/** The environment of commands that start as those of users do. */
export const usualStart = { NODE_OPTIONS: undefined, NODE_COMPILE_CACHE: undefined, GOGC: undefined };

/** The environment of commands that run TypeScript programs without checking their types: another test does that. */
export const withoutTypeChecks = { PULUMI_NODEJS_TRANSPILE_ONLY: "true" };

/** Makes a project from its program. */
export async function createProject(options: {
  /** Its resources, or the content of index.js or, for TypeScript, of index.ts. */
  readonly program: Program | string;
  readonly language?: "javascript" | "typescript";
  /**
   * The host of the resources. Default: the plugin, and for a program in JavaScript or TypeScript the dynamic provider.
   */
  readonly host?: PulumiHost;
  readonly settings?: StackSettings;
  /** The name of the project; default: "acceptance". Its stack is "dev". */
  readonly name?: string;
  /** Where the project lies; by default inside the clone. */
  readonly parent?: string;
}) {
  const { program, language = "javascript", settings = {}, name = "acceptance" } = options;
  const { parent = join(root, ".scratch", "acceptance") } = options;
  const { host = typeof program === "string" ? dynamicHost : pluginHost } = options;
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, "project-"));
  const write = writerIn(folder);
  const isTypeScript = language === "typescript";
  const runtime = isTypeScript ? "nodejs" : javaScript;
  const writeProgram = (text: string): void => {
    write("Pulumi.yaml", projectFile(name, runtime));
    write(isTypeScript ? "index.ts" : "index.js", text);
  };
  /**
   * Writes another program: in YAML for the plugin, in JavaScript for the dynamic provider. Default: the host at first.
   */
  const declare = (resources: Program, by: PulumiHost = host): void =>
    by === pluginHost
      ? write("Pulumi.yaml", projectFile(name, "yaml", resources))
      : writeProgram(javaScriptOf(resources));
  if (typeof program === "string") writeProgram(withHost(program, host));
  else declare(program);
  if (isTypeScript)
    write("tsconfig.json", JSON.stringify({ compilerOptions: { strict: true, skipLibCheck: true, types: ["node"] } }));
  const project = await openProject({ folder, surroundings: folder, settings });
  if (!isTypeScript) Object.assign(project.environment, withoutTypeScript);
  return { ...project, declare };
}

/** A project whose program was generated. */
export type CreatedProject = Awaited<ReturnType<typeof createProject>>;

/** A Pulumi project with one stack, a backend of its own and real `pulumi` commands. */
export type Project = Awaited<ReturnType<typeof openProject>>;

/** Makes a stack "dev" for the program in a folder. */
export async function openProject(options: {
  readonly folder: string;
  /** The folder of the backend, Pulumi's home and the project. It is removed with the project. */
  readonly surroundings: string;
  readonly settings?: StackSettings;
}) {
  const { folder, surroundings, settings = {} } = options;
  const write = writerIn(folder);
  /** Environment variables for the commands that follow; undefined takes one away. */
  const environment: Record<string, string | undefined> = {};
  const state = join(surroundings, "state");
  const temporary = join(surroundings, "temporary");
  const home = join(surroundings, "home");
  for (const each of [state, temporary, home]) mkdirSync(each);

  const engine = await engineOfTests();
  const places = { engine, home, state, temporary, passphrase };
  /** The environment of these commands, with `pulumi` and `node` on PATH, for others that are run beside them. */
  const commandEnvironment = (): NodeJS.ProcessEnv => ({
    ...pulumiEnvironment(places),
    NO_COLOR: "1",
    ...compiledOnce,
    // Garbage costs the engine a tenth of its time.
    GOGC: "400",
    ...environment,
  });
  /** Runs a command, and reports its process and its output as they appear. */
  const watch = async (args: readonly string[], watcher: Pick<RunOptions, "onStart" | "onOutput">): Promise<Printed> =>
    runPulumi([...args, "--non-interactive"], { engine, folder, environment: commandEnvironment(), ...watcher });
  const pulumi = async (...args: readonly string[]): Promise<Printed> => watch(args, {});
  const configure = (more: StackSettings): void => writeSettings(folder, more);
  const checkpoint = writeStack({ folder, state, home });
  configure(settings);
  return {
    folder,
    write,
    environment,
    commandEnvironment,
    pulumi,
    watch,
    /** `pulumi up`, as the other commands without questions and without a preview first. */
    up: (...args: readonly string[]) => pulumi("up", "--yes", "--skip-preview", ...args),
    preview: (...args: readonly string[]) => pulumi("preview", ...args),
    refresh: (...args: readonly string[]) => pulumi("refresh", "--yes", "--skip-preview", ...args),
    destroy: (...args: readonly string[]) => pulumi("destroy", "--yes", "--skip-preview", ...args),
    configure,
    /** The state of the stack, as the backend stores it. */
    readState: () => readFile(checkpoint, "utf8"),
    remove: () => rmSync(surroundings, { recursive: true, force: true }),
  };
}

/** The PATH of a project without a plugin, such as that in node_modules/.bin: Pulumi prefers it, and warns about it. */
export function pathWithoutPlugin(project: Project): string {
  const folders = (project.commandEnvironment()["PATH"] ?? "").split(delimiter);
  return folders.filter((folder) => !isExecutable(join(folder, executable))).join(delimiter);
}

/** A command that must have failed, with its output in the error if it has not. */
export function failed(printed: Printed): Printed {
  if (printed.code === 0) throw new Error(`The command succeeded:\n${printed.text}`);
  return printed;
}

/** A command that must have succeeded, with its output in the error if it has not. */
export function succeeded(printed: Printed): Printed {
  if (printed.code !== 0) throw new Error(`The command ended with ${printed.code}:\n${printed.text}`);
  return printed;
}
