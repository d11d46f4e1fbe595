import { basename } from "node:path";
import { AppListError } from "../common/error";
import { named, quote, quoteList } from "../common/quote";
import type { Cell, Row } from "../files/cell";
import { readRows } from "../files/csv-file";
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
/** Exports have their title and their filters above the header. */
const linesWithHeader = 20;

interface Columns {
  readonly entry: number;
  readonly amount: number;
  readonly day: number;
  readonly measure: Delivery["measure"];
}

/**
 * Reads the report of an ad platform: a table in UTF-8 or UTF-16 with commas, semicolons or tabs.
 *
 * @param given the names of the columns of entries and of impressions. Default: they are found by usual names.
 * @throws {DeliveryUnreadableError} if a column is missing, a number is not clear, or a row is the sum of all others.
 */
export function readDelivery(path: string, given?: readonly [entry: string, amount: string]): Delivery {
  const text = readText(path);
  const top = text.split(/\r\n?|\n/u, linesWithHeader).join("\n");
  const candidates = [",", ";", "\t"].flatMap((delimiter) =>
    readRows(top, path, delimiter).rows.map((row, index) => {
      const names = row.map((cell) => cell.text);
      return { delimiter, index, names: names.filter(Boolean), columns: findColumns(names, given) };
    }),
  );
  const { delimiter = ",", index = 0, columns } = candidates.find((each) => each.columns !== undefined) ?? {};
  if (columns === undefined) {
    const [widest] = candidates.toSorted((one, other) => other.names.length - one.names.length);
    const needed = given === undefined ? "a column of entries and one of impressions or spend" : quoteList(given);
    const problem = `has no header with ${needed} in its first ${linesWithHeader} rows`;
    const remedy = `name them with --delivery-columns "ENTRY,IMPRESSIONS"`;
    throw new DeliveryUnreadableError(
      path,
      `${problem}. Its columns are ${quoteList(widest?.names ?? [], named.toDecide)}: ${remedy}`,
    );
  }
  const { rows, problem } = readRows(text, path, delimiter);
  if (problem !== undefined) throw new DeliveryUnreadableError(path, `has invalid quotes in line ${lineOf(problem)}`);
  const filled = rows.slice(index + 1).filter((row) => row.some((cell) => cell.text !== ""));
  return sumRows(path, filled, columns);
}

function lineOf(place: Pick<Cell, "source"> | undefined): string {
  return place?.source.split(":").at(-1) ?? "";
}

function findColumns(cells: readonly string[], given: readonly [string, string] | undefined): Columns | undefined {
  const normalize = (name: string) => name.toLowerCase().replaceAll(/[\s_-]+/gu, " ");
  const names = cells.map(normalize);
  const indexOf = (...known: readonly string[]) => names.findIndex((name) => known.includes(name));
  const [entry = -1, amount = -1] = given?.map((name) => indexOf(normalize(name))) ?? [
    [names.findIndex((name) => findColumn(name).role === "entry"), indexOf("app id", "app")].find((at) => at >= 0),
    [indexOf(...measures.impressions), indexOf(...measures.spend)].find((at) => at >= 0),
  ];
  const measure = measures.spend.some((name) => name === names[amount]) ? "spend" : "impressions";
  return entry >= 0 && amount >= 0 ? { entry, amount, day: indexOf("date", "day"), measure } : undefined;
}

const isTotal = /^(?:grand )?total$|^summary$/iu;

function sumRows(path: string, filled: readonly Row[], columns: Columns): Delivery {
  const amounts = new Map<string, number>();
  const rows: { readonly amount: number; readonly cell: Cell | undefined }[] = [];
  const days = new Set<string>();
  for (const row of filled) {
    const [entry = "", shown = "", day = ""] = [columns.entry, columns.amount, columns.day].map((at) => row[at]?.text);
    if (entry === "" || [entry, row[0]?.text ?? ""].some((text) => isTotal.test(text))) continue;
    const amount = readNumber(shown);
    const cell = row[columns.entry];
    if (amount === undefined) {
      const what = `${quote(shown)} in place of a number such as 1234, 1,234,567 or 1234.56`;
      throw new DeliveryUnreadableError(path, `has ${what} in line ${lineOf(cell)}`);
    }
    amounts.set(entry, (amounts.get(entry) ?? 0) + amount);
    rows.push({ amount, cell });
    days.add(/^\d{4}-\d{2}-\d{2}(?=$|[T ])/u.exec(day)?.[0] ?? "");
  }
  const total = rows.reduce((sum, { amount }) => sum + amount, 0);
  // Amounts of money are no whole numbers, and their sums are rounded.
  const sum = rows.find(({ amount }) => amount > 0 && Math.abs(2 * amount - total) <= total * 1e-9);
  if (sum !== undefined)
    throw new DeliveryUnreadableError(path, `has the sum of all other rows in line ${lineOf(sum.cell)}`);
  if (total === 0) throw new DeliveryUnreadableError(path, `has no ${columns.measure} of any entry`);
  const sorted = [...days].toSorted();
  const [first, last] = [sorted[0], sorted.at(-1)];
  return {
    file: basename(path),
    measure: columns.measure,
    amounts,
    total,
    days: first !== undefined && first !== "" && last !== undefined ? { first, last } : undefined,
    rowsLeftOut: filled.length - rows.length,
  };
}

/** "1.234" can be a thousand or one, so it is no number. */
function readNumber(text: string): number | undefined {
  const number = /^\p{Sc}?\s?(\d+|\d{1,3}(?:,\d{3})+)(\.\d+)?\s?\p{Sc}?$/u.exec(text);
  if (number === null || /^\d{1,3}\.\d{3}$/u.test(number[0])) return undefined;
  return Number(`${number[1]?.replaceAll(",", "")}${number[2] ?? ""}`);
}
