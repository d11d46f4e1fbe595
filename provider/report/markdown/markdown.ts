import { formatCount } from "../../common/format";
import { driftSentences } from "../groups";
import { driftUnknown, printHeadline } from "../headline";
import { isNews, type Report } from "../report";
import { codeSpan } from "./code";
import { printDetails } from "./details";
import { printSentences } from "./sentences";
import { printTable } from "./table";

/**
 * A report in Markdown is shorter than this, in UTF-16 code units, whatever it says: a comment on GitHub may have 65,536.
 */
export const longestMarkdown = 60_000;

/** How much of it each part may take; the details get what the others leave. */
const shares = {
  errors: 12_000,
  notVerified: 4000,
  drift: 3000,
  warnings: 3000,
  table: 12_000,
  others: 2000,
  rest: 2000,
};

/**
 * Writes a report as a comment for a pull request. Entries, notes, names and messages stand in code only, so that none
 * of them can be a link, a mention, an image or markup.
 */
export function printMarkdown(report: Report): string {
  const changed = report.resources.filter(isNews);
  const unchanged = report.resources.length - changed.length;
  const hint = driftUnknown(report);
  const before = [
    markerOf(report),
    `### ${printHeadline(report)}`,
    ...(report.stack === undefined ? [] : [`Stack ${codeSpan(report.stack, 200)}`]),
    ...(hint === undefined ? [] : [`_${hint}_`]),
    ...printSentences("Errors", report.errors, shares.errors),
    ...printSentences("Not verified", report.notVerified, shares.notVerified),
    ...printSentences("Drift", driftSentences(report), shares.drift),
    ...printTable(changed, shares.table),
  ];
  const after = [
    ...printSentences("Warnings", report.warnings ?? [], shares.warnings),
    ...printSentences("Other resources that change", report.others, shares.others),
    ...(unchanged > 0 ? [`${formatCount(unchanged)} ${unchanged === 1 ? "list" : "lists"} without changes.`] : []),
  ];
  const taken = [...before, ...after].reduce((sum, part) => sum + part.length + 2, 0);
  const details = printDetails(changed, longestMarkdown - shares.rest - taken);
  const parts = [...before, ...details, ...after];
  const isCut = parts.some((part) => /…|\band (?:the details of )?[\d,]+ more\b/u.test(part));
  if (isCut) parts.push(whereTheRestIs);
  return `${parts.join("\n\n")}\n`;
}

const whereTheRestIs =
  "<sub>Not all is shown here. Everything: <code>app-list report --all</code> or " +
  "<code>app-list report --format html</code>, from the same preview.</sub>";

/** By this line a pipeline finds its comment again, to write the new report over the old one. */
function markerOf({ stack = "" }: Report): string {
  return `<!-- pulumi-app-list report: ${stack
    .slice(0, 200)
    .replaceAll(/[^\w./-]/gu, "_")
    .replaceAll("--", "-_")} -->`;
}
