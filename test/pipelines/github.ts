import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../tools/commands.mjs";
import { readAction, readWorkflow } from "./files";
import type { Place, Ran, Values } from "./place";

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
    const { code, text } = await runScript(step.run, join(folder, valueOf(step["working-directory"], known)), {
      ...environment,
      GITHUB_WORKSPACE: folder,
      GITHUB_REPOSITORY: "ad-ops/lists",
      GITHUB_SERVER_URL: "https://github.com",
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

/**
 * Runs the scripts of the action, one after the other, as the conditions that a test compares name them.
 *
 * @param artifact the address of the uploaded report; empty if the upload failed.
 */
export async function runAction(
  place: Place,
  given: Values,
  event: Values = {},
  artifact = "https://forge.example.com/artifacts/app-list-report",
): Promise<Ran> {
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
  await runNext("Validate", code === 0 && /preview|validate/u.test(command));
  await runNext("Pulumi", code === 0 && command !== "validate");
  outputs["steps.artifact.outputs.artifact-url"] = artifact;
  const isReported = outputs["steps.pulumi.outputs.report"] !== undefined;
  await runNext("Comment or issue", isReported && outputs["steps.choose.outputs.publish"] !== undefined);
  return { code, text };
}

/** A run of a workflow. The names of the values are full: `secrets.APP_LIST_USERNAME`, `inputs.repair`. */
export interface WorkflowRun {
  readonly values?: Values;
  readonly event?: Values;
  /** Replaces inputs that the workflow gives to the action. */
  readonly inputs?: Values;
}

/** Runs a workflow of the examples: its checkout, if that gets the latest commit of the branch, and the action. */
export async function runWorkflow(place: Place, name: string, { values = {}, event, inputs }: WorkflowRun) {
  const steps = Object.values(readWorkflow(name).jobs).flatMap((job) => job.steps);
  const withOf = (use: string) => steps.find(({ uses }) => uses?.startsWith(use) === true)?.with ?? {};
  if (withOf("actions/checkout@")["ref"] === "${{ github.ref }}") {
    const script = "git fetch -q origin main && git checkout -q --detach FETCH_HEAD";
    const { code, text } = await runScript(script, place.folder, place.environment);
    if (code !== 0) throw new Error(text);
  }
  const given = Object.entries(withOf("./")).map(([input, value]) => [input, valueOf(String(value), values)] as const);
  const ran = await runAction(place, { ...Object.fromEntries(given), ...inputs }, event);
  return { ...ran, isWarning: /^::warning /mu.test(ran.text) };
}

/** The value of an expression: a text, or the first of some names that has a value. Other expressions are errors. */
export function valueOf(text: string, known: Readonly<Record<string, string | undefined>>): string {
  const [, names] = /^\$\{\{ ([\w.-]+(?: \|\| [\w.-]+)*) \}\}$/u.exec(text) ?? [];
  if (names === undefined && text.includes("${{")) throw new Error(`The test does not understand ${text}.`);
  const values = names?.split(" || ").map((name) => known[name]);
  return values === undefined ? text : (values.find(Boolean) ?? "");
}
