import * as z from "zod";
import { plural } from "../../common/format";
import { quote } from "../../common/quote";
import { problemMessage, severities } from "../../files/errors";
import { spellingKey } from "../../list/entry";
import { expiryStatus, hasExpired } from "../../list/expiry";
import { formatKindCount, kindName, likelyKind } from "../../list/kinds";
import { kindSchema } from "../app-lists";
import { argument, defineCommand, flag, kindOption } from "../command";
import { firstBy, keyOf, lastLines, readFiles, type FileLine, type ReadFile } from "../file-lines";
import type { ResultOf } from "../json";
import { styled, today, writeLines, type Terminal } from "../terminal";

const finding = z.object({
  severity: z.enum(severities).describe("error: pulumi up would refuse it. warning: a likely mistake."),
  source: z.string().describe("The place, such as lists/apps.csv:12 or lists/apps.xlsx:Sheet1!B7, or the file."),
  message: z.string().describe("The finding, in a sentence."),
});

const group = z.object({
  kind: kindSchema.optional().describe("The kind of the entries. Absent if it is not known."),
  isGuessed: z.boolean().describe("Whether the kind is a guess: all entries of the file look alike."),
  entries: z.int().describe("The number of entries that are declared today, without duplicates and expired entries."),
});

const validationSchema = z.object({
  findings: z.array(finding).describe("The findings of each file, and then those of its lines."),
  files: z.array(z.object({ path: z.string(), groups: z.array(group).describe("The entries of each kind.") })),
});

type Validation = ResultOf<typeof validationSchema>;
type Finding = Validation["findings"][number];

export const validateCommand = defineCommand({
  name: "validate",
  description: "Checks list files as pulumi up does, and warns about likely mistakes.",
  options: {
    files: argument("<files...>", "files and patterns of files", z.array(z.string())),
    kind: kindOption("the kind of entries without a column"),
    warningsAsErrors: flag("--warnings-as-errors", "exit with 1 if there are warnings, too"),
  },
  result: validationSchema,
  help: `
The kind of an entry is that of its column (app_bundle, placement_id, website), else --kind. Without both, it is guessed
if all entries of a file look alike. Files: .txt (or no extension), .csv, .tsv and .xlsx. Patterns: *, **, ?, {a,b}.`,
  exitCodes: { done: "no errors", error: "errors, or warnings with --warnings-as-errors" },
  run: async ({ files, kind, warningsAsErrors }, terminal) => {
    const result = checkFiles(await readFiles(files, kind), today(terminal));
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
  const valid = files.flatMap(({ lines }) => lines).filter(({ problem }) => problem === undefined);
  const active = valid.filter((line) => !hasExpired(line, today));
  const first = firstBy(active, keyOf);
  const last = lastLines(valid);
  const spellings = firstBy(active, spellingOf);
  const check = (line: FileLine): readonly Finding[] => {
    const find = (severity: Finding["severity"], messages: readonly string[]): readonly Finding[] =>
      messages.map((message) => ({ severity, source: line.source, message: `${quote(line.entry)} ${message}` }));
    if (line.problem !== undefined) return find("error", [line.problem]);
    const mistakes = first.get(keyOf(line)) === line ? likelyMistakes(line, spellings.get(spellingOf(line))) : [];
    return [...find("warning", mistakes), ...find("info", remarksOn(line, first, last, today))];
  };
  return {
    findings: files.flatMap(({ findings, lines }) => [
      ...findings.map((one) => ({ severity: one.severity, source: one.source, message: problemMessage(one) })),
      ...lines.flatMap(check),
    ]),
    files: files.map(({ path, lines }) => {
      const byKind = Map.groupBy(lines, ({ kind }) => kind);
      const groups = Array.from(byKind, ([kind, group]) => {
        const entries = group.filter((line) => first.get(keyOf(line)) === line).length;
        return { kind, isGuessed: group.some(({ isGuessed }) => isGuessed), entries };
      });
      return { path, groups };
    }),
  };
}

/** A key that different spellings of probably one entry share. */
function spellingOf({ kind, entry }: FileLine): string {
  return `${kind} ${spellingKey(kind, entry)}`;
}

/** Likely mistakes in a line, as ends of sentences that start with its entry. `other` is the first line of this spelling. */
function likelyMistakes({ kind, isGuessed, entry }: FileLine, other: FileLine | undefined): readonly string[] {
  const mistakes: string[] = [];
  if (entry.includes("#")) mistakes.push("contains #; a note starts with a space and #");
  // Fillers and the Braille space; other invisible characters are errors.
  if (/[\p{Default_Ignorable_Code_Point}\u2800]/u.test(entry)) mistakes.push("contains an invisible character");
  if (kind !== undefined && !isGuessed) {
    const likely = likelyKind(entry) ?? kind;
    const scheme = /^[a-z][a-z0-9+.-]*:\/\//iu.exec(entry)?.[0];
    if (likely !== kind) {
      const article = likely === "appBundles" ? "an" : "a";
      mistakes.push(`looks like ${article} ${kindName(likely, 1)}, but is listed under ${kindName(kind, 0)}`);
    } else if (kind === "websites" && (scheme !== undefined || /[/?]|:\d+$/u.test(entry))) {
      const excess = scheme === undefined ? "has a path or a port" : `starts with ${scheme}`;
      mistakes.push(`${excess}; websites are usually host names, such as example.com`);
    }
  }
  if (other !== undefined && other.entry !== entry) {
    const difference = entry.toLowerCase() === other.entry.toLowerCase() ? "in letter case" : 'by "id"';
    mistakes.push(`differs from ${quote(other.entry)} (${other.source}) ${difference} only`);
  }
  return mistakes;
}

type Lines = ReadonlyMap<string, FileLine>;

/**
 * Remarks on a valid line, as ends of sentences that start with its entry.
 *
 * @param first the first line of each entry that has not expired.
 * @param last the line of each entry that expires last.
 */
function remarksOn(line: FileLine, first: Lines, last: Lines, today: string): readonly string[] {
  const { until = "" } = line;
  const declaring = first.get(keyOf(line)) ?? line;
  const repeats = declaring !== line && !hasExpired(line, today) ? [`repeats ${declaring.source}`] : [];
  const status = until === "" || last.get(keyOf(line)) !== line ? "later" : expiryStatus(until, today);
  const expiry = { expired: [`expired after ${until}`], soon: [`expires soon, after ${until}`], later: [] };
  return [...repeats, ...expiry[status]];
}

/** The most errors, warnings and remarks that are printed, each. */
const mostFindings = 20;

/**
 * Prints the findings, each on a line that starts with its place, as editors and pipelines expect it; then the content of
 * each file; then the counts.
 */
function printValidation({ findings, files }: Validation, terminal: Terminal): void {
  const mark = `${styled(terminal, "warning", "warning:")} `;
  const bySeverity = Map.groupBy(findings, ({ severity }) => severity);
  const found = severities.flatMap((severity) => {
    const some = bySeverity.get(severity) ?? [];
    const prefix = severity === "warning" ? mark : "";
    const lines = some.slice(0, mostFindings).map(({ source, message }) => `${source}: ${prefix}${message}`);
    const rest = some.length - lines.length;
    return rest === 0
      ? lines
      : [...lines, `and ${plural(rest, severity === "info" ? "more remark" : `more ${severity}`)}`];
  });
  const content = files.flatMap(({ path, groups }) => [
    styled(terminal, "strong", path),
    ...groups.map(({ kind, isGuessed, entries }) => {
      if (kind === undefined)
        return `  ${plural(entries, "entry", "entries")} (of unknown kind; choose it with --kind)`;
      return `  ${formatKindCount(kind, entries)}${isGuessed ? " (guessed; choose another kind with --kind)" : ""}`;
    }),
    ...(groups.length === 0 ? ["  no entries"] : []),
  ]);
  const entries = files.flatMap(({ groups }) => groups).reduce((sum, group) => sum + group.entries, 0);
  const count = (severity: "error" | "warning", style: "removed" | "warning"): string => {
    const number = bySeverity.get(severity)?.length ?? 0;
    return styled(terminal, number > 0 ? style : "added", plural(number, severity));
  };
  const counts = [plural(files.length, "file"), plural(entries, "entry", "entries")];
  const summary = [...counts, count("error", "removed"), count("warning", "warning")].join(", ");
  writeLines(terminal, [...(found.length > 0 ? [...found, ""] : []), ...content, "", summary]);
}
