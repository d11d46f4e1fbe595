import * as z from "zod";
import { formatCount, plural } from "../../common/format";
import { problemMessage, type FileProblem } from "../../files/errors";
import { formatDay, hasExpired } from "../../list/expiry";
import { formatKindCount } from "../../list/kinds";
import { findLikelyMistakes } from "../../list/mistakes";
import { kindSchema } from "../app-lists";
import { argument, defineCommand, flag, kindOption } from "../command";
import { kindUnknown, readFiles, type FileLine, type ReadFile } from "../file-lines";
import type { ResultOf } from "../json";
import { styled, type Terminal } from "../terminal";
import { bounds } from "../bounds";

/** The severities of findings, in the order in which they are printed. */
const severities = ["error", "warning", "info"] as const;

const finding = z.object({
  severity: z.enum(severities).describe("error: pulumi up would reject it. warning: a likely mistake."),
  source: z.string().describe("The place, such as lists/apps.csv:12, or the file."),
  message: z.string().describe("The finding, in a sentence."),
});

const validationSchema = z.object({
  findings: z.array(finding).describe("The findings: errors first, then warnings."),
  files: z.int().describe("The number of files."),
  entries: z
    .array(z.object({ kind: kindSchema.optional().describe("Absent if it is not known."), count: z.int() }))
    .describe("The number of entries of each kind that are declared today, without duplicates and expired entries."),
});

type Validation = ResultOf<typeof validationSchema>;

export const validateCommand = defineCommand({
  name: "validate",
  description: "Checks list files as pulumi up does, and warns about likely mistakes. Sends nothing.",
  examples: 'app-list validate "lists/**"\napp-list validate websites.txt --warnings-as-errors',
  options: {
    files: argument("<files...>", "files and patterns of files", z.array(z.string())),
    kind: kindOption,
    warningsAsErrors: flag("--warnings-as-errors", "exit with 1 if there are warnings, too"),
  },
  result: validationSchema,
  help: "Files: .txt (or no extension), .csv and .tsv. Patterns: *, **, ?, {a,b}.",
  run: async ({ files, kind, warningsAsErrors }, terminal) => {
    const result = checkFiles(readFiles(files, kind), formatDay(terminal.now()));
    const failing = warningsAsErrors ? ["error", "warning"] : ["error"];
    const failed = result.findings.some(({ severity }) => failing.includes(severity));
    return { outcome: failed ? "error" : "done", result, lines: describeValidation(result, terminal) };
  },
});

/**
 * Checks the entries of files as the resource does, and finds likely mistakes.
 *
 * @param today the current day, in UTC, as `YYYY-MM-DD`.
 */
export function checkFiles(files: readonly ReadFile[], today: string): Validation {
  const lines = files.flatMap((file) => file.lines);
  const valid = lines.filter(({ rejection }) => rejection === undefined);
  const byEntry = [...Map.groupBy(valid, ({ key }) => key).values()];
  const declared = byEntry.flatMap((same) => same.find((line) => !hasExpired(line, today)) ?? []);
  const unknown = files.flatMap((file) => file.lines.find(({ kind }) => kind === undefined) ?? []);
  const problems: readonly FileProblem[] = [
    ...files.flatMap((file) => file.problems),
    ...lines.flatMap(({ rejection }) => rejection ?? []),
    ...Array.from(findLikelyMistakes(valid, today), ([line, problem]) => at(line, problem, "warning")),
    ...unknown.map((line) => at(line, kindUnknown, "info")),
    ...byEntry.flatMap((same) => remarksOn(same, today)),
  ];
  return {
    findings: severities.flatMap((severity) =>
      problems
        .filter((problem) => (problem.severity ?? "error") === severity)
        .map((problem) => ({ severity, source: problem.source, message: problemMessage(problem) })),
    ),
    files: files.length,
    entries: Array.from(
      Map.groupBy(declared, ({ kind }) => kind),
      ([kind, { length: count }]) => ({ kind, count }),
    ),
  };
}

function at({ source, entry: value }: FileLine, problem: string, severity: "warning" | "info"): FileProblem {
  return { severity, source, value, problem };
}

/** The reasons why some of the valid lines of one entry are not counted. */
function remarksOn(same: readonly FileLine[], today: string): readonly FileProblem[] {
  const [first, ...repeated] = same.filter((line) => !hasExpired(line, today));
  if (first === undefined) return same.map((line) => at(line, `expired after ${line.until}`, "info"));
  return repeated.map((line) => at(line, `repeats ${first.source}`, "info"));
}

/** The findings, followed by the counts. Each finding starts with its place, in the form for editors and pipelines. */
function describeValidation({ findings, files, entries }: Validation, terminal: Terminal): readonly string[] {
  const count = (severity: string): number => findings.filter((one) => one.severity === severity).length;
  const [errors, warnings] = [count("error"), count("warning")];
  const found = findings.map(({ severity, source, message }) => {
    return `${source}: ${severity === "warning" ? `${styled(terminal, "warning", "warning:")} ` : ""}${message}`;
  });
  const more = found.splice(bounds.findings).length;
  if (more > 0) found.push(`and ${formatCount(more)} more: --json prints all`);
  const summary = [
    plural(files, "file"),
    ...entries.map(({ kind, count }) =>
      kind === undefined ? `${formatCount(count)} of unknown kind` : formatKindCount(kind, count),
    ),
    styled(terminal, errors > 0 ? "removed" : "added", plural(errors, "error")),
    styled(terminal, warnings > 0 ? "warning" : "added", plural(warnings, "warning")),
  ];
  return [...found, ...(found.length > 0 ? [""] : []), summary.join(", ")];
}
