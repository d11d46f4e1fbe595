import { plural, formatShare } from "../../common/format";
import { kindName } from "../../list/kinds";
import type { ResourceReport } from "../report";
import { counted, countEntries, printTotal, type EntryChange } from "../summary";
import { markup, visible, visibleLines, type Markup } from "./markup";

/** The title of a list: its name, or its ID. */
export function listTitle({ listName = "", appListId }: ResourceReport): string {
  if (listName !== "") return visible(listName);
  return appListId === undefined ? "App list with an ID that is not known yet" : `App list ${appListId}`;
}

/** The ID of a list. */
export function printId(appListId: number | undefined): Markup {
  return markup`<code>${appListId === undefined ? "not known yet" : String(appListId)}</code>`;
}

/** All lists that change, a line per list, with links to their cards. A single one needs no such table. */
export function printGlance(resources: readonly ResourceReport[]): Markup | undefined {
  if (resources.length < 2) return undefined;
  return markup`<table class="glance"><caption class="unseen">The lists that change</caption>
<thead><tr><th scope="col">List</th><th scope="col">Added</th><th scope="col">Removed</th><th scope="col">Drift</th></tr></thead>
<tbody>
${resources.map(printLine)}</tbody></table>
`;
}

function printLine(resource: ResourceReport, index: number): Markup {
  const { name, operation, totals, hasAssociatedCampaigns } = resource;
  const { added, removed, losable } = totals;
  const drift = countEntries([resource], "missing") + countEntries([resource], "unexpected");
  const campaigns = hasAssociatedCampaigns === true ? markup`, <em>campaigns associated</em>` : undefined;
  const cells = [
    printNumber("added", printTotal("+", added)),
    printNumber("removed", printTotal("−", removed), losable === 0 ? undefined : formatShare(removed.count, losable)),
    // Drift in messages only has no number.
    resource.drift.length > 0 && drift === 0
      ? markup`<td class="missing"><b>yes</b></td>`
      : printNumber("missing", counted("", drift)),
  ];
  return markup`<tr><th scope="row"><a href="#list-${String(index)}">${listTitle(resource)}</a> <small>${operation} of <code>${visible(name)}</code>${campaigns}</small></th>${cells}</tr>
`;
}

function printNumber(change: EntryChange, number: string, detail?: string): Markup {
  if (number === "") return markup`<td class="none">0</td>`;
  const small = detail === undefined ? undefined : markup` <small>${detail}</small>`;
  return markup`<td class="${change}"><b>${number}</b>${small}</td>`;
}

/** The lists without changes, a line per list. */
export function printUnchanged(resources: readonly ResourceReport[]): Markup | undefined {
  if (resources.length === 0) return undefined;
  return markup`<section class="unchanged" aria-labelledby="unchanged">
<h2 id="unchanged">${plural(resources.length, "list")} without changes</h2>
<ul>
${resources.map(printUnchangedList)}</ul>
</section>
`;
}

function printUnchangedList(resource: ResourceReport): Markup {
  const { name, appListId, account, provider, notVerified, remarks } = resource;
  const ofAccount = account === undefined ? undefined : markup`, account ${visible(account)}`;
  const ofProvider = provider === undefined ? undefined : markup`, provider ${visible(provider)}`;
  const kinds = notVerified.map((kind) => kindName(kind, 2)).join(", ");
  const unverified = kinds === "" ? undefined : markup`, not verified: ${kinds}`;
  const sentences = remarks.map(({ message: remark }) => markup`<p class="remark">${visibleLines(remark)}</p>`);
  const entries = plural(countEntries([resource], "unchanged"), "entry", "entries");
  return markup`<li><b>${listTitle(resource)}</b> <small>list ${printId(appListId)}, resource <code>${visible(name)}</code>${ofAccount}${ofProvider}, ${entries}${unverified}</small>${sentences}</li>
`;
}

/** Resources of other types that change. */
export function printOtherResources(others: readonly string[]): Markup | undefined {
  if (others.length === 0) return undefined;
  return markup`<section class="others" aria-labelledby="others">
<h2 id="others">${plural(others.length, "other resource")} in this preview</h2>
<details><summary>Show</summary><ul>
${others.map((other) => markup`<li>${visible(other)}</li>\n`)}</ul></details>
</section>
`;
}
