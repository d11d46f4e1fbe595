import { spreadOf } from "../figures/statistics.ts";
import { type Durations, type JobName, jobs } from "./run-job.ts";

/** What one variant took: the durations of each round, by job. */
export interface Measured {
  readonly name: string;
  readonly rounds: Readonly<Record<JobName, readonly Durations[]>>;
}

/** A table of whole jobs: the median, and the least and the most. */
export function printJobs(measured: readonly Measured[]): string {
  const rows = measured.map(({ name, rounds }) => [
    name,
    spread(rounds.deploy.map((steps) => steps["Install"] ?? 0)),
    ...jobNames.map((job) => spread(rounds[job].map(total))),
  ]);
  return printTable(["set in the examples", "`npm ci`", "pull request", "deployment"], rows);
}

/** A table of the steps of each job: their medians. */
export function printSteps(measured: readonly Measured[]): string {
  const columns = jobNames.flatMap((job) => jobs[job].steps.map((step) => ({ job, step })));
  const rows = measured.map(({ name, rounds }) => [
    name,
    ...columns.map(({ job, step }) => {
      const seconds = rounds[job].flatMap((steps) => steps[step] ?? []);
      return seconds.length === 0 ? "" : spreadOf(seconds).median.toFixed(2);
    }),
  ]);
  return printTable(["seconds", ...columns.map(({ job, step }) => `${job}: ${step}`)], rows);
}

const jobNames = ["pull request", "deploy"] as const satisfies readonly JobName[];

function total(steps: Durations): number {
  return Object.values(steps).reduce((sum, seconds) => sum + seconds, 0);
}

function spread(seconds: readonly number[]): string {
  const { median, least, most } = spreadOf(seconds);
  return `${median.toFixed(1)} s (${least.toFixed(1)} to ${most.toFixed(1)})`;
}

function printTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, header.map(() => "---"), ...rows];
  return `${lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}\n`;
}
