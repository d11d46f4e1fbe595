import { formatCount, plural } from "../../common/format";
import { kinds, kindName, type Kind } from "../../list/kinds";
import type { ReportedEntry } from "../report";
import { adoptedMark, entryChanges, type ChangeGroup, type EntryChange } from "../summary";
import { markup, visible, type Markup } from "./markup";

/** The label of a change, and a sentence for those who read it for the first time. */
export const changeTexts: Readonly<Record<EntryChange, { readonly label: string; readonly meaning: string }>> = {
  removed: { label: "Removed", meaning: "No longer declared: removed from the list." },
  unexpected: { label: "Unexpected", meaning: "Drift: unmanaged entries in an exclusive list, removed from it." },
  added: { label: "Added", meaning: "Newly declared: added to the list." },
  missing: { label: "Missing", meaning: "Drift: managed entries that are gone from the list, added to it again." },
  kept: { label: "Kept", meaning: "No longer managed by this resource, but kept in the list." },
};

/** The most rows that a group and the whole page show at first: with more, the page would be slow to open. */
export const rowLimits = { group: 50, page: 300 } as const;

/** A group of changes and its place among all groups of the page. */
export interface PlacedGroup {
  readonly group: ChangeGroup;
  readonly index: number;
  /** The number of rows in the page before the script runs. A group without rows is closed at first. */
  readonly rows: number;
}

/** Numbers groups and divides rows among them. */
export function placeGroups(groups: readonly ChangeGroup[], first: { index: number; rows: number }): PlacedGroup[] {
  let left = first.rows;
  return groups.map((group, offset) => {
    const wanted = Math.min(group.count, rowLimits.group);
    const rows = wanted <= left ? wanted : 0;
    left -= rows;
    return { group, index: first.index + offset, rows };
  });
}

/** A group of changes: a heading that opens and closes it, and a table of its first entries. */
export function printGroup({ group, index, rows }: PlacedGroup, title: string): Markup {
  const { change, kinds, count } = group;
  const { label, meaning } = changeTexts[change];
  const hasNotes = kinds.some(({ entries }) => entries.some((entry) => noteText(entry) !== undefined));
  const rest = count - rows;
  return markup`<details class="group ${change}" data-group="${String(index)}"${rows > 0 ? markup` open` : undefined}>
<summary><h4>${printSwatch(change)}${label} <span class="number">${formatCount(count)}</span></h4></summary>
<p class="meaning">${meaning}</p>
<table class="entries"><caption class="unseen">${label} in ${title}</caption>
<thead><tr><th scope="col">Entry</th>${hasNotes ? markup`<th scope="col">Note</th>` : undefined}</tr></thead>
${printRows(kinds, rows, hasNotes)}</table>
<p class="rest"${rest === 0 ? markup` hidden` : undefined}><span>${
    rest === 0 ? undefined : `${plural(rest, "more entry", "more entries")} not shown.`
  }</span> <button type="button" hidden>Show more</button></p>
</details>
`;
}

/** The first rows, under a line per kind. */
function printRows(kinds: ChangeGroup["kinds"], rows: number, hasNotes: boolean): readonly Markup[] {
  let left = rows;
  return kinds.flatMap(({ kind, entries }) => {
    const shown = entries.slice(0, left);
    left -= shown.length;
    if (shown.length === 0) return [];
    const span = hasNotes ? markup` colspan="2"` : undefined;
    const lines = shown.map((entry) => {
      const note = hasNotes ? markup`<td>${noteText(entry)}</td>` : undefined;
      return markup`<tr><td>${visible(entry.entry)}</td>${note}</tr>`;
    });
    return [
      markup`<tbody><tr class="kind"><th scope="rowgroup"${span}>${capitalise(kindName(kind, 2))}</th></tr>${lines}</tbody>
`,
    ];
  });
}

/** The text beside an entry, if there is one. */
export function noteText({ note, origin }: ReportedEntry): string | undefined {
  const parts = [...(note === undefined ? [] : [visible(note)]), ...(origin === "adopted" ? [adoptedMark] : [])];
  return parts.length === 0 ? undefined : parts.join(" ");
}

/** A sample of a change's colour and pattern. */
export function printSwatch(name: EntryChange | "unchanged"): Markup {
  return markup`<svg class="swatch" aria-hidden="true"><rect class="fill-${name}" width="100%" height="100%"/></svg>`;
}

/** A word as the start of a heading: "App bundles". */
export function capitalise(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** Search and filters, which the script shows. */
export function printToolbar(groups: readonly ChangeGroup[]): Markup | undefined {
  const all = groups.reduce((sum, group) => sum + group.count, 0);
  if (all === 0) return undefined;
  const byChange = entryChanges.map((change): Choice => {
    const count = groups.reduce((sum, group) => sum + (group.change === change ? group.count : 0), 0);
    return { name: "change", value: change, label: changeTexts[change].label, count };
  });
  const byKind = kinds.map((kind): Choice => {
    return { name: "kind", value: kind, label: capitalise(kindName(kind, 2)), count: countKind(groups, kind) };
  });
  return markup`<search class="toolbar" id="toolbar" hidden>
<div class="field"><label for="query">Search entries and notes</label>
<input type="search" id="query" autocomplete="off" autocapitalize="off" spellcheck="false"></div>
${printChoices("Change", byChange)}${printChoices("Kind", byKind)}<p class="status"><span role="status" id="status">${plural(
    all,
    "change",
  )}</span> <button type="button" id="reset" hidden>Clear</button></p>
</search>
`;
}

/** A filter, and the number of changes that it shows. */
interface Choice {
  readonly name: "change" | "kind";
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

function printChoices(legend: string, choices: readonly Choice[]): Markup | undefined {
  const present = choices.filter(({ count }) => count > 0);
  if (present.length < 2) return undefined;
  const boxes = present.map(
    ({ name, value, label, count }) =>
      markup`<label class="choice"><input type="checkbox" name="${name}" value="${value}">${label} <span class="number">${formatCount(count)}</span></label>`,
  );
  return markup`<fieldset><legend>${legend}</legend>${boxes}</fieldset>
`;
}

function countKind(groups: readonly ChangeGroup[], wanted: Kind): number {
  const ofKind = groups.flatMap((group) => group.kinds).filter(({ kind }) => kind === wanted);
  return ofKind.reduce((sum, { entries }) => sum + entries.length, 0);
}
