import { nameOf } from "../../list/kinds";
import type { ResourceReport } from "../report";
import { countOver } from "./changes";
import { idOf, titleOf } from "./list-title";
import { markup, type Markup } from "./markup";
import { visible, visibleLines } from "./visible";
import { count } from "./words";

/** The lists that do not change, a line for each. */
export function printUnchanged(resources: readonly ResourceReport[]): Markup | undefined {
  if (resources.length === 0) return undefined;
  return markup`<section class="unchanged" aria-labelledby="unchanged">
<h2 id="unchanged">${count(resources.length, "list")} without changes</h2>
<ul>
${resources.map(printLine)}</ul>
</section>
`;
}

function printLine(resource: ResourceReport): Markup {
  const { name, appListId, account, kinds, notVerified, remarks } = resource;
  const ofAccount = account === undefined ? undefined : markup`, account ${visible(account)}`;
  const unverified =
    notVerified.length === 0
      ? undefined
      : markup`, not verified: ${notVerified.map((kind) => nameOf(kind, 2)).join(", ")}`;
  const sentences = remarks.map((remark) => markup`<p class="remark">${visibleLines(remark)}</p>`);
  return markup`<li><b>${titleOf(resource)}</b> <small>list <code>${idOf(appListId)}</code>, resource <code>${visible(
    name,
  )}</code>${ofAccount}, ${count(countOver(kinds, "kept"), "entry", "entries")}${unverified}</small>${sentences}</li>
`;
}

/** Other resources that the same `up` changes. */
export function printOthers(others: readonly string[]): Markup | undefined {
  if (others.length === 0) return undefined;
  return markup`<section class="others" aria-labelledby="others">
<h2 id="others">${count(others.length, "other resource")} of this preview</h2>
<details><summary>Show</summary><ul>
${others.map((other) => markup`<li>${visible(other)}</li>\n`)}</ul></details>
</section>
`;
}
