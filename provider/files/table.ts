import type { Kind } from "../list/kinds";
import { listEntry, type ListedEntry } from "../list/listed-entries";
import type { Cell, Row } from "./cell";
import type { FileProblem } from "./file-problem";
import { readHeader, type Column } from "./header";

/** The content of a list file. The entries are not checked: that happens when they are declared. */
export interface FileContent {
  readonly entries: readonly ListedEntry[];
  /** Everything that prevents the file, or a row of it, from being read. */
  readonly problems: readonly FileProblem[];
  /** Likely mistakes, such as a column that is ignored. */
  readonly warnings: readonly FileProblem[];
}

/**
 * Reads the entries of a table.
 *
 * A row has an entry for each filled column of entries, all with the row's note and expiry date. A row with only a note,
 * or whose entry starts with `#`, is a comment.
 */
export function readTable(rows: Iterable<Row>): FileContent {
  const entries: ListedEntry[] = [];
  const problems: FileProblem[] = [];
  let columns: readonly Column[] | undefined;
  let warnings: readonly FileProblem[] = [];
  for (const row of rows) {
    if (columns === undefined) {
      const header = readHeader(row);
      if (header === undefined) continue;
      for (const problem of header.problems) problems.push(problem);
      if (!header.isHeader && problems.length > 0) break;
      ({ columns, warnings } = header);
      if (header.isHeader) continue;
    }
    readRow(row, columns, entries, problems);
  }
  return { entries, problems, warnings };
}

/** Reads one row of data. It adds to the given arrays, as a table may have a hundred thousand rows. */
function readRow(row: Row, columns: readonly Column[], entries: ListedEntry[], problems: FileProblem[]): void {
  const found: { readonly cell: Cell; readonly kind: Kind | undefined }[] = [];
  let isComment = false;
  let note: Cell | undefined;
  let expires: Cell | undefined;
  let unnamed: Cell | undefined;
  for (const [index, cell] of row.entries()) {
    const column: Column = columns[index] ?? { role: "unnamed" };
    if (cell.text === "" || column.role === "ignored") continue;
    if (column.role === "note") note = cell;
    else if (column.role === "expires") expires = cell;
    else if (column.role !== "entry") unnamed ??= cell;
    else if (cell.text.startsWith("#") && cell.problem === undefined) isComment = true;
    else found.push({ cell, kind: column.kind });
  }
  if (isComment && found.length === 0) return;
  const wrong = [
    ...[...found.map(({ cell }) => cell), note, expires, unnamed].flatMap((cell) => problemOf(cell, cell?.problem)),
    ...found.flatMap(({ cell }) => problemOf(cell, cell.entryProblem)),
    ...problemOf(unnamed, unnamedColumn),
    ...problemOf(found.length === 0 ? expires : undefined, "is an expiry date in a row without an entry"),
  ];
  for (const problem of wrong) problems.push(problem);
  if (wrong.length > 0) return;
  for (const { cell, kind } of found) {
    entries.push(
      listEntry({ entry: cell.text, note: note?.text, until: expires?.text }, { source: cell.source, kind }),
    );
  }
}

const unnamedColumn =
  "is in a column without a name: add the name to the header. A value that contains the delimiter needs quotes";

function problemOf(cell: Cell | undefined, problem: string | undefined): readonly FileProblem[] {
  return cell === undefined || problem === undefined ? [] : [{ source: cell.source, value: cell.text, problem }];
}
