/**
 * A text of others as it can stand in a line on a terminal: what a terminal acts on and what nobody sees, such as a
 * change of the direction of writing, is written out as `\u{…}`.
 */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The same, cut where it is longer than so many characters. */
export function printableUpTo(longest: number, text: string): string {
  return text.length > longest ? `${printable(text.slice(0, longest))}…` : printable(text);
}
