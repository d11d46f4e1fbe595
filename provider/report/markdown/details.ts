import { formatCount } from "../../common/format";
import { allot } from "../allot";
import {
  adoptedMark,
  groupsOf,
  headingOf,
  removalOf,
  endangersCampaigns,
  sentencesOf,
  signOf,
  type Group,
} from "../groups";
import { cut, printable } from "../printable";
import type { ReportedEntry, ResourceReport } from "../report";
import { codeBlock, codeElement } from "./code";
import { takeLines } from "./take";

/** The most that a detail takes besides its lines: its title, of which names may be escaped, and its fences. */
const frame = 1100;
/** The longest line of a detail. */
const longest = 300;

/**
 * What becomes of the entries of each resource, folded up.
 *
 * @param most how many characters the details may take together.
 */
export function printDetails(changed: readonly ResourceReport[], most: number): readonly string[] {
  const all = changed.filter((resource) => sentencesOf(resource).length > 0 || groupsOf(resource).length > 0);
  const candidates = all.slice(0, Math.max(0, Math.floor(most / (2 * frame))));
  const details = candidates.map((resource) => ({ resource, lines: linesOf(resource) }));
  const sizes = details.map(({ lines }) => frame + lines.reduce((sum, line) => sum + line.length + 1, 0));
  const shares = allot(sizes, most);
  const printed = details.flatMap(({ resource, lines }, index) => {
    const share = shares[index] ?? 0;
    const shown = share >= (sizes[index] ?? 0) ? lines : shortLinesOf(resource, share - frame);
    return shown.length === 0 ? [] : [detail(resource, shown, share)];
  });
  const left = all.length - printed.length;
  return left === 0 ? printed : [...printed, `and the details of ${formatCount(left)} more`];
}

function detail(resource: ResourceReport, lines: readonly string[], share: number): string {
  const { appListId, listName, name } = resource;
  const removal = removalOf(resource);
  const title = [
    appListId === undefined ? "an app list that is not known yet" : `app list ${appListId}`,
    ...(listName === undefined || listName === "" ? [] : [codeElement(listName, 60)]),
    `· resource ${codeElement(name, 60)}`,
    ...(removal === undefined ? [] : [`· ${removal}`]),
    ...(endangersCampaigns(resource) ? ["· <b>campaigns are associated with this list</b>"] : []),
  ].join(" ");
  return `<details><summary>${title}</summary>\n\n${codeBlock("diff", lines, share)}\n\n</details>`;
}

function linesOf(resource: ResourceReport): readonly string[] {
  return [...remarkLines(resource), ...groupsOf(resource).flatMap((group) => [headLine(group), ...entryLines(group)])];
}

/** The lines of a resource that has more than fit: some of every group, and how many there are besides. */
function shortLinesOf(resource: ResourceReport, most: number): readonly string[] {
  const remarks = takeLines(remarkLines(resource), most / 4);
  const groups = groupsOf(resource).map((group) => ({ group, lines: entryLines(group) }));
  const overhead = groups.length * 120 + remarks.reduce((sum, line) => sum + line.length + 1, 0);
  const sizes = groups.map(({ lines }) => lines.reduce((sum, line) => sum + line.length + 1, 0));
  const shares = allot(sizes, Math.max(0, most - overhead));
  const shown = groups.flatMap(({ group, lines }, index) => {
    const some = takeLines(lines, shares[index] ?? 0);
    const left = lines.length - some.length;
    return [headLine(group), ...some, ...(left > 0 ? [`# and ${formatCount(left)} more`] : [])];
  });
  return takeLines([...remarks, ...shown], most);
}

function remarkLines(resource: ResourceReport): readonly string[] {
  return sentencesOf(resource).map((remark) => `# ${printable(remark, longest)}`);
}

function headLine(group: Group): string {
  return `# ${headingOf(group)}`;
}

function entryLines({ change, entries }: Group): readonly string[] {
  return entries.map((entry) => cut(`${signOf[change]} ${entryText(entry)}`, longest));
}

function entryText({ entry, note, isAdopted }: ReportedEntry): string {
  const origin = isAdopted === true ? adoptedMark : "";
  return `${printable(entry, longest)}${origin}${note === undefined ? "" : `  # ${printable(note, longest)}`}`;
}
