import { findEntryProblem } from "./entry";
import { quote } from "../common/quote";
import { kindName, type Kind } from "./kinds";

/**
 * The entries of one kind, each with its note (undefined if it has none).
 *
 * A note is for people: previews show it, and no request contains it.
 */
export type NotedEntries = ReadonlyMap<string, string | undefined>;

/**
 * Writes entries as the text in Pulumi's state: one entry per line, sorted by code unit, without duplicates, ending with
 * a newline; `entry` or `entry  # note`. No entries are the empty text.
 *
 * As the lines are sorted, an edit of a few entries is a diff of a few lines, however long the list is.
 */
export function printText(notes: NotedEntries): string {
  return joinLines([...notes.keys()].toSorted(byCodeUnit).map((entry) => printLine(entry, notes.get(entry))));
}

/** Separates an entry from its note. No entry contains a space. */
export const noteMark = "  # ";

/** One line of a text, without its end. */
export function printLine(entry: string, note: string | undefined): string {
  return note === undefined ? entry : `${entry}${noteMark}${note}`;
}

export function joinLines(lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The entries of a text with their notes; or all problems with it, and its valid entries. */
export type ParsedText =
  | { readonly outcome: "entries"; readonly notes: NotedEntries }
  | { readonly outcome: "refused"; readonly problems: readonly string[]; readonly notes: NotedEntries };

/**
 * Reads the text of one kind of entries. Never throws.
 *
 * The first whitespace of a line ends its entry, since no entry contains whitespace; the rest must be a note. So every
 * text of {@link printText} is read back as it was.
 *
 * @param places the name of a line in a problem. Default: the kind and the line's number.
 */
export function parseText(
  kind: Kind,
  text: string,
  places = (line: number): string => `${kindName(kind, 1)} in line ${line}`,
): ParsedText {
  const notes = new Map<string, string | undefined>();
  const problems: string[] = [];
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  for (const [index, line] of lines.entries()) {
    const { entry, note } = readLine(line);
    const problem = findEntryProblem(kind, entry);
    if (problem !== undefined) problems.push(`${places(index + 1)}: ${quote(entry)} ${problem}`);
    else notes.set(entry, notes.get(entry) ?? note);
  }
  return problems.length > 0 ? { outcome: "refused", problems, notes } : { outcome: "entries", notes };
}

/** Reads what {@link printLine} prints. */
export function readLine(line: string): { readonly entry: string; readonly note: string | undefined } {
  const mark = line.indexOf(noteMark);
  return mark < 0
    ? { entry: line, note: undefined }
    : { entry: line.slice(0, mark), note: line.slice(mark + noteMark.length) };
}

/** Characters that change the direction of text: Pulumi prints a note as it is, and they would disguise it. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A note as a text can contain it: on one line, trimmed; undefined if nothing is left. */
export function tidyNote(note: string): string | undefined {
  const tidy = note
    .replace(directions, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return tidy === "" ? undefined : tidy.toWellFormed();
}
