import { formatCount, plural } from "../../common/format";
import { kinds, kindName } from "../../list/kinds";
import { entryChanges, type ChangeGroup } from "../entry-changes";
import { capitalise, changeTexts } from "./lists";
import { markup, type Markup } from "./markup";

/** Search, filters and copies, which the script shows. */
export function printToolbar(groups: readonly ChangeGroup[]): Markup | undefined {
  const all = groups.reduce((sum, group) => sum + group.count, 0);
  if (all === 0) return undefined;
  const byChange = entryChanges.map((change): Choice => {
    const count = groups.reduce((sum, group) => sum + (group.change === change ? group.count : 0), 0);
    return { name: "change", value: change, label: changeTexts[change].label, count };
  });
  const byKind = kinds.map((kind): Choice => {
    const ofKind = groups.flatMap((group) => group.kinds).filter((each) => each.kind === kind);
    const count = ofKind.reduce((sum, { entries }) => sum + entries.length, 0);
    return { name: "kind", value: kind, label: capitalise(kindName(kind, 2)), count };
  });
  return markup`<search class="toolbar" id="toolbar" hidden>
<label class="unseen" for="query">Search entries and notes</label>
<input type="search" id="query" placeholder="Search entries and notes" autocomplete="off" autocapitalize="off" spellcheck="false">
<div class="choices">${printChoices("Change", byChange)}${printChoices("Kind", byKind)}</div>
<div class="result"><p role="status" id="status">${plural(all, "change")}</p><button type="button" id="reset" hidden>Clear</button></div>
</search>
<div class="actions" id="actions" hidden><button type="button" id="link">Copy link</button><button type="button" id="copy">Copy entries</button><button type="button" id="csv">Save CSV</button></div>
`;
}

/** A filter, and the number of changes that it shows. */
interface Choice {
  readonly name: "change" | "kind";
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

function printChoices(legend: string, choices: readonly Choice[]): Markup | undefined {
  const present = choices.filter(({ count }) => count > 0);
  if (present.length < 2) return undefined;
  const boxes = present.map(
    ({ name, value, label, count }) =>
      markup`<label><input type="checkbox" name="${name}" value="${value}">${label} <span class="number">${formatCount(count)}</span></label>`,
  );
  return markup`<fieldset><legend class="unseen">${legend}</legend>${boxes}</fieldset>`;
}
