import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { z } from "zod";
import { githubFiles, parseYaml } from "../files.ts";
import { environmentOf, inputsOf, outputPrefixes, readAction, type Step, stepSchema } from "./action.ts";
import { holds, interpolate, type Scope, type Value } from "./expression.ts";
import { runScript } from "./shell.ts";

const inputsSchema = z.object({ inputs: z.record(z.string(), z.unknown()).default({}) }).nullable();

const workflowSchema = z.object({
  on: z.union([z.string(), z.looseObject({ workflow_dispatch: inputsSchema.optional() })]),
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.strictObject({
      if: z.string().default("success()"),
      "runs-on": z.string(),
      "timeout-minutes": z.number(),
      environment: z.string().optional(),
      steps: z.array(stepSchema),
    }),
  ),
});

/** A workflow: the parts that a run needs. */
export type Workflow = z.infer<typeof workflowSchema>;

/** Reads a workflow by the name of its file, and adds inputs to its step with the action. */
export function readWorkflow(name: string, inputs: Step["with"] = {}): Workflow {
  const file = githubFiles.find((each) => each.name === name);
  if (file === undefined) throw new Error(`There is no workflow ${name}.`);
  const workflow = workflowSchema.parse(parseYaml(file.text));
  const withInputs = (step: Step): Step =>
    step.uses?.startsWith("./") === true ? { ...step, with: { ...step.with, ...inputs } } : step;
  const jobs = Object.entries(workflow.jobs).map(([job, { steps, ...rest }]) => {
    return [job, { ...rest, steps: steps.map(withInputs) }] as const;
  });
  return { ...workflow, jobs: Object.fromEntries(jobs) };
}

/** Where and with what a workflow runs. */
export interface Runner {
  /** The checkout. */
  readonly folder: string;
  /** The folder for temporary files. */
  readonly temporary: string;
  readonly environment: NodeJS.ProcessEnv;
  /** What expressions such as `github.token` stand for. */
  readonly values: Readonly<Record<string, Value>>;
}

/** A step that ran a script. */
export interface StepRun {
  readonly name: string;
  /** The variables that the step itself sets. */
  readonly environment: Readonly<Record<string, string>>;
}

/** How a job ended. */
export interface JobRun {
  readonly isSuccess: boolean;
  readonly text: string;
  /** What it wrote into the summary. */
  readonly summary: string;
  readonly steps: readonly StepRun[];
}

/** The names that are null on GitHub if a run does not have them. */
const open = ["secrets.", "github.event."];

/** The names of the jobs that run with these values. */
export function jobsOf(workflow: Workflow, values: Readonly<Record<string, Value>>): readonly string[] {
  const scope: Scope = { values, open, isSuccess: true };
  return Object.entries(workflow.jobs).flatMap(([name, job]) => (holds(job.if, scope) ? [name] : []));
}

/** Runs the jobs of a workflow whose conditions hold, in the order of the file. */
export async function runWorkflow(workflow: Workflow, runner: Runner): Promise<Readonly<Record<string, JobRun>>> {
  const dispatch = typeof workflow.on === "string" ? undefined : workflow.on.workflow_dispatch;
  const inputs = Object.keys(dispatch?.inputs ?? {}).map((name) => [`inputs.${name}`, null] as const);
  const values = { ...Object.fromEntries(inputs), ...runner.values };
  const runs: Record<string, JobRun> = {};
  for (const name of jobsOf(workflow, values)) {
    const job = makeJob({ ...runner, values });
    await runSteps(workflow.jobs[name]?.steps ?? [], { values, open }, job);
    runs[name] = { ...job, summary: readFileSync(job.files.summary, "utf8") };
  }
  return runs;
}

interface Job {
  isSuccess: boolean;
  text: string;
  readonly steps: StepRun[];
  readonly runner: Runner;
  readonly files: Readonly<Record<"output" | "path" | "summary", string>>;
}

function makeJob(runner: Runner): Job {
  const folder = mkdtempSync(join(runner.temporary, "job-"));
  const files = { output: join(folder, "output"), path: join(folder, "path"), summary: join(folder, "summary") };
  for (const file of Object.values(files)) writeFileSync(file, "");
  return { isSuccess: true, text: "", steps: [], runner, files };
}

type Names = Omit<Scope, "isSuccess">;

/** Runs steps until one fails, and returns their outputs. */
async function runSteps(steps: readonly Step[], names: Names, job: Job, inherited = {}): Promise<Names["values"]> {
  const outputs: Record<string, Value> = {};
  const known = [...names.open, ...outputPrefixes(steps)];
  for (const step of steps) {
    const scope = { values: { ...names.values, ...outputs }, open: known, isSuccess: job.isSuccess };
    if (!holds(step.if ?? "success()", scope)) continue;
    const ran =
      step.run === undefined ? await runAction(step, scope, job) : await runCommand(step, scope, job, inherited);
    for (const [name, value] of Object.entries(ran)) outputs[`steps.${step.id ?? ""}.outputs.${name}`] = value;
  }
  return outputs;
}

type Outputs = Readonly<Record<string, Value>>;

async function runCommand(step: Step, scope: Scope, job: Job, inherited: object): Promise<Outputs> {
  const { folder, temporary, environment } = job.runner;
  const own = environmentOf(step, scope);
  job.steps.push({ name: step.name ?? "", environment: own });
  const ran = await runScript(step.run ?? "", join(folder, interpolate(step["working-directory"] ?? ".", scope)), {
    ...environment,
    ...inherited,
    ...own,
    PATH: [...linesOf(job.files.path).toReversed(), environment["PATH"] ?? ""].join(delimiter),
    RUNNER_TEMP: temporary,
    GITHUB_OUTPUT: job.files.output,
    GITHUB_PATH: job.files.path,
    GITHUB_STEP_SUMMARY: job.files.summary,
  });
  job.text += ran.text;
  job.isSuccess = job.isSuccess && ran.code === 0;
  const lines = linesOf(job.files.output).map((line) => line.split(/=(.*)/su, 2));
  writeFileSync(job.files.output, "");
  return Object.fromEntries(lines.map(([name = "", value = ""]) => [name, value]));
}

/** Runs an action of the checkout. Those from elsewhere do nothing but what a test can check. */
async function runAction(step: Step, scope: Scope, job: Job): Promise<Outputs> {
  const { uses = "", with: given } = step;
  if (uses.startsWith("./")) return runComposite(step, scope, job);
  const inputs = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, interpolate(String(value), scope)]),
  );
  const [name = ""] = uses.split("@");
  switch (name) {
    case "actions/checkout":
    case "actions/cache/save":
    case "pulumi/actions":
      return {};
    case "actions/cache/restore":
      return { "cache-hit": "", "cache-primary-key": inputs["key"] ?? "" };
    case "actions/setup-node":
      return { "node-version": `v${inputs["node-version"] ?? ""}.0.0` };
    case "actions/upload-artifact":
      if (!existsSync(inputs["path"] ?? "")) throw new Error(`There is no ${inputs["path"] ?? ""} to keep.`);
      return { "artifact-url": `https://forge.example.com/artifacts/${inputs["name"] ?? ""}` };
    default:
      throw new Error(`The test does not know the action ${uses}.`);
  }
}

async function runComposite(step: Step, scope: Scope, job: Job): Promise<Outputs> {
  const folder = join(job.runner.folder, step.uses ?? "");
  const action = readAction(readFileSync(join(folder, "action.yml"), "utf8"));
  // As on GitHub, the steps of an action have neither the secrets nor the outputs of its caller.
  const ofRun = Object.entries(scope.values).filter(([name]) => !/^(?:inputs|secrets|steps)\./u.test(name));
  const environment = environmentOf(step, scope);
  const variables = Object.entries(environment).map(([name, value]) => [`env.${name}`, value] as const);
  const values: Names["values"] = {
    ...Object.fromEntries(ofRun),
    ...Object.fromEntries(variables),
    ...inputsOf(action, step.with, scope),
  };
  const names = { values, open: ["github.event.", "env."] };
  const outputs = await runSteps(action.runs.steps, names, job, { ...environment, GITHUB_ACTION_PATH: folder });
  const inner = {
    values: { ...values, ...outputs },
    open: [...names.open, ...outputPrefixes(action.runs.steps)],
    isSuccess: job.isSuccess,
  };
  return Object.fromEntries(
    Object.entries(action.outputs).map(([name, { value }]) => [name, interpolate(value, inner)]),
  );
}

function linesOf(file: string): readonly string[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
}
