import { basename } from "node:path";
import { CsvError, parse } from "csv-parse/sync";
import * as z from "zod";
import { AppListError } from "../common/error";
import { named, quote, quoteList } from "../common/quote";
import { readText } from "../files/read-list-file";
import { findColumn } from "../files/table";
import type { Delivery } from "../report/delivery";

/** A file with the delivery of a platform that cannot be read, or whose numbers are not clear. */
class DeliveryUnreadableError extends AppListError {
  readonly code = "DELIVERY_UNREADABLE";

  constructor(path: string, problem: string) {
    super(`The delivery file ${quote(basename(path))} ${problem}. Nothing was reported.`);
  }
}

const measures = {
  impressions: ["impressions", "impression", "imps"],
  spend: ["spend", "cost", "media cost"],
} as const;
const entryNames: readonly string[] = ["app id", "app"];
const dayNames: readonly string[] = ["date", "day"];
/** Exports have their title and their filters above the header. */
const rowsAboveHeader = 20;

interface Columns {
  readonly entry: number;
  readonly amount: number;
  readonly day: number;
  readonly measure: Delivery["measure"];
}

/**
 * Reads the report of an ad platform: a table in UTF-8 or UTF-16 with commas, semicolons or tabs.
 *
 * @param columns the names of the columns of entries and of impressions. Default: they are found by usual names.
 * @throws {DeliveryUnreadableError} if a column is missing, a number is not clear, or a row is the sum of all others.
 */
export function readDelivery(path: string, columns?: readonly [entry: string, amount: string]): Delivery {
  const text = readText(path).replace(/\r\n?/gu, "\n");
  const seen: string[][] = [];
  for (const delimiter of [",", ";", "\t"]) {
    const top = parseRows(path, text, delimiter, rowsAboveHeader);
    for (const [index, { cells }] of top.entries()) {
      const found = findColumns(cells, columns);
      if (found !== undefined) return sumRows(path, parseRows(path, text, delimiter).slice(index + 1), found);
    }
    seen.push(
      (top.toSorted((one, other) => filled(other) - filled(one))[0]?.cells ?? []).filter((name) => name !== ""),
    );
  }
  const names = seen.toSorted((one, other) => other.length - one.length)[0] ?? [];
  const needed = columns === undefined ? "a column of entries and one of impressions or spend" : quoteList(columns);
  const problem = `has no header with ${needed} in its first ${rowsAboveHeader} rows. Its columns are ${quoteList(names, named.toDecide)}`;
  throw new DeliveryUnreadableError(path, `${problem}: name them with --delivery-columns "ENTRY,IMPRESSIONS"`);
}

interface Line {
  readonly cells: readonly string[];
  readonly line: number;
}

function filled({ cells }: Line): number {
  return cells.filter((cell) => cell !== "").length;
}

function parseRows(path: string, text: string, delimiter: string, to?: number): readonly Line[] {
  const lines: Line[] = [];
  let line = 1;
  try {
    parse(text, {
      delimiter,
      ...(to !== undefined && { to }),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      on_record: (record: unknown, { lines: last }) => {
        lines.push({ cells: z.array(z.string()).parse(record), line });
        line = last + 1;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new DeliveryUnreadableError(path, `has invalid quotes from line ${line} on`);
  }
  return lines;
}

function findColumns(cells: readonly string[], given: readonly [string, string] | undefined): Columns | undefined {
  const names = cells.map((cell) => cell.toLowerCase().replaceAll(/[\s_-]+/gu, " "));
  const indexOf = (known: readonly string[]) => names.findIndex((name) => known.includes(name));
  const day = indexOf(dayNames);
  if (given !== undefined) {
    const [entry, amount] = given.map((name) => cells.findIndex((cell) => cell.toLowerCase() === name.toLowerCase()));
    const isFound = entry !== undefined && amount !== undefined && entry >= 0 && amount >= 0;
    const measure = measures.spend.some((name) => name === given[1].toLowerCase()) ? "spend" : "impressions";
    return isFound ? { entry, amount, day, measure } : undefined;
  }
  const known = cells.findIndex((cell) => findColumn(cell).role === "entry");
  const entry = known >= 0 ? known : indexOf(entryNames);
  const measure = indexOf(measures.impressions) >= 0 ? "impressions" : "spend";
  const amount = indexOf(measures[measure]);
  return entry >= 0 && amount >= 0 ? { entry, amount, day, measure } : undefined;
}

const isTotal = /^(?:grand )?total$|^summary$/iu;

function sumRows(path: string, lines: readonly Line[], columns: Columns): Delivery {
  const amounts = new Map<string, number>();
  const rows: { readonly amount: number; readonly line: number }[] = [];
  const days = new Set<string>();
  for (const { cells, line } of lines) {
    const entry = cells[columns.entry] ?? "";
    if (entry === "" || [entry, cells[0] ?? ""].some((cell) => isTotal.test(cell))) continue;
    const amount = readNumber(cells[columns.amount] ?? "");
    if (amount === undefined) {
      const what = `${quote(cells[columns.amount] ?? "")}, which is no number such as 1234, 1,234,567 or 1234.56`;
      throw new DeliveryUnreadableError(path, `has ${what} in line ${line}`);
    }
    amounts.set(entry, (amounts.get(entry) ?? 0) + amount);
    rows.push({ amount, line });
    days.add(/^\d{4}-\d{2}-\d{2}(?=$|[T ])/u.exec(cells[columns.day] ?? "")?.[0] ?? "");
  }
  const total = rows.reduce((sum, { amount }) => sum + amount, 0);
  // Amounts of money are no whole numbers, and their sums are rounded.
  const sum = rows.find(({ amount }) => amount > 0 && Math.abs(2 * amount - total) <= total * 1e-9);
  if (sum !== undefined) throw new DeliveryUnreadableError(path, `has the sum of all other rows in line ${sum.line}`);
  if (total === 0) throw new DeliveryUnreadableError(path, `has no ${columns.measure} of any entry`);
  const sorted = [...days].toSorted();
  const [first, last] = [sorted[0], sorted.at(-1)];
  return {
    file: basename(path),
    measure: columns.measure,
    amounts,
    total,
    days: first !== undefined && first !== "" && last !== undefined ? { first, last } : undefined,
    rowsLeftOut: lines.length - rows.length,
  };
}

/** "1.234" can be a thousand or one, so it is no number. */
function readNumber(text: string): number | undefined {
  const number = /^\p{Sc}?\s?(\d+|\d{1,3}(?:,\d{3})+)(\.\d+)?\s?\p{Sc}?$/u.exec(text);
  if (number === null || /^\d{1,3}\.\d{3}$/u.test(number[0])) return undefined;
  return Number(`${number[1]?.replaceAll(",", "")}${number[2] ?? ""}`);
}
