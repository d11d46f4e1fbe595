import { findEntryProblem } from "./entry";
import { quote } from "../common/quote";
import { isDate, untilInNote } from "./expiry";
import { kindName, type Kind } from "./kinds";
import { printText, tidyNote, type NotedEntries } from "./text";

/** An entry with a note or an expiry date. */
export interface ListedEntry {
  /** The app bundle, placement ID or website. */
  readonly entry: string;
  /**
   * A note for people: previews show it, requests never contain it. `until 2027-01-31` in it is the last day, in UTC, on
   * which the entry is declared.
   */
  readonly note?: string;
  /** The last day, in UTC, on which the entry is declared, as `YYYY-MM-DD`. It takes precedence over the note. */
  readonly until?: string;
}

/** The place of an entry in a file. */
export interface Origin {
  /** Such as "lists/blocked-apps.txt:12"; errors contain it. */
  readonly source: string;
  /** The kind of the column, such as `website`; an argument of another kind refuses the entry. */
  readonly kind?: Kind;
}

const origins = new WeakMap<ListedEntry, Origin>();

/** Makes a listed entry. Its origin is kept beside it, as programs see, filter and copy the object itself. */
export function listEntry({ entry, note = "", until = "" }: ListedEntry, origin: Origin): ListedEntry {
  const listed = { entry, ...(note !== "" && { note }), ...(until !== "" && { until }) };
  origins.set(listed, origin);
  return listed;
}

/** The origin of an entry that {@link listEntry} made; a copy of the entry has none. */
export function findOrigin(listed: ListedEntry): Origin | undefined {
  return origins.get(listed);
}

/** Listed entries with their text for Pulumi, and the entries that are not in it. */
export interface ListedText extends PrintedText {
  readonly notes: NotedEntries;
}

/** The text of listed entries for Pulumi, and the entries that are not in it. */
export interface PrintedText {
  readonly text: string;
  readonly problems: readonly string[];
  /** Entries that are no longer declared: all of their lines have expired. Each has its latest expiry date. */
  readonly expired: readonly ExpiredEntry[];
  /** The number of lines that repeat an entry. */
  readonly duplicates: number;
}

interface ExpiredEntry {
  readonly entry: string;
  /** Its last day, as `YYYY-MM-DD`. */
  readonly until: string;
  readonly source?: string;
}

/**
 * Prints listed entries as their text. An entry that is listed twice is in it once, with its latest expiry date (a line
 * without one never expires) and the first note of the lines with this date.
 *
 * @param argument the name of the list in a problem, such as "appBundles".
 * @param today in UTC, as `YYYY-MM-DD`.
 */
export function printListed(
  kind: Kind,
  argument: string,
  listed: readonly (string | ListedEntry)[],
  today: string,
): ListedText {
  const lines = new Map<string, Line>();
  const problems: string[] = [];
  let duplicates = 0;
  for (const [index, item] of listed.entries()) {
    const entry = typeof item === "string" ? item : item.entry;
    const line = typeof item === "string" ? checkEntry(kind, item) : checkListed(kind, item);
    if (line.problem !== undefined) {
      problems.push(`${line.source ?? `${argument}[${index}]`}: ${quote(entry)} ${line.problem}`);
      continue;
    }
    const other = lines.get(entry);
    if (other !== undefined && !isExpired(other, today) && !isExpired(line, today)) duplicates += 1;
    lines.set(entry, other === undefined ? line : laterOf(other, line));
  }
  const notes = new Map<string, string | undefined>();
  const expired: ExpiredEntry[] = [];
  for (const [entry, line] of lines) {
    const { until, note, source } = line;
    if (until === undefined || !isExpired(line, today)) notes.set(entry, note);
    else expired.push({ entry, until, source });
  }
  return { notes, text: printText(notes), problems, expired, duplicates };
}

/** One line of a list: how it declares its entry. */
interface Line {
  /** Why the entry is refused, as the end of a sentence that starts with it. */
  readonly problem?: string;
  /** The last day; undefined if the entry never expires. */
  readonly until?: string;
  readonly note?: string;
  readonly source?: string;
}

const lineWithoutNote: Line = {};

function checkEntry(kind: Kind, entry: string): Line {
  const problem = findEntryProblem(kind, entry);
  return problem === undefined ? lineWithoutNote : { problem };
}

/** Checks one listed entry. The expiry date is added to the note, so that previews show it. */
export function checkListed(kind: Kind, listed: ListedEntry): Line {
  const { source, kind: column } = findOrigin(listed) ?? {};
  const note = listed.note === undefined ? undefined : tidyNote(listed.note);
  const inNote = note === undefined ? undefined : untilInNote(note);
  const until = listed.until ?? inNote;
  const wrong = [until, inNote].find((date) => date !== undefined && !isDate(date));
  const problem =
    findEntryProblem(kind, listed.entry) ??
    columnProblem(kind, column) ??
    (wrong === undefined ? undefined : `expires on ${quote(wrong)}, which is not a calendar date such as 2027-01-31`);
  return { problem, until, note: withExpiry(note, listed.until), source };
}

function isExpired({ until }: Line, today: string): boolean {
  return until !== undefined && until < today;
}

/** The line that expires later; of two that expire together the first, with the note of the second if it has none. */
function laterOf(first: Line, second: Line): Line {
  if (first.until === second.until) return { ...first, note: first.note ?? second.note };
  if (first.until === undefined) return first;
  return second.until === undefined || second.until > first.until ? second : first;
}

function withExpiry(note: string | undefined, until: string | undefined): string | undefined {
  if (until === undefined || note?.includes(until) === true) return note;
  return note === undefined ? `until ${until}` : `${note}, until ${until}`;
}

function columnProblem(kind: Kind, column: Kind | undefined): string | undefined {
  if (column === undefined || column === kind) return undefined;
  return `is in a column of ${kindName(column, 0)}, not of ${kindName(kind, 0)}`;
}
