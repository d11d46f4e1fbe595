import { existsSync, realpathSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import * as z from "zod";
import { formatCount, joinPhrases, plural } from "../../common/format";
import {
  fileOf,
  findingMessage,
  informationCodes,
  severityOf,
  shortenRepeated,
  warningCodes,
  type Finding as FileFinding,
  type FindingCode,
} from "../../check/finding";
import { formatDay, hasExpired } from "../../list/expiry";
import { formatKindCount, kinds } from "../../list/kinds";
import { findLikelyMistakes, keyOf, type Line } from "../../check/mistakes";
import { digest } from "../../resource/digest";
import { argument, defineCommand, flag, kindOption, option, text } from "../command";
import { kindUnknown, readFiles, type ReadFile } from "../file-lines";
import { formatJson, type ResultOf } from "../json";
import { styled, type Terminal } from "../terminal";
import { writeFile } from "../write-file";
import { bounds } from "../bounds";

/** The severities of findings, in the order in which they are printed. */
const severities = ["error", "warning", "info"] as const;

const finding = z.object({
  code: z.enum(["REJECTED", ...warningCodes, ...informationCodes]).describe("The kind of the finding."),
  severity: z
    .enum(severities)
    .describe("error: pulumi up would reject it. warning: a likely mistake that is not accepted."),
  source: z.string().describe("The place, such as lists/apps.csv:12, or the file."),
  message: z.string().describe("The finding, in a sentence."),
});

const validationSchema = z.object({
  findings: z.array(finding).describe("The findings: errors first, then warnings."),
  files: z.int().describe("The number of files."),
  entries: z
    .array(z.object({ kind: z.enum(kinds).optional().describe("Absent if it is not known."), count: z.int() }))
    .describe("The number of entries of each kind that are declared today, without duplicates and expired entries."),
});

type Finding = ResultOf<typeof finding>;
type Validation = ResultOf<typeof validationSchema>;

const warningCode = z.enum(warningCodes, { error: `must be ${joinPhrases(warningCodes)}` });

export const validateCommand = defineCommand({
  name: "validate",
  description: "Checks list files as pulumi up does, and warns about likely mistakes. Sends nothing.",
  examples: 'app-list validate "lists/**"\napp-list validate websites.txt --warnings-as-errors --accept NOT_A_HOST',
  options: {
    files: argument("<files...>", "files and patterns of files", z.array(z.string())),
    kind: kindOption,
    warningsAsErrors: flag("--warnings-as-errors", "exit with 1 if there are warnings, too"),
    accept: option("--accept <code...>", "the codes of warnings that are right in these files", z.array(warningCode)),
    codeQuality: option("--code-quality <file>", "also write the findings as a code quality report of GitLab", text),
  },
  result: validationSchema,
  help: `
Files: .txt (or no extension), .csv and .tsv. Patterns: *, **, ?, [ab], {a,b}. With GITHUB_ACTIONS=true, findings are printed
as annotations.`,
  run: async ({ files, kind, warningsAsErrors, accept, codeQuality }, terminal) => {
    const result = checkFiles(readFiles(files, kind), formatDay(terminal.now()), accept);
    if (codeQuality !== undefined) writeFile(codeQuality, formatCodeQuality(result.findings, terminal));
    const failing = warningsAsErrors ? ["error", "warning"] : ["error"];
    const failed = result.findings.some(({ severity }) => failing.includes(severity));
    return { outcome: failed ? "error" : "done", result, lines: describeValidation(result, terminal) };
  },
});

/**
 * Checks the entries of files as the resource does, and finds likely mistakes.
 *
 * @param today the current day, in UTC, as `YYYY-MM-DD`.
 * @param accepted the codes of warnings that count as information. Default: none.
 */
export function checkFiles(
  files: readonly ReadFile[],
  today: string,
  accepted: readonly FindingCode[] = [],
): Validation {
  const lines = files.flatMap((file) => file.lines);
  const valid = lines.filter(({ problem }) => problem === undefined);
  const byEntry = [...Map.groupBy(valid, keyOf).values()];
  const declared = byEntry.flatMap((same) => same.find((line) => !hasExpired(line, today)) ?? []);
  const unknown = files.flatMap(
    (file) => file.lines.find(({ kind, problem }) => (kind ?? problem) === undefined) ?? [],
  );
  const problems: readonly FileFinding[] = [
    ...files.flatMap((file) => file.problems),
    ...lines.flatMap(({ problem }) => problem ?? []),
    ...findLikelyMistakes(valid, today, accepted),
    ...unknown.map((line) => at(line, "KIND_UNKNOWN", kindUnknown)),
    ...byEntry.flatMap((same) => remarksOn(same, today)),
  ];
  const counts = Map.groupBy(lines, ({ source }) => fileOf(source));
  const findings = shortenRepeated(problems, (file) => counts.get(file)?.length ?? 0).map((found) => {
    const { code = "REJECTED", source = "" } = found;
    const severity = accepted.some((each) => each === code) ? "info" : severityOf(found);
    return { severity, code, source, message: findingMessage(found) } as const;
  });
  const counted = Map.groupBy(declared, ({ kind }) => kind);
  return {
    findings: severities.flatMap((severity) => findings.filter((one) => one.severity === severity)),
    files: files.length,
    entries: Array.from(counted, ([kind, { length: count }]) => ({ kind, count })),
  };
}

function at({ source, entry: value }: Line, code: FindingCode, problem: string): FileFinding {
  return { code, source, value, problem };
}

/** The reasons why some of the valid lines of one entry are not counted. */
function remarksOn(same: readonly Line[], today: string): readonly FileFinding[] {
  const [first, ...repeated] = same.filter((line) => !hasExpired(line, today));
  if (first === undefined) return same.map((line) => at(line, "EXPIRED", `expired after ${line.until}`));
  return repeated.map((line) => at(line, "REPEATED", `repeats ${first.source}`));
}

/** The findings, followed by the counts. Each finding starts with its place, in the form for editors and pipelines. */
function describeValidation({ findings, files, entries }: Validation, terminal: Terminal): readonly string[] {
  const count = (severity: string): number => findings.filter((one) => one.severity === severity).length;
  const [errors, warnings] = [count("error"), count("warning")];
  const isOnGitHub = terminal.environment["GITHUB_ACTIONS"] === "true";
  const found = findings.map((one) => (isOnGitHub ? formatAnnotation : formatFinding)(one, terminal));
  const more = found.splice(bounds.findings).length;
  if (more > 0) found.push(`and ${formatCount(more)} more: --json prints all`);
  const summary = [
    plural(files, "file"),
    ...entries.map(({ kind, count }) =>
      kind === undefined ? `${formatCount(count)} not judged (unknown kind)` : formatKindCount(kind, count),
    ),
    styled(terminal, errors > 0 ? "removed" : "added", plural(errors, "error")),
    styled(terminal, warnings > 0 ? "warning" : "added", plural(warnings, "warning")),
  ];
  return [...found, ...(found.length > 0 ? [""] : []), summary.join(", ")];
}

function formatFinding({ severity, code, source, message }: Finding, terminal: Terminal): string {
  return severity === "warning"
    ? `${source}: ${styled(terminal, "warning", "warning:")} ${message} [${code}]`
    : `${source}: ${message}`;
}

/** A finding as a command of GitHub's runner, which shows it at its line. */
function formatAnnotation({ severity, code, source, message }: Finding, { environment }: Terminal): string {
  const { path, line } = placeIn(environment["GITHUB_WORKSPACE"], source);
  const escape = (text: string) => text.replaceAll("%", "%25").replaceAll(":", "%3A").replaceAll(",", "%2C");
  const place = `file=${escape(path)}${line === undefined ? "" : `,line=${line}`}`;
  const command = severity === "info" ? "notice" : severity;
  return `::${command} ${place},title=${code}::${message.replaceAll("%", "%25")}`;
}

const gitlabSeverities = { error: "critical", warning: "minor", info: "info" } as const;

/** The file from which GitLab shows findings in a merge request, at their lines. */
function formatCodeQuality(findings: readonly Finding[], { environment }: Terminal): string {
  const issues = findings.map(({ severity, code, source, message }) => {
    const { path, line = 1 } = placeIn(environment["CI_PROJECT_DIR"], source);
    return {
      description: message,
      check_name: code,
      fingerprint: digest(JSON.stringify([path, line, code, message])),
      severity: gitlabSeverities[severity],
      location: { path, lines: { begin: Number(line) } },
    };
  });
  return formatJson(issues);
}

/** The place of a finding, with its path from the root of the checkout if the file is below it, as forges need it. */
function placeIn(root: string | undefined, source: string): { readonly path: string; readonly line?: string } {
  const [, file = source, line] = /^(.*):(\d+)$/u.exec(source) ?? [];
  if (root === undefined || !existsSync(root)) return { path: file, line };
  // The working directory has no symbolic links in its path.
  const path = relative(realpathSync(root), resolve(file)).split(sep).join("/");
  return { path: path.startsWith("../") ? file : path, line };
}
