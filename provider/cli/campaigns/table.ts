import { printable } from "../../common/printable";
import type { Campaign } from "../../service/campaigns";

/** A listing as lines of text. */
export interface Table {
  /** The header first. */
  readonly lines: readonly string[];
  /** Columns that there was no room for. */
  readonly left: readonly string[];
}

/**
 * The fields that can stand in a table, those with a text, a number or a truth value: `id` and `name` first, then those
 * that most campaigns have. The documentation does not say which fields there are.
 */
export function columnsOf(campaigns: readonly Campaign[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const campaign of campaigns) {
    for (const [field, value] of Object.entries(campaign)) {
      if (isScalar(value)) counts.set(field, (counts.get(field) ?? 0) + 1);
    }
  }
  const first = ["id", "name"].filter((field) => counts.has(field));
  const others = [...counts.keys()]
    .filter((field) => !first.includes(field))
    .toSorted((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0));
  return [...first, ...others];
}

function isScalar(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

const gap = "  ";
const widestCell = 40;
const narrowestCell = 6;

/**
 * Lays out campaigns as a table.
 *
 * @param columns the fields to show.
 * @param isEach whether every column is shown, however narrow; otherwise those that have room.
 * @param width how many characters fit on a line; undefined where there is no limit.
 */
export function layOut(
  campaigns: readonly Campaign[],
  columns: readonly string[],
  isEach: boolean,
  width: number | undefined,
): Table {
  const rows = campaigns.map((campaign) => columns.map((column) => cellOf(campaign[column])));
  const natural = columns.map((column, index) =>
    Math.min(widestCell, Math.max(lengthOf(printable(column)), ...rows.map((row) => lengthOf(row[index] ?? "")))),
  );
  const shown = isEach || width === undefined ? columns.length : howManyFit(natural, width);
  const widths = shrink(natural.slice(0, shown), width);
  const line = (cells: readonly string[]): string =>
    widths
      .map((cellWidth, index) => pad(cells[index] ?? "", cellWidth))
      .join(gap)
      .trimEnd();
  return { lines: [columns.map(printable), ...rows].map(line), left: columns.slice(shown) };
}

function howManyFit(widths: readonly number[], width: number): number {
  let used = 0;
  const tooMany = widths.findIndex((cellWidth, index) => {
    used += cellWidth + (index === 0 ? 0 : gap.length);
    return used > width;
  });
  return tooMany < 0 ? widths.length : Math.max(1, tooMany);
}

/** Takes room from the widest column until all fit, or none can be narrower. */
function shrink(natural: readonly number[], width: number | undefined): readonly number[] {
  const widths = [...natural];
  const limit = (width ?? Number.POSITIVE_INFINITY) - gap.length * (widths.length - 1);
  while (widths.reduce((sum, one) => sum + one, 0) > limit) {
    const widest = Math.max(...widths);
    if (widest <= narrowestCell) break;
    widths[widths.indexOf(widest)] = widest - 1;
  }
  return widths;
}

function cellOf(value: unknown): string {
  if (typeof value === "string") return printable(value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return value === undefined || value === null ? "" : "…";
}

function lengthOf(text: string): number {
  return [...text].length;
}

function pad(text: string, width: number): string {
  const characters = [...text];
  return characters.length > width
    ? `${characters.slice(0, width - 1).join("")}…`
    : text + " ".repeat(width - characters.length);
}
