/** Separates an entry from its note. No entry contains a space. */
const noteMark = "  # ";

/** One line of a text, without its end. */
export function printLine(entry: string, note: string | undefined): string {
  return note === undefined ? entry : `${entry}${noteMark}${note}`;
}

/** Reads what {@link printLine} prints. */
export function readLine(line: string): { readonly entry: string; readonly note: string | undefined } {
  const mark = line.indexOf(noteMark);
  return mark < 0
    ? { entry: line, note: undefined }
    : { entry: line.slice(0, mark), note: line.slice(mark + noteMark.length) };
}

/**
 * The text in Pulumi's state: one entry per line, sorted by code unit, without duplicates, ending with a newline; `entry` or
 * `entry  # note`. No entries are the empty text. As the lines are sorted, an edit of a few entries is a diff of a few
 * lines, however long the list is.
 */
export function joinLines(lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

/** Characters that change the direction of text: Pulumi prints a note as it is, and they would disguise it. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A note in the form for a text: one line, trimmed; undefined if nothing is left. */
export function tidyNote(note: string): string | undefined {
  const tidy = note
    .replace(directions, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return tidy === "" ? undefined : tidy.toWellFormed();
}
