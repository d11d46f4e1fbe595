import { plural } from "../common/format";
import { listFirst, named, quote } from "../common/quote";

/** The codes of findings that are warnings: likely mistakes. */
export const warningCodes = [
  "NO_MATCH",
  "NOTE",
  "OTHER_KIND",
  "NOT_A_HOST",
  "OTHER_SPELLING",
  "LAST_DAY",
  "NO_ENTRIES",
  "KIND_UNKNOWN",
  "HEADER_AGAIN",
] as const;

/** The codes of findings that are neither errors nor warnings. */
export const informationCodes = ["COMMENTS_ONLY", "REPEATED", "EXPIRED"] as const;

export type FindingCode = (typeof warningCodes)[number] | (typeof informationCodes)[number];

export function severityOf({ code }: Pick<Finding, "code">): "error" | "warning" | "info" {
  if (code === undefined) return "error";
  return warningCodes.some((warning) => warning === code) ? "warning" : "info";
}

/** What is wrong with an entry. */
export interface Problem {
  /** The end of a sentence that starts with the entry. It repeats nothing of the entry and its note, which may be secret. */
  readonly problem: string;
  /** What to do about it, which may repeat them: `write "com.example.app"`. */
  readonly advice?: string | undefined;
}

/** What a preview or `validate` prints about a place, as data. */
export interface Finding extends Problem {
  /** The kind of a warning or an information. Default: an error. */
  readonly code?: FindingCode | undefined;
  /** The place, such as "lists/apps.csv:12" or "appBundles[3]"; undefined for a warning about an entry of a program. */
  readonly source?: string | undefined;
  /** The text at this place, as it is in the file or the program. The problem is a whole sentence without it. */
  readonly value?: string | undefined;
}

/**
 * A finding on one line, in the form for editors and pipelines: `lists/apps.csv:12: "#REF!" is a spreadsheet error …`.
 *
 * @param isSecret whether only the place and the problem are printed: `appBundles[1] contains whitespace`. Default: false.
 */
export function printFinding(finding: Finding, isSecret = false): string {
  const { source, value, problem } = finding;
  const [place, gap] = [source ?? "", value === undefined ? ": " : " "];
  if (isSecret) return place === "" ? problem : place + gap + problem;
  return `${place === "" ? "" : `${place}: `}${findingMessage(finding)}`;
}

/** A finding without its place. */
export function findingMessage({ value, problem, advice }: Finding): string {
  return `${value === undefined ? "" : `${quote(value)} `}${problem}${advice === undefined ? "" : `: ${advice}`}`;
}

/**
 * Shortens findings: if more than half of the lines of a file have the same problem, the sixth of them names the others.
 *
 * @param linesIn the number of lines of a file.
 */
export function shortenRepeated(findings: readonly Finding[], linesIn: (file: string) => number): readonly Finding[] {
  const shortened = new Map<Finding, readonly Finding[]>();
  for (const all of Map.groupBy(findings, ({ source, problem }) => `${fileOf(source)}: ${problem}`).values()) {
    const [sixth, ...others] = all.slice(5);
    if (sixth === undefined || all.length * 2 <= linesIn(fileOf(sixth.source))) continue;
    const lines = listFirst(others, ({ source = "" }) => /\d+(?=\]?$)/u.exec(source)?.[0] ?? source, named.toDecide);
    const verb = others.length === 1 ? "does" : "do";
    const problem = others.length === 0 ? "" : `, as ${verb} ${plural(others.length, "more line")} (${lines})`;
    for (const other of others) shortened.set(other, []);
    shortened.set(sixth, [{ ...sixth, problem: `has the same problem${problem}`, advice: undefined }]);
  }
  return findings.flatMap((one) => shortened.get(one) ?? [one]);
}

/** The file of a place, such as "lists/apps.csv" of "lists/apps.csv:12", or the argument. */
export function fileOf(source = ""): string {
  return source.replace(/(?::|, line |\[)\d+\]?$/u, "");
}
