import { formatCount, plural } from "../common/format";
import { allot, cut, printableLine, printableLines, takeLines, totalLength } from "./fit";
import type { Report } from "./report";
import { countEntries, counted, describeList, printTotals } from "./summary";
import { printEntry, viewOf, type ListView, type Section, type View } from "./view";

/** The limit of a report in Markdown, in UTF-16 code units. A comment on GitHub may have 65,536. */
export const longestMarkdown = 60_000;

/** The most characters of each section; the lists get the rest. */
const shares: Readonly<Record<Section["id"], number>> = {
  errors: 12_000,
  campaigns: 4000,
  notVerified: 4000,
  expiring: 3000,
  messages: 3000,
  unchanged: 0,
  others: 2000,
};

/** The characters that are left free. */
const reserve = 2000;

/** The longest part of a message, and the longest line of an entry. */
const longest = { message: 2000, line: 300 };

/**
 * Prints a report as a comment for a pull request. Untrusted text is printed as code only, so that it cannot be a link, a
 * mention, an image or markup.
 */
export function printMarkdown(report: Report): string {
  const view = viewOf(report);
  const unchanged = report.resources.length - view.lists.length;
  const sections = view.sections.filter(({ id }) => id !== "unchanged");
  const before = [
    ...printTop(report, view),
    ...sections.filter(({ tone }) => tone === "alarm").flatMap(printSection),
    printFigures(view),
    ...sections.filter(({ tone }) => tone === "warning").flatMap(printSection),
  ];
  const after = sections.filter(({ tone }) => tone === "quiet").flatMap(printSection);
  if (unchanged > 0) after.push(`${plural(unchanged, "list")} without changes.`);
  const size = totalLength(before) + totalLength(after) + before.length + after.length;
  const parts = [...before, ...printLists(view.lists, longestMarkdown - reserve - size), ...after];
  if (parts.some((part) => /…|\band [\d,]+ more\b/u.test(part))) parts.push(hintAtRest);
  return `${parts.join("\n\n")}\n`;
}

function* printTop(report: Report, { headline, origin, hint }: View): Iterable<string> {
  yield printMarker(report);
  yield `### ${headline}`;
  yield origin.map(([name, value]) => (name === "time" ? value : `${name} ${codeSpan(value, 200)}`)).join(" · ");
  if (hint !== undefined) yield `_${hint}_`;
}

const hintAtRest =
  "<sub>This report is shortened. Everything: <code>app-list report --all</code> or " +
  "<code>app-list report --format html</code>, from the same preview.</sub>";

/** A pipeline finds its comment by this line, to replace it with the new report. */
function printMarker({ stack = "" }: Report): string {
  const name = stack
    .slice(0, 200)
    .replaceAll(/[^\w./-]/gu, "_")
    .replaceAll("--", "-_");
  return `<!-- pulumi-app-list report: ${name} -->`;
}

/** Messages under a heading, in so many characters. */
function printSection({ id, title, messages }: Section): readonly string[] {
  const most = shares[id];
  const blocks = messages.map((message) => printableLines(longest.message, message).join("\n"));
  const shown = takeLines(blocks, most - 400);
  const rest = messages.length - shown.length;
  const more = rest > 0 ? [`and ${formatCount(rest)} more`] : [];
  return [`**${title}**`, codeBlock("text", shown, most - 200), ...more];
}

function printFigures({ figures }: View): string {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    row(figures.map(({ name }) => name)),
    row(figures.map(() => "---:")),
    row(figures.map(({ value, detail }) => `**${value}**<br>${detail}`)),
  ].join("\n");
}

/** The most characters of a list besides its lines: its title, with escaped names, and its fences. */
const frame = 1800;

/** The lists that change, each collapsed, in so many characters. */
function* printLists(changed: readonly ListView[], most: number): Iterable<string> {
  const lists = changed.slice(0, Math.max(0, Math.floor(most / (2 * frame)))).map((list) => {
    const parts = listParts(list);
    return { list, parts, size: frame + totalLength(parts.flat()) };
  });
  const budgets = allot(
    lists.map(({ size }) => size),
    most,
  );
  for (const [index, { list, parts, size }] of lists.entries()) {
    const budget = budgets[index] ?? 0;
    yield printList(list, budget >= size ? parts.flat() : shorten(parts, budget - frame), budget);
  }
  if (changed.length > lists.length) yield `and ${formatCount(changed.length - lists.length)} more lists that change`;
}

/** The lines of a list: its sentences, then the lines of each group, under a heading. */
function listParts({ sentences, groups }: ListView): readonly (readonly string[])[] {
  const entries = groups.flatMap(({ sign, kinds }) =>
    kinds.map(({ heading, entries: lines }) => [
      `# ${heading}`,
      ...lines.map((entry) => cut(`${sign} ${printEntry(entry, longest.line)}`, longest.line)),
    ]),
  );
  return [sentences.map((sentence) => `# ${printableLine(longest.line, sentence)}`), ...entries];
}

/** Some lines of every part, and the number of the others. */
function shorten(parts: readonly (readonly string[])[], most: number): readonly string[] {
  const budgets = allot(parts.map(totalLength), Math.max(0, most - parts.length * 40));
  return parts.flatMap((lines, index) => {
    const some = takeLines(lines, budgets[index] ?? 0);
    const left = lines.length - some.length;
    return left > 0 ? [...some, `# and ${formatCount(left)} more`] : some;
  });
}

function printList({ resource, removal, isAlarm }: ListView, lines: readonly string[], most: number): string {
  const { appListId, listName = "", name, operation, account, provider, totals } = resource;
  const list = describeList({ appListId });
  const title = [
    `${operation} · ${codeElement(name)}`,
    listName === "" ? list : `${list} ${codeElement(listName)}`,
    account === undefined ? "" : `account ${codeElement(account)}`,
    provider === undefined ? "" : `provider ${codeElement(provider)}`,
    printTotals(totals),
    removal === undefined ? "" : `removes ${removal}`,
    counted("", countEntries([resource], "missing"), " missing"),
    counted("", countEntries([resource], "unexpected"), " unexpected"),
    isAlarm ? "<b>campaigns lose entries</b>" : "",
  ].filter((part) => part !== "");
  const content = lines.length === 0 ? "No entries change." : codeBlock("diff", lines, most);
  return `<details><summary>${title.join(" · ")}</summary>\n\n${content}\n\n</details>`;
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
  const escaped = printableLine(60, text).replace(/[&<>"']/gu, (character) => `&#${character.charCodeAt(0)};`);
  return `<code>${escaped}</code>`;
}

/** Untrusted lines as a block of code that none of them can end, in so many characters. */
function codeBlock(language: string, lines: readonly string[], most: number): string {
  const content = cut(lines.join("\n"), Math.max(0, most - 200));
  const fence = "`".repeat(Math.max(3, Math.min(longestRun(content) + 1, 90)));
  const safe = content.replaceAll(/`{90,}/gu, (run) => "'".repeat(run.length));
  return `${fence}${language}\n${safe}\n${fence}`;
}

function longestRun(text: string): number {
  return (text.match(/`+/gu) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
