import { formatShare, plural } from "../common/format";
import { printable } from "../common/quote";
import type { ReportedEntry } from "./report";

/** The limits of a shortened report. */
export interface Lengths {
  /** Under each heading of a list. */
  readonly entries: number;
  readonly lists: number;
  /** Lines of messages under one title. */
  readonly messages: number;
  /** Characters of a line. */
  readonly characters: number;
}

const all = Number.POSITIVE_INFINITY;

/** The whole report, in which only extremely long texts are cut. */
export const whole: Lengths = { entries: all, lists: all, messages: all, characters: 2000 };

/** To a report that is always short. */
const steps: readonly Lengths[] = [
  whole,
  { entries: 300, lists: 100, messages: 100, characters: 1000 },
  { entries: 100, lists: 100, messages: 50, characters: 1000 },
  { entries: 30, lists: 50, messages: 30, characters: 1000 },
  { entries: 10, lists: 25, messages: 20, characters: 500 },
  { entries: 0, lists: 5, messages: 8, characters: 300 },
  // Markup can have five characters for one.
  { entries: 0, lists: 5, messages: 8, characters: 100 },
];

/**
 * Prints as much of a report as is short enough.
 *
 * @param print prints the parts of the text with these limits.
 * @param hint the last part of a report that is shortened.
 * @param measure the size of a part.
 * @param most the sum of the sizes.
 */
export function shorten(
  print: (limits: Lengths) => Iterable<string>,
  hint: string,
  measure: (part: string) => number,
  most: number,
): readonly string[] {
  const note = `This report is shortened. ${hint}`;
  for (const [index, limits] of steps.entries()) {
    const parts: string[] = [];
    let left = most - measure(note);
    // Stops at the first part that is too much, because the whole report can be larger than the memory.
    for (const part of print(limits)) {
      left -= measure(part);
      if (left < 0) break;
      parts.push(part);
    }
    if (left >= 0) return index === 0 ? parts : [...parts, note];
  }
  return [note];
}

/** Entries with their sign, and the number of the others. */
export function entryLines(sign: string, entries: readonly ReportedEntry[], limits: Lengths): readonly string[] {
  const shown = entries.slice(0, limits.entries).map((entry) => `${sign} ${printEntry(entry, limits.characters)}`);
  return withRest(shown, entries.length - shown.length);
}

export function linesOf(messages: readonly string[], limits: Lengths): readonly string[] {
  const lines = messages.flatMap((message) => printableLines(limits.characters, message));
  return withRest(lines.slice(0, limits.messages), lines.length - limits.messages, "more line", "more lines");
}

/** Lines, and the number of the others if there are any. */
export function withRest(shown: readonly string[], rest: number, one = "more", many = one): readonly string[] {
  return rest > 0 ? [...shown, `and ${plural(rest, one, many)}`] : shown;
}

function printEntry({ entry, note, share }: ReportedEntry, longest: number): string {
  const shownNote = note === undefined ? "" : `  # ${printableLine(longest, note)}`;
  const delivery = share === undefined ? "" : `  (${formatShare(share)})`;
  return `${printableLine(longest, entry)}${delivery}${shownNote}`;
}

/**
 * Untrusted text for one line: invisible characters are escaped, a long text is cut.
 *
 * @param longest the most characters that are shown.
 */
export function printableLine(longest: number, text: string): string {
  const shown = printable(text);
  return shown.length <= longest ? shown : `${shown.slice(0, Math.max(0, longest - 1)).toWellFormed()}…`;
}

/** {@link printableLine} for each line of a text. */
export function printableLines(longest: number, text: string): readonly string[] {
  return text.split(/\r?\n/u).map((line) => printableLine(longest, line));
}
