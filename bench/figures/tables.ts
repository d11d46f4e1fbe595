import { allWork, type Environment, type Measurement, type Memory, type Results, type Setting } from "./results.ts";
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

/** The report in Markdown: targets first, then a table per setting. */
export function printReport(
  { date, minutes, environment, results, targets }: Report,
  labels: readonly Label[],
): string {
  return [
    `Measured on ${date}, in ${minutes.toFixed(0)} minutes.`,
    table(["machine and versions", ""], Object.entries(environment)),
    "### Targets",
    table(
      ["target", "limit", "measured (least to most)", "holds"],
      targets.map(({ target, limit, measured, holds }) => [target, limit, measured, printVerdict(holds)]),
    ),
    ...settingsOf(results).flatMap((setting) => [`### ${printSetting(setting)}`, timesOf(results, setting, labels)]),
    ...memoryTable(results.memory, labels),
    "",
  ].join("\n\n");
}

function printVerdict(holds: boolean | undefined): string {
  if (holds === undefined) return "–";
  return holds ? "yes" : "**no**";
}

/** The settings of a run, each once, in the order in which they were measured. */
function settingsOf({ measurements, omissions }: Results): readonly Setting[] {
  const all = [...measurements, ...omissions].map(({ entries, lists, circumstances }) => ({
    entries,
    lists,
    circumstances,
  }));
  return all.filter((each, index) => all.findIndex((other) => isSame(each, other)) === index);
}

function isSame(left: Setting, right: Setting): boolean {
  return left.entries === right.entries && left.lists === right.lists && left.circumstances === right.circumstances;
}

function printSetting({ entries, lists, circumstances }: Setting): string {
  const size = lists === 1 ? `${formatCount(entries)} entries` : `${lists} lists of ${formatCount(entries)} entries`;
  return circumstances === "usual" ? size : `${size}, ${descriptions[circumstances]}`;
}

const descriptions = {
  "200 ms": "a service that answers after 200 ms",
  "200 ms, 500 entries per request": "a service that answers after 200 ms and takes 500 entries per request",
  "no compile cache": "without NODE_COMPILE_CACHE",
};

function timesOf({ measurements, omissions }: Results, setting: Setting, labels: readonly Label[]): string {
  const own = measurements.filter((each) => isSame(each, setting));
  const work = allWork.filter((each) => own.some((measurement) => measurement.work === each));
  const rounds = Math.max(0, ...own.map(({ seconds }) => seconds.length));
  const rows = labels.flatMap(({ name, title }): readonly (readonly string[])[] => {
    const times = own.filter(({ candidate }) => candidate === name);
    const omission = omissions.find((each) => each.candidate === name && isSame(each, setting));
    if (times.length > 0)
      return [
        [
          title,
          ...work.map((each) =>
            printTime(
              times.find((one) => one.work === each),
              rounds,
            ),
          ),
        ],
      ];
    return omission === undefined ? [] : [[title, omission.reason, ...work.slice(1).map(() => "")]];
  });
  return table([`seconds, median of ${rounds} (least to most)`, ...(work.length === 0 ? [""] : work)], rows);
}

function printTime(measurement: Measurement | undefined, rounds: number): string {
  if (measurement === undefined) return "–";
  const { median, least, most } = spreadOf(measurement.seconds);
  const count = measurement.seconds.length === rounds ? "" : `, of ${measurement.seconds.length}`;
  return `${median.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)}${count})`;
}

/** The most memory of each process at the largest size of one list. */
function memoryTable(memory: readonly Memory[], labels: readonly Label[]): readonly string[] {
  const largest = Math.max(...memory.filter(({ lists }) => lists === 1).map(({ entries }) => entries));
  const own = memory.filter(({ lists, entries }) => lists === 1 && entries === largest);
  if (own.length === 0) return [];
  const roles = [...new Set(own.map(({ role }) => role))].toSorted();
  const rows = labels.flatMap(({ name, title }) => {
    const ofCandidate = own.filter(({ candidate }) => candidate === name);
    if (ofCandidate.length === 0) return [];
    const largestOf = (role: string) =>
      ofCandidate.filter((each) => each.role === role).toSorted((left, right) => right.megabytes - left.megabytes)[0];
    return [[title, ...roles.map((role) => printMemory(largestOf(role)))]];
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
