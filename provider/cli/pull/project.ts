import type { Language } from "./program-text";

/** Reads a file of the project by its path; undefined if it does not exist. */
export type ReadFile = (path: string) => string | undefined;

/** The program of the project. */
export interface Program {
  /** Undefined if pull does not write the language of the project. */
  readonly language?: Language;
  /** The file that Pulumi runs; undefined if declarations are printed. */
  readonly path?: string;
  /** The file for declarations beside a script, and the line of the script that imports it. */
  readonly module?: string;
  readonly line?: string;
  /** What is left to do by hand. */
  readonly step?: string;
}

/** The programs of each runtime, by the file that Pulumi runs by default. */
const programs: Readonly<Record<string, readonly Program[]>> = {
  nodejs: [
    { language: "typescript", path: "index.ts", module: "app-lists.ts", line: 'import "./app-lists";\n' },
    { language: "javascript", path: "index.js", module: "app-lists.js", line: 'require("./app-lists");\n' },
  ],
  python: [{ language: "python", path: "__main__.py", module: "app_lists.py", line: "import app_lists\n" }],
  yaml: [{ language: "yaml", path: "Pulumi.yaml" }],
};

const createProject =
  "This folder has no Pulumi.yaml. Create a project with `pulumi new typescript --force` or `pulumi new yaml --force`, " +
  "and run this command again: it adds the program to the project.";

/** The step if declarations cannot be added to the program safely. */
export const addByHand = "Add the printed declarations to your program.";

/** Finds the program of the project in the current folder. */
export function findProgram(read: ReadFile): Program {
  const project = read("Pulumi.yaml") ?? read("Pulumi.yml") ?? read("Pulumi.json");
  if (project === undefined) return { language: "typescript", step: createProject };
  const runtime = /^runtime:\s*(?:\{?\s*name:\s*)?["']?(nodejs|python|yaml)\b/mu.exec(project)?.[1] ?? "";
  const known = programs[runtime] ?? [];
  if (known.length === 0) return { step: "Declare an AppListEntries resource with the text of each file." };
  const manifest = read("package.json") ?? "";
  const found = known.find(({ path = "" }) => read(path) !== undefined);
  if (found === undefined || runsAnotherFile(runtime, project, manifest, read)) {
    return { language: known[0]?.language, step: addByHand };
  }
  if (runtime !== "nodejs" || !/"type"\s*:\s*"module"/u.test(manifest)) return found;
  // Node runs TypeScript without a compiler, and then imports name the sources.
  const isSource = found.language === "typescript" && !manifest.includes('"ts-node"');
  return { ...found, language: "typescript", line: `import "./app-lists${isSource ? ".ts" : ".js"}";\n` };
}

/** Whether the settings of the project name another program than the file that Pulumi runs by default. */
function runsAnotherFile(runtime: string, project: string, manifest: string, read: ReadFile): boolean {
  if (/^["']?main["']?\s*:/mu.test(project)) return true;
  if (runtime === "yaml") return /\bcompiler["']?\s*:/u.test(project) || read("Main.yaml") !== undefined;
  const [, main = "index"] = /"main"\s*:\s*"(?:\.\/)?([^"]*)"/u.exec(manifest) ?? [];
  return runtime === "nodejs" && !/^(?:index(?:\.[jt]s)?)?$/u.test(main);
}
