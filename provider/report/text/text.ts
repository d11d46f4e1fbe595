import { formatCount } from "../../common/format";
import { driftSentences, titleOf } from "../groups";
import { driftUnknown, printHeadline } from "../headline";
import { printable } from "../printable";
import { isNews, type Report, type ResourceReport } from "../report";
import { changedSections } from "./changed";
import { moreLine } from "./more";
import { noLimits, usualLimits, type Layout, type TextOptions } from "./options";
import { sentenceLines } from "./sentences";

/** Writes a report for people at a terminal. */
export function printText(report: Report, { all = false, ...options }: TextOptions): string {
  const limits = all ? noLimits : usualLimits;
  const layout: Layout = { ...options, limits };
  const othersLayout: Layout = { ...layout, limits: { ...limits, sentences: limits.unchanged } };
  const changed = report.resources.filter(isNews);
  const unchanged = report.resources.filter((resource) => !isNews(resource));
  const sections: readonly (readonly string[])[] = [
    headLines(report, layout),
    sentenceLines("Errors", "removed", report.errors, layout),
    sentenceLines("Not verified", "warning", report.notVerified, layout),
    sentenceLines("Drift", "warning", driftSentences(report), layout),
    sentenceLines("Warnings", "warning", report.warnings ?? [], layout),
    ...changedSections(changed, layout),
    unchangedLines(unchanged, layout),
    sentenceLines("Other resources that change", "quiet", report.others, othersLayout),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}

function headLines(report: Report, { style }: Layout): readonly string[] {
  const hint = driftUnknown(report);
  return [
    style("strong", printHeadline(report)),
    ...(report.stack === undefined ? [] : [style("quiet", `stack ${printable(report.stack, 200)}`)]),
    ...(hint === undefined ? [] : [style("warning", hint)]),
  ];
}

function unchangedLines(unchanged: readonly ResourceReport[], layout: Layout): readonly string[] {
  if (unchanged.length === 0) return [];
  const { limits, style } = layout;
  const lines = unchanged.slice(0, limits.unchanged).flatMap((resource) => {
    const subject = `(resource ${printable(resource.name, 100)}, ${formatCount(resource.held)} held)`;
    const remarks = resource.remarks.slice(0, limits.remarks);
    return [
      `  ${printable(titleOf(resource))} ${style("quiet", subject)}`,
      ...remarks.map((remark) => `    ${style("quiet", printable(remark, limits.sentence))}`),
    ];
  });
  return ["Unchanged:", ...lines, ...moreLine(unchanged.length, limits.unchanged, layout)];
}
