import { formatCount } from "../../common/format";
import type { ResourceReport } from "../report";
import { countOver, wordsOf, type Counted } from "./changes";
import { markup, type Markup } from "./markup";

/** The order in which a bar shows what becomes of entries: what the list has now, then what comes. */
const order: readonly Counted[] = ["kept", "left", "removed", "foreign", "missing", "added"];

/** The least width of a part, in percent of the bar, so that one entry of 10,000 is seen. */
const leastWidth = 1.2;

/** A part of a bar: where it begins and how wide it is, in percent. */
interface Part {
  readonly name: Counted;
  readonly start: number;
  readonly width: number;
}

/** A bar of what stays and what changes. It says the same in words to those who do not see it. */
export function printBar({ kinds }: ResourceReport): Markup | undefined {
  const counts = order.map((name) => ({ name, count: countOver(kinds, name) })).filter(({ count }) => count > 0);
  if (counts.length === 0) return undefined;
  const label = counts.map(({ name, count }) => `${formatCount(count)} ${labelOf(name).toLowerCase()}`).join(", ");
  const parts = layOut(counts).map(
    ({ name, start, width }) =>
      markup`<rect class="fill-${name}" x="${percent(start)}" width="${percent(width)}" height="100%"/>`,
  );
  return markup`<svg class="bar" role="img" aria-label="Entries: ${label}">${parts}</svg>`;
}

/** The sample of a part's colour and pattern beside its name. */
export function printSwatch(name: Counted): Markup {
  return markup`<svg class="swatch" aria-hidden="true"><rect class="fill-${name}" width="100%" height="100%"/></svg>`;
}

/** What a part of the bar is called. */
export function labelOf(name: Counted): string {
  return name === "kept" ? "Kept" : wordsOf[name].label;
}

/** Patterns for the parts, so that they differ not by colour alone. The style gives them their colours. */
export const patterns: Markup = markup`<svg class="patterns" aria-hidden="true"><defs>
<pattern id="pattern-removed" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="ground-removed" width="6" height="6"/><rect class="figure" width="2" height="6"/></pattern>
<pattern id="pattern-foreign" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><rect class="ground-foreign" width="6" height="6"/><rect class="figure" width="2" height="6"/><rect class="figure" width="6" height="2"/></pattern>
<pattern id="pattern-missing" width="6" height="6" patternUnits="userSpaceOnUse"><rect class="ground-missing" width="6" height="6"/><circle class="figure" cx="3" cy="3" r="1.3"/></pattern>
<pattern id="pattern-left" width="4" height="4" patternUnits="userSpaceOnUse"><rect class="ground-left" width="4" height="4"/><rect class="figure" width="4" height="1.5"/></pattern>
</defs></svg>`;

function layOut(counts: readonly { readonly name: Counted; readonly count: number }[]): readonly Part[] {
  const whole = counts.reduce((sum, { count }) => sum + count, 0);
  const shares = counts.map(({ count }) => Math.max(leastWidth, (100 * count) / whole));
  const widened = shares.reduce((sum, share) => sum + share, 0);
  const widths = shares.map((share) => (100 * share) / widened);
  return counts.map(({ name }, index) => ({
    name,
    start: widths.slice(0, index).reduce((sum, width) => sum + width, 0),
    width: widths[index] ?? 0,
  }));
}

function percent(value: number): string {
  return `${value.toFixed(3)}%`;
}
