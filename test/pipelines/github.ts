import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { run } from "../../tools/commands.mjs";
import { readAction, readWorkflow } from "./files";
import type { Pipeline, Place, Ran, RunPipeline, Values } from "./place";

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

/** What a use of the action is told, besides its inputs. */
interface ActionOptions {
  /** Variables that GitHub sets, and values of its contexts by their full names. */
  readonly event?: Values;
  /** The address of the uploaded report; empty if the upload failed. */
  readonly artifact?: string;
  /** The number of steps that are run at most. Default: all. */
  readonly steps?: number;
}

/** Runs the scripts of the action whose conditions are met. */
export async function runAction({ folder, temporary, environment }: Place, given: Values, options: ActionOptions = {}) {
  const { event = {}, artifact = "https://forge.example.com/artifacts/app-list-report", steps } = options;
  const { inputs, runs } = readAction();
  const known: Record<string, string | undefined> = { "github.token": "token", ...event };
  for (const [name, { default: standard }] of Object.entries(inputs)) known[`inputs.${name}`] = given[name] ?? standard;
  for (const [name, value] of Object.entries(environment)) known[`env.${name}`] = value;
  const [output, summary] = [join(temporary, "output"), join(temporary, "summary")];
  let [code, text] = [0, ""];
  for (const step of runs.steps.slice(0, steps)) {
    if (!isMet(step.if, known, code !== 0)) continue;
    if (step.id === "artifact") known["steps.artifact.outputs.artifact-url"] = artifact;
    if (step.run === undefined) continue;
    for (const file of [output, summary]) writeFileSync(file, "");
    const ran = await runScript(step.run, join(folder, valueOf(step["working-directory"], known)), {
      ...environment,
      GITHUB_WORKSPACE: folder,
      GITHUB_REPOSITORY: "ad-ops/lists",
      GITHUB_SERVER_URL: "https://github.com",
      GITHUB_ACTOR: "ana",
      GITHUB_EVENT_NAME: "push",
      ...Object.fromEntries(Object.entries(event).filter(([key]) => key.startsWith("GITHUB_"))),
      ...Object.fromEntries(Object.entries(step.env).map(([key, value]) => [key, valueOf(value, known)])),
      RUNNER_TEMP: temporary,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
    });
    code ||= ran.code;
    text += ran.text + readFileSync(summary, "utf8");
    for (const [, key = "", value = ""] of readFileSync(output, "utf8").matchAll(/^([^=\n]+)=(.*)$/gmu)) {
      known[`steps.${step.id ?? ""}.outputs.${key}`] = value;
    }
  }
  return { code, text, known };
}

const workflows = {
  preview: "pull-request",
  deploy: "deploy",
  repair: "deploy",
  "cancel and repair": "deploy",
  drift: "nightly-drift",
};

/** Runs a workflow of the examples: its checkout, if that gets the latest commit of the branch, and the action. */
export async function runWorkflow(place: Place, pipeline: Pipeline, values: Values, event: Values): Promise<Ran> {
  const [job] = Object.values(readWorkflow(`${workflows[pipeline]}.yaml`).jobs);
  if (job === undefined || !isMet(job.if, values, false)) return { code: 0, text: "" };
  const withOf = (use: string) => job.steps.find(({ uses }) => uses?.startsWith(use) === true)?.with ?? {};
  if (withOf("actions/checkout@")["ref"] === "${{ github.ref }}") {
    const script = "git fetch -q origin main && git checkout -q --detach FETCH_HEAD";
    const { code, text } = await runScript(script, place.folder, place.environment);
    if (code !== 0) throw new Error(text);
  }
  const given = Object.entries(withOf("./")).map(([input, value]) => [input, valueOf(String(value), values)] as const);
  return runAction(place, Object.fromEntries(given), { event });
}

/** The workflows of the examples, with variables as secrets of the repository, but for the base URL. */
export const runOnGithub: RunPipeline = async (place, pipeline, variables = {}) => {
  const named = Object.entries(variables).map(([name, value]) => {
    return [`${name === "APP_LIST_BASE_URL" ? "vars" : "secrets"}.${name}`, value] as const;
  });
  const asked = { repair: String(pipeline.endsWith("repair")), cancel: String(pipeline.startsWith("cancel")) };
  const byHand = { "inputs.repair": asked.repair, "inputs.cancel": asked.cancel };
  const own = { "github.ref": "refs/heads/main", ...(pipeline.endsWith("repair") && byHand) };
  const event = pipeline === "preview" ? pullRequest : {};
  const ran = await runWorkflow(place, pipeline, { ...own, ...Object.fromEntries(named) }, event);
  return { ...ran, isWarning: /^::warning /mu.test(ran.text) };
};

type Known = Readonly<Record<string, string | undefined>>;

/** Whether a job or a step runs. The expressions of GitHub are those of JavaScript, but for the names of values. */
function isMet(condition: string | undefined, known: Known, hasFailed: boolean): boolean {
  if (hasFailed && !/\b(?:always|cancelled|failure)\(\)/u.test(condition ?? "")) return false;
  if (condition === undefined) return true;
  const expression = condition.replaceAll(/^\$\{\{|\}\}$/gu, "");
  const script = expression.replaceAll(/\b[a-z]+(?:\.[\w-]+)+/gu, (name) => JSON.stringify(known[name] ?? ""));
  const contains = (text: string, part: string): boolean => text.includes(part);
  return Boolean(runInNewContext(script, { always: () => true, cancelled: () => false, contains }));
}

/** The value of an expression: a text, or the first of some names that has a value. Other expressions are errors. */
function valueOf(text: string, known: Known): string {
  const [, names] = /^\$\{\{ ([\w.-]+(?: \|\| [\w.-]+)*) \}\}$/u.exec(text) ?? [];
  if (names === undefined && text.includes("${{")) throw new Error(`The test does not understand ${text}.`);
  const values = names?.split(" || ").map((name) => known[name]);
  return values === undefined ? text : (values.find(Boolean) ?? "");
}
