import { problemOf, quote } from "./entry";
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
  /** Entries that are not declared any more, as their last day is over, and that no other line still declares. */
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
 * Turns listed entries into their text. An entry that is listed twice stands in it once, with the first note.
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
  const notes = new Map<string, string | undefined>();
  const problems: string[] = [];
  const expired: ExpiredEntry[] = [];
  let duplicates = 0;
  for (const [index, item] of listed.entries()) {
    const one: ListedEntry = typeof item === "string" ? { entry: item } : item;
    const { entry, source } = one;
    const note = one.note === undefined ? undefined : tidyNote(one.note);
    const expiry = expiryOf(one.until, note);
    const problem = problemOf(kind, entry) ?? kindProblem(kind, one.kind) ?? expiry.problem;
    if (problem !== undefined) {
      problems.push(`${source ?? `${argument}[${index}]`}: ${quote(entry)} ${problem}`);
    } else if (expiry.until !== undefined && expiry.until < today) {
      expired.push({ entry, until: expiry.until, ...(source !== undefined && { source }) });
    } else {
      if (notes.has(entry)) duplicates += 1;
      notes.set(entry, notes.get(entry) ?? withExpiry(note, one.until));
    }
  }
  return { text: printText(notes), problems, expired: expired.filter(({ entry }) => !notes.has(entry)), duplicates };
}

function expiryOf(
  until: string | undefined,
  note: string | undefined,
): { readonly until?: string; readonly problem?: string } {
  const ofNote = note === undefined ? undefined : expiryOfNote(note);
  const date = until ?? (ofNote?.outcome === "until" ? ofNote.date : undefined);
  const wrong = date !== undefined && !isDate(date) ? date : ofNote?.outcome === "invalid" ? ofNote.text : undefined;
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
