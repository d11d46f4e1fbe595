import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { z } from "zod";
import { githubFiles, parseYaml } from "../files.ts";
import { type Ran, runScript } from "./shell.ts";

const environmentSchema = z.record(z.string(), z.string()).default({});

const stepSchema = z.strictObject({
  name: z.string().optional(),
  id: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: environmentSchema,
  run: z.string().optional(),
});

const workflowSchema = z.object({
  permissions: z.record(z.string(), z.string()),
  defaults: z.object({ run: z.object({ shell: z.literal("bash") }) }),
  env: environmentSchema,
  jobs: z.record(
    z.string(),
    z.object({
      needs: z.string().optional(),
      if: z.string().optional(),
      permissions: z.record(z.string(), z.string()).optional(),
      env: environmentSchema,
      steps: z.array(stepSchema),
    }),
  ),
});

type Step = z.infer<typeof stepSchema>;

/** A workflow, of what it says what a run needs. */
export type Workflow = z.infer<typeof workflowSchema>;

/** Reads a workflow by the name of its file. */
export function readWorkflow(name: string): Workflow {
  const file = githubFiles.find((each) => each.name === name);
  if (file === undefined) throw new Error(`There is no workflow ${name}.`);
  return workflowSchema.parse(parseYaml(file.text));
}

/** Where and with what a workflow runs. */
export interface Runner {
  readonly folder: string;
  /** A folder for the files with which steps speak to the runner. */
  readonly temporary: string;
  readonly environment: NodeJS.ProcessEnv;
  /** What expressions such as `github.token` stand for. Secrets and outputs that are not here are empty, as on GitHub. */
  readonly values: Readonly<Record<string, string>>;
}

/** How a job went. */
export interface JobRun {
  readonly isSuccess: boolean;
  readonly text: string;
  /** What it wrote into the summary. */
  readonly summary: string;
  /** The steps that ran. */
  readonly steps: readonly string[];
}

/** Runs the jobs of a workflow in order: those whose condition holds and whose need was met. */
export async function runWorkflow(workflow: Workflow, runner: Runner): Promise<Readonly<Record<string, JobRun>>> {
  const runs: Record<string, JobRun> = {};
  for (const [name, job] of Object.entries(workflow.jobs)) {
    const isNeedMet = job.needs === undefined || runs[job.needs]?.isSuccess === true;
    if (!isNeedMet || !holds(job.if ?? "success()", runner.values, true)) continue;
    const environment = { ...runner.environment, ...resolveAll({ ...workflow.env, ...job.env }, runner.values) };
    runs[name] = await runJob(job.steps, { ...runner, environment });
  }
  return runs;
}

async function runJob(steps: readonly Step[], runner: Runner): Promise<JobRun> {
  const folder = mkdtempSync(join(runner.temporary, "job-"));
  const files = { output: join(folder, "output"), path: join(folder, "path"), summary: join(folder, "summary") };
  for (const file of Object.values(files)) writeFileSync(file, "");
  let values = runner.values;
  let isSuccess = true;
  let text = "";
  const names: string[] = [];
  for (const step of steps) {
    if (!holds(step.if ?? "success()", values, isSuccess)) continue;
    names.push(step.name ?? step.uses ?? "");
    if (step.run === undefined) continue;
    const ran: Ran = await runScript(step.run, runner.folder, {
      ...runner.environment,
      ...resolveAll(step.env, values),
      PATH: [...linesOf(files.path).toReversed(), runner.environment["PATH"] ?? ""].join(delimiter),
      GITHUB_OUTPUT: files.output,
      GITHUB_PATH: files.path,
      GITHUB_STEP_SUMMARY: files.summary,
    });
    text += ran.text;
    isSuccess = isSuccess && ran.code === 0;
    values = Object.assign({}, values, outputsOf(step.id, files.output));
    writeFileSync(files.output, "");
  }
  return { isSuccess, text, summary: readFileSync(files.summary, "utf8"), steps: names };
}

function outputsOf(id: string | undefined, file: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    linesOf(file).map((line) => [
      `steps.${id ?? ""}.outputs.${line.slice(0, line.indexOf("="))}`,
      line.slice(line.indexOf("=") + 1),
    ]),
  );
}

function linesOf(file: string): readonly string[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
}

type Values = Readonly<Record<string, string>>;

function resolveAll(environment: Values, values: Values): Values {
  return Object.fromEntries(
    Object.entries(environment).map(([name, text]) => [
      name,
      text.replaceAll(/\$\{\{\s*(.*?)\s*\}\}/gu, (_, expression: string) => valueOf(expression, values)),
    ]),
  );
}

function valueOf(expression: string, values: Values): string {
  const literal = /^'(.*)'$/u.exec(expression)?.[1];
  const value = literal ?? values[expression] ?? (/^(?:secrets|steps)\./u.test(expression) ? "" : undefined);
  if (value === undefined) throw new Error(`The test does not know what "${expression}" is.`);
  return value;
}

/** Whether a condition holds; a step without a status function in its condition runs after successes only. */
function holds(condition: string, values: Values, isSuccess: boolean): boolean {
  const text = condition.replace(/^\$\{\{\s*(.*?)\s*\}\}$/u, "$1");
  if (text === "success()") return isSuccess;
  if (text === "!cancelled()") return true;
  const isTrue = text.split(" || ").some((all) => all.split(" && ").every((comparison) => isEqual(comparison, values)));
  return isSuccess && isTrue;
}

function isEqual(comparison: string, values: Values): boolean {
  const [, left = "", operator = "", right = ""] = /^(\S+) (==|!=) (\S+)$/u.exec(comparison) ?? [];
  if (operator === "") throw new Error(`The test does not understand the condition "${comparison}".`);
  return (valueOf(left, values) === valueOf(right, values)) === (operator === "==");
}

/** The names of the jobs that a workflow has for these values, where each job that another needs succeeds. */
export function jobsOf(workflow: Workflow, values: Values): readonly string[] {
  return Object.entries(workflow.jobs).flatMap(([name, job]) =>
    holds(job.if ?? "success()", values, true) ? [name] : [],
  );
}
