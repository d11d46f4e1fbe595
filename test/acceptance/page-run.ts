import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { codeBlocksOf, readPage, readPages, sectionOf } from "../docs/markdown";
import { allTasks, commandsOf } from "../docs/tasks";
import { expectStep, type ReaderValues, readSteps, runSteps, scriptOf } from "../docs/run-steps";
import { type Project, root, usualStart, withoutTypeChecks } from "../harness/project";
import { temporaryFolder } from "../harness/shared-files";
import { openSession, type Session } from "../harness/shell-session";
import { testbed } from "./testbed";
import { ensureEngine } from "../../tools/engine/ensure-engine.mjs";

/** How a command of a page runs. */
interface RunOptions extends ReaderValues {
  readonly environment?: Readonly<Record<string, string>>;
  readonly folder?: string;
  readonly exitCode?: number | "failure";
  /** What must be equal in the output of the page and of the run. */
  readonly comparable?: (text: string) => unknown;
}

/** The variables with which Pulumi asks nothing, and prints what differs between runs as little as it can. */
const unattended = {
  PULUMI_SKIP_CONFIRMATIONS: "true",
  PULUMI_OPTION_NON_INTERACTIVE: "true",
  PULUMI_OPTION_SUPPRESS_PROGRESS: "true",
};

/** The commands of this repository, behind those of a PATH. */
function withCommands(path: string = ""): string {
  return [path, join(root, "node_modules", ".bin")].join(delimiter);
}

/** The commands of pages that this process ran. */
const ranScripts = new Set<string>();

/** The commands of the tasks that tests play: lines, and blocks of pages. */
function playedCommands(): ReadonlySet<string> {
  const played = allTasks().filter(({ byHand }) => byHand === undefined);
  const commands = played.flatMap((task) =>
    task.steps.flatMap(({ mark, text }) => {
      if (mark === ">") return [commandsOf(task, text).step.code];
      return mark === "$" ? [text, ...text.split("; ")].map((line) => `${line}\n`) : [];
    }),
  );
  return new Set(commands);
}

/** The commands of pages that neither this process nor a task runs, each after its page. */
export function unrunCommands(...patterns: readonly string[]): readonly string[] {
  const [scripts, played] = [readPages(...patterns).flatMap(codeBlocksOf), playedCommands()];
  const isRun = (code: string): boolean => ranScripts.has(code) || played.has(code);
  const isRunByLines = (code: string): boolean => code.match(/.+\n/gu)?.every(isRun) === true;
  const left = scripts.filter(({ language, code }) => language === "sh" && !isRun(code) && !isRunByLines(code));
  return left.map(({ page, code }) => `${page}: ${code}`);
}

/** A shell in the folder of a project, with `pulumi`, which asks nothing, and with `app-list` unless npm has installed it. */
export function openTerminal(
  project: Project,
  options: {
    readonly environment?: Readonly<Record<string, string>>;
    readonly folder?: string;
    readonly isInstalled?: boolean | undefined;
    /** Gets the ID of the process of each command, which leads a group. */
    readonly onStart?: (id: number) => void;
  } = {},
): Session {
  const { environment = {}, folder = project.folder, isInstalled = false, onStart } = options;
  const variables: NodeJS.ProcessEnv = { ...project.commandEnvironment(), ...environment, ...unattended };
  const PATH = isInstalled ? variables["PATH"] : withCommands(variables["PATH"]);
  return openSession(folder, { ...variables, PULUMI_OPTION_SKIP_PREVIEW: "true", PATH }, onStart);
}

/** Runs commands of a page in a project, which has the name of the pages: "brand-safety". */
export function runPage(path: string, project: Project) {
  const page = readPage(path);
  return {
    /** A block of code of a section. */
    block: (heading: string, language: string, number = 0): string => {
      const blocks = codeBlocksOf({ path, text: sectionOf(page, heading) });
      const block = blocks.filter((each) => each.language === language)[number];
      if (block === undefined) throw new Error(`${path} has no ${language} in "${heading}".`);
      return block.code;
    },
    /** Runs the commands of a section, by the start of their first line, and compares their output with the page. */
    run: async (heading: string, command = "", options: RunOptions = {}): Promise<string> => {
      const { environment = {}, folder = project.folder, exitCode = 0, ...compared } = options;
      const steps = readSteps(sectionOf(page, heading)).filter(({ file }) => file === undefined);
      const step = steps.find(({ code }) => code.startsWith(command));
      if (step === undefined) throw new Error(`${path} has no command "${command}" in "${heading}".`);
      const session = openTerminal(project, { environment, folder, isInstalled: options.isInstalled });
      try {
        const ended = await session.run(scriptOf(step.code, options));
        expectStep(path, step, { ...ended, ...compared, exitCode, quoted: [] });
        ranScripts.add(step.code);
        return ended.output;
      } finally {
        session.close();
      }
    },
  };
}

/** A simulator, and a project of the name on the pages, which runs the commands of a page. */
export async function openPage(path: string, options: Partial<Parameters<typeof testbed>[0]> = {}) {
  const bed = await testbed({ program: {}, name: "brand-safety", ...options });
  if (options.language === "typescript") Object.assign(bed.project.environment, withoutTypeChecks);
  return { ...bed, ...runPage(path, bed.project) };
}

/**
 * Opens a shell in a folder, until the test ends. It has no variables of Pulumi but those with which it asks nothing.
 */
async function openPlace(
  folder: string,
  state: string,
  path: readonly (string | undefined)[],
  environment: Readonly<Record<string, string>>,
) {
  for (const each of [folder, state]) mkdirSync(each, { recursive: true });
  const session = openSession(folder, {
    ...process.env,
    ...usualStart,
    ...unattended,
    PULUMI_HOME: state,
    PULUMI_SKIP_UPDATE_CHECK: "1",
    PULUMI_OPTION_COLOR: "never",
    ...environment,
    PATH: [await ensureEngine(), dirname(process.execPath), ...path].join(delimiter),
  });
  onTestFinished(() => session.close());
  return {
    folder,
    /** Runs commands that must succeed, and returns their output. */
    run: async (script: string): Promise<string> => {
      const { code, output } = await session.run(script);
      if (code !== 0) throw new Error(`${script} ended with ${code}:\n${output}`);
      return output;
    },
    /** Follows a part of a page, and returns the number of commands that it ran. */
    follow: (
      page: string,
      markdown: string,
      { values = {}, ...reader }: Omit<Parameters<typeof runSteps>[2], "session" | "folder">,
    ) => {
      const local = { "pulumi login --local": `pulumi login 'file://${state}'` };
      return runSteps(page, readSteps(markdown), { session, folder, values: { ...local, ...values }, ...reader });
    },
  };
}

/** Opens a copy of the project in the root of the clone, with `pulumi` and `app-list` on PATH. */
export async function openClone() {
  mkdirSync(join(root, ".scratch"), { recursive: true });
  const surroundings = mkdtempSync(join(root, ".scratch", "quickstart-"));
  onTestFinished(() => rmSync(surroundings, { recursive: true, force: true }));
  const path = [withCommands(), process.env["PATH"]];
  const place = await openPlace(join(surroundings, "clone"), join(surroundings, "pulumi"), path, withoutTypeChecks);
  cpSync(join(root, "Pulumi.yaml"), join(place.folder, "Pulumi.yaml"));
  cpSync(join(root, "examples", "quickstart"), join(place.folder, "examples", "quickstart"), { recursive: true });
  return place;
}

/**
 * Opens empty folders outside of the clone, with one home, which is empty at first. Nothing of the clone is on PATH.
 */
export function openEmptyHome(environment: Readonly<Record<string, string>>) {
  const surroundings = temporaryFolder();
  const HOME = join(surroundings, "home");
  mkdirSync(HOME);
  // `npm test` puts the commands of the clone on PATH.
  const path = (process.env["PATH"] ?? "").split(delimiter).filter((each) => !each.startsWith(root));
  return (folder: string) =>
    openPlace(join(surroundings, folder), join(HOME, "pulumi"), path, { ...environment, HOME });
}
