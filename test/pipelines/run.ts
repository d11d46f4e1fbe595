import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { run } from "../../tools/commands.mjs";
import { readAction, readJobs, type ComponentInputs } from "./files";

type Values = Readonly<Record<string, string>>;

/** Where the scripts of pipelines run. */
export type Place = ReturnType<typeof makePlace>;

/** Notes the calls of `gh` and `curl`, and answers those that list comments or issues from a file. */
const forge = `printf '%s\\n' "$*" >> "$FORGE_FOLDER/calls"
case "$*" in */user) echo '{"id": 41}' ;; *per_page*) cat "$FORGE_FOLDER/answer" ;; esac`;

/** Makes a place for scripts beside the folder of a project, with stand-ins for `gh` and `curl`. */
export function makePlace(folder: string, environment: NodeJS.ProcessEnv) {
  const parent = mkdtempSync(join(dirname(folder), "runner "));
  const [temporary, commands] = [join(parent, "temporary"), join(parent, "commands")];
  mkdirSync(temporary);
  for (const command of ["gh", "curl"]) writeCommand(commands, command, forge);
  // What a checkout has installed is the same in each of its runs. A pipeline runs no scripts of packages.
  const rest = 'export PATH="${PATH#*:}"; exec npm "$@"';
  writeCommand(
    commands,
    "npm",
    `[[ $1 != ci || $* == *--ignore-scripts* ]] || exit 1\n[[ $1 == ci && -d node_modules ]] && exit; ${rest}`,
  );
  // Git has an author, and no configuration of the machine.
  const gitConfig = join(parent, "gitconfig");
  writeFileSync(gitConfig, "[user]\nname = Ana\nemail = ana@example.com\n");
  const ofGit = { GIT_CONFIG_GLOBAL: gitConfig, GIT_CONFIG_SYSTEM: "/dev/null" };
  const PATH = [commands, environment["PATH"] ?? ""].join(delimiter);
  const variables: NodeJS.ProcessEnv = { ...environment, ...ofGit, PATH, FORGE_FOLDER: parent };
  const calls = join(parent, "calls");
  return {
    folder,
    /** The folder for temporary files. */
    temporary,
    environment: variables,
    /** The comments or issues that the forge has. */
    answer: (messages: readonly object[]) => writeFileSync(join(parent, "answer"), JSON.stringify(messages)),
    /** The changes of comments and issues since the last call, without the options of every call. */
    changes: (): readonly string[] => {
      const lines = existsSync(calls) ? readFileSync(calls, "utf8").trimEnd().split("\n") : [];
      rmSync(calls, { force: true });
      return lines
        .filter((line) => /POST|PATCH|PUT/u.test(line))
        .map((line) => line.replace(/^.*?(?=\b(?:POST|PATCH|PUT) )/u, ""));
    },
  };
}

function writeCommand(folder: string, name: string, script: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/usr/bin/env bash\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
}

/** How a script ended, and its output. */
interface Ran {
  readonly code: number;
  readonly text: string;
}

/** Runs a script of a pipeline with bash, with the options that the forges set. */
async function runScript(script: string, folder: string, environment: NodeJS.ProcessEnv): Promise<Ran> {
  const words = ["--noprofile", "--norc", "-eo", "pipefail", "-c", script];
  const ended = await run("bash", words, { cwd: folder, env: environment });
  return { code: ended.kind === "exited" ? ended.status : 1, text: ended.output };
}

/** What GitHub knows of a pull request. */
export const pullRequest = {
  GITHUB_EVENT_NAME: "pull_request",
  "github.event.pull_request.number": "7",
  "github.event.pull_request.head.sha": "a".repeat(40),
  "github.event.pull_request.head.repo.full_name": "ad-ops/lists",
} as const;

/**
 * A use of the action. Its steps run by their names.
 *
 * @param event variables that GitHub sets, and values of its contexts by their full names
 */
export function useAction({ folder, temporary, environment }: Place, given: Values, event: Values = {}) {
  const { inputs, runs } = readAction();
  const known: Record<string, string | undefined> = { "github.token": "token", "github.sha": "b".repeat(40), ...event };
  for (const [name, { default: standard }] of Object.entries(inputs)) known[`inputs.${name}`] = given[name] ?? standard;
  for (const [name, value] of Object.entries(environment)) known[`env.${name}`] = value;
  const outputs: Record<string, string> = {};
  const runStep = async (name: string): Promise<Ran> => {
    const step = runs.steps.find((each) => each.name === name);
    if (step?.run === undefined) throw new Error(`The action has no script ${name}.`);
    const own = Object.entries(step.env).map(
      ([key, value]) => [key, valueOf(value, { ...known, ...outputs })] as const,
    );
    const [output, summary] = [join(temporary, "output"), join(temporary, "summary")];
    for (const file of [output, summary]) writeFileSync(file, "");
    const { code, text } = await runScript(step.run, folder, {
      ...environment,
      GITHUB_REPOSITORY: "ad-ops/lists",
      GITHUB_ACTOR: "ana",
      GITHUB_EVENT_NAME: "push",
      ...Object.fromEntries(Object.entries(event).filter(([key]) => key.startsWith("GITHUB_"))),
      ...Object.fromEntries(own),
      RUNNER_TEMP: temporary,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
    });
    for (const [, key = "", value = ""] of readFileSync(output, "utf8").matchAll(/^([^=\n]+)=(.*)$/gmu)) {
      outputs[`steps.${step.id ?? ""}.outputs.${key}`] = value;
    }
    return { code, text: text + readFileSync(summary, "utf8") };
  };
  return { runStep, outputs };
}

/** Runs the scripts of the action, one after the other, as the conditions that a test compares name them. */
export async function runAction(place: Place, given: Values, event: Values = {}): Promise<Ran> {
  const { runStep, outputs } = useAction(place, given, event);
  let [code, text] = [0, ""];
  const runNext = async (name: string, isMeant: boolean): Promise<void> => {
    if (!isMeant) return;
    const ran = await runStep(name);
    code ||= ran.code;
    text += ran.text;
  };
  await runNext("Choose the command", true);
  const command = outputs["steps.choose.outputs.command"] ?? "";
  await runNext("Install", code === 0);
  await runNext("Validate", code === 0 && command === "preview");
  await runNext("Pulumi", code === 0);
  outputs["steps.artifact.outputs.artifact-url"] = "https://forge.example.com/artifacts/app-list-report";
  const isReported = outputs["steps.pulumi.outputs.report"] !== undefined;
  await runNext("Comment or issue", isReported && outputs["steps.choose.outputs.publish"] !== undefined);
  return { code, text };
}

/** The value of a variable: a text, or the first of some names that has a value. Other expressions are errors. */
export function valueOf(text: string, known: Readonly<Record<string, string | undefined>>): string {
  const [, names] = /^\$\{\{ ([\w.-]+(?: \|\| [\w.-]+)*) \}\}$/u.exec(text) ?? [];
  if (names === undefined && text.includes("${{")) throw new Error(`The test does not understand ${text}.`);
  const values = names?.split(" || ").map((name) => known[name]);
  return values === undefined ? text : (values.find(Boolean) ?? "");
}

/** Runs the script of a job of the component. */
export async function runJob(place: Place, name: string, variables: Values, inputs: ComponentInputs): Promise<Ran> {
  const job = readJobs(inputs)[name];
  if (job === undefined) throw new Error(`The component has no job ${name}.`);
  const inProject = (value: string): string => value.replace("$CI_PROJECT_DIR", place.folder);
  const own = Object.entries(job.variables).map(([variable, value]) => [variable, inProject(value)] as const);
  return runScript([...job.before_script, ...job.script].join("\n"), place.folder, {
    ...place.environment,
    ...Object.fromEntries(own),
    CI_PROJECT_DIR: place.folder,
    CI_PROJECT_ID: "12",
    CI_MERGE_REQUEST_PROJECT_ID: "12",
    CI_MERGE_REQUEST_IID: "7",
    CI_API_V4_URL: "https://forge.example.com",
    CI_JOB_URL: "https://forge.example.com/jobs/1",
    GITLAB_TOKEN: "token",
    ...variables,
  });
}
