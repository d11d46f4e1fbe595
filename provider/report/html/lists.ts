import { formatShare } from "../../common/format";
import { bounds } from "../bounds";
import { headings, type EntryGroup, type ListView, type ReportView } from "../view";
import { markup, type Markup } from "./markup";

export function printLists({ lists, changed }: ReportView): Markup | undefined {
  if (lists.length === 0) return undefined;
  const cards = lists.map((list, index) => printCard(list, `list-${index}`, changed <= bounds.openEntries));
  return markup`<section class="lists" aria-labelledby="lists">
<h2 class="unseen" id="lists">Changes by list</h2>
${changed >= bounds.searchedEntries ? search : undefined}${cards}</section>
`;
}

/** One row per list, with a link to its entries. */
export function printTable(changed: readonly ListView[]): Markup | undefined {
  if (changed.length === 0) return undefined;
  const rows = changed.map(
    ({ title, subject, cells, isUnlimited }, index) =>
      markup`<tr${isUnlimited ? markup` class="unlimited"` : undefined}><th scope="row"><a href="#list-${String(index)}">${title}</a> ${subject}</th>${cells.map(
        (cell, column) => markup`<td data-label="${headings[column + 1]}">${cell}</td>`,
      )}</tr>\n`,
  );
  return markup`<table class="card overview"><caption class="unseen">Lists</caption>
<thead><tr>${headings.map((heading) => markup`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table>
`;
}

/** Hidden until the script shows it. */
const search = markup`<search class="toolbar" id="toolbar" hidden>
<label class="unseen" for="query">Search entries and notes</label>
<input type="search" id="query" placeholder="Search entries and notes" autocomplete="off" autocapitalize="off" spellcheck="false">
<p role="status" id="status"></p>
</search>
`;

/** One list that changes: its resource, the sentences on it, and its changed entries. */
function printCard({ title, subject, sentences, groups }: ListView, id: string, isOpen: boolean): Markup {
  return markup`<article class="card" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${title}</h3>
<p class="subject">${subject}</p>
${sentences.map((sentence) => markup`<p class="remark">${sentence}</p>\n`)}${groups.map((group) =>
    printGroup(group, title, isOpen),
  )}</article>
`;
}

function printGroup({ change, heading, entries }: EntryGroup, title: string, isOpen: boolean): Markup {
  const remarks = entries.map(({ note = "", share }) =>
    [share === undefined ? "" : formatShare(share), note].filter((part) => part !== "").join(" "),
  );
  const hasRemarks = remarks.some((remark) => remark !== "");
  const rows = entries.map(
    ({ entry }, index) =>
      markup`<tr><td>${entry}</td>${hasRemarks ? markup`<td>${remarks[index]}</td>` : undefined}</tr>\n`,
  );
  return markup`<details class="group ${change}"${isOpen ? markup` open` : undefined}>
<summary><h4>${heading}</h4></summary>
<table><caption class="unseen">${heading}: ${title}</caption>
<thead><tr><th scope="col">Entry</th>${hasRemarks ? markup`<th scope="col">Note</th>` : undefined}</tr></thead>
<tbody>${rows}</tbody></table>
</details>
`;
}
