import { formatCount } from "../../common/format";
import { nameOf } from "../../list/kinds";
import type { ReportedEntry } from "../report";
import { printSwatch } from "./bar";
import { wordsOf, type ChangedEntries, type ChangeGroup } from "./changes";
import { markup, type Markup } from "./markup";
import { capitalise, count } from "./words";
import { noteOf } from "./note";
import { visible } from "./visible";

/** How many rows a group shows at first, and how many all groups together: with more, the page would be slow to open. */
export const rowLimits = { group: 50, page: 300 } as const;

/** A group of changes and its place among all groups of the page. */
export interface PlacedGroup {
  readonly group: ChangeGroup;
  readonly index: number;
  /** How many of its rows stand in the page before any script ran. A group with none is closed at first. */
  readonly rows: number;
}

/** Gives each group its number and its share of the rows that the page shows at first. */
export function placeGroups(groups: readonly ChangeGroup[], first: { index: number; rows: number }): PlacedGroup[] {
  let { rows: left } = first;
  return groups.map((group, offset) => {
    const wanted = Math.min(group.count, rowLimits.group);
    const rows = wanted <= left ? wanted : 0;
    left -= rows;
    return { group, index: first.index + offset, rows };
  });
}

/** A group of changes: a heading that opens and closes it, and a table of its first entries. */
export function printGroup({ group, index, rows }: PlacedGroup, title: string): Markup {
  const { label, meaning } = wordsOf[group.change];
  const hasNotes = groupHasNotes(group);
  const missing = group.count - rows;
  return markup`<details class="group ${group.change}" data-group="${String(index)}"${
    rows > 0 ? markup` open` : undefined
  }>
<summary><h4>${printSwatch(group.change)}${label} <span class="number">${formatCount(group.count)}</span></h4></summary>
<p class="meaning">${meaning}</p>
<table class="entries"><caption class="unseen">${label} in ${title}</caption>
<thead><tr><th scope="col">Entry</th>${hasNotes ? markup`<th scope="col">Note</th>` : undefined}</tr></thead>
${printRows(group.kinds, rows, hasNotes)}</table>
<p class="rest"${missing === 0 ? markup` hidden` : undefined}><span>${
    missing === 0 ? undefined : `${count(missing, "more entry", "more entries")} not shown.`
  }</span> <button type="button" hidden>Show more</button></p>
</details>
`;
}

/** Whether any entry of a group has a note: else its table has no column for them. */
export function groupHasNotes({ kinds }: ChangeGroup): boolean {
  return kinds.some(({ entries }) => entries.some((entry) => noteOf(entry) !== undefined));
}

/** The first rows, under a line for each kind. */
function printRows(kinds: readonly ChangedEntries[], rows: number, hasNotes: boolean): readonly Markup[] {
  let left = rows;
  return kinds.flatMap(({ kind, entries }) => {
    const shown = entries.slice(0, left);
    left -= shown.length;
    if (shown.length === 0) return [];
    return [
      markup`<tbody><tr class="kind"><th scope="rowgroup"${hasNotes ? markup` colspan="2"` : undefined}>${capitalise(
        nameOf(kind, 2),
      )}</th></tr>${shown.map((entry) => printRow(entry, hasNotes))}</tbody>
`,
    ];
  });
}

function printRow(entry: ReportedEntry, hasNotes: boolean): Markup {
  const note = hasNotes ? markup`<td>${noteOf(entry)}</td>` : undefined;
  return markup`<tr><td>${visible(entry.entry)}</td>${note}</tr>`;
}
