import { formatCount, formatShare } from "../../common/format";
import type { Change } from "../counts";
import type { ResourceReport } from "../report";
import { countOver } from "./changes";
import { titleOf } from "./list-title";
import { markup, type Markup } from "./markup";
import { visible } from "./visible";

/** All lists that change, a line for each, with links to them. A single one needs no such table. */
export function printGlance(resources: readonly ResourceReport[]): Markup | undefined {
  if (resources.length < 2) return undefined;
  return markup`<table class="glance"><caption class="unseen">The lists that change</caption>
<thead><tr><th scope="col">List</th><th scope="col">Added</th><th scope="col">Removed</th><th scope="col">Drift</th></tr></thead>
<tbody>
${resources.map(printLine)}</tbody></table>
`;
}

function printLine(resource: ResourceReport, index: number): Markup {
  const { name, operation, kinds, held, hasAssociatedCampaigns } = resource;
  const removed = countOver(kinds, "removed");
  const drift = countOver(kinds, "missing") + countOver(kinds, "foreign");
  // What is known only as a sentence has no number.
  const isSaidOnly = resource.drift !== undefined && drift === 0;
  const campaigns = hasAssociatedCampaigns === true ? markup`, <em>campaigns attached</em>` : undefined;
  return markup`<tr><th scope="row"><a href="#list-${String(index)}">${titleOf(
    resource,
  )}</a> <small>${operation} of <code>${visible(name)}</code>${campaigns}</small></th>${printNumber(
    "added",
    "+",
    countOver(kinds, "added"),
  )}${printNumber("removed", "−", removed, removed === 0 ? undefined : formatShare(removed, held))}${
    isSaidOnly ? markup`<td class="missing"><b>yes</b></td>` : printNumber("missing", "", drift)
  }</tr>
`;
}

function printNumber(change: Change, sign: string, number: number, detail?: string): Markup {
  if (number === 0) return markup`<td class="none">0</td>`;
  const small = detail === undefined ? undefined : markup` <small>${detail}</small>`;
  return markup`<td class="${change}"><b>${sign}${formatCount(number)}</b>${small}</td>`;
}
