import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { codeBlocksOf, readPage, sectionOf } from "../docs/markdown";
import { readSteps } from "../docs/page-steps";
import { expectStep, type ReaderValues, runSteps, scriptOf } from "../docs/run-steps";
import { type Project, root, usualStart, withoutTypeChecks } from "../harness/project";
import { openSession } from "../harness/shell-session";
import { testbed } from "./testbed";
import { engineFolder } from "../../tools/pulumi/engine-folder.ts";

/** How a command of a page runs. */
interface RunOptions extends ReaderValues {
  readonly environment?: Readonly<Record<string, string>>;
  readonly folder?: string;
  /** The number of the block, if several of a section begin so; default: 0. */
  readonly number?: number;
  readonly exitCode?: number | "failure";
  /** What must be equal in the output of the page and of the run. */
  readonly comparable?: (text: string) => unknown;
}

/** A page whose commands run in a project named "brand-safety". */
export interface PageRun {
  /** A block of code of a section. */
  block(heading: string, language: string, number?: number): string;
  /** Runs the commands of a section, by the start of their first line, and compares their output with the page. */
  run(heading: string, command?: string, options?: RunOptions): Promise<string>;
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

/** Runs commands of a page in a project. */
export function runPage(path: string, project: Project): PageRun {
  const page = readPage(path);
  return {
    block: (heading, language, number = 0) => {
      const blocks = codeBlocksOf({ path, text: sectionOf(page, heading).text });
      const block = blocks.filter((each) => each.language === language)[number];
      if (block === undefined) throw new Error(`${path} has no ${language} in "${heading}".`);
      return block.code;
    },
    run: async (heading, command = "", options = {}) => {
      const { environment = {}, folder = project.folder, number = 0, exitCode = 0, ...compared } = options;
      const steps = readSteps(sectionOf(page, heading).text).filter((step) => step.kind === "commands");
      const step = steps.filter(({ script }) => script.startsWith(command))[number];
      if (step === undefined) throw new Error(`${path} has no command "${command}" in "${heading}".`);
      const variables: NodeJS.ProcessEnv = { ...project.commandEnvironment(), ...environment, ...unattended };
      const PATH = withCommands(variables["PATH"]);
      const session = openSession(folder, { ...variables, PULUMI_OPTION_SKIP_PREVIEW: "true", PATH });
      try {
        const ended = await session.run(scriptOf(step, options));
        expectStep(path, { ...step, exitCode, quoted: [] }, { ...ended, ...compared });
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

/** A copy of the project in the root of the clone, in which a reader follows pages. */
export interface Clone {
  readonly folder: string;
  /** Follows a part of a page, and returns the number of commands that it ran. */
  follow(page: string, markdown: string, reader: ReaderValues & { readonly without: RegExp }): Promise<number>;
}

/** Opens a shell in a copy of the clone, with `pulumi` and `app-list` on PATH. Both are closed when the test ends. */
export async function openClone(): Promise<Clone> {
  mkdirSync(join(root, ".scratch"), { recursive: true });
  const surroundings = mkdtempSync(join(root, ".scratch", "quickstart-"));
  onTestFinished(() => rmSync(surroundings, { recursive: true, force: true }));
  const folder = join(surroundings, "clone");
  const state = join(surroundings, "pulumi");
  for (const each of [folder, state]) mkdirSync(each);
  cpSync(join(root, "Pulumi.yaml"), join(folder, "Pulumi.yaml"));
  cpSync(join(root, "examples", "quickstart"), join(folder, "examples", "quickstart"), { recursive: true });
  const path = [await engineFolder(), dirname(process.execPath), withCommands(), process.env["PATH"]];
  const session = openSession(folder, {
    ...process.env,
    ...usualStart,
    ...withoutTypeChecks,
    ...unattended,
    PULUMI_HOME: state,
    PULUMI_CONFIG_PASSPHRASE: "reader",
    PULUMI_SKIP_UPDATE_CHECK: "1",
    PULUMI_OPTION_COLOR: "never",
    PATH: path.join(delimiter),
  });
  onTestFinished(() => session.close());
  return {
    folder,
    follow: (page, markdown, { values = {}, ...reader }) => {
      const local = { "pulumi login --local": `pulumi login 'file://${state}'` };
      return runSteps(page, readSteps(markdown), { session, folder, values: { ...local, ...values }, ...reader });
    },
  };
}
