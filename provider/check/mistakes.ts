import { formatCount, formatPart, plural } from "../common/format";
import { quote, quoteList } from "../common/quote";
import { findEntryProblem, spellingKey } from "../list/entry";
import { hasExpired } from "../list/expiry";
import { kindName, type Kind } from "../list/kinds";
import { bounds } from "./bounds";
import { fileOf, type Finding, type FindingCode, type Problem } from "./finding";
import { dateMistake } from "./last-days";
import { entryAtEnd, likelyKind } from "./likely-kind";
import { findExportedNumber, findNoMatch, idsInside, isLink } from "./no-match";

/** Matches most app bundles, and no entry of another kind. */
const plainBundle = /^(?:air|com)(?:\.[\w-]+)+$/u;

/**
 * The problem with an entry that a program must not declare: it cannot be sent, or nobody means it, such as a link in
 * place of the ID of an app; undefined if there is none. A list, or the state of an older version, may contain such an
 * entry, and it can be read and removed.
 */
export function findDeclaredProblem(kind: Kind, entry: string): Problem | undefined {
  const isLong = entry.length > bounds.longestText;
  if (!isLong && plainBundle.test(entry) && kind !== "placementIds") return undefined;
  const number = findExportedNumber(entry);
  if (number !== undefined) return number;
  const problem = findEntryProblem(kind, entry);
  if (problem !== undefined) return { problem, advice: entry.includes(",") ? withoutCommas(entry) : undefined };
  if (isLong) return { problem: `has more than ${formatCount(bounds.longestText)} characters`, advice: perLine };
  if (entry.startsWith("//")) return { problem: "starts with //, but a comment starts with #" };
  const unquoted = entry.replaceAll(quotes, "");
  if (unquoted !== entry) return { problem: "begins or ends with a quote", advice: `write ${quote(unquoted)}` };
  if (entry.includes("\\n")) return { problem: "contains \\n in place of a line break", advice: perLine };
  if (entry.includes("\uFFFD"))
    return { problem: "contains U+FFFD, the sign for a character that was lost", advice: save };
  if (kind !== "appBundles") return undefined;
  if (isLink(entry)) {
    const [id, number] = idsInside(entry);
    const form = number === undefined ? "" : ` as your platform shows it, ${number} or ${id}`;
    const isClear = id !== undefined && number === undefined;
    return { problem: "is a link", advice: `write ${isClear ? quote(id) : `the ID of the app${form}`}` };
  }
  return entry.includes("#") ? numberSign : undefined;
}

const perLine = "write one entry per line";

const save = "enter it again, and save the file as UTF-8";

const numberSign = { problem: "contains #", advice: "a note starts with a space and #" };

const quotes = /^=?["'`«»‘-‟‹›]+|["'`«»‘-‟‹›]+$/gu;

function withoutCommas(entry: string): string {
  if (/^\d{1,3}(?:,\d{3}){2,}$/u.test(entry)) return `write ${quote(entry.replaceAll(",", ""))}`;
  const [first = "", ...more] = entry.split(",").flatMap((part) => part.trim().replaceAll(quotes, "") || []);
  if (more.length > 0) return `write ${formatCount(more.length + 1)} entries, one per line`;
  return first === "" ? perLine : `write ${quote(first)}`;
}

interface Line {
  /** Undefined if it is not known. */
  readonly kind: Kind | undefined;
  readonly entry: string;
  readonly until?: string | undefined;
  readonly source?: string | undefined;
  readonly listed: { readonly note?: string | undefined };
}

/**
 * Likely mistakes in lines with valid entries. Dates and notes are checked in all lines; the rest is checked in the
 * first current line of each entry. A file in which most lines match nothing is an error.
 *
 * @param today in UTC, as `YYYY-MM-DD`.
 * @param accepted the codes of warnings that are right in these lines. Default: none.
 */
export function findLikelyMistakes(
  lines: readonly Line[],
  today: string,
  accepted: readonly FindingCode[] = [],
): readonly Finding[] {
  const found: Finding[] = [];
  const add = ({ source, entry: value }: Line, code: FindingCode, mistake: Problem | string) =>
    found.push({ source, value, code, ...(typeof mistake === "string" ? { problem: mistake } : mistake) });
  const temporary = new Map(lines.flatMap((line) => (line.until === undefined ? [] : [[keyOf(line), line] as const])));
  // The first line of each entry in any spelling, and the other spellings: hardly any list has some.
  const first = new Map<string, Line>();
  const others = new Set<string>();
  const unmatched = new Set<string>();
  const ofOtherKind: (readonly [Line, string])[] = [];
  for (const line of lines) {
    const { kind, entry, until, listed } = line;
    const { note = "" } = listed;
    const date = dateMistake(note, until, today);
    if (date !== undefined) add(line, "LAST_DAY", date);
    // A note swallows the next line if its file has no line break at its end.
    const next = note.includes(" # ") ? entryAtEnd(note.slice(0, note.indexOf(" # "))) : undefined;
    if (next !== undefined)
      add(line, "NOTE", `has another entry in its note, at the end of ${quote(next)}: put it on its own line`);
    const other = until === undefined && temporary.size > 0 ? temporary.get(keyOf(line)) : undefined;
    if (other !== undefined)
      add(line, "LAST_DAY", `never expires, although it is also listed until ${other.until}${placeOf(other)}`);
    if (hasExpired(line, today)) continue;
    const spelling = `${kind} ${spellingKey(kind, entry)}`;
    const similar = first.get(spelling);
    if (similar === undefined) first.set(spelling, line);
    else if (similar.entry === entry || others.has(keyOf(line))) continue;
    if (kind !== "appBundles" || !plainBundle.test(entry)) {
      if (entry.includes("#")) add(line, "NOTE", numberSign);
      const noMatch = findNoMatch(kind, entry);
      if (noMatch !== undefined) {
        add(line, "NO_MATCH", noMatch);
        unmatched.add(keyOf(line));
      } else if (kind !== undefined && kind !== "placementIds") {
        // Placement IDs contain other IDs: `10038-accuweather.com`.
        const likely = likelyKind(entry) ?? kind;
        const name = `${likely === "appBundles" ? "an" : "a"} ${kindName(likely, 1)}`;
        if (likely !== kind) ofOtherKind.push([line, `looks like ${name}, but is listed under ${kindName(kind, 0)}`]);
        else if (kind === "websites" && /[/?*]|:\d+$|^\.|\.$/u.test(entry)) add(line, "NOT_A_HOST", notHost);
      }
    }
    if (similar === undefined) continue;
    others.add(keyOf(line));
    add(line, "OTHER_SPELLING", `is another spelling of ${quote(similar.entry)}${placeOf(similar)}`);
  }
  const group = ({ kind, source }: Line): string => `${kind} ${fileOf(source)}`;
  const entries = ofOtherKind.length === 0 ? undefined : Map.groupBy(first.values(), group);
  for (const [key, odd] of Map.groupBy(ofOtherKind, ([line]) => group(line))) {
    const all = entries?.get(key)?.length ?? 0;
    // Some app bundles end like host names.
    const isLikely = odd.length === 1 ? all < 10 : odd.length > all / 20;
    for (const [line, mistake] of odd) add(line, isLikely ? "OTHER_KIND" : "OTHER_FORM", mistake);
  }
  return unmatched.size === 0 || accepted.includes("NO_MATCH") ? found : [...wrongFiles(lines, unmatched), ...found];
}

/** The files with ten lines or more of which most match nothing. Arrays of a program are not judged. */
function wrongFiles(lines: readonly Line[], unmatched: ReadonlySet<string>): readonly Finding[] {
  return Array.from(Map.groupBy(lines, ({ source }) => fileOf(source))).flatMap(([source, all]) => {
    const odd = all.filter((line) => unmatched.has(keyOf(line))).map(({ entry }) => entry);
    if (source === "" || all.length < bounds.fewestJudged || 2 * odd.length <= all.length) return [];
    const problem = `${formatPart(odd.length, all.length, plural(all.length, "line"))} match nothing`;
    return [{ source, problem, advice: `${quoteList(odd)}. ${wrongFile}` }];
  });
}

const wrongFile = "Is it the wrong file, or the wrong column? If they are right, list them in the program";

function keyOf({ kind, entry }: Line): string {
  return `${kind} ${entry}`;
}

function placeOf({ source }: Line): string {
  return source === undefined ? "" : ` (${source})`;
}

const notHost =
  "has a scheme, a path, a port, a * or a dot at one end: websites are usually host names, such as example.com";
