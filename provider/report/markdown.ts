import { formatCount, plural } from "../common/format";
import { markup } from "./html/markup";
import { entryLines, printableLine, linesOf, shorten, type Limits } from "./lines";
import type { Report } from "./report";
import { describeList } from "./summary";
import { viewOf, type ListView, type Section } from "./view";
import { bounds } from "./bounds";

/**
 * Prints a report as a comment for a pull request. Untrusted text is printed as code only, so that it cannot be a link, a
 * mention, an image or markup.
 */
export function printMarkdown(report: Report): string {
  const { headline, origin, hint, before, lists, after } = viewOf(report, "pipeline");
  const unchanged = report.resources.length - lists.length;
  const print = function* (limits: Limits, hintAtRest: readonly string[]): Iterable<string> {
    yield printMarker(report);
    yield `### ${headline}`;
    yield origin
      .map(([name, value]) => (name === "time" ? value : `${name} ${codeSpan(value, bounds.originCharacters)}`))
      .join(" · ");
    if (hint !== undefined) yield `_${hint}_`;
    if (lists.length > 0) yield printTable(lists.slice(0, limits.lists));
    for (const section of before) yield printSection(section, limits);
    const changed = lists.flatMap(({ groups }) => groups).reduce((sum, { entries }) => sum + entries.length, 0);
    const open = changed <= bounds.openInComment ? " open" : "";
    for (const list of lists.slice(0, limits.lists)) yield printList(list, limits, open);
    const rest = lists.length - limits.lists;
    if (rest > 0) yield `and ${formatCount(rest)} more lists that change`;
    for (const section of after) {
      yield section.id === "unchanged"
        ? `${plural(unchanged, "list")} without changes.`
        : printSection(section, limits);
    }
    for (const line of hintAtRest) yield `<sub>${line}</sub>`;
  };
  // One less for the line break at the end.
  return `${shorten(print, (part) => part.length + 2, bounds.markdownCharacters - 1).join("\n\n")}\n`;
}

/** A pipeline finds its comment by this line, to replace it with the new report. */
function printMarker({ stack = "" }: Report): string {
  const name = stack
    .slice(0, bounds.markerCharacters)
    .replaceAll(/[^\w./-]/gu, "_")
    .replaceAll("--", "-_");
  return `<!-- pulumi-app-list report: ${name} -->`;
}

/** Messages as lines of code, which a narrow screen wraps; a block of code would be cut. */
function printSection(section: Section, limits: Limits): string {
  const lines = linesOf(section.messages, limits).map((line) => codeSpan(line, limits.characters));
  return `**${section.title}**\n\n${lines.filter((line) => line !== "").join("  \n")}`;
}

const headings = ["List", "Change", "Lost", "Drift, campaigns"];

/** What changes, a row per list, as HTML without an empty line: nothing in it can be Markdown. */
function printTable(lists: readonly ListView[]): string {
  const rows = lists.map(({ resource, row }) => {
    const { name, purpose, isExclusive, appListId, listName = "" } = resource;
    const title = listName === "" ? name : listName;
    const marks = [
      appListId === undefined ? "" : `(${appListId})`,
      purpose === undefined ? "" : `${purpose} list`,
      isExclusive ? "exclusive" : "",
    ].filter((mark) => mark !== "");
    const cells = [[codeElement(title), ...marks].join(" "), row.change, row.lost, row.state];
    return `<tr>${cells.map((cell) => `<td>${cell.replaceAll("|", "&#124;")}</td>`).join("")}</tr>`;
  });
  const head = `<tr>${headings.map((heading) => `<th>${heading}</th>`).join("")}</tr>`;
  return ["<table>", head, ...rows, "</table>"].join("\n");
}

/** The entries of one list that changes. */
function printList(list: ListView, limits: Limits, open: string): string {
  const { appListId, listName = "", name, operation, account, provider } = list.resource;
  const shownList = describeList({ appListId });
  const title = [
    `${operation} · ${codeElement(name)}`,
    listName === "" ? shownList : `${shownList} ${codeElement(listName)}`,
    account === undefined ? "" : `account ${codeElement(account)}`,
    provider === undefined ? "" : `provider ${codeElement(provider)}`,
    list.removal ?? "",
  ].filter((part) => part !== "");
  const sentences = linesOf(list.sentences, limits);
  const groups = list.groups.flatMap((group) => {
    const { lines, rest } = entryLines(group, limits);
    return [
      `**${group.heading}**`,
      ...(lines.length > 0 ? [codeBlock("diff", lines)] : []),
      ...(rest === undefined ? [] : [rest]),
    ];
  });
  const parts = [...(sentences.length > 0 ? [codeBlock("text", sentences)] : []), ...groups];
  const content = parts.length === 0 ? "No entries change." : parts.join("\n\n");
  return `<details${open}><summary>${title.join(" · ")}</summary>\n\n${content}\n\n</details>`;
}

/** Untrusted text in a line: in a code span it cannot be a link, a mention, an image or markup. */
function codeSpan(text: string, most: number): string {
  const shown = printableLine(most, text);
  if (shown.trim() === "") return "";
  const fence = "`".repeat(longestRun(shown) + 1);
  const padding = shown.startsWith("`") || shown.endsWith("`") ? " " : "";
  return `${fence}${padding}${shown}${padding}${fence}`;
}

/** The same within HTML. */
function codeElement(text: string): string {
  return markup`<code>${printableLine(bounds.nameCharacters, text)}</code>`.text;
}

/** Untrusted lines as a block of code that none of them can end. */
function codeBlock(language: string, lines: readonly string[]): string {
  const content = lines.join("\n");
  const fence = "`".repeat(Math.max(3, Math.min(longestRun(content) + 1, 90)));
  const safe = content.replaceAll(/`{90,}/gu, (run) => "'".repeat(run.length));
  return `${fence}${language}\n${safe}\n${fence}`;
}

function longestRun(text: string): number {
  return (text.match(/`+/gu) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
