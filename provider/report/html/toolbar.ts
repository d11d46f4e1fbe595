import { formatCount } from "../../common/format";
import { kinds, nameOf, type Kind } from "../../list/kinds";
import { changes, type Change } from "../counts";
import { wordsOf, type ChangeGroup } from "./changes";
import { markup, type Markup } from "./markup";
import { capitalise, count } from "./words";

/** Search and filters. They need the script, which shows them. */
export function printToolbar(groups: readonly ChangeGroup[]): Markup | undefined {
  const all = groups.reduce((sum, group) => sum + group.count, 0);
  if (all === 0) return undefined;
  const byChange = changes
    .map((change): Choice => ["change", change, wordsOf[change].label, countOfChange(groups, change)])
    .filter(isThere);
  const byKind = kinds
    .map((kind): Choice => ["kind", kind, capitalise(nameOf(kind, 2)), countOfKind(groups, kind)])
    .filter(isThere);
  return markup`<search class="toolbar" id="toolbar" hidden>
<div class="field"><label for="query">Search entries and notes</label>
<input type="search" id="query" autocomplete="off" autocapitalize="off" spellcheck="false"></div>
${printChoices("What happens", byChange)}${printChoices("Kind", byKind)}<p class="status"><span role="status" id="status">${count(
    all,
    "change",
  )}</span> <button type="button" id="reset" hidden>Clear</button></p>
</search>
`;
}

/** A filter: its group, its value, its label, and how many changes it lets through. */
type Choice = readonly [name: "change" | "kind", value: string, label: string, count: number];

function isThere([, , , number]: Choice): boolean {
  return number > 0;
}

/** Nothing where there is nothing to choose from. */
function printChoices(legend: string, choices: readonly Choice[]): Markup | undefined {
  if (choices.length < 2) return undefined;
  return markup`<fieldset><legend>${legend}</legend>${choices.map(
    ([name, value, label, number]) =>
      markup`<label class="choice"><input type="checkbox" name="${name}" value="${value}">${label} <span class="number">${formatCount(
        number,
      )}</span></label>`,
  )}</fieldset>
`;
}

function countOfChange(groups: readonly ChangeGroup[], change: Change): number {
  return groups.reduce((sum, group) => sum + (group.change === change ? group.count : 0), 0);
}

function countOfKind(groups: readonly ChangeGroup[], wanted: Kind): number {
  return groups
    .flatMap((group) => group.kinds)
    .reduce((sum, { kind, entries }) => sum + (kind === wanted ? entries.length : 0), 0);
}
