import type { Kind } from "../list/kinds";
import { listEntry, type ListedEntry } from "../list/listed-entries";
import { quoteList } from "../common/quote";
import { startsComment, type Cell, type Row } from "./cell";
import type { FileProblem } from "./file-problem";
import { readHeader, type Column, type Header } from "./header";

/** The entries are not checked: that happens when they are declared. */
export interface FileContent {
  readonly entries: readonly ListedEntry[];
  /** Everything that prevents the file, or a row of it, from being read. */
  readonly problems: readonly FileProblem[];
  /** Likely mistakes, such as a column that is ignored. */
  readonly warnings: readonly FileProblem[];
  /** What is not read although a person may expect it, such as a hidden sheet: every preview warns about it. */
  readonly unread: readonly FileProblem[];
}

/**
 * Reads the entries of a table.
 *
 * A row has an entry for each filled column of entries, all with the row's note and expiry date. A row is a
 * comment if its first filled cell starts with `#`, if its entries do, or if it has only a note. A header below other
 * rows, such as a title, is a problem.
 */
export function readTable(rows: Iterable<Row>): FileContent {
  const entries: ListedEntry[] = [];
  const problems: FileProblem[] = [];
  const unread: FileProblem[] = [];
  let columns: readonly Column[] | undefined;
  let warnings: readonly FileProblem[] = [];
  let hasHeader = false;
  for (const row of rows) {
    const header: Header | undefined = hasHeader ? undefined : readHeader(row);
    if (columns === undefined) {
      if (header === undefined) continue;
      hasHeader = header.isHeader;
      for (const problem of header.problems) problems.push(problem);
      if (!header.isHeader && problems.length > 0) break;
      ({ columns, warnings } = header);
      if (header.isHeader) continue;
    }
    const first = row.findIndex(({ text }) => text !== "");
    const start = row[first];
    if (start === undefined) continue;
    if (header?.isHeader === true) {
      hasHeader = true;
      problems.push({ source: start.source, value: start.text, problem: headerBelow });
    } else if (!startsComment(start)) readRow(row, columns, entries, problems);
    else if (columns[first]?.role !== "entry")
      for (const found of unreadEntries(start, row, columns)) unread.push(found);
  }
  // A table of which nothing is left is rather one whose first column has values such as "#12".
  const isEmpty = entries.length === 0 && unread.length > 0;
  return { entries, problems: isEmpty ? [...problems, ...unread] : problems, warnings, unread: isEmpty ? [] : unread };
}

/** The entries of a row that a cell before them, in another column, makes a comment. */
function unreadEntries(start: Cell, row: Row, columns: readonly Column[]): readonly FileProblem[] {
  const unread = row.filter((cell, index) => {
    return columns[index]?.role === "entry" && cell.text !== "" && !startsComment(cell);
  });
  if (unread.length === 0) return [];
  const entries = quoteList(unread.map(({ text }) => text));
  const problem = `makes its row a comment, so ${entries} is not read: if it should be, put this column after the entries`;
  return [{ source: start.source, value: start.text, problem }];
}

/** Reads one row of data that is neither empty nor a comment as a whole. It adds to the given arrays, as a table may have a hundred thousand rows. */
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
    else if (startsComment(cell)) isComment = true;
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
      listEntry({ entry: cell.text, note: note?.text, until: expires?.text }, { place: () => cell.source, kind }, 1),
    );
  }
}

const headerBelow = "is a header below other rows: remove these rows, or start them with #";

const unnamedColumn =
  "is in a column without a name: add the name to the header. A value that contains the delimiter needs quotes";

function problemOf(cell: Cell | undefined, problem: string | undefined): readonly FileProblem[] {
  return cell === undefined || problem === undefined ? [] : [{ source: cell.source, value: cell.text, problem }];
}
