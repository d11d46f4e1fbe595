import * as z from "zod";
import { formatCount, plural } from "../../common/format";
import { problemMessage, type FileProblem } from "../../files/errors";
import { expiryStatus, formatDay, hasExpired } from "../../list/expiry";
import { formatKindCount } from "../../list/kinds";
import { findLikelyMistakes } from "../../list/mistakes";
import { kindSchema } from "../app-lists";
import { argument, defineCommand, flag, kindOption } from "../command";
import { firstBy, kindUnknown, lastLines, readFiles, type FileLine, type ReadFile } from "../file-lines";
import type { ResultOf } from "../json";
import { styled, writeLines, type Terminal } from "../terminal";
import { bounds } from "../bounds";

/** The severities of findings, in the order in which they are printed. */
const severities = ["error", "warning", "info"] as const;

const finding = z.object({
  severity: z.enum(severities).describe("error: pulumi up would reject it. warning: a likely mistake."),
  source: z.string().describe("The place, such as lists/apps.csv:12, or the file."),
  message: z.string().describe("The finding, in a sentence."),
});

const validationSchema = z.object({
  findings: z.array(finding).describe("The findings of each file, then the findings of its lines."),
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
    kind: kindOption(),
    warningsAsErrors: flag("--warnings-as-errors", "exit with 1 if there are warnings, too"),
  },
  result: validationSchema,
  help: "Files: .txt (or no extension), .csv and .tsv. Patterns: *, **, ?, {a,b}.",
  run: async ({ files, kind, warningsAsErrors }, terminal) => {
    const result = checkFiles(readFiles(files, kind), formatDay(terminal.now()));
    const failing = warningsAsErrors ? ["error", "warning"] : ["error"];
    const failed = result.findings.some(({ severity }) => failing.includes(severity));
    return { outcome: failed ? "error" : "done", result, print: () => printValidation(result, terminal) };
  },
});

/**
 * Checks the entries of files as the resource does, and looks for likely mistakes.
 *
 * @param today the current day, in UTC, as `YYYY-MM-DD`.
 */
export function checkFiles(files: readonly ReadFile[], today: string): Validation {
  const valid = files.flatMap(({ lines }) => lines).filter(({ rejection }) => rejection === undefined);
  const active = valid.filter((line) => !hasExpired(line, today));
  const first = firstBy(active, ({ key }) => key);
  const byKind = Map.groupBy(first.values(), ({ kind }) => kind);
  const last = lastLines(valid);
  const mistakes = Map.groupBy(findLikelyMistakes(valid, today), ([line]) => line);
  const check = (line: FileLine): readonly FileProblem[] => {
    const { source, entry: value, rejection } = line;
    if (rejection !== undefined) return [rejection];
    return [
      ...(mistakes.get(line) ?? []).map(([, problem]) => ({ severity: "warning", source, value, problem }) as const),
      ...remarksOn(line, first, last, today).map((problem) => ({ severity: "info", source, value, problem }) as const),
    ];
  };
  const problems = files.flatMap(({ path, problems, lines }): readonly FileProblem[] => [
    ...problems,
    ...(lines.some(({ kind }) => kind === undefined) ? [{ ...unknownKind, source: path }] : []),
    ...lines.flatMap(check),
  ]);
  return {
    findings: problems.map((problem) => {
      return { severity: problem.severity ?? "error", source: problem.source, message: problemMessage(problem) };
    }),
    files: files.length,
    entries: Array.from(byKind, ([kind, lines]) => ({ kind, count: lines.length })),
  };
}

const unknownKind = { severity: "info", problem: kindUnknown } as const;

type Lines = ReadonlyMap<string, FileLine>;

/**
 * Remarks on a valid line, as ends of sentences that start with its entry.
 *
 * @param first the first line of each entry that has not expired.
 * @param last the line of each entry that expires last.
 */
function remarksOn(line: FileLine, first: Lines, last: Lines, today: string): readonly string[] {
  const { until = "" } = line;
  const declaring = first.get(line.key) ?? line;
  const repeats = declaring !== line && !hasExpired(line, today) ? [`repeats ${declaring.source}`] : [];
  const status = until === "" || last.get(line.key) !== line ? "later" : expiryStatus(until, today);
  const expiry = { expired: [`expired after ${until}`], soon: [`expires soon, after ${until}`], later: [] };
  return [...repeats, ...expiry[status]];
}

/**
 * Prints the findings, each on a line that starts with its place, as editors and pipelines expect it, and then the counts.
 */
function printValidation({ findings, files, entries }: Validation, terminal: Terminal): void {
  const bySeverity = severities.map((severity) => findings.filter((one) => one.severity === severity));
  const [errors = [], warnings = []] = bySeverity;
  const found = bySeverity.flat().map(({ severity, source, message }) => {
    return `${source}: ${severity === "warning" ? `${styled(terminal, "warning", "warning:")} ` : ""}${message}`;
  });
  const more = found.splice(bounds.findings).length;
  if (more > 0) found.push(`and ${formatCount(more)} more: --json prints all`);
  const summary = [
    plural(files, "file"),
    ...entries.map(({ kind, count }) =>
      kind === undefined ? `${formatCount(count)} of unknown kind` : formatKindCount(kind, count),
    ),
    ...(entries.length === 0 ? ["0 entries"] : []),
    styled(terminal, errors.length > 0 ? "removed" : "added", plural(errors.length, "error")),
    styled(terminal, warnings.length > 0 ? "warning" : "added", plural(warnings.length, "warning")),
  ];
  writeLines(terminal, [...found, ...(found.length > 0 ? [""] : []), summary.join(", ")]);
}
