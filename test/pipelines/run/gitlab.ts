import { z } from "zod";
import { gitlabFiles, parseYaml } from "../files";
import { type Ran, runScript } from "./shell";

const variablesSchema = z.record(z.string(), z.coerce.string()).default({});

const jobSchema = z.object({
  rules: z.array(z.object({ if: z.string(), when: z.literal("never").optional() })),
  variables: variablesSchema,
  script: z.array(z.string()),
  allow_failure: z.object({ exit_codes: z.number() }).optional(),
  artifacts: z.object({ paths: z.array(z.string()) }).optional(),
});

const pipelineSchema = z
  .object({
    stages: z.array(z.string()),
    variables: variablesSchema,
    default: z.object({ before_script: z.array(z.string()) }).loose(),
  })
  .catchall(jobSchema);

/** How a job of GitLab went. */
export interface JobRun extends Ran {
  /** `warning`: it failed, as it is allowed to. */
  readonly outcome: "success" | "warning" | "failure";
}

/** Runs the jobs of the pipeline whose rules hold, in the order of the file, until one fails. */
export async function runPipeline(
  folder: string,
  environment: NodeJS.ProcessEnv,
  given: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, JobRun>>> {
  const [file] = gitlabFiles;
  const { stages: _stages, variables, default: defaults, ...jobs } = pipelineSchema.parse(parseYaml(file?.text ?? ""));
  const runs: Record<string, JobRun> = {};
  for (const [name, job] of Object.entries(jobs)) {
    if (!isIncluded(job.rules, given)) continue;
    const script = [...defaults.before_script, ...job.script].join("\n");
    const ran = await runScript(script, folder, { ...environment, ...variables, ...job.variables, ...given });
    const isAllowed = ran.code !== 0 && ran.code === job.allow_failure?.exit_codes;
    const outcome = ran.code === 0 ? "success" : isAllowed ? "warning" : "failure";
    runs[name] = { ...ran, outcome };
    if (outcome === "failure") break;
  }
  return runs;
}

/** The first rule that holds decides; a job without one that holds is not in the pipeline. */
function isIncluded(rules: z.infer<typeof jobSchema>["rules"], given: Readonly<Record<string, string>>): boolean {
  const rule = rules.find((each) => each.if.split(" && ").every((comparison) => holds(comparison, given)));
  return rule !== undefined && rule.when !== "never";
}

function holds(comparison: string, given: Readonly<Record<string, string>>): boolean {
  const [, left = "", operator = "", right = ""] = /^(\S+) (==|!=) (\S+)$/u.exec(comparison) ?? [];
  if (operator === "") throw new Error(`The test does not understand the rule "${comparison}".`);
  const valueOf = (operand: string): string | undefined =>
    operand.startsWith("$") ? given[operand.slice(1)] : operand.replaceAll('"', "");
  return (valueOf(left) === valueOf(right)) === (operator === "==");
}
