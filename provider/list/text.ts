/** Separates an entry from its note. No entry contains a space. */
const noteMark = "  # ";

/** One line of a text, without its end: `entry` or `entry  # note`. */
export function printLine(entry: string, note: string | undefined): string {
  return note === undefined ? entry : `${entry}${noteMark}${note}`;
}

/** Reads what {@link printLine} prints. */
export function readLine(line: string): { readonly entry: string; readonly note: string | undefined } {
  const mark = line.indexOf(noteMark);
  if (mark < 0) return { entry: line, note: undefined };
  return { entry: line.slice(0, mark), note: line.slice(mark + noteMark.length) };
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
