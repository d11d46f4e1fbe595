import type { Kind } from "../list/kinds";
import type { ListedEntry } from "../list/listed-entries";
import type { Cell, Row } from "./cell";
import { cellProblems, entryProblems, lonelyExpiryProblem, strayProblem } from "./cell-problems";
import type { Column } from "./columns";
import type { FileProblem } from "./file-problem";
import type { FileReading } from "./file-reading";
import { readHeader, withoutHeader } from "./header";
import { MissingHeader } from "./missing-header";

/**
 * Reads the entries of a table.
 *
 * The first row that is neither blank nor a comment may be a header, which names at least one column of entries; without
 * one, the columns are entry, note and expires, and what can hardly stand in them is a problem. A row lists an entry for each column of entries that is filled, all with
 * the row's note and last day. A row with a note only, or whose entry begins with `#`, is a comment.
 */
export function readTable(rows: Iterable<Row>): FileReading {
  const entries: ListedEntry[] = [];
  // They may be more than a call takes arguments, so none of them is filled by spreading.
  const problems: FileProblem[] = [];
  const warnings: FileProblem[] = [];
  const missingHeader = new MissingHeader();
  let columns: readonly Column[] | undefined;
  for (const row of rows) {
    if (columns === undefined) {
      const header = readHeader(row);
      for (const problem of header.problems) problems.push(problem);
      for (const warning of header.warnings) warnings.push(warning);
      columns = header.columns;
      if (header.isHeader) continue;
    }
    if (columns === undefined) continue;
    const problem = columns === withoutHeader ? missingHeader.problemOf(row) : undefined;
    if (problem !== undefined) problems.push(problem);
    readRow(row, columns, entries, problems);
  }
  return { entries, problems, warnings };
}

/** Reads one row of data. It adds to the lists that it is given, as a table has a hundred thousand rows. */
function readRow(row: Row, columns: readonly Column[], entries: ListedEntry[], problems: FileProblem[]): void {
  const found: { readonly cell: Cell; readonly kind: Kind | undefined }[] = [];
  let isComment = false;
  let note: Cell | undefined;
  let expires: Cell | undefined;
  let stray: Cell | undefined;
  for (const [index, cell] of row.entries()) {
    const column = columns[index] ?? { role: "unnamed" };
    if (cell.text === "" || column.role === "ignored") continue;
    if (column.role === "note") note = cell;
    else if (column.role === "expires") expires = cell;
    else if (column.role === "unnamed") stray ??= cell;
    else if (cell.text.startsWith("#") && cell.content === undefined) isComment = true;
    else found.push({ cell, kind: column.kind });
  }
  if (columns.length === 0 || (isComment && found.length === 0)) return;
  const read = [...found.map(({ cell }) => cell), ...[note, expires, stray].filter((cell) => cell !== undefined)];
  const wrong = [
    ...read.flatMap(cellProblems),
    ...found.flatMap(({ cell }) => entryProblems(cell)),
    ...(stray === undefined ? [] : [strayProblem(stray, columns === withoutHeader)]),
    ...(expires === undefined || found.length > 0 ? [] : [lonelyExpiryProblem(expires)]),
  ];
  for (const problem of wrong) problems.push(problem);
  if (wrong.length > 0) return;
  for (const { cell, kind } of found) {
    entries.push({
      entry: cell.text,
      ...(note !== undefined && { note: note.text }),
      ...(expires !== undefined && { until: expires.text }),
      ...(kind !== undefined && { kind }),
      source: cell.source,
    });
  }
}
