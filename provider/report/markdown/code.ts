import { cut, printable } from "../printable";

/** A text of others in a line: in a code span nothing of it is a link, a mention, an image or markup. */
export function codeSpan(text: string, longest = 80): string {
  const shown = printable(text, longest);
  if (shown.trim() === "") return "";
  const fence = "`".repeat(longestRun(shown) + 1);
  const padding = shown.startsWith("`") || shown.endsWith("`") ? " " : "";
  return `${fence}${padding}${shown}${padding}${fence}`;
}

/** The same in a cell of a table, which a bar would end. */
export function codeCell(text: string, longest?: number): string {
  return codeSpan(text.replaceAll("|", "¦"), longest);
}

/** The same within HTML. */
export function codeElement(text: string, longest = 80): string {
  const escaped = printable(text, longest).replace(/[&<>"']/gu, (character) => `&#${character.charCodeAt(0)};`);
  return `<code>${escaped}</code>`;
}

/**
 * Lines of others as a block of code, of which no line can end it.
 *
 * @param most how many characters the block may take.
 */
export function codeBlock(language: string, lines: readonly string[], most: number): string {
  const content = cut(lines.join("\n"), Math.max(0, most - 200));
  const fence = "`".repeat(Math.max(3, Math.min(longestRun(content) + 1, 90)));
  const safe = content.replaceAll(/`{90,}/gu, (run) => "'".repeat(run.length));
  return `${fence}${language}\n${safe}\n${fence}`;
}

function longestRun(text: string): number {
  return (text.match(/`+/gu) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
