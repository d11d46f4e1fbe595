import { formatPart, plural } from "../common/format";
import { quote, quoteList } from "../common/quote";
import { spellingKey } from "../list/entry";
import { hasExpired } from "../list/expiry";
import { kindName, type Kind } from "../list/kinds";
import { bounds } from "./bounds";
import { findNoMatch, numberSign, plainBundle } from "./entry-forms";
import { fileOf, type Finding, type FindingCode, type Problem } from "./finding";
import { dateMistake } from "./last-days";
import { endsAsEntry, likelyKind } from "./likely-kind";

/** One entry of an argument or of a line of a file. */
export interface Line {
  /** Undefined if it is not known. */
  readonly kind: Kind | undefined;
  readonly entry: string;
  /** The place, such as "lists/apps.csv:12"; undefined for an entry that the program wrote or copied. */
  readonly source?: string | undefined;
  /** The last day, as `YYYY-MM-DD`; undefined if the entry never expires. */
  readonly until?: string | undefined;
  /** The note with the last day, as previews show it. */
  readonly note?: string | undefined;
  /** The note and the last day as they are listed. */
  readonly listed: { readonly note?: string | undefined; readonly until?: string | undefined };
  /** Why the entry is rejected. */
  readonly problem?: Finding | undefined;
}

/** Lines have the same key if and only if their entries and kinds are the same. */
export function keyOf({ kind, entry }: Line): string {
  return `${kind} ${entry}`;
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
    const end = note.indexOf(" # ");
    if (end > 0 && endsAsEntry(note.slice(0, end)))
      add(line, "NOTE", "has another entry in its note: put it on its own line");
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
    for (const [line, mistake] of isLikely ? odd : []) add(line, "OTHER_KIND", mistake);
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

function placeOf({ source }: Line): string {
  return source === undefined ? "" : ` (${source})`;
}

const notHost =
  "has a scheme, a path, a port, a * or a dot at one end: websites are usually host names, such as example.com";
