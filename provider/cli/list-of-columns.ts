import { findColumn, type Column } from "../check/columns";
import { readDayInWords } from "../check/last-days";
import { PlacedEntry } from "../check/listed-entries";
import { plural } from "../common/format";
import { named, quote, quoteList } from "../common/quote";
import type { Cell, Row } from "../files/cell";
import { FileUnreadableError, throwErrors } from "../files/errors";
import { readRow } from "../files/table";
import { fileLines } from "./file-lines";

/** The columns that a person names. Without a name, columns with known names are read. */
export interface Selection {
  readonly entry: readonly string[];
  readonly note?: string | undefined;
  readonly expires?: string | undefined;
  /** The rows that count have one of the values of each column. */
  readonly where: readonly (readonly [column: string, value: string])[];
}

const roles = ["entry", "note", "expires"] as const;

/** A table may have a title above its header. */
const rowsWithHeader = 100;

/**
 * The entries of a table in the columns that a person names, and a message that counts the other rows.
 *
 * @throws {FileUnreadableError} if a column or a value does not occur, or no entry is left.
 * @throws {ListFilesError} with all rows that are rejected.
 */
export function listOfColumns(path: string, rows: readonly Row[], { entry, note, expires, where }: Selection) {
  const fail: (problem: string) => never = (problem) => {
    throw new FileUnreadableError(path, problem);
  };
  const names = [...entry, note ?? [], expires ?? [], where.map(([column]) => column)].flat();
  const start = headerAt(rows.slice(0, rowsWithHeader), names);
  const header = rows[start] ?? [];
  const indexOf = (name: string): number => {
    const [found, ...more] = header.flatMap((cell, index) => (isValue(cell, name) ? [index] : []));
    if (more.length > 0) fail(`has several columns ${quote(name)}: rename them`);
    const columns = header.flatMap(({ text }) => text || []);
    return found ?? fail(`has no column ${quote(name)}. Its columns are ${quoteList(columns, named.toDecide)}`);
  };
  const [entries, notes, days] = [entry, [note ?? []].flat(), [expires ?? []].flat()].map((given) =>
    given.map(indexOf),
  );
  const given: Partial<Record<Column["role"], readonly number[]>> = { entry: entries, note: notes, expires: days };
  const columns = header.map(({ text }, index): Column => {
    const { role: known, ...column } = findColumn(text);
    const role = roles.find((role) => given[role]?.includes(index)) ?? known;
    const isRead = given[role]?.length === 0 || given[role]?.includes(index);
    return isRead === true ? { ...column, role } : { role: "ignored" };
  });
  if (!columns.some(({ role }) => role === "entry")) fail("has no known column of entries: name one with --entry");
  const below = rows.slice(start + 1);
  const filters = where.map(([column, value]) => ({ index: indexOf(column), column, value }));
  for (const { index, column, value } of filters)
    if (!below.some((row) => isValue(row[index], value)))
      fail(`has no row with ${quote(value)} in the column ${quote(column)}`);
  const counting = below.filter((row) =>
    filters.every(({ index }) => filters.some((one) => one.index === index && isValue(row[index], one.value))),
  );
  /** What is not read is empty, and a last day has the form of a list. Other forms than a day in words are rejected. */
  const isHeader = (row: Row) => header.every(({ text }, index) => isValue(row[index], text));
  const prepare = (row: Row) =>
    row.map((cell, index): Cell => {
      const { role } = columns[index] ?? { role: "ignored" };
      if (role === "ignored") return { text: "", source: cell.source };
      return role === "expires" ? { ...cell, text: readDayInWords(cell.text) ?? cell.text } : cell;
    });
  const read = counting.flatMap((row) => (isHeader(row) ? [] : (readRow(prepare(row), columns) ?? [])));
  const withEntries = read.filter(({ entries, problems }) => entries.length + problems.length > 0);
  const listed = withEntries.flatMap(({ entries }) => entries);
  const kinds = new Set(listed.flatMap((one) => PlacedEntry.kind(one) ?? []));
  if (kinds.size > 1) fail("has entries of several kinds: name the columns of one with --entry");
  const lines = fileLines(listed, undefined);
  const rejected = lines.flatMap(({ problem }) => problem ?? []);
  throwErrors([...withEntries.flatMap(({ problems }) => problems), ...rejected]);
  if (lines.length === 0) fail("has no entry in the rows that count");
  const leftOut = header.filter(
    ({ text }, index) => text !== "" && ["ignored", "unread"].includes(columns[index]?.role ?? ""),
  );
  const counts = [
    `${plural(lines.length, "entry", "entries")} of ${plural(withEntries.length, "row")}`,
    ...count(below.length - counting.length, "left out by --where"),
    ...count(counting.length - withEntries.length, "without an entry"),
    ...count(start, "above the header"),
  ];
  const others =
    leftOut.length === 0
      ? ""
      : ` Columns left out: ${quoteList(
          leftOut.map(({ text }) => text),
          named.toDecide,
        )}.`;
  return { lines, message: `${counts.join(", ")}.${others}` };
}

/** The row that has all of the names, else the first row that is neither empty nor a comment. */
function headerAt(top: readonly Row[], names: readonly string[]): number {
  const found = top.findIndex(
    (row) => names.length > 0 && names.every((name) => row.some((cell) => isValue(cell, name))),
  );
  const first = top.findIndex((row) => row.some(({ text }) => text !== "") && row[0]?.text.startsWith("#") !== true);
  return Math.max(found < 0 ? first : found, 0);
}

function isValue(cell: Cell | undefined, value: string): boolean {
  return cell?.text.trim().toLowerCase() === value.trim().toLowerCase();
}

function count(rows: number, what: string): readonly string[] {
  return rows === 0 ? [] : [`${plural(rows, "row")} ${what}`];
}
