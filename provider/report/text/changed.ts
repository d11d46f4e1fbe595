import { formatCount } from "../../common/format";
import { allot } from "../allot";
import { countChange } from "../counts";
import {
  adoptedMark,
  endangersCampaigns,
  groupsOf,
  headingOf,
  removalOf,
  sentencesOf,
  signOf,
  subjectOf,
  titleOf,
  type Group,
} from "../groups";
import { cut, printable } from "../printable";
import type { ReportedEntry, ResourceReport } from "../report";
import { moreLine } from "./more";
import type { Layout } from "./options";

/** The lines of each resource that changes, and of those that are not shown together. */
export function changedSections(changed: readonly ResourceReport[], layout: Layout): readonly (readonly string[])[] {
  const { limits, style } = layout;
  const shown = changed.slice(0, limits.changed).map((resource) => ({ resource, groups: groupsOf(resource) }));
  const sizes = shown.flatMap(({ groups }) => groups.map(({ entries }) => entries.length));
  const counts = allot(sizes, limits.entries).values();
  const sections = shown.map(({ resource, groups }) => [
    ...headLines(resource, layout),
    ...groups.flatMap((group) => groupLines(group, counts.next().value ?? 0, layout)),
  ]);
  const rest = changed.slice(limits.changed);
  if (rest.length === 0) return sections;
  const come = formatCount(countChange(rest, "added") + countChange(rest, "missing"));
  const go = formatCount(countChange(rest, "removed") + countChange(rest, "foreign"));
  const sum = `and ${formatCount(rest.length)} more that change: +${come} −${go} (--all shows everything)`;
  return [...sections, [style("quiet", sum)]];
}

function headLines(resource: ResourceReport, layout: Layout): readonly string[] {
  const { limits, style } = layout;
  const subject = subjectOf(resource).map((part) => printable(part, 100));
  const removal = removalOf(resource);
  const facts = [
    ...(removal === undefined ? [] : [removal]),
    ...(endangersCampaigns(resource) ? [style("warning", "campaigns are associated with this list")] : []),
  ];
  const { drift = [] } = resource;
  const sentences = sentencesOf(resource);
  return [
    `${style("strong", printable(titleOf(resource)))} ${style("quiet", `(${subject.join(", ")})`)}`,
    ...(facts.length === 0 ? [] : [`  ${facts.join("; ")}`]),
    ...sentences
      .slice(0, limits.remarks)
      .map(
        (sentence, index) =>
          `  ${style(index < drift.length ? "warning" : "quiet", printable(sentence, limits.sentence))}`,
      ),
    ...moreLine(sentences.length, limits.remarks, layout),
  ];
}

function groupLines(group: Group, count: number, layout: Layout): readonly string[] {
  const heading = `  ${headingOf(group)}`;
  if (count === 0) return [heading];
  const sign = signOf[group.change];
  const style = sign === "-" ? "removed" : sign === "+" ? "added" : "quiet";
  const shown = group.entries.slice(0, count).map((entry) => layout.style(style, entryLine(sign, entry, layout)));
  return [heading, ...shown, ...moreLine(group.entries.length, count, layout, "    ")];
}

function entryLine(sign: string, { entry, note, isAdopted }: ReportedEntry, { columns, limits }: Layout): string {
  const origin = isAdopted === true ? adoptedMark : "";
  const written = note === undefined ? "" : `  # ${printable(note, limits.entry)}`;
  const line = `    ${sign} ${printable(entry, limits.entry)}${origin}${written}`;
  return columns === undefined ? line : cut(line, columns);
}
