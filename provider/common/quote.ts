import { formatCount } from "./format";
import { printable } from "./printable";

const longestShown = 80;

/** Untrusted text for one line of a terminal: quoted, escaped, shortened. */
export function quote(text: string): string {
  const shown = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
  return printable(JSON.stringify(shown.toWellFormed()));
}

/**
 * Names texts in a sentence: the first few, then how many more there are.
 *
 * @param most how many are named.
 */
export function quoteList(texts: Iterable<string>, most = 5): string {
  const all = [...texts];
  const shown = all.slice(0, most).map(quote).join(", ");
  return all.length > most ? `${shown} and ${formatCount(all.length - most)} more` : shown;
}
