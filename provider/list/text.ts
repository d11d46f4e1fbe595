import { findEntryProblem } from "./entry";
import type { Kind } from "./kinds";

/** Separates an entry from its note. No entry contains a space. */
export const noteMark = "  # ";

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
 * Prints entries with their notes as the text in Pulumi's state, in its normal form: one entry per line, sorted by code
 * unit, without duplicates, ending with a newline; `entry` or `entry  # note`. No entries are the empty text.
 *
 * As the lines are sorted, an edit of a few entries is a diff of a few lines, however long the list is.
 */
export function printLines(lines: Iterable<readonly [entry: string, note: string | undefined]>): string {
  // Each character of an entry is greater than the space that ends it: lines are in the order of their entries.
  return joinLines(Array.from(lines, ([entry, note]) => printLine(entry, note)).toSorted());
}

export function joinLines(lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

/**
 * Counts the entries of a text in its normal form.
 *
 * @returns undefined for any other text, also if its entries are valid.
 */
export function countLines(kind: Kind, text: string): number | undefined {
  let size = 0;
  let previous = "";
  for (let start = 0; start < text.length; size += 1) {
    const next = nextLine(text, start);
    const entry = entryIn(text, start, next);
    if (next === 0 || entry <= previous || findEntryProblem(kind, entry) !== undefined) return undefined;
    previous = entry;
    start = next;
  }
  return size;
}

/**
 * The lines of a text with the entries that another one does not have, both in their normal form. Lines that follow each
 * other in both are not parsed: mostly, two versions of a list differ in a few.
 */
export function subtractText(text: string, other: string): ReadonlyMap<string, string | undefined> {
  const rest = new Map<string, string | undefined>();
  let [start, otherStart] = [0, 0];
  for (;;) {
    const common = commonLines(text, start, other, otherStart);
    start += common;
    otherStart += common;
    const next = nextLine(text, start);
    if (next === 0) return rest;
    const { entry, note } = readLine(text.slice(start, next - 1));
    const otherNext = nextLine(other, otherStart);
    const otherEntry = otherNext === 0 ? undefined : entryIn(other, otherStart, otherNext);
    if (otherEntry === undefined || entry < otherEntry) rest.set(entry, note);
    // Equal entries have different notes.
    if (otherEntry === undefined || entry <= otherEntry) start = next;
    if (otherEntry !== undefined && entry >= otherEntry) otherStart = otherNext;
  }
}

/** The number of characters that are compared at once. */
const chunk = 2048;

/** The number of characters in lines that follow in both texts. Fewer than a chunk do not count. */
function commonLines(text: string, start: number, other: string, otherStart: number): number {
  let end = start;
  while (end < text.length && other.startsWith(text.slice(end, end + chunk), otherStart + end - start)) end += chunk;
  return text.lastIndexOf("\n", end - 1) + 1 - start;
}

/** The start of the next line; 0 if there is none. */
function nextLine(text: string, start: number): number {
  return text.indexOf("\n", start) + 1;
}

function entryIn(text: string, start: number, next: number): string {
  const line = text.slice(start, next - 1);
  const mark = line.indexOf(noteMark);
  return mark < 0 ? line : line.slice(0, mark);
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
