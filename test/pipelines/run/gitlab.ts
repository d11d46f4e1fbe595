import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { componentText, gitlabFiles, parseYaml } from "../files";
import { fillIn, readComponent } from "./component";
import { type Ran, runScript } from "./shell";

const variablesSchema = z.record(z.string(), z.coerce.string()).default({});

const rulesSchema = z.array(z.strictObject({ if: z.string(), when: z.literal("never").optional() }));

/** What a job has, with what it takes from the job that it extends. */
const jobSchema = z.strictObject({
  extends: z.string(),
  stage: z.string(),
  image: z.string(),
  timeout: z.string(),
  rules: rulesSchema,
  variables: variablesSchema,
  cache: z.strictObject({ key: z.strictObject({ files: z.array(z.string()) }), paths: z.array(z.string()) }),
  artifacts: z.strictObject({ when: z.literal("always"), paths: z.array(z.string()), expire_in: z.string() }),
  resource_group: z.string().optional(),
  interruptible: z.boolean().optional(),
  before_script: z.array(z.string()),
  script: z.array(z.string()),
  allow_failure: z.object({ exit_codes: z.number() }).optional(),
});

/** A job of GitLab. */
export type GitlabJob = z.infer<typeof jobSchema>;

const includeSchema = z.strictObject({ local: z.string(), inputs: z.record(z.string(), z.unknown()) });

const partsSchema = z.record(z.string(), z.record(z.string(), z.unknown()));

type Variables = Readonly<Record<string, string>>;

/** Where the page lets users copy the component to. */
const copiedComponent = ".gitlab/app-list.yml";

/** How a job of GitLab ended. */
export interface JobRun extends Ran {
  /** `warning`: it failed, as it is allowed to. */
  readonly outcome: "success" | "warning" | "failure";
}

/** All jobs of the pipeline that users copy, or of another one that includes the component, with more inputs. */
export function readJobs(
  pipeline = gitlabFiles[0]?.text ?? "",
  moreInputs: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, GitlabJob>> {
  const { include } = z.strictObject({ include: z.array(includeSchema) }).parse(parseYaml(pipeline));
  const parts = include.map(({ local, inputs }) => {
    if (local !== copiedComponent) throw new Error(`The test does not know the file ${local}.`);
    return partsSchema.parse(fillIn(readComponent(componentText), { ...inputs, ...moreInputs }));
  });
  const all = Object.fromEntries(parts.flatMap((each) => Object.entries(each)));
  const jobs = Object.entries(all).filter(([name]) => !name.startsWith("."));
  return Object.fromEntries(
    jobs.map(([name, job]) => {
      const base = all[z.string().parse(job["extends"])];
      if (base === undefined) throw new Error(`${name} extends a job that there is not.`);
      // GitLab merges mappings, and replaces everything else.
      const variables = { ...variablesSchema.parse(base["variables"]), ...variablesSchema.parse(job["variables"]) };
      return [name, jobSchema.parse({ ...base, ...job, variables })];
    }),
  );
}

/** The names of the jobs that a pipeline with these variables has. */
export function jobsOf(given: Variables): readonly string[] {
  return Object.entries(readJobs()).flatMap(([name, { rules }]) => (isIncluded(rules, given) ? [name] : []));
}

/** Runs the jobs of the pipeline whose rules hold, in the order of the file, until one fails. */
export async function runPipeline(
  folder: string,
  environment: NodeJS.ProcessEnv,
  given: Variables,
  inputs: Readonly<Record<string, unknown>> = {},
): Promise<Readonly<Record<string, JobRun>>> {
  const jobs = readJobs(undefined, inputs);
  const runs: Record<string, JobRun> = {};
  for (const name of jobsOf(given)) {
    const job = jobs[name];
    if (job === undefined) continue;
    const ran = await runScript([...job.before_script, ...job.script].join("\n"), folder, {
      ...environment,
      ...expand(job.variables, { ...given, CI_PROJECT_DIR: folder }),
      ...given,
    });
    const isAllowed = ran.code !== 0 && ran.code === job.allow_failure?.exit_codes;
    const outcome = ran.code === 0 ? "success" : isAllowed ? "warning" : "failure";
    const missing = job.artifacts.paths.filter((path) => !existsSync(join(folder, path)));
    if (outcome !== "failure" && missing.length > 0) throw new Error(`There is no ${missing.join(", ")} to keep.`);
    runs[name] = { ...ran, outcome };
    if (outcome === "failure") break;
  }
  return runs;
}

/** Replaces the variables that values name, as the runner does. */
function expand(variables: Variables, known: Variables): Variables {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      value.replaceAll(/\$(\w+)/gu, (_, variable: string) => known[variable] ?? ""),
    ]),
  );
}

/** The first rule that holds decides. Without one that holds, a job does not run. */
function isIncluded(rules: z.infer<typeof rulesSchema>, given: Variables): boolean {
  const rule = rules.find((each) => each.if.split(" && ").every((comparison) => holds(comparison, given)));
  return rule !== undefined && rule.when !== "never";
}

function holds(comparison: string, given: Variables): boolean {
  const [, left = "", operator = "", right = ""] = /^(\S+) (==|!=) (\S+)$/u.exec(comparison) ?? [];
  if (operator === "") throw new Error(`The test does not understand the rule "${comparison}".`);
  const valueOf = (operand: string): string | undefined =>
    operand.startsWith("$") ? given[operand.slice(1)] : operand.replaceAll('"', "");
  return (valueOf(left) === valueOf(right)) === (operator === "==");
}
