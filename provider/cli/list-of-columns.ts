import { findColumn, type Column } from "../check/columns";
import { readDayInWords } from "../check/last-days";
import { PlacedEntry } from "../check/listed-entries";
import { plural } from "../common/format";
import { named, quote, quoteList } from "../common/quote";
import type { Cell, Row } from "../files/cell";
import { FileUnreadableError, throwErrors } from "../files/errors";
import { readRow } from "../files/table";
import { bounds } from "./bounds";
import { fileLines } from "./file-lines";

/** The columns that a person names. Without a name, columns with known names are read. */
export interface Selection {
  readonly entry: readonly string[];
  readonly note?: string | undefined;
  readonly expires?: string | undefined;
  /** The rows that count have one of the values of each column. */
  readonly where: readonly (readonly [column: string, value: string])[];
}

/**
 * The entries of a table in the columns that a person names, and a message that counts the other rows.
 *
 * @throws {FileUnreadableError} if a column or a value does not occur, or no entry is left.
 * @throws {ListFilesError} with all rows that are rejected.
 */
export function listOfColumns(path: string, rows: readonly Row[], { where, ...selected }: Selection) {
  const fail: (problem: string) => never = (problem) => {
    throw new FileUnreadableError(path, problem);
  };
  const given: Partial<Record<Column["role"], readonly string[]>> = {
    entry: selected.entry,
    note: [selected.note ?? []].flat(),
    expires: [selected.expires ?? []].flat(),
  };
  const names = [...Object.values(given).flat(), ...where.map(([column]) => column)];
  const start = headerAt(rows.slice(0, bounds.rowsWithHeader), names);
  const [header = [], below] = [rows[start], rows.slice(start + 1)];
  const indexOf = (name: string): number => {
    const [found, ...more] = header.flatMap((cell, index) => (isValue(cell, name) ? [index] : []));
    if (more.length > 0) fail(`has several columns ${quote(name)}: rename them`);
    return found ?? fail(`has no column ${quote(name)}. Its columns are ${quoteColumns(header)}`);
  };
  const chosen = roles.flatMap((role) => given[role]?.map((name) => [indexOf(name), role] as const) ?? []);
  const roleOf = new Map(chosen);
  const columns = header.map(({ text }, index): Column => {
    const known = findColumn(text);
    return { ...known, role: roleOf.get(index) ?? (given[known.role]?.length === 0 ? known.role : "ignored") };
  });
  if (!columns.some(({ role }) => role === "entry")) fail("has no known column of entries: name one with --entry");
  const filters = [...Map.groupBy(where, ([column]) => indexOf(column))];
  const hasValue = (row: Row, [index, some]: (typeof filters)[number]) =>
    some.some(([, value]) => isValue(row[index], value));
  for (const [index, some] of filters)
    for (const [column, value] of some)
      if (!below.some((row) => isValue(row[index], value)))
        fail(`has no row with ${quote(value)} in the column ${quote(column)}`);
  const counting = below.filter((row) => filters.every((filter) => hasValue(row, filter)));
  const isHeader = (row: Row) => header.every(({ text }, index) => isValue(row[index], text));
  /** What is not read is empty, and a last day has the form of a list. Other forms than a day in words are rejected. */
  const prepare = (cell: Cell, index: number): Cell => {
    const { role } = columns[index] ?? { role: "ignored" };
    const day = role === "expires" ? readDayInWords(cell.text) : undefined;
    return role === "ignored" ? { text: "", source: cell.source } : { ...cell, text: day ?? cell.text };
  };
  const read = counting
    .flatMap((row) => (isHeader(row) ? [] : (readRow(row.map(prepare), columns) ?? [])))
    .filter(({ entries, problems }) => entries.length + problems.length > 0);
  const listed = read.flatMap(({ entries }) => entries);
  if (new Set(listed.flatMap((one) => PlacedEntry.kind(one) ?? [])).size > 1)
    fail("has entries of several kinds: name the columns of one with --entry");
  const lines = fileLines(listed, undefined);
  throwErrors([...read.flatMap(({ problems }) => problems), ...lines.flatMap(({ problem }) => problem ?? [])]);
  if (lines.length === 0) fail("has no entry in the rows that count");
  const others = [
    [below.length - counting.length, "left out by --where"],
    [counting.length - read.length, "without an entry"],
    [start, "above the header"],
  ] as const;
  const counts = [
    `${plural(lines.length, "entry", "entries")} of ${plural(read.length, "row")}`,
    ...others.flatMap(([count, what]) => (count === 0 ? [] : `${plural(count, "row")} ${what}`)),
  ];
  const leftOut = quoteColumns(header.filter((_, index) => columns[index]?.role === "ignored"));
  return { lines, message: `${counts.join(", ")}.${leftOut === "" ? "" : ` Columns left out: ${leftOut}.`}` };
}

const roles = ["entry", "note", "expires"] as const;

export function quoteColumns(header: Row): string {
  return quoteList(
    header.flatMap(({ text }) => text || []),
    named.toDecide,
  );
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
