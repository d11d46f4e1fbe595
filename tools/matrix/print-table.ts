import type { Combination } from "./combination.ts";
import { steps, type Trial } from "./try-combination.ts";

const names = [
  "language",
  "modules",
  "packageManager",
  "node",
  "pulumi",
] as const satisfies readonly (keyof Combination)[];

/** The trials as a table of Markdown: a row for each, with the seconds that each step took, and then what went wrong. */
export function printTable(trials: readonly Trial[]): string {
  const header = ["language", "modules", "installed by", "Node", "@pulumi/pulumi", ...steps, "result"];
  const rows = trials.map(({ combination, node, durations, result }) => [
    ...names.map((name) => (name === "node" ? node : combination[name])),
    ...steps.map((step) => {
      const duration = durations.find((each) => each.step === step);
      if (duration === undefined) return "";
      return step === "types" && combination.language === "JavaScript" ? "" : (duration.milliseconds / 1000).toFixed(1);
    }),
    result,
  ]);
  const widths = header.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const problems = trials.flatMap(({ combination, problem }) =>
    problem === undefined ? [] : [`\n${Object.values(combination).join(", ")}\n${problem}`],
  );
  return [line(header), line(widths.map((width) => "-".repeat(width))), ...rows.map(line), ...problems, ""].join("\n");
}
