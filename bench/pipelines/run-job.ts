import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { actionText } from "../../test/pipelines/files.ts";
import { environmentOf, inputsOf, readAction } from "../../test/pipelines/run/action.ts";
import { mustRun } from "../../tools/matrix/must-run.ts";
import type { ListsRepository } from "./repository.ts";
import type { Variant } from "./variants.ts";

/** The jobs that are measured, with their steps: all that need neither the forge nor the download of Pulumi. */
export const jobs = {
  "pull request": {
    command: "preview",
    steps: ["Install", "Validate the list files", "Check the types", "Preview", "Report"],
  },
  deploy: { command: "deploy", steps: ["Install", "Preview", "Report", "Deploy"] },
} as const;

/** The name of a job that is measured. */
export type JobName = keyof typeof jobs;

/** The seconds of each step. */
export type Durations = Readonly<Record<string, number>>;

/** Where jobs run. */
export interface Runner {
  readonly repository: ListsRepository;
  /** A folder for the checkout, which has the same path in each run, as on a runner. */
  readonly place: string;
  /** What earlier runs left: the folders `npm` and `compile`. */
  readonly kept: string;
  /** The secrets of the repository, and what a runner sets. */
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Runs the steps of the action with bash, in a fresh checkout, with nothing of earlier runs but what the variant restores.
 */
export async function runJob(jobName: JobName, variant: Variant, runner: Runner): Promise<Durations> {
  const { command, steps: stepNames } = jobs[jobName];
  const action = readAction(actionText);
  const { place, environment } = runner;
  const inPlace = (name: string): string => join(place, name);
  const [workspace, output] = [inPlace("lists"), inPlace("output")] as const;
  rmSync(place, { recursive: true, force: true });
  for (const folder of ["home", "temporary"]) mkdirSync(inPlace(folder), { recursive: true });
  const clone = ["git", "clone", "--quiet", runner.repository.folder, workspace] as const;
  await mustRun(clone, { folder: place, environment });
  for (const folder of variant.restored) {
    cpSync(join(runner.kept, folder), join(workspace, ".cache", folder), { recursive: true });
  }
  writeFileSync(output, "");
  const settings = Object.entries(environment).map(([name, value = ""]) => [`env.${name}`, value] as const);
  const values = { ...Object.fromEntries(settings), "github.workspace": workspace, "github.sha": "0".repeat(40) };
  const scope = { values, open: ["env.", "github.event.", "steps.choose.outputs."], isSuccess: true };
  const inputs = inputsOf(action, { command, stack: "dev" }, scope);
  const isSet = (key: string): boolean =>
    (key !== "NODE_COMPILE_CACHE" || variant.usesCompileCache) &&
    (key !== "PULUMI_NODEJS_TRANSPILE_ONLY" || variant.checksTypesOnce);

  const durations: Record<string, number> = {};
  for (const stepName of stepNames) {
    if (stepName === "Check the types" && !variant.checksTypesOnce) continue;
    const step = action.runs.steps.find(({ name }) => name === stepName);
    if (step?.run === undefined) throw new Error(`action.yml has no step "${stepName}".`);
    const own = environmentOf(step, { ...scope, values: { ...values, ...inputs } });
    const stepEnvironment = {
      ...environment,
      ...Object.fromEntries(Object.entries(own).filter(([key]) => isSet(key))),
      PULUMI_HOME: inPlace("home"),
      TMPDIR: inPlace("temporary"),
      RUNNER_TEMP: inPlace("temporary"),
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: inPlace("summary"),
    };
    const start = performance.now();
    await mustRun(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step.run], {
      folder: workspace,
      environment: stepEnvironment,
    });
    durations[stepName] = (performance.now() - start) / 1000;
    // The step succeeds for a preview that failed, so that a comment reports it.
    if (readFileSync(output, "utf8").includes("exit-code=1")) throw new Error(`The preview of "${jobName}" failed.`);
  }
  return durations;
}

/** Keeps the caches of the job that ran last, as the forge does. */
export function keepCaches({ place, kept }: Runner): void {
  const cache = join(place, "lists", ".cache");
  if (existsSync(cache)) cpSync(cache, kept, { recursive: true });
}
