import { bounds } from "../bounds";
import { entryLines, whole } from "../lines";
import { headings, type EntryGroup, type ListView, type ReportView } from "../view";
import { markup, type Markup } from "./markup";

export function printLists({ lists, changed }: ReportView): Markup | undefined {
  if (lists.length === 0) return undefined;
  return markup`<section class="lists" aria-labelledby="lists">
<h2 class="unseen" id="lists">Changes by list</h2>
${lists.map((list, index) => printCard(list, `list-${index}`, changed <= bounds.openEntries))}</section>
`;
}

/** One row per list, with a link to its entries. */
export function printTable(changed: readonly ListView[]): Markup | undefined {
  if (changed.length === 0) return undefined;
  const rows = changed.map(
    ({ title, subject, cells }, index) =>
      markup`<tr><th scope="row"><a href="#list-${String(index)}">${title}</a> ${subject}</th>${cells.map(
        (cell, column) => markup`<td data-label="${headings[column + 1]}">${cell}</td>`,
      )}</tr>\n`,
  );
  return markup`<table class="card overview"><caption class="unseen">Lists</caption>
<thead><tr>${headings.map((heading) => markup`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table>
`;
}

/** One list that changes: its resource, the sentences on it, and its changed entries. */
function printCard({ title, subject, sentences, groups }: ListView, id: string, isOpen: boolean): Markup {
  return markup`<article class="card" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${title}</h3>
<p class="subject">${subject}</p>
${sentences.map((sentence) => markup`<p class="remark">${sentence}</p>\n`)}${groups.map((group) =>
    printGroup(group, isOpen),
  )}</article>
`;
}

/** Without a script: the search of the browser opens a group in which it finds something. */
function printGroup({ change, sign, heading, entries }: EntryGroup, isOpen: boolean): Markup {
  return markup`<details class="group ${change}"${isOpen ? markup` open` : undefined}>
<summary><h4>${heading}</h4></summary>
<pre>${entryLines(sign, entries, whole).join("\n")}</pre>
</details>
`;
}
