import { formatCount } from "./format";
import { printable } from "./printable";

/** The most characters that are shown of a text. */
const maxLength = 80;

/** Untrusted text for one line of a terminal: quoted, escaped, shortened. */
export function quote(text: string): string {
  const shown = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
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
