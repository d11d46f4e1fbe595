import { formatCount } from "../common/format";
import { allot, cut, printableLine, printableLines } from "./fit";
import { isChange, type Report, type ReportedEntry } from "./report";
import { describeList, printTotals } from "./summary";
import { sumTotals } from "./plan";
import { printEntry, viewOf, type ListView, type Section, type View } from "./view";

export interface TextOptions {
  readonly style: (style: TextStyle, text: string) => string;
  /** The width of the terminal, to which lines of entries are cut. Default: no limit. */
  readonly columns?: number;
  /** Whether everything is shown, however long. Default: at most about 1,250 lines. */
  readonly all?: boolean;
}

type TextStyle = "added" | "removed" | "warning" | "quiet" | "strong";

const tones = { alarm: "removed", warning: "warning", quiet: "strong" } as const;

/** The most that is shown, unless everything is. */
const usualLimits = {
  /** Entries, over all lists. */
  entries: 200,
  lists: 25,
  /** Messages under one heading, and their lines. */
  messages: 20,
  lines: 40,
  /** Remarks on one resource. */
  remarks: 4,
  /** Characters of a message, and of an entry or its note. */
  message: 3000,
  entry: 500,
};

const everything = Number.POSITIVE_INFINITY;

interface Layout extends TextOptions {
  readonly limits: (name: keyof typeof usualLimits) => number;
}

export function printText(report: Report, options: TextOptions): string {
  const layout: Layout = { ...options, limits: (name) => (options.all === true ? everything : usualLimits[name]) };
  const view = viewOf(report);
  // The headline and the lines of the lists name campaigns.
  const sections = view.sections.filter(({ id }) => id !== "campaigns");
  const isAfter = ({ id }: Section) => id === "unchanged" || id === "others";
  const blocks: readonly Iterable<string>[] = [
    printHead(report, view, layout),
    ...sections.filter((section) => !isAfter(section)).map((section) => printSection(section, layout)),
    ...printLists(view.lists, layout),
    ...sections.filter(isAfter).map((section) => printSection(section, layout)),
  ];
  return blocks
    .map((lines) => [...lines])
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}

function* printHead({ stack }: Report, { headline, hint }: View, { style }: Layout): Iterable<string> {
  yield style("strong", headline);
  if (stack !== undefined) yield style("quiet", `stack ${printableLine(200, stack)}`);
  if (hint !== undefined) yield style("warning", hint);
}

function* printSection({ title, tone, messages }: Section, { limits, style }: Layout): Iterable<string> {
  yield style(tones[tone], `${title}:`);
  const shown = messages.slice(0, limits("messages"));
  const lines = shown.flatMap((message) => printableLines(limits("message"), message));
  for (const line of lines.slice(0, limits("lines"))) yield `  ${line}`;
  if (lines.length > limits("lines")) yield style("quiet", `  … ${hintAtAll}`);
  yield* printRest("  ", messages.length - shown.length, style);
}

const hintAtAll = "(--all shows everything)";

function* printRest(indent: string, count: number, style: TextOptions["style"]): Iterable<string> {
  if (count > 0) yield style("quiet", `${indent}and ${formatCount(count)} more ${hintAtAll}`);
}

function printLists(lists: readonly ListView[], layout: Layout): readonly (readonly string[])[] {
  const { limits, style } = layout;
  const shown = lists.slice(0, limits("lists"));
  const sizes = shown.flatMap(({ groups }) =>
    groups.flatMap(({ kinds }) => kinds.map(({ entries }) => entries.length)),
  );
  const shares = allot(sizes, limits("entries")).values();
  const blocks = shown.map((list) => [
    ...printList(list, layout),
    ...list.groups.flatMap(({ sign, kinds }) =>
      kinds.flatMap(({ heading, entries }) => [
        `  ${heading}`,
        ...printEntries(sign, entries, shares.next().value ?? 0, layout),
      ]),
    ),
  ]);
  const rest = lists.slice(limits("lists")).map(({ resource }) => resource);
  if (rest.length === 0) return blocks;
  const totals = printTotals(sumTotals(rest.filter(isChange).map((resource) => resource.totals))) || "no entries";
  return [...blocks, [style("quiet", `and ${formatCount(rest.length)} more to change: ${totals} ${hintAtAll}`)]];
}

function* printList({ resource, removal, isAlarm, sentences }: ListView, { limits, style }: Layout): Iterable<string> {
  const { name, operation, account, provider, isExclusive } = resource;
  const subject = [`resource ${name}`, operation];
  if (account !== undefined) subject.push(`account ${account}`);
  if (provider !== undefined) subject.push(`provider ${provider}`);
  if (isExclusive) subject.push("exclusive");
  const shownSubject = subject.map((part) => printableLine(100, part)).join(", ");
  yield `${style("strong", describeList(resource))} ${style("quiet", `(${shownSubject})`)}`;
  const campaigns = isAlarm ? `; ${style("removed", "campaigns are associated with this list")}` : "";
  if (removal !== undefined) yield `  removes ${removal}${campaigns}`;
  for (const sentence of sentences.slice(0, limits("remarks"))) {
    yield `  ${style("quiet", printableLine(limits("message"), sentence))}`;
  }
  yield* printRest("  ", sentences.length - limits("remarks"), style);
}

function* printEntries(
  sign: "-" | "+" | " ",
  entries: readonly ReportedEntry[],
  count: number,
  { limits, columns, style }: Layout,
): Iterable<string> {
  if (count === 0) return;
  const entryStyle = sign === "-" ? "removed" : sign === "+" ? "added" : "quiet";
  for (const entry of entries.slice(0, count)) {
    yield style(entryStyle, cut(`    ${sign} ${printEntry(entry, limits("entry"))}`, columns ?? everything));
  }
  yield* printRest("    ", entries.length - count, style);
}
