import { formatCount } from "./format";

/**
 * Untrusted text for a terminal or a file: control characters and invisible ones, such as a change of the writing
 * direction, are escaped as `\u{…}`.
 */
export function printable(text: string): string {
  const escape = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  return text.toWellFormed().replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, escape);
}

/** The same, cut after so many characters. */
export function printableUpTo(longest: number, text: string): string {
  return text.length > longest ? `${printable(text.slice(0, longest))}…` : printable(text);
}

/** Untrusted text of any length on one line: whitespace is collapsed, the rest as in {@link printableUpTo}. */
export function oneLine(text: string, longest: number): string {
  return printableUpTo(longest, text.replace(/\s+/gu, " ").trim());
}

/** Untrusted text for one line of a terminal: quoted, escaped, cut after 80 characters. */
export function quote(text: string): string {
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  return `"${printable(shown.replace(/["\\]/gu, "\\$&"))}"`;
}

/**
 * Quotes the first of several texts, and counts the others.
 *
 * @param most - How many are quoted.
 */
export function quoteList(texts: Iterable<string>, most = 5): string {
  const all = [...texts];
  const shown = all.slice(0, most).map(quote).join(", ");
  return all.length > most ? `${shown} and ${formatCount(all.length - most)} more` : shown;
}
