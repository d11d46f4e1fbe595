import { formatCount } from "./format";

/**
 * Untrusted text for a terminal or a file: control characters and invisible ones, such as a change of the writing
 * direction, are escaped as `\u{…}`.
 */
export function printable(text: string): string {
  const escape = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  return text.toWellFormed().replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, escape);
}

/** Untrusted text as in {@link printable}, cut after `longest` characters. */
export function printableUpTo(longest: number, text: string): string {
  return text.length > longest ? `${printable(text.slice(0, longest))}…` : printable(text);
}

/** Untrusted text of any length on one line: {@link printableUpTo} with collapsed whitespace. */
export function oneLine(text: string, longest: number): string {
  return printableUpTo(longest, text.replace(/\s+/gu, " ").trim());
}

/** Untrusted text for one line of a terminal: quoted, escaped, cut after 80 characters. */
export function quote(text: string): string {
  return `"${printableUpTo(80, text.replace(/["\\]/gu, "\\$&"))}"`;
}

/** The most names in a sentence. The others are counted. */
export const named = {
  /** In a notice or an error: enough to recognize what they are. */
  examples: 5,
  /** In the line of a change. It names all entries or none, as it cannot choose the important ones. */
  wholeChange: 6,
  /** If a person must choose one of them or decide about all. */
  toDecide: 10,
};

/** Quotes the first texts and counts the others: `"a", "b" and 3 more`. */
export function quoteList(texts: Iterable<string>, most = named.examples): string {
  return listFirst([...texts], quote, most);
}

/** Prints the first items and counts the others: `a, b and 3 more`. */
export function listFirst<Item>(
  items: readonly Item[],
  print: (item: Item) => string,
  most = named.examples,
  separator = ", ",
): string {
  const shown = items.slice(0, most).map(print).join(separator);
  const before = separator === ", " ? " " : separator;
  return items.length > most ? `${shown}${before}and ${formatCount(items.length - most)} more` : shown;
}

/** A text as one word of a shell command. */
export function shellWord(text: string): string {
  return /^[\w./-]+$/u.test(text) ? text : `'${printable(text).replaceAll("'", String.raw`'\''`)}'`;
}
