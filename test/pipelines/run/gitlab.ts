import { z } from "zod";
import { gitlabFiles, parseYaml } from "../files";
import { type Ran, runScript } from "./shell";

const variablesSchema = z.record(z.string(), z.coerce.string()).default({});

const rulesSchema = z.array(z.object({ if: z.string().optional(), when: z.enum(["never", "always"]).optional() }));

const jobSchema = z.object({
  rules: rulesSchema,
  variables: variablesSchema,
  script: z.array(z.string()),
  allow_failure: z.object({ exit_codes: z.number() }).optional(),
  artifacts: z.object({ paths: z.array(z.string()) }).optional(),
});

const cacheSchema = z.object({ key: z.object({ files: z.array(z.string()) }), paths: z.array(z.string()) });

const pipelineSchema = z
  .object({
    workflow: z.object({ rules: rulesSchema }),
    stages: z.array(z.string()),
    variables: variablesSchema,
    default: z.object({ cache: cacheSchema, before_script: z.array(z.string()) }).loose(),
  })
  .catchall(jobSchema);

type Variables = Readonly<Record<string, string>>;

/** How a job of GitLab went. */
export interface JobRun extends Ran {
  /** `warning`: it failed, as it is allowed to. */
  readonly outcome: "success" | "warning" | "failure";
}

/** The parts of the pipeline, and the jobs whose rules hold, in the order of the file. */
export function readPipeline(given: Readonly<Record<string, string>>) {
  const [file] = gitlabFiles;
  const parsed = pipelineSchema.parse(parseYaml(file?.text ?? ""));
  const { workflow, stages: _stages, variables, default: defaults, ...jobs } = parsed;
  const included = isIncluded(workflow.rules, given)
    ? Object.entries(jobs).filter(([, { rules }]) => isIncluded(rules, given))
    : [];
  return { variables, defaults, jobs: included };
}

/** The names of the jobs that a pipeline with these variables has. */
export function jobsOf(given: Readonly<Record<string, string>>): readonly string[] {
  return readPipeline(given).jobs.map(([name]) => name);
}

/** Runs the jobs of the pipeline whose rules hold, in the order of the file, until one fails. */
export async function runPipeline(
  folder: string,
  environment: NodeJS.ProcessEnv,
  given: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, JobRun>>> {
  const { variables, defaults, jobs } = readPipeline(given);
  const runs: Record<string, JobRun> = {};
  for (const [name, job] of jobs) {
    const script = [...defaults.before_script, ...job.script].join("\n");
    const ran = await runScript(script, folder, {
      ...environment,
      ...expand({ ...variables, ...job.variables }, { ...given, CI_PROJECT_DIR: folder }),
      ...given,
    });
    const isAllowed = ran.code !== 0 && ran.code === job.allow_failure?.exit_codes;
    const outcome = ran.code === 0 ? "success" : isAllowed ? "warning" : "failure";
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

/** The first rule that holds decides; without one that holds, nothing runs. A rule without a condition holds. */
function isIncluded(rules: z.infer<typeof rulesSchema>, given: Readonly<Record<string, string>>): boolean {
  const rule = rules.find((each) => (each.if?.split(" && ") ?? []).every((comparison) => holds(comparison, given)));
  return rule !== undefined && rule.when !== "never";
}

function holds(comparison: string, given: Readonly<Record<string, string>>): boolean {
  const [, left = "", operator = "", right = ""] = /^(\S+) (==|!=) (\S+)$/u.exec(comparison) ?? [];
  if (operator === "") throw new Error(`The test does not understand the rule "${comparison}".`);
  const valueOf = (operand: string): string | undefined =>
    operand.startsWith("$") ? given[operand.slice(1)] : operand.replaceAll('"', "");
  return (valueOf(left) === valueOf(right)) === (operator === "==");
}
