import { problemOf } from "./entry";
import { quote } from "../common/quote";
import { expiryOfNote, isDate } from "./expiry";
import { nameOf, type Kind } from "./kinds";
import { printText, tidyNote } from "./text";

/** An entry as a program lists it, when there is more to say than the entry itself. */
export interface ListedEntry {
  /** The app bundle, placement id or website. */
  readonly entry: string;
  /**
   * A note for people. It is shown in previews and never sent. `until 2027-01-31` in it is the last day on which the
   * entry is declared, in UTC.
   */
  readonly note?: string;
  /** The last day on which the entry is declared, as `YYYY-MM-DD`, in UTC; it takes precedence over the note. */
  readonly until?: string;
  /** The kind that the entry's origin says it is of, such as a column `website`; another argument refuses it. */
  readonly kind?: Kind;
  /** Where the entry comes from, such as "lists/blocked-apps.txt:12:1"; errors name it. */
  readonly source?: string;
}

/** Listed entries as the text that goes to Pulumi, and what is to be said of those that are not in it. */
export interface ListedText {
  readonly text: string;
  readonly problems: readonly string[];
  /** Entries that are not declared any more, as their last day is over in each of their lines; each with the latest. */
  readonly expired: readonly ExpiredEntry[];
  /** How many lines repeat an entry that stands in the text already. */
  readonly duplicates: number;
}

/** An entry whose last day is over. */
interface ExpiredEntry {
  readonly entry: string;
  /** Its last day, as `YYYY-MM-DD`. */
  readonly until: string;
  readonly source?: string;
}

/**
 * Turns listed entries into their text. An entry that is listed twice stands in it once: its latest end counts (a line
 * without one never ends), with the first note of the lines that have this end.
 *
 * @param argument what the list of entries is called in a problem, such as "appBundles".
 * @param today the day, in UTC, as `YYYY-MM-DD`.
 */
export function textOfListed(
  kind: Kind,
  argument: string,
  listed: readonly (string | ListedEntry)[],
  today: string,
): ListedText {
  const lines = new Map<string, Line>();
  const problems: string[] = [];
  let duplicates = 0;
  for (const [index, item] of listed.entries()) {
    const one: ListedEntry = typeof item === "string" ? { entry: item } : item;
    const { entry, source } = one;
    const note = one.note === undefined ? undefined : tidyNote(one.note);
    const expiry = expiryOf(one.until, note);
    const problem = problemOf(kind, entry) ?? kindProblem(kind, one.kind) ?? expiry.problem;
    if (problem !== undefined) {
      problems.push(`${source ?? `${argument}[${index}]`}: ${quote(entry)} ${problem}`);
      continue;
    }
    const line: Line = { until: expiry.until, note: withExpiry(note, one.until), source };
    const other = lines.get(entry);
    if (other !== undefined && !isOver(other, today) && !isOver(line, today)) duplicates += 1;
    lines.set(entry, other === undefined ? line : laterOf(other, line));
  }
  const notes = new Map<string, string | undefined>();
  const expired: ExpiredEntry[] = [];
  for (const [entry, line] of lines) {
    const { until, note, source } = line;
    if (until === undefined || !isOver(line, today)) notes.set(entry, note);
    else expired.push({ entry, until, ...(source !== undefined && { source }) });
  }
  return { text: printText(notes), problems, expired, duplicates };
}

/** What a line says of its entry. */
interface Line {
  /** The last day; undefined where the entry never ends. */
  readonly until: string | undefined;
  readonly note: string | undefined;
  readonly source: string | undefined;
}

function isOver({ until }: Line, today: string): boolean {
  return until !== undefined && until < today;
}

/** Of two lines the one that ends later; where they end together, the first one, or its end with the other's note. */
function laterOf(first: Line, second: Line): Line {
  if (first.until === second.until) return first.note === undefined ? { ...first, note: second.note } : first;
  if (first.until === undefined) return first;
  return second.until === undefined || second.until > first.until ? second : first;
}

function expiryOf(
  until: string | undefined,
  note: string | undefined,
): { readonly until?: string; readonly problem?: string } {
  const ofNote = note === undefined ? undefined : expiryOfNote(note);
  const date = until ?? (ofNote?.outcome === "until" ? ofNote.date : undefined);
  const wrong = date !== undefined && !isDate(date) ? date : ofNote?.outcome === "invalid" ? ofNote.text : undefined;
  if (date === undefined && ofNote?.outcome === "unclear") {
    return {
      problem: `has ${quote(ofNote.text)} in its note, which ends nothing: write its last day as until 2027-01-31`,
    };
  }
  if (wrong !== undefined) return { problem: `ends on ${quote(wrong)}, which is not a day such as 2027-01-31` };
  return date === undefined ? {} : { until: date };
}

/** A note with the last day in it, so that it is seen in previews. */
function withExpiry(note: string | undefined, until: string | undefined): string | undefined {
  if (until === undefined || note?.includes(until) === true) return note;
  return note === undefined ? `until ${until}` : `${note}, until ${until}`;
}

function kindProblem(kind: Kind, saidKind: Kind | undefined): string | undefined {
  if (saidKind === undefined || saidKind === kind) return undefined;
  return `is listed among the ${nameOf(saidKind, 0)} and cannot stand among the ${nameOf(kind, 0)}`;
}
