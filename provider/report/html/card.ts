import { formatCount, formatShare } from "../../common/format";
import { nameOf } from "../../list/kinds";
import { sentencesOf } from "../groups";
import type { Operation, ResourceReport } from "../report";
import { printBar } from "./bar";
import { countOver } from "./changes";
import { printCounts } from "./counts-table";
import { printGroup, type PlacedGroup } from "./groups";
import { idOf, titleOf } from "./list-title";
import { markup, type Markup } from "./markup";
import { visible, visibleLines } from "./visible";
import { count } from "./words";

/** What an operation on a resource means for its list. */
const operationMeanings: Readonly<Record<Operation, string | undefined>> = {
  create: "The resource is new. Its list must exist already.",
  update: undefined,
  replace: undefined,
  delete: "The resource goes. The list itself stays.",
  same: undefined,
};

/** One list: what it is, what becomes of its entries in numbers, and the entries. */
export function printCard(resource: ResourceReport, groups: readonly PlacedGroup[], index: number): Markup {
  const title = titleOf(resource);
  const id = `list-${index}`;
  const meaning = operationMeanings[resource.operation];
  const sentences = [...(meaning === undefined ? [] : [meaning]), ...sentencesOf(resource)];
  return markup`<article class="card" aria-labelledby="${id}">
<header><h3 id="${id}">${title}</h3><span class="operation ${resource.operation}">${resource.operation}</span></header>
${printFacts(resource)}
${sentences.map((sentence) => markup`<p class="remark">${visibleLines(sentence)}</p>\n`)}<div class="numbers">
${printBar(resource)}
${printRemovedShare(resource)}
${printCounts(resource, title)}</div>
${groups.map((group) => printGroup(group, title))}</article>
`;
}

function printRemovedShare({ kinds, held }: ResourceReport): Markup | undefined {
  const removed = countOver(kinds, "removed");
  if (removed === 0) return undefined;
  return markup`<p class="share">Removes <b>${formatShare(removed, held)}</b> of the ${count(held, "entry", "entries")} that the resource holds.</p>`;
}

function printFacts(resource: ResourceReport): Markup {
  const adopted = resource.kinds.reduce((sum, kind) => sum + kind.adopted, 0);
  const facts: readonly (readonly [name: string, value: Markup | string | undefined, style?: string])[] = [
    ["List", markup`<code>${idOf(resource.appListId)}</code>`],
    ["Resource", markup`<code>${visible(resource.name)}</code>`],
    ["Account", resource.account === undefined ? undefined : visible(resource.account)],
    ["Campaigns", campaignsOf(resource), resource.hasAssociatedCampaigns === true ? "attention" : ""],
    ["Exclusive", resource.isExclusive ? "yes: holds nothing else" : undefined],
    ["Adopted", adopted === 0 ? undefined : count(adopted, "entry", "entries")],
    ["Entries of others", othersOf(resource)],
    ["Not verified", resource.notVerified.map((kind) => nameOf(kind, 2)).join(", ") || undefined, "attention"],
  ];
  return markup`<dl class="facts">${facts.flatMap(([name, value, style = ""]) =>
    value === undefined ? [] : [markup`<div class="${style}"><dt>${name}</dt><dd>${value}</dd></div>`],
  )}</dl>`;
}

function campaignsOf({ hasAssociatedCampaigns }: ResourceReport): string {
  if (hasAssociatedCampaigns === undefined) return "not known";
  return hasAssociatedCampaigns ? "attached" : "none attached";
}

function othersOf({ isExclusive, unmanaged }: ResourceReport): string | undefined {
  return isExclusive || unmanaged === undefined ? undefined : formatCount(unmanaged);
}
