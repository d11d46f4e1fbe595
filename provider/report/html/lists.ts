import { printShare } from "../delivery";
import { adoptedMark } from "../lines";
import { describeList } from "../summary";
import type { ChangeGroup, ListView } from "../view";
import { lines, markup, type Markup } from "./markup";
import { bounds } from "../bounds";

export function printLists(changed: readonly ListView[]): Markup | undefined {
  if (changed.length === 0) return undefined;
  const count = changed.flatMap(({ groups }) => groups).reduce((sum, { entries }) => sum + entries.length, 0);
  const cards = changed.map((list, index) => printCard(list, index, count <= bounds.openEntries));
  return markup`<section class="lists" aria-labelledby="lists">
<h2 class="unseen" id="lists">Changes by list</h2>
${count >= bounds.searchedEntries ? search : undefined}${cards}</section>
`;
}

/** A row per list, with a link to its entries. */
export function printTable(changed: readonly ListView[]): Markup | undefined {
  if (changed.length === 0) return undefined;
  const rows = changed.map(({ resource, row }, index) => {
    const { purpose, isExclusive } = resource;
    const marks = [purpose === undefined ? "" : `${purpose} list`, isExclusive ? "exclusive" : ""].filter(Boolean);
    const title = markup`<a href="#list-${String(index)}">${describeList(resource)}</a> ${marks.join(", ")}`;
    const cells = Object.entries({ Change: row.change, Lost: row.lost, "Drift, campaigns": row.state }).map(
      ([label, text]) => markup`<td data-label="${label}">${text}</td>`,
    );
    return markup`<tr><th scope="row">${title}</th>${cells}</tr>\n`;
  });
  return markup`<table class="card overview"><caption class="unseen">Lists</caption>
<thead><tr><th scope="col">List</th><th scope="col">Change</th><th scope="col">Lost</th><th scope="col">Drift, campaigns</th></tr></thead>
<tbody>${rows}</tbody></table>
`;
}

/** The script shows it. */
const search = markup`<search class="toolbar" id="toolbar" hidden>
<label class="unseen" for="query">Search entries and notes</label>
<input type="search" id="query" placeholder="Search entries and notes" autocomplete="off" autocapitalize="off" spellcheck="false">
<p role="status" id="status"></p>
</search>
`;

/** One list that changes: its resource, the sentences on it, and its changed entries. */
function printCard(
  { resource, subject, removal, sentences, groups }: ListView,
  index: number,
  isOpen: boolean,
): Markup {
  const title = describeList(resource);
  const id = `list-${index}`;
  const share = removal === undefined ? undefined : markup`<p class="share">${removal}</p>\n`;
  return markup`<article class="card" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${title}</h3>
<p class="subject">${subject.join(", ")}</p>
${sentences.map((sentence) => markup`<p class="remark">${lines(sentence)}</p>\n`)}${share}${groups.map((group) =>
    printGroup(group, title, isOpen),
  )}</article>
`;
}

function printGroup({ change, heading, entries }: ChangeGroup, title: string, isOpen: boolean): Markup {
  const remarks = entries.map(({ note = "", origin, share }) => {
    const parts = [share === undefined ? "" : printShare(share), note, origin === "adopted" ? adoptedMark : ""];
    return parts.filter((part) => part !== "").join(" ");
  });
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
