import { execFile } from "node:child_process";
import { delimiter, join } from "node:path";
import { comparable } from "../docs/compare-steps";
import { codeBlocksOf, readPage, sectionOf } from "../docs/markdown";
import { essentialOutput } from "../docs/run-steps";
import { expectShown } from "../docs/shown-output";
import { root, type Project } from "../harness/project";

/** How a command of a page runs. */
interface RunOptions {
  /** Texts of the page and the values that a reader would have in their place. */
  readonly values?: Readonly<Record<string, string>>;
  /** The answers to questions for secrets, by the last word of their key. */
  readonly secrets?: Readonly<Record<string, string>>;
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
  PULUMI_OPTION_SKIP_PREVIEW: "true",
  PULUMI_OPTION_NON_INTERACTIVE: "true",
  PULUMI_OPTION_SUPPRESS_PROGRESS: "true",
};

/** Runs a script with the commands of this repository. */
async function runScript(script: string, folder: string, environment: NodeJS.ProcessEnv) {
  const path = [environment["PATH"] ?? "", join(root, "node_modules", ".bin")];
  const env = { ...environment, ...unattended, PATH: path.join(delimiter) };
  return new Promise<{ readonly code: number; readonly output: string }>((resolve) => {
    const child = execFile("bash", ["-e", "-c", script], { cwd: folder, env }, (_, stdout, stderr) => {
      resolve({ code: child.exitCode ?? 1, output: stdout + stderr });
    });
  });
}

/** The end of what a command of Pulumi prints, from its messages on; other output as it is. */
function resultOf(output: string): string {
  const essential = essentialOutput(output);
  const start = essential.search(/^(?:Diagnostics|Outputs|Resources):$/mu);
  return (start < 0 ? essential : essential.slice(start)).trim();
}

/** Runs commands of a page in a project. */
export function runPage(path: string, project: Project): PageRun {
  return {
    block: (heading, language, number = 0) => {
      const blocks = codeBlocksOf({ path, text: sectionOf(readPage(path), heading).text });
      const block = blocks.filter((each) => each.language === language)[number];
      if (block === undefined) throw new Error(`${path} has no ${language} in "${heading}".`);
      return block.code;
    },
    run: async (heading, command = "", options = {}) => {
      const { values = {}, secrets = {}, environment = {}, folder = project.folder, exitCode = 0 } = options;
      const { text } = sectionOf(readPage(path), heading);
      const pairs = text.matchAll(/^( *)```sh\n([^`]*)^\1```(?:\n\n\1```(?:text|json)\n(.*?)^\1```)?/gmsu);
      const matching = [...pairs].filter(([, indent = "", script = ""]) => script.startsWith(indent + command));
      const pair = matching[options.number ?? 0];
      if (pair === undefined) throw new Error(`${path} has no command "${command}" in "${heading}".`);
      const [shown, indent = "", script = "", output] = pair;
      const withValues = Object.entries(values).reduce((all, [from, to]) => all.replaceAll(from, to), script);
      const completed = withValues
        .replaceAll("npx --no-install ", "")
        .replaceAll(/^( *pulumi config set .*--secret \S*?(\w+)) *(?:#.*)?$/gmu, (all, start: string, key: string) => {
          return secrets[key] === undefined ? all : `${start} '${secrets[key]}'`;
        });
      const ran = await runScript(completed, folder, { ...project.commandEnvironment(), ...environment });
      const isExpected = exitCode === "failure" ? ran.code !== 0 : ran.code === exitCode;
      if (!isExpected) throw new Error(`${path}, "${heading}": exited with ${ran.code}\n${completed}${ran.output}`);
      if (output === undefined) return ran.output;
      const back = Object.entries(values).reduce(
        (all, [from, to]) => (to === "" ? all : all.replaceAll(to, from)),
        ran.output,
      );
      const content = `${resultOf(back)}\n`.replaceAll(/^(?=.)/gmu, indent);
      const start = shown.length - output.length - indent.length - "```".length;
      expectShown({
        page: path,
        shown,
        printed: `${shown.slice(0, start)}${content}${indent}\`\`\``,
        comparable: options.comparable ?? comparable,
      });
      return ran.output;
    },
  };
}
