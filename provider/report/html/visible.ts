import { printable, printableLines } from "../printable";

/** The most characters of one text that the page shows: entries and notes are far shorter, messages may not be. */
const longest = 2000;

/** A text of others as a page can show it: what cannot be seen is written out, and a very long one is cut. */
export function visible(text: string): string {
  return printable(text, longest);
}

/** The same for a text of several lines. */
export function visibleLines(text: string): string {
  return printableLines(text, longest).join("\n");
}
