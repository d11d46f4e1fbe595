import { quote } from "../common/quote";
import { findEntryProblem, spellingKey } from "./entry";
import { dateMistakes, hasExpired } from "./expiry";
import { kindName, likelyKind, storeLink, type Kind } from "./kinds";
import { findNoMatch } from "./no-match";

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
export const informationCodes = ["COMMENTS_ONLY", "IGNORED_COLUMNS", "REPEATED", "EXPIRED"] as const;

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
  const problem = findEntryProblem(kind, entry);
  if (problem !== undefined) return problem;
  if (/^["'`«»‘-‟‹›]|["'`«»‘-‟‹›]$/u.test(entry)) return "begins or ends with a quote: write the entry without quotes";
  if (kind !== "appBundles") return undefined;
  if (entry.includes("://") || storeLink.test(entry)) {
    const [id] = appLinks.flatMap((link) => link.exec(entry)?.[1] ?? []);
    return `is a link: write ${id === undefined ? "the ID of the app" : quote(id)}`;
  }
  return entry.includes("#") ? numberSign : undefined;
}

/** Links that contain the ID of an app. Links to developers, albums and books have similar forms. */
const appLinks: readonly RegExp[] = [
  /^(?:https?:\/\/)?play\.google\.com\/store\/apps\/details\/?\?(?:[^#]*&)?id=([a-z]\w*(?:\.\w+)+)(?:[&#]|$)/iu,
  /^market:\/\/details\?(?:[^#]*&)?id=([a-z]\w*(?:\.\w+)+)(?:[&#]|$)/iu,
  /^(?:https?:\/\/)?(?:apps|itunes)\.apple\.com\/(?:[a-z]{2}\/)?app\/(?:[^/?#]+\/)?(id\d+)(?:[/?#]|$)/iu,
  /^(?:https?:\/\/)?www\.amazon\.[a-z.]+\/(?:[^?#]*\/)?dp\/(B0[\dA-Z]{8})(?:[/?#]|$)/u,
];

const numberSign = "contains #: a note starts with a space and #";

interface Line {
  /** Undefined if it is not known. */
  readonly kind: Kind | undefined;
  readonly entry: string;
  readonly until?: string | undefined;
  readonly source?: string | undefined;
  readonly listed: { readonly note?: string | undefined };
}

/**
 * Likely mistakes in lines with valid entries, each with the end of a sentence that starts with the entry. Dates and
 * notes are checked in all lines; the rest is checked in the first current line of each entry.
 *
 * @param today in UTC, as `YYYY-MM-DD`.
 */
export function* findLikelyMistakes<Listed extends Line>(
  lines: readonly Listed[],
  today: string,
): Iterable<readonly [Listed, code: FindingCode, mistake: string]> {
  const temporary = new Map(lines.flatMap((line) => (line.until === undefined ? [] : [[keyOf(line), line] as const])));
  // The first line of each entry in any spelling, and the other spellings: hardly any list has some.
  const first = new Map<string, Line>();
  const others = new Set<string>();
  for (const line of lines) {
    const { kind, entry, until, listed } = line;
    if (until !== undefined)
      for (const mistake of dateMistakes(listed.note ?? "", until, today)) yield [line, "LAST_DAY", mistake];
    const next = entryInNote(listed.note ?? "");
    if (next !== undefined) yield [line, "NOTE", `has another entry in its note: put ${quote(next)} on its own line`];
    const other = until === undefined && temporary.size > 0 ? temporary.get(keyOf(line)) : undefined;
    if (other !== undefined)
      yield [line, "LAST_DAY", `never expires, although it is also listed until ${other.until}${placeOf(other)}`];
    if (hasExpired(line, today)) continue;
    const spelling = `${kind} ${spellingKey(kind, entry)}`;
    const similar = first.get(spelling);
    if (similar === undefined) first.set(spelling, line);
    else if (similar.entry === entry || others.has(keyOf(line))) continue;
    for (const [code, mistake] of mistakesOfEntry(kind, entry)) yield [line, code, mistake];
    if (similar === undefined) continue;
    others.add(keyOf(line));
    const difference = entry.toLowerCase() === similar.entry.toLowerCase() ? "in letter case" : 'by "id"';
    yield [line, "OTHER_SPELLING", `differs from ${quote(similar.entry)}${placeOf(similar)} ${difference} only`];
  }
}

function keyOf({ kind, entry }: Line): string {
  return `${kind} ${entry}`;
}

function placeOf({ source }: Line): string {
  return source === undefined ? "" : ` (${source})`;
}

/**
 * The entry of the next line, if a note has swallowed it because its file has no line break at its end: the word before
 * a second note. Its start belongs to the first note.
 */
function entryInNote(note: string): string | undefined {
  const end = note.search(/\s#\s/u);
  const word = end < 0 ? "" : (note.slice(0, end).trimEnd().slice(-longestId).split(/\s/u).at(-1) ?? "");
  if (!/.\../u.test(word)) return undefined;
  return Array.from({ length: word.length }, (_, start) => word.slice(start)).find(likelyKind) ?? word;
}

/** The most characters of an ID in a note. */
const longestId = 255;

function* mistakesOfEntry(kind: Kind | undefined, entry: string): Iterable<readonly [FindingCode, string]> {
  if (kind === "appBundles" && plainBundle.test(entry)) return;
  if (entry.includes("#")) yield ["NOTE", numberSign];
  const noMatch = findNoMatch(kind, entry);
  if (noMatch !== undefined) yield ["NO_MATCH", noMatch];
  // Placement IDs contain other IDs: `10038-accuweather.com`.
  if (noMatch !== undefined || kind === undefined || kind === "placementIds") return;
  const likely = likelyKind(entry) ?? kind;
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//iu.exec(entry)?.[0];
  if (likely !== kind) {
    const article = likely === "appBundles" ? "an" : "a";
    yield ["OTHER_KIND", `looks like ${article} ${kindName(likely, 1)}, but is listed under ${kindName(kind, 0)}`];
  } else if (kind === "websites" && (scheme !== undefined || /[/?]|:\d+$/u.test(entry))) {
    const excess = scheme === undefined ? "has a path or a port" : `starts with ${scheme}`;
    yield ["NOT_A_HOST", `${excess}: websites are usually host names, such as example.com`];
  }
}
