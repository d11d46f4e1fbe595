import { formatCount, plural } from "../../common/format";
import { kinds, kindName } from "../../list/kinds";
import type { Operation, ResourceReport } from "../report";
import { countEntries, entryChanges, messageText, removalShare, type EntryChange } from "../summary";
import { capitalise, changeTexts, printGroup, printSwatch, type PlacedGroup } from "./groups";
import { printId, listTitle } from "./lists";
import { markup, visible, visibleLines, type Markup } from "./markup";

/** An operation on a resource and its list. */
const operationTexts: Readonly<Partial<Record<Operation, string>>> = {
  create: "The resource is new. Its list must exist already.",
  delete: "The resource is deleted. The list itself stays.",
};

/** One list: its facts, the numbers of its entries, and the changed entries. */
export function printCard(resource: ResourceReport, groups: readonly PlacedGroup[], index: number): Markup {
  const { operation, drift, remarks } = resource;
  const title = listTitle(resource);
  const id = `list-${index}`;
  const meaning = operationTexts[operation];
  const sentences = [...(meaning === undefined ? [] : [meaning]), ...[...drift, ...remarks].map(messageText)];
  return markup`<article class="card" aria-labelledby="${id}">
<header><h3 id="${id}">${title}</h3><span class="operation ${operation}">${operation}</span></header>
${printFacts(resource)}
${sentences.map((sentence) => markup`<p class="remark">${visibleLines(sentence)}</p>\n`)}<div class="numbers">
${printBar(resource)}
${printRemovedShare(resource)}
${printCounts(resource, title)}</div>
${groups.map((group) => printGroup(group, title))}</article>
`;
}

function printRemovedShare({ totals }: ResourceReport): Markup | undefined {
  const removal = removalShare(totals);
  return removal === undefined ? undefined : markup`<p class="share">Removes <b>${removal}.</b></p>`;
}

function printFacts(resource: ResourceReport): Markup {
  const { account, provider, hasAssociatedCampaigns, isExclusive, unmanaged, notVerified } = resource;
  const adopted = resource.kinds.reduce((sum, kind) => sum + kind.adopted, 0);
  const campaigns = hasAssociatedCampaigns === undefined ? "not known" : hasAssociatedCampaigns ? "associated" : "none";
  const facts: readonly (readonly [name: string, value: Markup | string | undefined, style?: string])[] = [
    ["List", printId(resource.appListId)],
    ["Resource", markup`<code>${visible(resource.name)}</code>`],
    ["Account", account === undefined ? undefined : visible(account)],
    ["Provider", provider === undefined ? undefined : visible(provider)],
    ["Campaigns", campaigns, hasAssociatedCampaigns === true ? "attention" : ""],
    ["Exclusive", isExclusive ? "yes" : undefined],
    ["Adopted", adopted === 0 ? undefined : plural(adopted, "entry", "entries")],
    ["Unmanaged entries", isExclusive || unmanaged === undefined ? undefined : formatCount(unmanaged)],
    ["Not verified", notVerified.map((kind) => kindName(kind, 2)).join(", ") || undefined, "attention"],
  ];
  return markup`<dl class="facts">${facts.flatMap(([name, value, style = ""]) =>
    value === undefined ? [] : [markup`<div class="${style}"><dt>${name}</dt><dd>${value}</dd></div>`],
  )}</dl>`;
}

/** The parts of a bar, in its order: the list as it is now, then the added entries. */
const barParts = ["unchanged", "kept", "removed", "unexpected", "missing", "added"] as const;

/** The least width of a part, in percent of the bar, so that one entry of 10,000 can be seen. */
const leastWidth = 1.2;

/** A bar of the entries that stay and change, with the same in words for screen readers. */
function printBar(resource: ResourceReport): Markup | undefined {
  const counts = barParts
    .map((name) => ({ name, count: countEntries([resource], name) }))
    .filter(({ count }) => count > 0);
  if (counts.length === 0) return undefined;
  const label = counts.map(({ name, count }) => `${formatCount(count)} ${partLabel(name).toLowerCase()}`).join(", ");
  const whole = counts.reduce((sum, { count }) => sum + count, 0);
  const shares = counts.map(({ count }) => Math.max(leastWidth, (100 * count) / whole));
  const widened = shares.reduce((sum, share) => sum + share, 0);
  let start = 0;
  const parts = counts.map(({ name }, index) => {
    const width = (100 * (shares[index] ?? 0)) / widened;
    const part = markup`<rect class="fill-${name}" x="${start.toFixed(3)}%" width="${width.toFixed(3)}%" height="100%"/>`;
    start += width;
    return part;
  });
  return markup`<svg class="bar" role="img" aria-label="Entries: ${label}">${parts}</svg>`;
}

function partLabel(name: EntryChange | "unchanged"): string {
  return name === "unchanged" ? "Unchanged" : changeTexts[name].label;
}

/** The numbers of the bar, and its legend: a row for each of its parts, a column per kind. */
function printCounts({ kinds: reports }: ResourceReport, title: string): Markup | undefined {
  const columns = kinds.flatMap((kind) => reports.filter((report) => report.kind === kind));
  if (columns.length === 0) return undefined;
  const hasTotal = columns.length > 1;
  const heads = columns.map(({ kind }) => markup`<th scope="col">${capitalise(kindName(kind, 2))}</th>`);
  const names = entryChanges.filter((name) => countEntries([{ kinds: columns }], name) > 0);
  const rows = (["unchanged", ...names] as const).map((name) => {
    const cells = columns.map((report) => printCount(countEntries([{ kinds: [report] }], name)));
    const total = hasTotal ? printCount(countEntries([{ kinds: columns }], name), "total") : undefined;
    return markup`<tr><th scope="row">${printSwatch(name)}${partLabel(name)}</th>${cells}${total}</tr>
`;
  });
  return markup`<table class="counts"><caption class="unseen">Number of entries in ${title}</caption>
<thead><tr><th scope="col"><span class="unseen">Change</span></th>${heads}${
    hasTotal ? markup`<th scope="col" class="total">Total</th>` : undefined
  }</tr></thead>
<tbody>
${rows}</tbody></table>
`;
}

function printCount(count: number, style = ""): Markup {
  return markup`<td class="${style}${count === 0 ? " none" : ""}">${formatCount(count)}</td>`;
}

/** Patterns for the parts of bars, so that they differ not by colour alone. The style gives them their colours. */
export const patterns: Markup = markup`<svg class="patterns" aria-hidden="true"><defs>
<pattern id="pattern-removed" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="ground-removed" width="6" height="6"/><rect class="figure" width="2" height="6"/></pattern>
<pattern id="pattern-unexpected" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><rect class="ground-unexpected" width="6" height="6"/><rect class="figure" width="2" height="6"/><rect class="figure" width="6" height="2"/></pattern>
<pattern id="pattern-missing" width="6" height="6" patternUnits="userSpaceOnUse"><rect class="ground-missing" width="6" height="6"/><circle class="figure" cx="3" cy="3" r="1.3"/></pattern>
<pattern id="pattern-kept" width="4" height="4" patternUnits="userSpaceOnUse"><rect class="ground-kept" width="4" height="4"/><rect class="figure" width="4" height="1.5"/></pattern>
</defs></svg>`;
