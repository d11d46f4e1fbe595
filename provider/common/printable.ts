/**
 * Untrusted text for a terminal or a file: control characters and invisible ones, such as a change of the writing
 * direction, are escaped as `\u{…}`.
 */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The same, cut after so many characters. */
export function printableUpTo(longest: number, text: string): string {
  return text.length > longest ? `${printable(text.slice(0, longest))}…` : printable(text);
}

/** Untrusted text of any length on one line: whitespace is collapsed, the rest as in {@link printableUpTo}. */
export function oneLine(text: string, longest: number): string {
  return printableUpTo(longest, text.replace(/\s+/gu, " ").trim());
}
