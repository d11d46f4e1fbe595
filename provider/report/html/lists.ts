import { formatCount, plural } from "../../common/format";
import { kindName, kinds } from "../../list/kinds";
import type { ResourceReport } from "../report";
import { countEntries, describeList } from "../summary";
import { adoptedMark, entryChanges, type ChangeGroup, type ListView } from "../view";
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
  return markup`<section class="lists" aria-labelledby="lists">
<h2 id="lists">Changes by list</h2>
${printToolbar(changed.flatMap(({ groups }) => groups))}${cards}<p class="no-match" id="no-match" hidden>No change matches. Use fewer filters or fewer letters.</p>
</section>
`;
}

/** Search and filters, which the script shows. */
function printToolbar(groups: readonly ChangeGroup[]): Markup | undefined {
  const all = groups.flatMap((group) =>
    group.kinds.map(({ kind, entries }) => ({ change: group.change, kind, count: entries.length })),
  );
  if (all.length === 0) return undefined;
  const count = (some: typeof all) => some.reduce((sum, part) => sum + part.count, 0);
  const byChange = entryChanges.flatMap((change) => {
    return printChoice("change", change, change, count(all.filter((part) => part.change === change)));
  });
  const byKind = kinds.flatMap((kind) => {
    return printChoice("kind", kind, kindName(kind, 2), count(all.filter((part) => part.kind === kind)));
  });
  return markup`<search class="toolbar" id="toolbar" hidden>
<label class="unseen" for="query">Search entries and notes</label>
<input type="search" id="query" placeholder="Search entries and notes" autocomplete="off" autocapitalize="off" spellcheck="false">
<div class="choices">${printChoices("Change", byChange)}${printChoices("Kind", byKind)}</div>
<div class="result"><p role="status" id="status">${plural(count(all), "change")}</p><button type="button" id="reset" hidden>Clear</button></div>
</search>
`;
}

/** A filter, with the number of changes that it shows; none if that is zero. */
function printChoice(name: string, value: string, label: string, count: number): readonly Markup[] {
  if (count === 0) return [];
  const box = markup`<input type="checkbox" name="${name}" value="${value}">`;
  return [markup`<label>${box}${capitalise(label)} <span class="number">${formatCount(count)}</span></label>`];
}

function printChoices(legend: string, choices: readonly Markup[]): Markup | undefined {
  if (choices.length < 2) return undefined;
  return markup`<fieldset><legend class="unseen">${legend}</legend>${choices}</fieldset>`;
}

function capitalise(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** The title of a list: its name, or its ID. */
export function listTitle({ listName = "", appListId }: ResourceReport): string {
  return listName === "" ? capitalise(describeList({ appListId })) : listName;
}

/**
 * One list that changes: its facts, the numbers of its changes, and its changed entries.
 *
 * @param opens whether a group of so many entries is open at first.
 */
function printCard(list: ListView, index: number, opens: (count: number) => boolean): Markup {
  const { resource, removal, sentences, groups } = list;
  const { operation, name } = resource;
  const title = listTitle(resource);
  const id = `list-${index}`;
  const share = removal === undefined ? undefined : markup`<p class="share">Removes <b>${removal}.</b></p>\n`;
  return markup`<article class="card" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${title}</h3>
<p class="operation">${operation} · <code>${name}</code></p>
${printFacts(list)}
${sentences.map((sentence) => markup`<p class="remark">${lines(sentence)}</p>\n`)}${printBar(groups)}${share}${groups.map(
    (group) => printGroup(group, title, opens(group.count)),
  )}</article>
`;
}

function printFacts({ resource, isAlarm }: ListView): Markup {
  const { appListId, account, provider, hasAssociatedCampaigns, isExclusive, unmanaged, notVerified } = resource;
  const adopted = resource.kinds.reduce((sum, kind) => sum + kind.adopted, 0);
  const campaigns = hasAssociatedCampaigns === undefined ? "not known" : hasAssociatedCampaigns ? "associated" : "none";
  const entries = (count: number) => plural(count, "entry", "entries");
  const facts: readonly (readonly [name: string, value: string | undefined, style?: string])[] = [
    ["List", appListId === undefined ? "not known yet" : String(appListId)],
    ["Account", account],
    ["Provider", provider],
    ["Campaigns", campaigns, isAlarm ? "alarm" : ""],
    ["Exclusive", isExclusive ? "yes" : undefined],
    ["Unchanged", resource.kinds.length === 0 ? undefined : entries(countEntries([resource], "unchanged"))],
    ["Adopted", adopted === 0 ? undefined : entries(adopted)],
    ["Unmanaged", isExclusive || unmanaged === undefined ? undefined : entries(unmanaged)],
    ["Not verified", notVerified.map((kind) => kindName(kind, 2)).join(", ") || undefined, "warning"],
  ];
  return markup`<dl class="facts">${facts.flatMap(([name, value, style = ""]) =>
    value === undefined ? [] : [markup`<div class="${style}"><dt>${name}</dt><dd>${value}</dd></div>`],
  )}</dl>`;
}

/** A bar of the changed entries alone, with its legend. One entry of 10,000 can be seen. */
function printBar(groups: readonly ChangeGroup[]): Markup | undefined {
  if (groups.length === 0) return undefined;
  const least = groups.reduce((sum, { count }) => sum + count, 0) / 80;
  let end = 0;
  const parts = groups.map(({ change, count }) => {
    const start = end;
    end += Math.max(least, count);
    return markup`<rect class="${change}" x="${start.toFixed(2)}" width="${(end - start).toFixed(2)}" height="1"/>`;
  });
  const legend = groups.map(({ change, count }) => markup`<li class="${change}">${formatCount(count)} ${change}</li>`);
  return markup`<svg class="bar" viewBox="0 0 ${end.toFixed(2)} 1" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>
<ul class="legend" aria-label="Changed entries">${legend}</ul>
`;
}

function printGroup({ change, words, kinds, count }: ChangeGroup, title: string, isOpen: boolean): Markup {
  const label = capitalise(words);
  const all = kinds.flatMap(({ entries }) => entries);
  const hasNotes = all.some(({ note, origin }) => note !== undefined || origin === "adopted");
  const bodies = kinds.map(({ kind, entries }) => {
    const rows = entries.map(({ entry, note = "", origin }) => {
      const remark = `${note} ${origin === "adopted" ? adoptedMark : ""}`.trim();
      return markup`<tr><td>${entry}</td>${hasNotes ? markup`<td>${remark}</td>` : undefined}</tr>\n`;
    });
    return markup`<tbody data-kind="${kind}"><tr class="kind"><th scope="rowgroup"${hasNotes ? markup` colspan="2"` : undefined}>${capitalise(kindName(kind, 2))}</th></tr>
${rows}</tbody>`;
  });
  return markup`<details class="group ${change}" data-change="${change}"${isOpen ? markup` open` : undefined}>
<summary><h4>${label} <span class="number">${formatCount(count)}</span></h4></summary>
<table><caption class="unseen">${label} in ${title}</caption>
<thead><tr><th scope="col">Entry</th>${hasNotes ? markup`<th scope="col">Note</th>` : undefined}</tr></thead>
${bodies}</table>
</details>
`;
}
