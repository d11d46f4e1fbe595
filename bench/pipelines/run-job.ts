import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { readWorkflow } from "../../test/pipelines/run/github.ts";
import { mustRun } from "../../tools/matrix/must-run.ts";
import type { ListsRepository } from "./repository.ts";
import type { Variant } from "./variants.ts";

/** The jobs that are measured, with their steps: all that need neither the forge nor the download of Pulumi. */
export const jobs = {
  "pull request": {
    file: "pull-request.yaml",
    job: "preview",
    steps: ["Install", "Validate the files", "Check the types", "Preview"],
  },
  deploy: { file: "deploy.yaml", job: "deploy", steps: ["Install", "Report", "Bring the lists up"] },
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
 * Runs the steps of a job with bash as the example has them, in a fresh checkout, with nothing of earlier runs but what the
 * variant restores.
 */
export async function runJob(jobName: JobName, variant: Variant, runner: Runner): Promise<Durations> {
  const { file, job, steps: stepNames } = jobs[jobName];
  const workflow = readWorkflow(file);
  const steps = workflow.jobs[job]?.steps ?? [];
  const { place, environment } = runner;
  const inPlace = (name: string): string => join(place, name);
  const [workspace, output, path] = [inPlace("lists"), inPlace("output"), inPlace("path")] as const;
  rmSync(place, { recursive: true, force: true });
  for (const folder of ["home", "temporary"]) mkdirSync(inPlace(folder), { recursive: true });
  const clone = ["git", "clone", "--quiet", runner.repository.folder, workspace] as const;
  await mustRun(clone, { folder: place, environment });
  for (const folder of variant.restored) {
    cpSync(join(runner.kept, folder), join(workspace, ".cache", folder), { recursive: true });
  }
  for (const channel of [output, path]) writeFileSync(channel, "");
  const settings = Object.entries(workflow.env).map(
    ([key, value]) => [key, value.replaceAll("${{ github.workspace }}", workspace)] as const,
  );
  const isSet = (key: string): boolean =>
    (key !== "NODE_COMPILE_CACHE" || variant.usesCompileCache) &&
    (key !== "PULUMI_NODEJS_TRANSPILE_ONLY" || variant.checksTypesOnce);

  const durations: Record<string, number> = {};
  for (const stepName of stepNames) {
    if (stepName === "Check the types" && !variant.checksTypesOnce) continue;
    const script = steps.find((step) => step.name === stepName)?.run;
    if (script === undefined) throw new Error(`${file} has no step "${stepName}".`);
    const added = readFileSync(path, "utf8").split("\n").filter(Boolean);
    const stepEnvironment = {
      ...environment,
      ...Object.fromEntries(settings.filter(([key]) => isSet(key))),
      PATH: [...added.toReversed(), environment["PATH"]].join(delimiter),
      PULUMI_HOME: inPlace("home"),
      TMPDIR: inPlace("temporary"),
      GITHUB_OUTPUT: output,
      GITHUB_PATH: path,
      GITHUB_STEP_SUMMARY: inPlace("summary"),
    };
    const start = performance.now();
    await mustRun(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
      folder: workspace,
      environment: stepEnvironment,
    });
    durations[stepName] = (performance.now() - start) / 1000;
    // The step of a preview that failed succeeds, so that a comment reports it.
    if (readFileSync(output, "utf8").includes("code=1")) throw new Error(`"${stepName}" of ${file} has failed.`);
  }
  return durations;
}

/** Keeps the caches of the job that ran last, as the forge does. */
export function keepCaches({ place, kept }: Runner): void {
  const cache = join(place, "lists", ".cache");
  if (existsSync(cache)) cpSync(cache, kept, { recursive: true });
}
