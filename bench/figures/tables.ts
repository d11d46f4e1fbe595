import {
  allWork,
  findSeconds,
  type Environment,
  type Measurement,
  type Memory,
  type Results,
  type Work,
} from "./results.ts";
import { spreadOf } from "./statistics.ts";
import type { Outcome } from "./targets.ts";

/** A candidate as a table shows it. */
export interface Label {
  readonly name: string;
  readonly title: string;
}

/** Everything that a page shows. */
export interface Report {
  readonly date: string;
  readonly minutes: number;
  readonly environment: Environment;
  readonly results: Results;
  readonly targets: readonly Outcome[];
}

/** The report in Markdown: targets first, then a table per length of the list. */
export function printReport(
  { date, minutes, environment, results, targets }: Report,
  labels: readonly Label[],
): string {
  const sizes = new Set([...results.measurements, ...results.omissions].map(({ entries }) => entries));
  return [
    `Measured on ${date}, in ${minutes.toFixed(0)} minutes.`,
    table(["machine and versions", ""], Object.entries(environment)),
    "### Targets",
    table(
      ["target", "limit", "measured (least to most)", "holds"],
      targets.map(({ target, limit, measured, verdict }) => [target, limit, measured, verdict]),
    ),
    ...[...sizes].flatMap((entries) => [`### ${formatCount(entries)} entries`, timesOf(results, entries, labels)]),
    ...memoryTable(results.memory, labels),
    "",
  ].join("\n\n");
}

/** A page with other figures, which are its last section. */
export function withFigures(page: string, figures: string): string {
  const [before, after] = page.split("\n## Figures\n");
  if (before === undefined || after === undefined) throw new Error('The page has no section "Figures".');
  return `${before}\n## Figures\n\n${figures}`;
}

/**
 * The README with the figures of a run: the preview of the plugin in YAML and of the dynamic provider, and what the changes
 * cost in both hosts.
 *
 * @throws Error if the README has no such figure any more, or the run did not measure it
 */
export function withSummary(readme: string, results: Results): string {
  const median = (candidate: string, work: Work, entries: number): number => {
    const seconds = findSeconds(results, { candidate, work, entries });
    if (seconds === undefined) throw new Error(`The run did not measure ${candidate}, ${work}.`);
    return spreadOf(seconds).median;
  };
  const more = (["dynamic", "plugin-nodejs"] as const).map(
    (name) => median(name, "up of 37 changes", 10_000) - median(name, "no-op up", 10_000),
  );
  const figures = [
    [/(?<=\*\*)[\d.]+(?= s\s+for\s+10,000\s+entries\*\*)/u, median("plugin-yaml", "no-op preview", 10_000).toFixed(2)],
    [/(?<=\*\*)[\d.]+(?= s\s+for\s+100,000\*\*)/u, median("dynamic", "no-op preview", 100_000).toFixed(1)],
    [/(?<=\*\*)[\d.]+(?= s\s+longer\*\*)/u, Math.max(...more).toFixed(1)],
  ] as const;
  return figures.reduce((text, [pattern, figure]) => {
    if (!pattern.test(text)) throw new Error(`The README has no figure like ${pattern.source}.`);
    return text.replace(pattern, figure);
  }, readme);
}

function timesOf({ measurements, omissions }: Results, entries: number, labels: readonly Label[]): string {
  const own = measurements.filter((each) => each.entries === entries);
  const work = allWork.filter((each) => own.some((measurement) => measurement.work === each));
  const rounds = Math.max(0, ...own.map(({ seconds }) => seconds.length));
  const rows = labels.flatMap(({ name, title }): readonly (readonly string[])[] => {
    const times = own.filter(({ candidate }) => candidate === name);
    if (times.length > 0)
      return [[title, ...work.map((each) => printTime(times.find((measured) => measured.work === each)))]];
    const omission = omissions.find((each) => each.candidate === name && each.entries === entries);
    return omission === undefined ? [] : [[title, omission.reason, ...work.slice(1).map(() => "")]];
  });
  return table([`seconds, median of ${rounds} (least to most)`, ...(work.length === 0 ? [""] : work)], rows);
}

function printTime(measurement: Measurement | undefined): string {
  if (measurement === undefined) return "–";
  const { median, least, most } = spreadOf(measurement.seconds);
  return `${median.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
}

/** The most memory of each process with the longest list. */
function memoryTable(memory: readonly Memory[], labels: readonly Label[]): readonly string[] {
  const largest = Math.max(...memory.map(({ entries }) => entries));
  const own = memory
    .filter(({ entries }) => entries === largest)
    .toSorted((left, right) => right.megabytes - left.megabytes);
  if (own.length === 0) return [];
  const roles = [...new Set(own.map(({ role }) => role))].toSorted();
  const rows = labels.flatMap(({ name, title }) => {
    const ofCandidate = own.filter(({ candidate }) => candidate === name);
    const cells = roles.map((role) => printMemory(ofCandidate.find((each) => each.role === role)));
    return ofCandidate.length === 0 ? [] : [[title, ...cells]];
  });
  return [`### Most memory of each process, ${formatCount(largest)} entries`, table(["MB", ...roles], rows)];
}

function printMemory(memory: Memory | undefined): string {
  return memory === undefined ? "–" : `${memory.megabytes.toFixed(0)} (${memory.work})`;
}

function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
