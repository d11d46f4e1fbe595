import type { ApprovalsFile } from "./approvals-file";
import { bounds } from "./bounds";
import { markup } from "./html/markup";
import { entryLines, linesOf, shorten, withRest, type Lengths } from "./lines";
import type { Report } from "./report";
import { viewOf, type ListView, type Section } from "./view";

/**
 * Prints a report as a comment for a pull request. Untrusted text is printed as code only, so that it cannot be a link, a
 * mention, an image or markup.
 *
 * @param file where a reviewer adds approvals, if a forge has a page for it.
 */
export function printMarkdown(report: Report, file?: ApprovalsFile): string {
  const { headline, origin, hint, sections, lists, isShort } = viewOf(report, "pipeline");
  const print = function* (limits: Lengths): Iterable<string> {
    yield printMarker(report);
    yield `### ${headline}`;
    yield printLines([origin], limits);
    if (hint !== undefined) yield `_${hint}_`;
    for (const section of sections) yield printSection(section, limits, file);
    for (const list of lists.slice(0, limits.lists)) yield printList(list, limits, isShort);
    yield* withRest([], lists.length - limits.lists, "more list that changes", "more lists that change");
  };
  const whole = "The HTML report has everything. It is an artifact of this run, and expires.";
  // One less for the line break at the end.
  return `${shorten(print, whole, (part) => part.length + 2, bounds.markdownCharacters - 1).join("\n\n")}\n`;
}

/** The line by which a pipeline finds its earlier comment, to replace it with the new report. */
function printMarker({ stack = "" }: Report): string {
  const name = stack
    .slice(0, bounds.nameCharacters)
    .replaceAll(/[^\w./-]/gu, "_")
    .replaceAll("--", "-_");
  return `<!-- pulumi-app-list report: ${name} -->`;
}

/** Messages and how to approve a change. The advice has no untrusted text. */
function printSection({ title, advice = "", messages }: Section, limits: Lengths, file?: ApprovalsFile): string {
  const place =
    advice && file ? markup`<p>The file: <a href="${file.page}"><code>${file.path}</code></a></p>`.text : "";
  return [`**${title}**`, advice, printLines(messages, limits), place].filter((part) => part !== "").join("\n\n");
}

/** Messages as lines of code. A narrow screen wraps them, but would cut a block of code. */
function printLines(messages: readonly string[], limits: Lengths): string {
  const lines = linesOf(messages, limits).filter((line) => line.trim() !== "");
  return lines.length === 0 ? "" : `<p>${lines.map((line) => codeElement(line)).join("<br>\n")}</p>`;
}

/** The entries of one list that changes. */
function printList({ title, subject, numbers, sentences, groups }: ListView, limits: Lengths, isOpen: boolean): string {
  const parts = [
    printLines(sentences, limits),
    ...groups.flatMap(({ heading, sign, entries }) => [`**${heading}**`, codeBlock(entryLines(sign, entries, limits))]),
  ];
  const summary = [`${codeElement(title)} ${codeElement(subject)}`, ...numbers].join("<br>\n");
  const content = parts.filter((part) => part !== "").join("\n\n") || "No entries change.";
  return `<details${isOpen ? " open" : ""}><summary>${summary}</summary>\n\n${content}\n\n</details>`;
}

/** Untrusted text, in HTML without an empty line: it cannot be a link, a mention, an image or markup. */
function codeElement(text: string): string {
  return markup`<code>${text}</code>`.text;
}

/** Lines of entries as a block of code. No line can end the block: three backticks are printed as quotes. */
function codeBlock(lines: readonly string[]): string {
  const safe = lines.join("\n").replaceAll("```", "'''");
  return `\`\`\`diff\n${safe}\n\`\`\``;
}
