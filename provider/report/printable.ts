import { printable as printableWhole } from "../common/printable";

/**
 * A text of others as it can stand in a line: what cannot be seen is written out as `\u{…}`, a long text is cut.
 *
 * @param longest how many characters are shown at most.
 */
export function printable(text: string, longest = Number.POSITIVE_INFINITY): string {
  return cut(printableWhole(text.slice(0, longest + 1)), longest);
}

/** The same for a text of several lines. */
export function printableLines(text: string, longest: number): readonly string[] {
  return cut(text.replaceAll("\r\n", "\n"), longest)
    .split("\n")
    .map((line) => printable(line));
}

/** The beginning of a text that does not fit, with a mark that it goes on. */
export function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, Math.max(0, longest - 1)).toWellFormed()}…`;
}
