import { printable } from "../../common/printable";
import type { Campaign } from "../../service/campaigns";

/** Campaigns as lines of text. */
export interface Table {
  /** The header, then one line per campaign. */
  readonly lines: readonly string[];
  /** The columns that did not fit. */
  readonly omitted: readonly string[];
}

/** How a table is fitted into lines. */
export interface TableLayout {
  /** Whether columns are shortened rather than omitted. */
  readonly keepsAll: boolean;
  /** The length of a line in characters; undefined for no limit. */
  readonly width: number | undefined;
}

/**
 * The fields with a string, a number or a boolean: `id` and `name` first, then the most frequent ones. The API does not
 * document the fields of a campaign.
 */
export function scalarFields(campaigns: readonly Campaign[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const [field, value] of campaigns.flatMap((campaign) => Object.entries(campaign))) {
    if (["string", "number", "boolean"].includes(typeof value)) counts.set(field, (counts.get(field) ?? 0) + 1);
  }
  const first = ["id", "name"].filter((field) => counts.has(field));
  const others = [...counts.keys()].filter((field) => !first.includes(field));
  return [...first, ...others.toSorted((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0))];
}

const gap = "  ";
const widestCell = 40;
const narrowestCell = 6;

/** Lays out some fields of campaigns as a table. */
export function formatTable(campaigns: readonly Campaign[], fields: readonly string[], layout: TableLayout): Table {
  const { keepsAll, width = Number.POSITIVE_INFINITY } = layout;
  const rows = [
    fields.map(printable),
    ...campaigns.map((campaign) => fields.map((field) => cellText(campaign[field]))),
  ];
  const natural = fields.map((_, index) =>
    Math.min(
      widestCell,
      rows.reduce((widest, row) => Math.max(widest, [...(row[index] ?? "")].length), 0),
    ),
  );
  const shown = keepsAll ? fields.length : fittingColumns(natural, width);
  const widths = shrinkColumns(natural.slice(0, shown), width);
  const lines = rows.map((row) =>
    widths
      .map((cellWidth, index) => padCell(row[index] ?? "", cellWidth))
      .join(gap)
      .trimEnd(),
  );
  return { lines, omitted: fields.slice(shown) };
}

function fittingColumns(widths: readonly number[], width: number): number {
  let used = -gap.length;
  const tooMany = widths.findIndex((cellWidth) => {
    used += gap.length + cellWidth;
    return used > width;
  });
  return tooMany < 0 ? widths.length : Math.max(1, tooMany);
}

/** Narrows the widest column until all columns fit, or none can be narrower. */
function shrinkColumns(natural: readonly number[], width: number): readonly number[] {
  const widths = [...natural];
  const limit = width - gap.length * (widths.length - 1);
  while (widths.reduce((sum, one) => sum + one, 0) > limit) {
    const widest = Math.max(...widths);
    if (widest <= narrowestCell) break;
    widths[widths.indexOf(widest)] = widest - 1;
  }
  return widths;
}

function cellText(value: unknown): string {
  if (typeof value === "string") return printable(value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return value === undefined || value === null ? "" : "…";
}

function padCell(text: string, width: number): string {
  const characters = [...text];
  return characters.length > width
    ? `${characters.slice(0, width - 1).join("")}…`
    : text + " ".repeat(width - characters.length);
}
