import * as z from "zod";
import { plural } from "../../common/format";
import { quote } from "../../common/quote";
import { problemMessage, type FileProblem } from "../../files/errors";
import { expiryStatus } from "../../list/expiry";
import { formatKindCount, kindName, type Kind, likelyKind } from "../../list/kinds";
import { spellingKey } from "../../list/entry";
import { kindSchema } from "../app-lists";
import { argument, defineCommand, flag, kindOption } from "../command";
import {
  firstBy,
  hasExpired,
  kindOrigins,
  lastLines,
  linesOf,
  readFiles,
  type FileLine,
  type ReadFile,
} from "../file-lines";
import type { ResultOf } from "../json";
import { firstLines, styled, today, writeLines, type Terminal } from "../terminal";

const finding = z.object({
  source: z.string().describe("The place, such as lists/apps.csv:12 or lists/apps.xlsx:Sheet1!B7, or the file."),
  message: z.string().describe("The finding, in a sentence."),
});

const remark = finding.extend({
  about: z.enum(["duplicate", "expired", "expiringSoon"]).describe("expiringSoon: within 14 days."),
  entry: z.string(),
  firstSource: z.string().optional().describe("The first line with the same entry, for a duplicate."),
  until: z.string().optional().describe("The latest last day of the entry, as YYYY-MM-DD, in UTC."),
});

const group = z.object({
  kind: kindSchema.optional().describe("The kind of the entries. Absent if it is not known."),
  kindOrigin: z.enum(kindOrigins).describe("guess: all entries of the file look alike."),
  entries: z.int().describe("The number of entries that are declared today, without duplicates and expired entries."),
});

const validationSchema = z.object({
  today: z.string().describe("The current day, as YYYY-MM-DD, in UTC."),
  errors: z.array(finding).describe("Everything that pulumi up would refuse."),
  warnings: z.array(finding).describe("Likely mistakes."),
  remarks: z
    .array(remark)
    .describe("Lines that repeat an entry of the same kind, and entries whose last line expires."),
  files: z.array(z.object({ path: z.string(), groups: z.array(group).describe("The entries of each kind.") })),
});

type Validation = ResultOf<typeof validationSchema>;

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
    const result = checkFiles(await readFiles(files), kind, today(terminal));
    const failed = result.errors.length > 0 || (warningsAsErrors && result.warnings.length > 0);
    return { outcome: failed ? "error" : "done", result, print: () => printValidation(result, terminal) };
  },
});

/**
 * Checks the entries of files as the resource does, and looks for likely mistakes.
 *
 * @param option the kind of entries without a column; undefined to guess it.
 * @param today the current day, in UTC, as `YYYY-MM-DD`.
 */
export function checkFiles(files: readonly ReadFile[], option: Kind | undefined, today: string): Validation {
  const checked = files.map((file) => ({ ...file, lines: linesOf(file, option) }));
  const valid = checked.flatMap(({ lines }) => lines).filter(({ problem }) => problem === undefined);
  const active = valid.filter((line) => !hasExpired(line, today));
  const first = firstBy(active, ({ key }) => key);
  const last = lastLines(valid);
  const spellings = firstBy(first.values(), spellingOf);
  return {
    today,
    errors: checked.flatMap(({ content, lines }) => [
      ...content.problems.map(toFinding),
      ...lines.flatMap((line) => (line.problem === undefined ? [] : [findingAt(line, line.problem)])),
    ]),
    warnings: checked.flatMap(({ content, lines }) => [
      ...[...content.warnings, ...content.unread].map(toFinding),
      ...lines
        .filter((line) => first.get(line.key) === line)
        .flatMap((line) => likelyMistakes(line, spellings.get(spellingOf(line))).map((one) => findingAt(line, one))),
    ]),
    remarks: valid.flatMap((line) => remarksOn(line, first.get(line.key), last.get(line.key), today)),
    files: checked.map(({ path, lines }) => {
      const groups = Array.from(
        Map.groupBy(lines, ({ kind }) => kind),
        ([kind, group]) => {
          const entries = group.filter((line) => first.get(line.key) === line).length;
          return { kind, kindOrigin: group[0]?.kindOrigin ?? "unknown", entries };
        },
      );
      return { path, groups };
    }),
  };
}

/** A key that different spellings of probably one entry share. */
function spellingOf({ kind, entry }: FileLine): string {
  return `${kind} ${spellingKey(kind, entry)}`;
}

function toFinding(problem: FileProblem): Validation["errors"][number] {
  return { source: problem.source, message: problemMessage(problem) };
}

function findingAt({ source, entry }: FileLine, message: string): Validation["errors"][number] {
  return { source, message: `${quote(entry)} ${message}` };
}

/** Likely mistakes in a line, as ends of sentences that start with its entry. `other` is the first line of this spelling. */
function likelyMistakes({ kind, kindOrigin, entry }: FileLine, other: FileLine | undefined): readonly string[] {
  const mistakes: string[] = [];
  if (entry.includes("#")) mistakes.push("contains #; a note starts with a space and #");
  // Fillers and the Braille space; other invisible characters are errors.
  if (/[\p{Default_Ignorable_Code_Point}\u2800]/u.test(entry)) mistakes.push("contains an invisible character");
  if (kind !== undefined && kindOrigin !== "guess") {
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

/**
 * Remarks on a valid line.
 *
 * @param first the first line of its entry that has not expired.
 * @param last the line of its entry that expires last.
 */
function remarksOn(line: FileLine, first: FileLine | undefined, last: FileLine | undefined, today: string) {
  const { entry, until } = line;
  const remarks: Validation["remarks"][number][] = [];
  if (first !== undefined && first !== line && !hasExpired(line, today)) {
    const finding = findingAt(line, `repeats ${first.source}`);
    remarks.push({ ...finding, about: "duplicate", entry, firstSource: first.source });
  }
  const status = until === undefined || last !== line ? "later" : expiryStatus(until, today);
  if (status === "expired") remarks.push({ ...findingAt(line, `expired after ${until}`), about: status, entry, until });
  if (status === "soon")
    remarks.push({ ...findingAt(line, `expires soon, after ${until}`), about: "expiringSoon", entry, until });
  return remarks;
}

/** The most errors, warnings and remarks that are printed, each. */
const mostFindings = 20;

/**
 * Prints the findings, each on a line that starts with its place, as editors and pipelines expect it; then the content of
 * each file; then the counts.
 */
function printValidation({ errors, warnings, remarks, files }: Validation, terminal: Terminal): void {
  const mark = `${styled(terminal, "warning", "warning:")} `;
  const print = (findings: Validation["errors"], name: string, mark = ""): readonly string[] =>
    firstLines(
      findings,
      mostFindings,
      ({ source, message }) => `${source}: ${mark}${message}`,
      (rest) => `and ${plural(rest, `more ${name}`)}`,
    );
  const found = [...print(errors, "error"), ...print(warnings, "warning", mark), ...print(remarks, "remark")];
  const content = files.flatMap(({ path, groups }) => [
    styled(terminal, "strong", path),
    ...groups.map(({ kind, kindOrigin, entries }) => {
      if (kind === undefined)
        return `  ${plural(entries, "entry", "entries")} (of unknown kind; choose it with --kind)`;
      const guess = kindOrigin === "guess" ? " (guessed; choose another kind with --kind)" : "";
      return `  ${formatKindCount(kind, entries)}${guess}`;
    }),
    ...(groups.length === 0 ? ["  no entries"] : []),
  ]);
  const entries = files.flatMap(({ groups }) => groups).reduce((sum, group) => sum + group.entries, 0);
  const counts = [
    plural(files.length, "file"),
    plural(entries, "entry", "entries"),
    styled(terminal, errors.length > 0 ? "removed" : "added", plural(errors.length, "error")),
    styled(terminal, warnings.length > 0 ? "warning" : "added", plural(warnings.length, "warning")),
  ];
  writeLines(terminal, [...(found.length > 0 ? [...found, ""] : []), ...content, "", counts.join(", ")]);
}
