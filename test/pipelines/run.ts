import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { z } from "zod";
import { run } from "../../tools/commands.mjs";
import { root } from "../../tools/paths.mjs";
import { readAction, readJobs, type ComponentInputs } from "./files";

type Values = Readonly<Record<string, string>>;

/** A person, with the members of both forges. */
const userSchema = z.object({ id: z.number(), login: z.string() });
const texts = { title: z.string(), text: z.string() };
const messagesSchema = z.array(z.object({ id: z.number(), author: userSchema, ...texts, isOpen: z.boolean() }));

/** The owner of the token that the pipelines have, the comments on pull request 7, and the issues. */
const forgeSchema = z.object({ user: userSchema, comments: messagesSchema, issues: messagesSchema });
type Forge = z.infer<typeof forgeSchema>;

/** Where the scripts of pipelines run. */
export type Place = ReturnType<typeof makePlace>;

/** The token that the stand-ins for `gh` and `curl` accept. */
const forgeToken = "forge-token";

/**
 * Makes a place for scripts beside the folder of a project, with stand-ins for `gh`, `curl` and `npm`.
 *
 * @param installed the commands that `npm ci` installs, by name: scripts of bash
 */
export function makePlace(folder: string, environment: NodeJS.ProcessEnv, installed: Values) {
  const parent = mkdtempSync(join(dirname(folder), "runner "));
  const temporary = join(parent, "temporary");
  const commands = join(parent, "commands");
  const packages = join(parent, "packages");
  mkdirSync(temporary);
  const forge = join(root, "test", "pipelines", "commands", "forge.mjs");
  for (const command of ["gh", "curl"]) writeCommand(commands, command, `exec node '${forge}' ${command} "$@"`);
  for (const [name, script] of Object.entries(installed)) writeCommand(packages, name, script);
  const link = `ln -sfn '${join(root, "provider")}' node_modules/pulumi-app-list`;
  const install = `mkdir -p node_modules/.bin && cp '${packages}'/* node_modules/.bin/ && ${link}`;
  const lock = "[[ $1 != install ]] || echo '{}' > package-lock.json";
  // A pipeline runs no scripts of packages.
  writeCommand(commands, "npm", `[[ $* == install* || $* == *--ignore-scripts* ]] || exit 1\n${install}\n${lock}`);
  const forgeFile = join(parent, "forge.json");
  const readForge = (): Forge => forgeSchema.parse(JSON.parse(readFileSync(forgeFile, "utf8")));
  const user = { id: 41, login: "github-actions[bot]" };
  writeFileSync(forgeFile, JSON.stringify({ user, comments: [], issues: [] }));
  // Git has an author, and no configuration of the machine.
  const gitConfig = join(parent, "gitconfig");
  writeFileSync(gitConfig, "[user]\nname = Ana\nemail = ana@example.com\n");
  const ofGit = { GIT_CONFIG_GLOBAL: gitConfig, GIT_CONFIG_SYSTEM: "/dev/null" };
  const PATH = [commands, environment["PATH"] ?? ""].join(delimiter);
  const variables: NodeJS.ProcessEnv = { ...environment, ...ofGit, PATH, FORGE_FILE: forgeFile };
  return {
    folder,
    /** The folder for temporary files. */
    temporary,
    environment: variables,
    readForge,
    writeForge: (forge: Partial<Forge>) => writeFileSync(forgeFile, JSON.stringify({ ...readForge(), ...forge })),
  };
}

/** Writes a command of bash. */
export function writeCommand(folder: string, name: string, script: string): void {
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

/** How a use of the action ended. */
export interface ActionRun extends Ran {
  /** The outputs of its steps, such as `steps.choose.outputs.command`. */
  readonly outputs: Values;
}

/** What GitHub knows of a pull request. */
export const pullRequest = {
  GITHUB_EVENT_NAME: "pull_request",
  "github.event.pull_request.number": "7",
  "github.event.pull_request.head.sha": "a".repeat(40),
  "github.event.pull_request.head.repo.full_name": "ad-ops/lists",
} as const;

/**
 * Runs the scripts of the action, one after the other, as the conditions that a test compares name them.
 *
 * @param event variables that GitHub sets, and values of its contexts by their full names
 */
export async function runAction(place: Place, given: Values, event: Values = {}): Promise<ActionRun> {
  const { inputs, runs } = readAction();
  const unknown = Object.keys(given).filter((name) => inputs[name] === undefined);
  if (unknown.length > 0) throw new Error(`The action has no input ${unknown.join(", ")}.`);
  const known: Record<string, string | undefined> = {
    "github.token": forgeToken,
    "github.sha": "b".repeat(40),
    ...event,
  };
  for (const [name, { default: standard }] of Object.entries(inputs)) known[`inputs.${name}`] = given[name] ?? standard;
  for (const [name, value] of Object.entries(place.environment)) known[`env.${name}`] = value;
  const outputs: Record<string, string> = {};
  let text = "";
  const runStep = async (name: string): Promise<number> => {
    const step = runs.steps.find((each) => each.name === name);
    if (step?.run === undefined) throw new Error(`The action has no script ${name}.`);
    const environment = Object.fromEntries(
      Object.entries(step.env).map(([variable, value]) => [variable, valueOf(value, { ...known, ...outputs })]),
    );
    const [output, summary] = [join(place.temporary, "output"), join(place.temporary, "summary")];
    for (const file of [output, summary]) writeFileSync(file, "");
    const ran = await runScript(step.run, place.folder, {
      ...place.environment,
      GITHUB_REPOSITORY: "ad-ops/lists",
      GITHUB_ACTOR: "ana",
      GITHUB_EVENT_NAME: "push",
      ...Object.fromEntries(Object.entries(event).filter(([name]) => name.startsWith("GITHUB_"))),
      ...environment,
      RUNNER_TEMP: place.temporary,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
    });
    for (const [, key = "", value = ""] of readFileSync(output, "utf8").matchAll(/^([^=\n]+)=(.*)$/gmu)) {
      outputs[`steps.${step.id ?? ""}.outputs.${key}`] = value;
    }
    text += ran.text + readFileSync(summary, "utf8");
    return ran.code;
  };

  let code = await runStep("Choose the command");
  const command = outputs["steps.choose.outputs.command"] ?? "";
  if (code !== 0 || command === "none") return { code, text, outputs };
  code = await runStep("Install");
  if (code === 0 && /^(?:preview|validate)$/u.test(command)) code = await runStep("Validate");
  if (code === 0 && command !== "validate") {
    code = await runStep("Pulumi");
    outputs["steps.artifact.outputs.artifact-url"] = "https://forge.example.com/artifacts/app-list-report";
    const isPublished = ["pulumi.outputs.report", "choose.outputs.publish"].every((name) => outputs[`steps.${name}`]);
    if (isPublished) code = (await runStep("Comment or issue")) || code;
  }
  return { code, text, outputs };
}

/** The value of a variable: a text, or the first of some names that has a value. Other expressions are errors. */
export function valueOf(text: string, known: Readonly<Record<string, string | undefined>>): string {
  const [, names] = /^\$\{\{ ([\w.-]+(?: \|\| [\w.-]+)*) \}\}$/u.exec(text) ?? [];
  if (names === undefined && text.includes("${{")) throw new Error(`The test does not understand ${text}.`);
  const values = names?.split(" || ").map((name) => known[name]);
  return values === undefined ? text : (values.find(Boolean) ?? "");
}

/** Runs the script of a job of the component. */
export async function runJob(
  place: Place,
  name: string,
  variables: Values = {},
  inputs: ComponentInputs = { "stack-name": "dev" },
): Promise<Ran> {
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
    GITLAB_TOKEN: forgeToken,
    ...variables,
  });
}
