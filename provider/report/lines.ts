import { formatCount } from "../common/format";
import { printable } from "../common/quote";
import { printShare } from "./delivery";
import type { ReportedEntry } from "./report";
import type { ChangeGroup } from "./view";

/** How much of a report is shown. */
export interface Limits {
  /** Under each heading of a list. */
  readonly entries: number;
  readonly lists: number;
  /** Lines of messages under one title. */
  readonly messages: number;
  /** Characters of a line. */
  readonly characters: number;
}

const all = Number.POSITIVE_INFINITY;

export const everything: Limits = { entries: all, lists: all, messages: all, characters: all };

/** From the whole report, but for texts that are far longer than any entry, to one that is always short. */
const steps: readonly Limits[] = [
  { entries: all, lists: all, messages: all, characters: 2000 },
  { entries: 300, lists: 100, messages: 100, characters: 1000 },
  { entries: 100, lists: 100, messages: 50, characters: 1000 },
  { entries: 30, lists: 50, messages: 30, characters: 1000 },
  { entries: 10, lists: 25, messages: 20, characters: 500 },
  { entries: 0, lists: 5, messages: 8, characters: 300 },
];

/**
 * Prints as much of a report as is short enough.
 *
 * @param print the parts of the text with given limits.
 * @param hint the last part of a report that is shortened.
 * @param measure the size of a part.
 * @param most the sum of the sizes.
 */
export function shorten(
  print: (limits: Limits) => Iterable<string>,
  hint: string,
  measure: (part: string) => number,
  most: number,
): readonly string[] {
  const printShortened = function* (limits: Limits) {
    yield* print(limits);
    yield `This report is shortened. ${hint}`;
  };
  let parts: string[] = [];
  for (const [index, limits] of steps.entries()) {
    parts = [];
    let size = 0;
    for (const part of index === 0 ? print(limits) : printShortened(limits)) {
      parts.push(part);
      size += measure(part);
      if (size > most) break;
    }
    if (size <= most) break;
  }
  return parts;
}

/** The entries of a group with their signs, and the number of those that are not shown. */
export function entryLines({ sign, entries }: ChangeGroup, limits: Limits) {
  const shown = entries.slice(0, limits.entries);
  const rest = limits.entries === 0 ? 0 : entries.length - shown.length;
  return {
    lines: shown.map((entry) => `${sign} ${printEntry(entry, limits.characters)}`),
    rest: rest > 0 ? `and ${formatCount(rest)} more` : undefined,
  };
}

export function linesOf(messages: readonly string[], limits: Limits): readonly string[] {
  const lines = messages.flatMap((message) => printableLines(limits.characters, message));
  const rest = lines.length - limits.messages;
  return rest > 0 ? [...lines.slice(0, limits.messages), `and ${formatCount(rest)} more lines`] : lines;
}

/** Marks a removed or kept entry that the resource did not add. */
export const adoptedMark = "(adopted)";

function printEntry({ entry, note, origin: from, share }: ReportedEntry, longest: number): string {
  const origin = from === "adopted" ? `  ${adoptedMark}` : "";
  const shownNote = note === undefined ? "" : `  # ${printableLine(longest, note)}`;
  const delivery = share === undefined ? "" : `  (${printShare(share)})`;
  return cut(`${printableLine(longest, entry)}${delivery}${origin}${shownNote}`, longest);
}

/**
 * Untrusted text for one line: invisible characters are escaped, a long text is cut.
 *
 * @param longest the most characters that are shown.
 */
export function printableLine(longest: number, text: string): string {
  return cut(printable(text.slice(0, longest + 1)), longest);
}

/** The same for each line of a text. */
export function printableLines(longest: number, text: string): readonly string[] {
  return text
    .replaceAll("\r\n", "\n")
    .split("\n")
    .map((line) => printableLine(longest, line));
}

/** The start of a text that is too long, with a mark. */
export function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, Math.max(0, longest - 1)).toWellFormed()}…`;
}
