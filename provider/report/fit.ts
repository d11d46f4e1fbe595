import { printable } from "../common/printable";

/**
 * Untrusted text for one line: invisible characters are escaped, a long text is cut.
 *
 * @param longest the most characters that are shown.
 */
export function printableLine(longest: number, text: string): string {
  return cut(printable(text.slice(0, longest + 1)), longest);
}

/** The same for a text of several lines. */
export function printableLines(longest: number, text: string): readonly string[] {
  return cut(text.replaceAll("\r\n", "\n"), longest).split("\n").map(printable);
}

/** The start of a text that is too long, with a mark. */
export function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, Math.max(0, longest - 1)).toWellFormed()}…`;
}

/**
 * The first lines that fit, each with its line break.
 *
 * @param most the number of characters.
 */
export function takeLines(lines: readonly string[], most: number): readonly string[] {
  let rest = most;
  const end = lines.findIndex((line) => {
    rest -= line.length + 1;
    return rest < 0;
  });
  return end < 0 ? lines : lines.slice(0, end);
}

/** The number of characters of lines, with their line breaks. */
export function totalLength(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

/**
 * Divides a budget among parts: small ones get all they need, large ones get equal shares.
 *
 * @param sizes the need of each part.
 * @returns the share of each part: at most its need, and together at most the budget.
 */
export function allot(sizes: readonly number[], budget: number): readonly number[] {
  const shares = sizes.map(() => 0);
  let rest = budget;
  let left = sizes.length;
  for (const { index, size } of sizes.map((size, index) => ({ index, size })).toSorted((a, b) => a.size - b.size)) {
    const share = Math.min(size, Math.max(0, Math.floor(rest / left)));
    shares[index] = share;
    rest -= share;
    left -= 1;
  }
  return shares;
}
