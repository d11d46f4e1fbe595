import { allWork, type Environment, type Measurement, type Memory, type Results } from "./results.ts";
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
      targets.map(({ target, limit, measured, isMissed }) => [target, limit, measured, printVerdict(isMissed)]),
    ),
    ...[...sizes].flatMap((entries) => [`### ${formatCount(entries)} entries`, timesOf(results, entries, labels)]),
    ...memoryTable(results.memory, labels),
    "",
  ].join("\n\n");
}

function printVerdict(isMissed: boolean | undefined): string {
  if (isMissed === undefined) return "–";
  return isMissed ? "**no**" : "yes";
}

/** A page with other figures, which are its last section. */
export function withFigures(page: string, figures: string): string {
  const [before, after] = page.split("\n## Figures\n");
  if (before === undefined || after === undefined) throw new Error('The page has no section "Figures".');
  return `${before}\n## Figures\n\n${figures}`;
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
  return `${median.toFixed(2)} (${least.toFixed(2)}–${most.toFixed(2)})`;
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
