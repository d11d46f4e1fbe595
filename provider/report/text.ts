import { formatCount } from "../common/format";
import { allot, cut, printableLines, printableLine } from "./fit";
import { isChange, isNews, type Report, type ReportedEntry, type ResourceReport } from "./report";
import {
  describeList,
  driftHint,
  endangersCampaigns,
  groupChanges,
  printEntry,
  messageText,
  printError,
  printHeading,
  printHeadline,
  printOther,
  printTotals,
  removalShare,
  signs,
  unassignedDrift,
} from "./summary";
import { sumTotals } from "./totals";

/** How a report is printed as text. */
export interface TextOptions {
  /** Gives a part of the text a style of the terminal, such as a colour. */
  readonly style: (style: TextStyle, text: string) => string;
  /** The width of the terminal, to which lines of entries are cut. Default: no limit. */
  readonly columns?: number;
  /** Whether everything is shown, however long. Default: at most about 1,250 lines. */
  readonly all?: boolean;
}

/** The style of a part of the text. */
type TextStyle = "added" | "removed" | "warning" | "quiet" | "strong";

/** The most that is shown, unless everything is. */
const usualLimits = {
  /** Entries, over all lists. */
  entries: 200,
  changed: 25,
  unchanged: 10,
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
const noLimits: typeof usualLimits = {
  entries: everything,
  changed: everything,
  unchanged: everything,
  messages: everything,
  lines: everything,
  remarks: everything,
  message: everything,
  entry: everything,
};

interface Layout extends TextOptions {
  readonly limits: typeof usualLimits;
}

/** Prints a report for a terminal. */
export function printText(report: Report, options: TextOptions): string {
  const limits = options.all === true ? noLimits : usualLimits;
  const layout: Layout = { ...options, limits };
  const changed = report.resources.filter(isNews);
  const unchanged = report.resources.filter((resource) => !isNews(resource));
  const sections: readonly Iterable<string>[] = [
    printHead(report, layout),
    printMessages("Errors", "removed", report.errors.map(printError), layout),
    printMessages("Not verified", "warning", report.notVerified.map(messageText), layout),
    printMessages("Drift", "warning", unassignedDrift(report), layout),
    printMessages("Warnings", "warning", report.warnings.map(messageText), layout),
    ...printChanged(changed, layout),
    printUnchanged(unchanged, layout),
    printMessages("Other resources that change", "quiet", report.otherResources.map(printOther), {
      ...layout,
      limits: { ...limits, messages: limits.unchanged },
    }),
  ];
  return sections
    .map((lines) => [...lines])
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}

function* printHead(report: Report, { style }: Layout): Iterable<string> {
  yield style("strong", printHeadline(report));
  if (report.stack !== undefined) yield style("quiet", `stack ${printableLine(200, report.stack)}`);
  const hint = driftHint(report);
  if (hint !== undefined) yield style("warning", hint);
}

function* printMessages(
  heading: string,
  headingStyle: TextStyle,
  messages: readonly string[],
  { limits, style }: Layout,
): Iterable<string> {
  if (messages.length === 0) return;
  yield style(headingStyle, `${heading}:`);
  const lines = messages.slice(0, limits.messages).flatMap((message) => printableLines(limits.message, message));
  for (const line of lines.slice(0, limits.lines)) yield `  ${line}`;
  if (lines.length > limits.lines) yield style("quiet", `  … ${hintAtAll}`);
  if (messages.length > limits.messages) yield style("quiet", `  ${printRest(messages.length - limits.messages)}`);
}

const hintAtAll = "(--all shows everything)";

function printRest(count: number): string {
  return `and ${formatCount(count)} more ${hintAtAll}`;
}

function printChanged(changed: readonly ResourceReport[], layout: Layout): readonly (readonly string[])[] {
  const { limits, style } = layout;
  const shown = changed.slice(0, limits.changed).map((resource) => ({ resource, groups: groupChanges(resource) }));
  const sizes = shown.flatMap(({ groups }) =>
    groups.flatMap(({ kinds }) => kinds.map(({ entries }) => entries.length)),
  );
  const shares = allot(sizes, limits.entries).values();
  const sections = shown.map(({ resource, groups }) => [
    ...printResource(resource, layout),
    ...groups.flatMap(({ change, kinds }) =>
      kinds.flatMap(({ kind, entries }) => [
        `  ${printHeading(change, kind, entries.length)}`,
        ...printEntries(signs[change], entries, shares.next().value ?? 0, layout),
      ]),
    ),
  ]);
  const rest = changed.slice(limits.changed);
  if (rest.length === 0) return sections;
  const totals = printTotals(sumTotals(rest.filter(isChange).map((resource) => resource.totals))) || "no entries";
  const sum = `and ${formatCount(rest.length)} more to change: ${totals} ${hintAtAll}`;
  return [...sections, [style("quiet", sum)]];
}

function* printResource(resource: ResourceReport, { limits, style }: Layout): Iterable<string> {
  const { name, operation, account, provider, isExclusive, drift, remarks } = resource;
  const subject = [`resource ${name}`, operation];
  if (account !== undefined) subject.push(`account ${account}`);
  if (provider !== undefined) subject.push(`provider ${provider}`);
  if (isExclusive) subject.push("exclusive");
  const shownSubject = subject.map((part) => printableLine(100, part)).join(", ");
  yield `${style("strong", describeList(resource))} ${style("quiet", `(${shownSubject})`)}`;
  const campaigns = endangersCampaigns(resource) ? style("warning", "campaigns are associated with this list") : "";
  const removal = removalShare(resource.totals);
  const facts = [removal === undefined ? "" : `removes ${removal}`, campaigns].filter((fact) => fact !== "");
  if (facts.length > 0) yield `  ${facts.join("; ")}`;
  const messages = [...drift, ...remarks].map(messageText);
  for (const [index, message] of messages.slice(0, limits.remarks).entries()) {
    yield `  ${style(index < drift.length ? "warning" : "quiet", printableLine(limits.message, message))}`;
  }
  if (messages.length > limits.remarks) yield style("quiet", `  ${printRest(messages.length - limits.remarks)}`);
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
    yield style(entryStyle, cut(`    ${sign} ${printEntry(entry, limits.entry)}`, columns ?? everything));
  }
  if (entries.length > count) yield style("quiet", `    ${printRest(entries.length - count)}`);
}

function* printUnchanged(unchanged: readonly ResourceReport[], { limits, style }: Layout): Iterable<string> {
  if (unchanged.length === 0) return;
  yield "Unchanged:";
  for (const resource of unchanged.slice(0, limits.unchanged)) {
    const subject = `(resource ${printableLine(100, resource.name)}, ${formatCount(resource.managed)} managed)`;
    yield `  ${describeList(resource)} ${style("quiet", subject)}`;
    for (const remark of resource.remarks.slice(0, limits.remarks)) {
      yield `    ${style("quiet", printableLine(limits.message, remark.message))}`;
    }
  }
  if (unchanged.length > limits.unchanged) yield style("quiet", `  ${printRest(unchanged.length - limits.unchanged)}`);
}
