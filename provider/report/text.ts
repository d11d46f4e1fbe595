import { formatCount } from "../common/format";
import { allot, cut, printableLines, printableLine } from "./fit";
import { isNews, type Report, type ReportedEntry, type ResourceReport } from "./report";
import {
  adoptedMark,
  countEntries,
  countLosses,
  describeList,
  driftHint,
  endangersCampaigns,
  groupChanges,
  printHeading,
  printHeadline,
  removalShare,
  signs,
  unassignedDrift,
} from "./summary";

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
export type TextStyle = "added" | "removed" | "warning" | "quiet" | "strong";

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
  const sections: readonly (readonly string[])[] = [
    printHead(report, layout),
    printMessages("Errors", "removed", report.errors, layout),
    printMessages("Not verified", "warning", report.notVerified, layout),
    printMessages("Drift", "warning", unassignedDrift(report), layout),
    printMessages("Warnings", "warning", report.warnings, layout),
    ...printChanged(changed, layout),
    printUnchanged(unchanged, layout),
    printMessages("Other resources that change", "quiet", report.otherResources, {
      ...layout,
      limits: { ...limits, messages: limits.unchanged },
    }),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}

function printHead(report: Report, { style }: Layout): readonly string[] {
  const hint = driftHint(report);
  return [
    style("strong", printHeadline(report)),
    ...(report.stack === undefined ? [] : [style("quiet", `stack ${printableLine(200, report.stack)}`)]),
    ...(hint === undefined ? [] : [style("warning", hint)]),
  ];
}

function printMessages(
  heading: string,
  headingStyle: TextStyle,
  messages: readonly string[],
  layout: Layout,
): readonly string[] {
  if (messages.length === 0) return [];
  const { limits, style } = layout;
  const lines = messages.slice(0, limits.messages).flatMap((message) => printableLines(limits.message, message));
  return [
    style(headingStyle, `${heading}:`),
    ...lines.slice(0, limits.lines).map((line) => `  ${line}`),
    ...(lines.length > limits.lines ? [style("quiet", "  … (--all shows everything)")] : []),
    ...printRest(messages.length, limits.messages, layout),
  ];
}

/** How much is not shown; no line if everything is. */
function printRest(count: number, shown: number, { style }: Layout, indent = "  "): readonly string[] {
  return count <= shown
    ? []
    : [style("quiet", `${indent}and ${formatCount(count - shown)} more (--all shows everything)`)];
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
  const gains = countEntries(rest, "added") + countEntries(rest, "missing");
  const losses = rest.reduce((sum, resource) => sum + countLosses(resource), 0);
  const sum = `and ${formatCount(rest.length)} more to change: +${formatCount(gains)} −${formatCount(losses)}`;
  return [...sections, [style("quiet", `${sum} (--all shows everything)`)]];
}

function printResource(resource: ResourceReport, layout: Layout): readonly string[] {
  const { limits, style } = layout;
  const { name, operation, account, isExclusive, drift, remarks } = resource;
  const subject = [
    `resource ${name}`,
    operation,
    ...(account === undefined ? [] : [`account ${account}`]),
    ...(isExclusive ? ["exclusive"] : []),
  ].map((part) => printableLine(100, part));
  const removal = removalShare(resource);
  const facts = [
    ...(removal === undefined ? [] : [removal]),
    ...(endangersCampaigns(resource) ? [style("warning", "campaigns are associated with this list")] : []),
  ];
  const messages = [...drift, ...remarks];
  return [
    `${style("strong", describeList(resource))} ${style("quiet", `(${subject.join(", ")})`)}`,
    ...(facts.length === 0 ? [] : [`  ${facts.join("; ")}`]),
    ...messages.slice(0, limits.remarks).map((message, index) => {
      return `  ${style(index < drift.length ? "warning" : "quiet", printableLine(limits.message, message))}`;
    }),
    ...printRest(messages.length, limits.remarks, layout),
  ];
}

function printEntries(
  sign: "-" | "+" | " ",
  entries: readonly ReportedEntry[],
  count: number,
  layout: Layout,
): readonly string[] {
  if (count === 0) return [];
  const style = sign === "-" ? "removed" : sign === "+" ? "added" : "quiet";
  const lines = entries.slice(0, count).map((entry) => layout.style(style, printEntry(sign, entry, layout)));
  return [...lines, ...printRest(entries.length, count, layout, "    ")];
}

function printEntry(sign: string, { entry, note, isAdopted }: ReportedEntry, { columns, limits }: Layout): string {
  const origin = isAdopted === true ? `  ${adoptedMark}` : "";
  const shownNote = note === undefined ? "" : `  # ${printableLine(limits.entry, note)}`;
  return cut(`    ${sign} ${printableLine(limits.entry, entry)}${origin}${shownNote}`, columns ?? everything);
}

function printUnchanged(unchanged: readonly ResourceReport[], layout: Layout): readonly string[] {
  if (unchanged.length === 0) return [];
  const { limits, style } = layout;
  const lines = unchanged.slice(0, limits.unchanged).flatMap((resource) => {
    const { name, managed, remarks } = resource;
    const subject = `(resource ${printableLine(100, name)}, ${formatCount(managed)} managed)`;
    return [
      `  ${describeList(resource)} ${style("quiet", subject)}`,
      ...remarks
        .slice(0, limits.remarks)
        .map((remark) => `    ${style("quiet", printableLine(limits.message, remark))}`),
    ];
  });
  return ["Unchanged:", ...lines, ...printRest(unchanged.length, limits.unchanged, layout)];
}
