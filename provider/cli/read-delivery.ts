import { basename } from "node:path";
import { formatPart, plural } from "../common/format";
import { quote, quoteList } from "../common/quote";
import type { Row } from "../files/cell";
import { readAllRows, readRows } from "../files/csv-file";
import { FileUnreadableError } from "../files/errors";
import { readText } from "../files/read-list-file";
import { entryCharacter } from "../files/table";
import { findColumn, normalize } from "../check/columns";
import { isFiller } from "../check/entry-forms";
import type { Delivery } from "../report/delivery";
import { bounds } from "./bounds";
import { quoteColumns } from "./list-of-columns";

const impressions = ["impressions", "impression", "imps"];
const spend = ["spend", "cost", "mediacost"];

/**
 * Reads a delivery report of the ad platform: a table in UTF-8 or UTF-16 with commas, semicolons or tabs.
 *
 * @param given the names of the columns of entries and of impressions. Default: columns with usual names.
 * @param isLimited whether a limit is judged by it. Then at least half of the rows must have an entry. Default: false.
 * @throws {FileUnreadableError} if it cannot be read, a column is missing, a number is not clear, or too few rows have
 *   an entry.
 */
export function readDelivery(
  path: string,
  given?: readonly [entry: string, amount: string],
  isLimited = false,
): Delivery {
  const text = readText(path);
  const fail: (problem: string) => never = (problem) => {
    throw new FileUnreadableError(path, problem);
  };
  const top = text.split(/\r\n?|\n/u, bounds.rowsWithHeader).join("\n");
  const tables = [",", ";", "\t"].map((delimiter) => ({ delimiter, rows: readRows(top, path, delimiter).rows }));
  const [header] = tables.flatMap(({ delimiter, rows }) =>
    rows.flatMap((row, index) => findColumns(row, given).map((columns) => ({ ...columns, delimiter, index }))),
  );
  if (header === undefined) {
    const [widest = []] = tables.flatMap(({ rows }) => rows).toSorted((one, other) => other.length - one.length);
    const needed = given === undefined ? "a column of entries and one of impressions or spend" : quoteList(given);
    fail(
      `has no header with ${needed} in its first ${bounds.rowsWithHeader} rows. Its columns are ${quoteColumns(widest)}: name them with ` +
        '--delivery-columns "ENTRY,IMPRESSIONS"',
    );
  }
  const below = readAllRows(text, path, header.delimiter).slice(header.index + 1);
  const filled = below.filter((row) => row.some((cell) => cell.text !== ""));
  const counted = filled.flatMap((row) => {
    const textIn = (column: number) => row[column]?.text ?? "";
    const [entry, shown, day] = [textIn(header.entry), textIn(header.amount), textIn(header.day)];
    // Entries have no spaces: a row such as "Total: Account", and one for several apps, is a sum of others.
    if (isFiller(entry) || /\s/u.test(entry)) return [];
    return [{ entry, amount: readNumber(shown), shown, day, source: row[0]?.source }];
  });
  const entries = counted.filter(({ entry }) => entryCharacter.test(entry)).length;
  if (isLimited ? 2 * entries < filled.length : counted.length === 0)
    fail(
      `has an entry in only ${formatPart(entries, filled.length, plural(filled.length, "row"))}: export it by app bundle, ` +
        "placement ID or website, or name its columns with --delivery-columns",
    );
  const unclear = counted.find(({ amount }) => Number.isNaN(amount));
  if (unclear !== undefined)
    fail(`has ${quote(unclear.shown)} in place of a number such as 1234, 1,234,567 or 1234.56 in ${unclear.source}`);
  const total = counted.reduce((sum, { amount }) => sum + amount, 0);
  if (total === 0) fail(`has no ${header.measure} for any entry`);
  const days = counted.map(({ day }) => /^\d{4}-\d{2}-\d{2}(?=$|[T ])/u.exec(day)?.[0] ?? "").toSorted();
  const [first = "", last = first] = [days[0], days.at(-1)];
  return {
    file: basename(path),
    measure: header.measure,
    ...(first !== "" && { days: { first, last } }),
    rowsLeftOut: filled.length - counted.length,
    shares: counted.map(({ entry, amount }) => [entry, amount / total]),
  };
}

/** The columns of a header, in an array. The array is empty if the row is not a header. */
function findColumns(row: Row, given?: readonly [entry: string, amount: string]) {
  const names = row.map(({ text }) => normalize(text));
  const find = (known: readonly string[]) => known.map((name) => names.indexOf(name)).find((at) => at >= 0);
  const entries = names.filter((name) => findColumn(name).role === "entry");
  const [ofEntry, ofAmount] = given?.map((name) => [normalize(name)]) ?? [];
  const entry = find(ofEntry ?? entries);
  const amount = find(ofAmount ?? [...impressions, ...spend]);
  if (entry === undefined || amount === undefined) return [];
  const measure = spend.some((name) => name === names[amount]) ? ("spend" as const) : ("impressions" as const);
  return [{ entry, amount, day: find(["date", "day"]) ?? -1, measure }];
}

/** NaN if the text is not clear: "1.234" can be more than a thousand, or little more than one. */
function readNumber(text: string): number {
  const [whole, digits, decimals = ""] = /^\p{Sc}?\s?(\d+|\d{1,3}(?:,\d{3})+)(\.\d+)?\s?\p{Sc}?$/u.exec(text) ?? [];
  if (whole === undefined || /^\d{1,3}\.\d{3}$/u.test(whole)) return Number.NaN;
  return Number(`${digits?.replaceAll(",", "")}${decimals}`);
}
