import { formatCount } from "../../common/format";
import { kinds, nameOf } from "../../list/kinds";
import type { ResourceReport } from "../report";
import { labelOf, printSwatch } from "./bar";
import { counted, countIn, countOver } from "./changes";
import { capitalise } from "./words";
import { markup, type Markup } from "./markup";

/** The numbers behind the bar, and its legend: a line for what stays and for each change, a column for each kind. */
export function printCounts(resource: ResourceReport, title: string): Markup | undefined {
  const columns = kinds.flatMap((kind) => resource.kinds.filter((report) => report.kind === kind));
  if (columns.length === 0) return undefined;
  const hasTotal = columns.length > 1;
  const names = counted.filter((name) => name === "kept" || countOver(columns, name) > 0);
  const heads = columns.map(({ kind }) => markup`<th scope="col">${capitalise(nameOf(kind, 2))}</th>`);
  const totalHead = hasTotal ? markup`<th scope="col" class="total">Total</th>` : undefined;
  const lines = names.map((name) => {
    const cells = columns.map((report) => printCount(countIn(report, name)));
    const total = hasTotal ? printCount(countOver(columns, name), "total") : undefined;
    return markup`<tr><th scope="row">${printSwatch(name)}${labelOf(name)}</th>${cells}${total}</tr>
`;
  });
  return markup`<table class="counts"><caption class="unseen">Number of entries in ${title}</caption>
<thead><tr><th scope="col"><span class="unseen">What happens</span></th>${heads}${totalHead}</tr></thead>
<tbody>
${lines}</tbody></table>
`;
}

function printCount(count: number, style = ""): Markup {
  return markup`<td class="${style}${count === 0 ? " none" : ""}">${formatCount(count)}</td>`;
}
