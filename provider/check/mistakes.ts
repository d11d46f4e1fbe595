import { plural } from "../common/format";
import { listFirst, named, quote } from "../common/quote";
import { findEntryProblem, spellingKey } from "../list/entry";
import { hasExpired } from "../list/expiry";
import { kindName, type Kind } from "../list/kinds";
import { dateMistake } from "./last-days";
import { likelyKind, storeLink } from "./likely-kind";
import { findExportedNumber, findNoMatch, idsInside } from "./no-match";

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
  "DECIDING_COLUMN",
] as const;

/** The codes of findings that are neither errors nor warnings. */
export const informationCodes = ["COMMENTS_ONLY", "IGNORED_COLUMNS", "REPEATED", "EXPIRED", "OTHER_FORM"] as const;

export type FindingCode = (typeof warningCodes)[number] | (typeof informationCodes)[number];

export function severityOf(code: FindingCode): "warning" | "info" {
  return warningCodes.some((warning) => warning === code) ? "warning" : "info";
}

/** Matches most app bundles, and no entry of another kind. */
const plainBundle = /^(?:air|com)(?:\.[\w-]+)+$/u;

/**
 * The problem with an entry that a program must not declare: it cannot be sent, or nobody means it, such as a link in
 * place of the ID of an app; undefined if there is none. A list, or the state of an older version, may contain such an
 * entry, and it can be read and removed.
 *
 * @returns the problem as the end of a sentence that starts with the entry.
 */
export function findDeclaredProblem(kind: Kind, entry: string): string | undefined {
  if (plainBundle.test(entry) && kind !== "placementIds") return undefined;
  const problem = findExportedNumber(entry) ?? findEntryProblem(kind, entry);
  if (problem !== undefined) return problem;
  if (entry.startsWith("//")) return "starts with //, but a comment starts with #";
  if (/^["'`«»‘-‟‹›]|["'`«»‘-‟‹›]$/u.test(entry)) return "begins or ends with a quote: write the entry without quotes";
  if (kind !== "appBundles") return undefined;
  if (entry.includes("://") || storeLink.test(entry)) {
    const [id, number] = idsInside(entry);
    const form = number === undefined ? "" : ` as your platform shows it, ${number} or ${id}`;
    return `is a link: write ${id === undefined || number !== undefined ? `the ID of the app${form}` : quote(id)}`;
  }
  return entry.includes("#") ? numberSign : undefined;
}

const numberSign = "contains #: a note starts with a space and #";

interface Line {
  /** Undefined if it is not known. */
  readonly kind: Kind | undefined;
  readonly entry: string;
  readonly until?: string | undefined;
  readonly source?: string | undefined;
  readonly listed: { readonly note?: string | undefined };
}

/** A line, and the end of a sentence that starts with its entry. */
type Mistake<Listed> = readonly [Listed, code: FindingCode, problem: string];

/**
 * Likely mistakes in lines with valid entries. Dates and notes are checked in all lines; the rest is checked in the
 * first current line of each entry.
 *
 * @param today in UTC, as `YYYY-MM-DD`.
 */
export function* findLikelyMistakes<Listed extends Line>(
  lines: readonly Listed[],
  today: string,
): Iterable<Mistake<Listed>> {
  const temporary = new Map(lines.flatMap((line) => (line.until === undefined ? [] : [[keyOf(line), line] as const])));
  // The first line of each entry in any spelling, and the other spellings: hardly any list has some.
  const first = new Map<string, Listed>();
  const others = new Set<string>();
  const ofOtherKind: Mistake<Listed>[] = [];
  const group = ({ kind, source = "" }: Line): string => `${kind} ${fileOf(source)}`;
  for (const line of lines) {
    const { kind, entry, until, listed } = line;
    const { note = "" } = listed;
    const date = dateMistake(note, until, today);
    if (date !== undefined) yield [line, "LAST_DAY", date];
    const next = entryInNote(note);
    if (next !== undefined)
      yield [line, "NOTE", `has another entry in its note, at the end of ${quote(next)}: put it on its own line`];
    const other = until === undefined && temporary.size > 0 ? temporary.get(keyOf(line)) : undefined;
    if (other !== undefined)
      yield [line, "LAST_DAY", `never expires, although it is also listed until ${other.until}${placeOf(other)}`];
    if (hasExpired(line, today)) continue;
    const spelling = `${kind} ${spellingKey(kind, entry)}`;
    const similar = first.get(spelling);
    if (similar === undefined) first.set(spelling, line);
    else if (similar.entry === entry || others.has(keyOf(line))) continue;
    for (const [code, mistake] of mistakesOfEntry(kind, entry))
      if (code === "OTHER_KIND") ofOtherKind.push([line, code, mistake]);
      else yield [line, code, mistake];
    if (similar === undefined) continue;
    others.add(keyOf(line));
    yield [line, "OTHER_SPELLING", `is another spelling of ${quote(similar.entry)}${placeOf(similar)}`];
  }
  if (ofOtherKind.length === 0) return;
  const entries = Map.groupBy(first.values(), group);
  for (const [key, found] of Map.groupBy(ofOtherKind, ([line]) => group(line))) {
    const all = entries.get(key)?.length ?? 0;
    // Some app bundles end like host names.
    const isLikely = found.length === 1 ? all < 10 : found.length > all / 20;
    for (const [line, code, mistake] of found) yield [line, isLikely ? code : "OTHER_FORM", mistake];
  }
}

/**
 * Shortens problems: if more than half of the lines of a file have the same one, the sixth of them names the others.
 *
 * @param linesIn the number of lines of a file.
 */
export function shortenRepeated<Problem extends { readonly source: string; readonly problem: string }>(
  problems: readonly Problem[],
  linesIn: (file: string) => number,
): readonly Problem[] {
  const shortened = new Map<Problem, readonly Problem[]>();
  for (const all of Map.groupBy(problems, ({ source, problem }) => `${fileOf(source)}: ${problem}`).values()) {
    const [sixth, ...others] = all.slice(5);
    if (sixth === undefined || all.length * 2 <= linesIn(fileOf(sixth.source))) continue;
    const lines = listFirst(others, ({ source }) => /\d+(?=\]?$)/u.exec(source)?.[0] ?? source, named.toDecide);
    const problem = others.length === 0 ? "" : `, as do ${plural(others.length, "more line")} (${lines})`;
    for (const other of others) shortened.set(other, []);
    shortened.set(sixth, [{ ...sixth, problem: `has the same problem${problem}` }]);
  }
  return problems.flatMap((one) => shortened.get(one) ?? [one]);
}

/** The file of a place, such as "lists/apps.csv" of "lists/apps.csv:12", or the argument. */
export function fileOf(source: string): string {
  return source.replace(/(?::|, line |\[)\d+\]?$/u, "");
}

function keyOf({ kind, entry }: Line): string {
  return `${kind} ${entry}`;
}

function placeOf({ source }: Line): string {
  return source === undefined ? "" : ` (${source})`;
}

/**
 * The word that ends with the entry of the next line, if a note has swallowed it because its file has no line break at
 * its end: the word before a second note. Its start belongs to the first note.
 */
function entryInNote(note: string): string | undefined {
  const end = note.search(/\s#\s/u);
  const word = end < 0 ? "" : (note.slice(0, end).trimEnd().split(/\s/u).at(-1) ?? "");
  return /.\../u.test(word) ? word : undefined;
}

const notHost = "has a scheme, a path or a port: websites are usually host names, such as example.com";

function* mistakesOfEntry(kind: Kind | undefined, entry: string): Iterable<readonly [FindingCode, string]> {
  if (kind === "appBundles" && plainBundle.test(entry)) return;
  if (entry.includes("#")) yield ["NOTE", numberSign];
  const noMatch = findNoMatch(kind, entry);
  if (noMatch !== undefined) yield ["NO_MATCH", noMatch];
  // Placement IDs contain other IDs: `10038-accuweather.com`.
  if (noMatch !== undefined || kind === undefined || kind === "placementIds") return;
  const likely = likelyKind(entry) ?? kind;
  if (likely !== kind) {
    const article = likely === "appBundles" ? "an" : "a";
    yield ["OTHER_KIND", `looks like ${article} ${kindName(likely, 1)}, but is listed under ${kindName(kind, 0)}`];
  } else if (kind === "websites" && /[/?]|:\d+$/u.test(entry)) yield ["NOT_A_HOST", notHost];
}
