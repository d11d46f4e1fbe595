import { formatCount, plural, formatShare } from "../common/format";
import { allot, cut, printableLines, printableLine, totalLength, takeLines } from "./fit";
import { isNews, type Report, type ResourceReport } from "./report";
import {
  counted,
  countEntries,
  driftHint,
  endangersCampaigns,
  groupChanges,
  printEntry,
  messageText,
  printError,
  printHeading,
  printHeadline,
  printOther,
  printTotal,
  removalShare,
  signs,
  unassignedDrift,
} from "./summary";

/** The limit of a report in Markdown, in UTF-16 code units. A comment on GitHub may have 65,536. */
export const longestMarkdown = 60_000;

/** The most characters of each part; the details get the rest. */
const shares = {
  errors: 12_000,
  notVerified: 4000,
  drift: 3000,
  warnings: 3000,
  table: 12_000,
  otherResources: 2000,
  reserve: 2000,
};

/** The longest part of a message, and the longest line of a detail. */
const longest = { message: 2000, line: 300 };

/**
 * Prints a report as a comment for a pull request. Untrusted text is printed as code only, so that it cannot be a link, a
 * mention, an image or markup.
 */
export function printMarkdown(report: Report): string {
  const changed = report.resources.filter(isNews);
  const unchanged = report.resources.length - changed.length;
  const before = [...printTop(report), ...printTable(changed, shares.table)];
  const after = [
    ...printMessages("Warnings", report.warnings.map(messageText), shares.warnings),
    ...printMessages("Other resources that change", report.otherResources.map(printOther), shares.otherResources),
  ];
  if (unchanged > 0) after.push(`${plural(unchanged, "list")} without changes.`);
  const size = totalLength(before) + totalLength(after) + before.length + after.length;
  const parts = [...before, ...printDetails(changed, longestMarkdown - shares.reserve - size), ...after];
  if (parts.some((part) => /…|\band (?:the details of )?[\d,]+ more\b/u.test(part))) parts.push(hintAtRest);
  return `${parts.join("\n\n")}\n`;
}

function* printTop(report: Report): Iterable<string> {
  yield printMarker(report);
  yield `### ${printHeadline(report)}`;
  if (report.stack !== undefined) yield `Stack ${codeSpan(report.stack, 200)}`;
  const hint = driftHint(report);
  if (hint !== undefined) yield `_${hint}_`;
  yield* printMessages("Errors", report.errors.map(printError), shares.errors);
  yield* printMessages("Not verified", report.notVerified.map(messageText), shares.notVerified);
  yield* printMessages("Drift", unassignedDrift(report), shares.drift);
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
function* printMessages(heading: string, messages: readonly string[], most: number): Iterable<string> {
  if (messages.length === 0) return;
  const blocks = messages.map((message) => printableLines(longest.message, message).join("\n"));
  const shown = takeLines(blocks, most - 400);
  yield `**${heading}**`;
  yield codeBlock("text", shown, most - 200);
  if (messages.length > shown.length) yield `and ${formatCount(messages.length - shown.length)} more`;
}

const tableHead = [
  "| app list | resource | what | added | removed | share removed | drift | campaigns |",
  "| --- | --- | --- | ---: | ---: | ---: | --- | --- |",
];

/** A row per resource that changes, in so many characters. */
function* printTable(changed: readonly ResourceReport[], most: number): Iterable<string> {
  if (changed.length === 0) return;
  const rows = takeLines(changed.map(printRow), most - totalLength(tableHead) - 100);
  yield [...tableHead, ...rows].join("\n");
  if (changed.length > rows.length) yield `and ${formatCount(changed.length - rows.length)} more resources that change`;
}

function printRow(resource: ResourceReport): string {
  const { appListId, listName = "", account, provider, name, operation, totals, drift } = resource;
  const { hasAssociatedCampaigns } = resource;
  const { added, removed, losable } = totals;
  const drifts = [
    counted("", countEntries([resource], "missing"), " missing"),
    counted("", countEntries([resource], "unexpected"), " unexpected"),
    drift.length === 0 ? "" : "yes, see below",
  ];
  const cells = [
    [appListId === undefined ? "not known yet" : String(appListId), codeCell(listName, 60)],
    [codeCell(name, 60), ...[account, provider].map((of) => (of === undefined ? "" : `(${codeCell(of, 40)})`))],
    [operation],
    [printTotal("+", added)],
    [printTotal("−", removed)],
    [removed.count === 0 || losable === 0 ? "" : formatShare(removed.count, losable)],
    [drifts.filter((part) => part !== "").join(", ")],
    [hasAssociatedCampaigns === undefined ? "not known" : hasAssociatedCampaigns ? "**yes**" : "no"],
  ];
  return `| ${cells.map((parts) => parts.filter((part) => part !== "").join(" ")).join(" | ")} |`;
}

/** The most characters of a detail besides its lines: its title, with escaped names, and its fences. */
const frame = 1100;

/** The changes of the entries of each resource, folded, in so many characters. */
function* printDetails(changed: readonly ResourceReport[], most: number): Iterable<string> {
  const all = changed.filter((resource) => {
    return resource.drift.length + resource.remarks.length + groupChanges(resource).length > 0;
  });
  const candidates = all.slice(0, Math.max(0, Math.floor(most / (2 * frame)))).map((resource) => {
    const parts = detailParts(resource);
    const lines = parts.flat();
    return { resource, parts, lines, size: frame + totalLength(lines) };
  });
  const sizes = candidates.map(({ size }) => size);
  const budgets = allot(sizes, most);
  let printed = 0;
  for (const [index, { resource, parts, lines, size }] of candidates.entries()) {
    const budget = budgets[index] ?? 0;
    const shown = budget >= size ? lines : shorten(parts, budget - frame);
    if (shown.length === 0) continue;
    printed += 1;
    yield printDetail(resource, shown, budget);
  }
  if (all.length > printed) yield `and the details of ${formatCount(all.length - printed)} more`;
}

/** The lines of a detail: its remarks, then the lines of each group, under a heading. */
function detailParts(resource: ResourceReport): readonly [remarks: readonly string[], ...groups: readonly string[][]] {
  const messages = [...resource.drift, ...resource.remarks].map(messageText);
  const groups = groupChanges(resource).flatMap(({ change, kinds }) =>
    kinds.map(({ kind, entries }) => [
      `# ${printHeading(change, kind, entries.length)}`,
      ...entries.map((entry) => cut(`${signs[change]} ${printEntry(entry, longest.line)}`, longest.line)),
    ]),
  );
  return [messages.map((message) => `# ${printableLine(longest.line, message)}`), ...groups];
}

/** Some lines of every part, and the number of the others. */
function shorten([remarks, ...groups]: ReturnType<typeof detailParts>, most: number): readonly string[] {
  const first = takeLines(remarks, most / 4);
  const entries = groups.map(([, ...lines]) => lines);
  const budgets = allot(entries.map(totalLength), Math.max(0, most - groups.length * 120 - totalLength(first)));
  const shown = groups.flatMap(([heading = ""], index) => {
    const lines = entries[index] ?? [];
    const some = takeLines(lines, budgets[index] ?? 0);
    const left = lines.length - some.length;
    return [heading, ...some, ...(left > 0 ? [`# and ${formatCount(left)} more`] : [])];
  });
  return takeLines([...first, ...shown], most);
}

function printDetail(resource: ResourceReport, lines: readonly string[], most: number): string {
  const { appListId, listName = "", name } = resource;
  const removal = removalShare(resource.totals);
  const title = [appListId === undefined ? "an app list that is not known yet" : `app list ${appListId}`];
  if (listName !== "") title.push(codeElement(listName));
  title.push(`· resource ${codeElement(name)}`);
  if (removal !== undefined) title.push(`· removes ${removal}`);
  if (endangersCampaigns(resource)) title.push("· <b>campaigns are associated with this list</b>");
  return `<details><summary>${title.join(" ")}</summary>\n\n${codeBlock("diff", lines, most)}\n\n</details>`;
}

/** Untrusted text in a line: in a code span it cannot be a link, a mention, an image or markup. */
function codeSpan(text: string, most: number): string {
  const shown = printableLine(most, text);
  if (shown.trim() === "") return "";
  const fence = "`".repeat(longestRun(shown) + 1);
  const padding = shown.startsWith("`") || shown.endsWith("`") ? " " : "";
  return `${fence}${padding}${shown}${padding}${fence}`;
}

/** The same in a cell of a table, which a vertical bar would end. */
function codeCell(text: string, most: number): string {
  return codeSpan(text.replaceAll("|", "¦"), most);
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
