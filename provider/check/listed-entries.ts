import { formatCount, plural } from "../common/format";
import { listFirst, named, quote } from "../common/quote";
import { EntrySet } from "../list/entry-set";
import { hasExpired, isDate, lastDay, untilInNote } from "../list/expiry";
import { formatKindCount, kindName, kinds, type ByKind, type Kind } from "../list/kinds";
import { tidyNote } from "../list/text";
import { bounds } from "./bounds";
import { findDeclaredProblem } from "./entry-forms";
import { printFinding, severityOf, shortenRepeated, type Finding } from "./finding";
import { withUntil } from "./last-days";
import { findLikelyMistakes, type Line } from "./mistakes";

/** An entry with a note or an expiry date. */
export interface ListedEntry {
  /** The app bundle, placement ID or website. */
  readonly entry: string;
  /**
   * A note for people: previews show it, requests never contain it. `until 2027-01-31` in it is the last day, in UTC,
   * on which the entry is declared. If a note has several such dates, the latest counts.
   */
  readonly note?: string;
  /** The last day, in UTC, on which the entry is declared, as `YYYY-MM-DD`. It replaces the dates in the note. */
  readonly until?: string;
}

/**
 * An entry of a file. Its place is in private fields, so programs can filter, compare and copy the public members. A
 * WeakMap for the places of 100,000 entries would take 0.1 s.
 */
export class PlacedEntry implements ListedEntry {
  readonly entry: string;
  declare readonly note?: string;
  declare readonly until?: string;
  readonly #place: () => string;
  readonly #kind: Kind | undefined;

  /**
   * @param place returns the place, such as "lists/blocked-apps.txt:12"; errors contain it.
   * @param kind the kind of the column, such as `website`; an argument of another kind rejects the entry.
   */
  constructor({ entry, note = "", until = "" }: ListedEntry, place: () => string, kind?: Kind) {
    this.entry = entry;
    if (note !== "") this.note = note;
    if (until !== "") this.until = until;
    this.#place = place;
    this.#kind = kind;
  }

  /** Undefined for an entry that the program wrote or copied. */
  static place(listed: ListedEntry): string | undefined {
    return #place in listed ? listed.#place() : undefined;
  }

  static kind(listed: ListedEntry): Kind | undefined {
    return #kind in listed ? listed.#kind : undefined;
  }
}

/**
 * Reads a text of a list, such as the content of a file: one entry per line. A note starts with a `#` at the start of a
 * line or after whitespace; a line with only a note, or nothing, is ignored. `until 2027-01-31` stays in the note: it is
 * read when the entry is declared.
 *
 * @param place the place of a line in a problem, such as "lists/blocked-apps.txt:12".
 */
export function parseListText(content: string, place: (line: number) => string): ListedEntry[] {
  const listed: ListedEntry[] = [];
  const contents = content.includes("\r") ? content.split(/\r\n|\n|\r/u) : content.split("\n");
  for (const [index, line] of contents.entries()) {
    const mark = /(?:^|\s)#/u.exec(line);
    const entry = (mark === null ? line : line.slice(0, mark.index)).trim();
    if (entry === "") continue;
    const note = mark === null ? undefined : line.slice(mark.index + mark[0].length).trim();
    listed.push(new PlacedEntry({ entry, note }, () => place(index + 1)));
  }
  return listed;
}

/** The entries in an argument of a program. */
export type Listed = readonly (string | ListedEntry)[];

/** The result of reading listed entries on one day. */
export type ListedEntries = Readonly<ReturnType<typeof readListed>>;

/**
 * Reads listed entries. An entry that is listed twice has its latest expiry date and the first note with this date. A
 * line without a date never expires.
 *
 * @param today in UTC, as `YYYY-MM-DD`.
 * @param isAccepted whether only entries that cannot be sent are problems. Default: false.
 * @returns `expired`: entries whose lines have all expired, each with its latest expiry date. `mistakes`: likely
 *   mistakes. They are warnings: the entries are declared nonetheless.
 */
export function readListed(kind: Kind, listed: Listed, today: string, isAccepted = false) {
  const lines = listed.map((item) => checkListed(kind, typeof item === "string" ? { entry: item } : item, isAccepted));
  const rejected = lines.flatMap((line, index) => {
    const problem = line.kind === kind ? line.problem : ofOtherColumn(line, kind);
    return problem === undefined ? [] : { ...problem, source: line.source ?? `${kind}[${index}]` };
  });
  const valid = lines.filter((line) => line.problem === undefined && line.kind === kind);
  const merged = new Map<string, Line>();
  for (const line of valid) {
    const other = merged.get(line.entry);
    if (other === undefined || (line.until ?? never) > (other.until ?? never)) merged.set(line.entry, line);
  }
  const all = [...merged.values()];
  const current = all.filter((line) => !hasExpired(line, today));
  const notes = current.flatMap(({ entry, note }) => (note === undefined ? [] : [[entry, note] as const]));
  const found = isAccepted ? [] : findLikelyMistakes(valid, today);
  const errors = [...rejected, ...found.filter((one) => severityOf(one) === "error")];
  return {
    entries: EntrySet.of(
      current.map(({ entry }) => entry),
      new Map(notes),
    ),
    problems: shortenRepeated(errors, () => listed.length),
    expired: all.filter((line) => hasExpired(line, today)),
    mistakes: found.filter((one) => severityOf(one) === "warning"),
  };
}

/** The end of an entry that does not expire. It sorts after every day. */
const never = "never";

function ofOtherColumn({ kind: column, entry: value }: Line, kind: Kind): Finding {
  const problem = `is in a column of ${kindName(column ?? kind, 0)}, not of ${kindName(kind, 0)}`;
  return { value, problem, advice: ofOtherKind };
}

const ofOtherKind = "put the name of the column in parentheses, or read the file with entriesByKindFromFile";

/**
 * Checks one listed entry. Its expiry date becomes part of its note, so previews show it.
 *
 * @param assumed the kind of an entry without a column.
 */
export function checkListed(assumed: Kind | undefined, listed: ListedEntry, isAccepted = false): Line {
  const { entry } = listed;
  const [kind = assumed, source] = [PlacedEntry.kind(listed), PlacedEntry.place(listed)];
  const isBare = listed.note === undefined && listed.until === undefined;
  const { problem: ofNote, ...dated } = isBare ? { problem: undefined } : checkNote(listed, isAccepted);
  const problem = findDeclaredProblem(kind, entry, isAccepted) ?? ofNote;
  return { kind, entry, source, listed, ...dated, problem: problem && { source, value: entry, ...problem } };
}

function checkNote(listed: ListedEntry, isAccepted: boolean) {
  const { length } = listed.note ?? "";
  const isLong = length > bounds.longestText && !isAccepted;
  const note = tidyNote(isLong ? "" : (listed.note ?? ""));
  const days = [listed.until ?? [], untilInNote(note ?? "")].flat();
  const wrong = days.find((day) => !isDate(day));
  const date = wrong === undefined ? undefined : { problem: notDay, advice: quote(wrong) };
  const problem = isLong ? { problem: `has a note of ${formatCount(length)} characters`, advice: shorten } : date;
  const { until = lastDay(note) } = listed;
  return { until, note: listed.until === undefined ? note : withUntil(note ?? "", listed.until), problem };
}

const shorten = `shorten it to ${formatCount(bounds.longestText)}, and put each entry on its own line`;

const notDay = "has a last day that is no calendar date such as 2027-01-31";

/** Likely mistakes in the entries of a resource, on one line; undefined if there are none. */
export function describeMistakes(listed: ByKind<ListedEntries>): string | undefined {
  const all = kinds.flatMap((kind) => listed[kind].mistakes);
  if (all.length === 0) return undefined;
  return `${plural(all.length, "likely mistake")}: ${listFirst(all, (mistake) => printFinding(mistake), named.examples, "; ")}.`;
}

/** The expired entries: one sentence per kind. They are not declared. */
export function describeExpired(listed: ByKind<ListedEntries>): readonly string[] {
  return kinds.flatMap((kind) => {
    const { expired } = listed[kind];
    if (expired.length === 0) return [];
    const place = (source: string | undefined): string => (source === undefined ? "" : `, ${source}`);
    const names = listFirst(expired, ({ entry, until, source }) => `${quote(entry)} (until ${until}${place(source)})`);
    const verb = expired.length === 1 ? "has expired and is" : "have expired and are";
    return [`${formatKindCount(kind, expired.length)} ${verb} no longer declared: ${names}.`];
  });
}
