import { formatCount, plural } from "../../common/format";
import { kindName } from "../../list/kinds";
import type { ReportedEntry, ResourceReport } from "../report";
import { adoptedMark, countEntries, entryChanges, type ChangeGroup, type EntryChange } from "../entry-changes";
import { endangersCampaigns, messageText, removalShare } from "../summary";
import { markup, visible, visibleLines, type Markup } from "./markup";

/** The label of a change, and a sentence for those who read it for the first time. */
export const changeTexts: Readonly<Record<EntryChange, { readonly label: string; readonly meaning: string }>> = {
  removed: { label: "Removed", meaning: "No longer declared: removed from the list." },
  unexpected: { label: "Unexpected", meaning: "Drift: unmanaged entries in an exclusive list, removed from it." },
  added: { label: "Added", meaning: "Newly declared: added to the list." },
  missing: { label: "Missing", meaning: "Drift: managed entries that are gone from the list, added to it again." },
  kept: { label: "Kept", meaning: "No longer managed by this resource, but kept in the list." },
};

/** The title of a list: its name, or its ID. */
export function listTitle({ listName = "", appListId }: ResourceReport): string {
  if (listName !== "") return visible(listName);
  return appListId === undefined ? "App list with an ID that is not known yet" : `App list ${appListId}`;
}

/** A word as the start of a heading: "App bundles". */
export function capitalise(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** A group of changes, and whether it is open at first. */
interface PlacedGroup {
  readonly group: ChangeGroup;
  readonly isOpen: boolean;
}

/** One list that changes: its facts, the numbers of its changes, and its changed entries. */
export function printCard(resource: ResourceReport, groups: readonly PlacedGroup[], index: number): Markup {
  const { operation, name, drift, remarks, totals } = resource;
  const title = listTitle(resource);
  const id = `list-${index}`;
  const removal = removalShare(totals);
  const sentences = [...drift, ...remarks].map(messageText);
  return markup`<article class="card" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${title}</h3>
<p class="operation">${operation} · <code>${visible(name)}</code></p>
${printFacts(resource)}
${sentences.map((sentence) => markup`<p class="remark">${visibleLines(sentence)}</p>\n`)}${printBar(resource)}${
    removal === undefined ? undefined : markup`<p class="share">Removes <b>${removal}.</b></p>\n`
  }${groups.map((group) => printGroup(group, title))}</article>
`;
}

function printFacts(resource: ResourceReport): Markup {
  const { appListId, account, provider, hasAssociatedCampaigns, isExclusive, unmanaged, notVerified } = resource;
  const adopted = resource.kinds.reduce((sum, kind) => sum + kind.adopted, 0);
  const campaigns = hasAssociatedCampaigns === undefined ? "not known" : hasAssociatedCampaigns ? "associated" : "none";
  const facts: readonly (readonly [name: string, value: string | undefined, style?: string])[] = [
    ["List", appListId === undefined ? "not known yet" : String(appListId)],
    ["Account", account === undefined ? undefined : visible(account)],
    ["Provider", provider === undefined ? undefined : visible(provider)],
    ["Campaigns", campaigns, endangersCampaigns(resource) ? "alarm" : ""],
    ["Exclusive", isExclusive ? "yes" : undefined],
    [
      "Unchanged",
      resource.kinds.length === 0 ? undefined : plural(countEntries([resource], "unchanged"), "entry", "entries"),
    ],
    ["Adopted", adopted === 0 ? undefined : plural(adopted, "entry", "entries")],
    ["Unmanaged", isExclusive || unmanaged === undefined ? undefined : plural(unmanaged, "entry", "entries")],
    ["Not verified", notVerified.map((kind) => kindName(kind, 2)).join(", ") || undefined, "warning"],
  ];
  return markup`<dl class="facts">${facts.flatMap(([name, value, style = ""]) =>
    value === undefined ? [] : [markup`<div class="${style}"><dt>${name}</dt><dd>${value}</dd></div>`],
  )}</dl>`;
}

/** A bar of the changed entries alone, with its legend. One entry of 10,000 can be seen. */
function printBar(resource: ResourceReport): Markup | undefined {
  const counts = entryChanges
    .map((name) => ({ name, count: countEntries([resource], name) }))
    .filter(({ count }) => count > 0);
  if (counts.length === 0) return undefined;
  const least = counts.reduce((sum, { count }) => sum + count, 0) / 80;
  let end = 0;
  const parts = counts.map(({ name, count }) => {
    const start = end;
    end += Math.max(least, count);
    return markup`<rect class="${name}" x="${start.toFixed(2)}" width="${(end - start).toFixed(2)}" height="1"/>`;
  });
  const legend = counts.map(
    ({ name, count }) =>
      markup`<li class="${name}">${formatCount(count)} ${changeTexts[name].label.toLowerCase()}</li>`,
  );
  return markup`<svg class="bar" viewBox="0 0 ${end.toFixed(2)} 1" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>
<ul class="legend" aria-label="Changed entries">${legend}</ul>
`;
}

/** A group of changes: a heading that opens and closes it, and a table of its entries. */
function printGroup({ group: { change, kinds, count }, isOpen }: PlacedGroup, title: string): Markup {
  const { label, meaning } = changeTexts[change];
  const hasNotes = kinds.some(({ entries }) =>
    entries.some(({ note, origin }) => note !== undefined || origin === "adopted"),
  );
  const bodies = kinds.map(({ kind, entries }) => {
    const heading = markup`<tr class="kind"><th scope="rowgroup"${hasNotes ? markup` colspan="2"` : undefined}>${capitalise(kindName(kind, 2))}</th></tr>`;
    const rows = entries.map((entry) => {
      const note = hasNotes ? markup`<td>${noteText(entry)}</td>` : undefined;
      return markup`<tr><td>${visible(entry.entry)}</td>${note}</tr>\n`;
    });
    return markup`<tbody data-kind="${kind}">${heading}\n${rows}</tbody>`;
  });
  return markup`<details class="group ${change}" data-change="${change}"${isOpen ? markup` open` : undefined}>
<summary><h4>${label} <span class="number">${formatCount(count)}</span></h4></summary>
<p class="meaning">${meaning}</p>
<table><caption class="unseen">${label} in ${title}</caption>
<thead><tr><th scope="col">Entry</th>${hasNotes ? markup`<th scope="col">Note</th>` : undefined}</tr></thead>
${bodies}</table>
</details>
`;
}

function noteText({ note = "", origin }: ReportedEntry): string {
  return [visible(note), origin === "adopted" ? adoptedMark : ""].filter((part) => part !== "").join(" ");
}
