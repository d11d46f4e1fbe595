import { adoptedMark } from "../lines";
import { describeList } from "../summary";
import type { ChangeGroup, ListView } from "../view";
import { lines, markup, type Markup } from "./markup";

/** The most entries that are visible at first. Groups beyond it are closed, so that the page opens fast. */
const visibleAtFirst = 300;

export function printLists(changed: readonly ListView[]): Markup | undefined {
  if (changed.length === 0) return undefined;
  let left = visibleAtFirst;
  const opens = (count: number) => {
    const fits = count <= left;
    if (fits) left -= count;
    return fits;
  };
  const cards = changed.map((list, index) => printCard(list, index, opens));
  const hasEntries = changed.some(({ groups }) => groups.length > 0);
  return markup`<section class="lists" aria-labelledby="lists">
<h2 id="lists">Changes by list</h2>
${hasEntries ? search : undefined}${cards}</section>
`;
}

/** The script shows it. */
const search = markup`<search class="toolbar" id="toolbar" hidden>
<label class="unseen" for="query">Search entries and notes</label>
<input type="search" id="query" placeholder="Search entries and notes" autocomplete="off" autocapitalize="off" spellcheck="false">
<p role="status" id="status"></p>
</search>
`;

/**
 * One list that changes: its resource, the sentences on it, and its changed entries.
 *
 * @param opens whether a group of so many entries is open at first.
 */
function printCard(list: ListView, index: number, opens: (count: number) => boolean): Markup {
  const { resource, subject, removal, isAlarm, sentences, groups } = list;
  const title = describeList(resource);
  const id = `list-${index}`;
  const campaigns = isAlarm ? markup` <b>Campaigns are associated with this list.</b>` : undefined;
  const share =
    removal === undefined ? undefined : markup`<p class="share">Removes <b>${removal}.</b>${campaigns}</p>\n`;
  return markup`<article class="card" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${title}</h3>
<p class="subject">${subject.join(", ")}</p>
${sentences.map((sentence) => markup`<p class="remark">${lines(sentence)}</p>\n`)}${share}${groups.map((group) =>
    printGroup(group, title, opens(group.entries.length)),
  )}</article>
`;
}

function printGroup({ change, heading, entries }: ChangeGroup, title: string, isOpen: boolean): Markup {
  const rows = entries.map(({ entry, note = "", origin }) => {
    const remark = `${note} ${origin === "adopted" ? adoptedMark : ""}`.trim();
    return markup`<tr><td>${entry}</td><td>${remark}</td></tr>\n`;
  });
  return markup`<details class="group ${change}"${isOpen ? markup` open` : undefined}>
<summary><h4>${heading}</h4></summary>
<table><caption class="unseen">${heading}: ${title}</caption>
<thead><tr><th scope="col">Entry</th><th scope="col">Note</th></tr></thead>
<tbody>${rows}</tbody></table>
</details>
`;
}
