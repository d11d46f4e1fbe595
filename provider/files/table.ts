import { formatCount } from "../common/format";
import { listFirst, named, quoteList } from "../common/quote";
import { findColumn, findMisspelt, normalize, type Column } from "../check/columns";
import { formatDay } from "../list/expiry";
import { likelyKind } from "../check/likely-kind";
import { PlacedEntry, type ListedEntry } from "../check/listed-entries";
import { isFiller } from "../check/no-match";
import { startsComment, type Cell, type Row } from "./cell";
import { errorAt, type FileProblem } from "./errors";
import { problemsOfIgnored } from "./ignored-columns";

/** The content of a list file. The entries are not checked until they are declared. */
export interface FileContent {
  readonly entries: readonly ListedEntry[];
  readonly problems: readonly FileProblem[];
}

/**
 * Reads the entries of a table.
 *
 * A row has one entry per filled column of entries, with the row's note and expiry date. A row is a comment if its
 * first filled cell starts with `#` and is in a column of entries. A row with a `#` and without entries is a comment,
 * too. A header below other rows is a problem, unless it repeats the first header, as in joined files. All other rows
 * and columns with content are named.
 *
 * @param today in UTC, as `YYYY-MM-DD`. Default: the current day.
 */
export function readTable(rows: Iterable<Row>, today = formatDay(new Date())): FileContent {
  const entries: ListedEntry[] = [];
  const problems: FileProblem[] = [];
  let header: Header | undefined;
  const listed: Row[] = [];
  const withoutEntry: RowContent[] = [];
  let filled = 0;
  for (const row of rows) {
    const found = header?.isHeader === true && hasEntry(row, header.columns) ? undefined : readHeader(row);
    if (found?.isHeader === true && header !== undefined) {
      if (namesIn(found) !== namesIn(header)) {
        problems.push(errorAt(found.first, otherHeader));
        break;
      }
      problems.push({ ...errorAt(found.first, "is the header again: its row is skipped"), code: "HEADER_AGAIN" });
      continue;
    }
    if (header === undefined && found !== undefined) problems.push(...found.problems);
    header ??= found;
    if (header === undefined || found?.isHeader === true) continue;
    if (!header.isHeader && header.problems.length > 0) break;
    const read = readRow(row, header.columns);
    if (read === undefined) continue;
    filled += 1;
    if (read.entries.length > 0) listed.push(row);
    else if (read.problems.length === 0) withoutEntry.push(read);
    for (const entry of read.entries) entries.push(entry);
    for (const problem of read.problems) problems.push(problem);
  }
  const names = header?.isHeader === true && header.problems.length === 0 ? header.row : [];
  const ignored = problemsOfIgnored(names, listed, today);
  return { entries, problems: [...problems, ...problemOfRows(withoutEntry, filled), ...ignored] };
}

/** Rows without an entry, as one problem in an array. Those with a name are an error, and hide the others. */
function problemOfRows(all: readonly RowContent[], filled: number): readonly FileProblem[] {
  const isRejected = all.some(({ isNamed }) => isNamed);
  const rows = all.filter(({ isNamed }) => isNamed === isRejected);
  const lines = listFirst(rows, ({ first }) => first.source.replace(/^.*:/u, ""), named.toDecide);
  const of = `. ${formatCount(rows.length)} of ${formatCount(filled)} rows have none: lines ${lines}`;
  const problem = `is in a row without an entry${rows.length === 1 ? "" : of}. ${fixRow}`;
  const code = isRejected ? undefined : "NO_ENTRIES";
  return rows.slice(0, 1).map(({ first }) => ({ ...errorAt(first, problem), code }));
}

const fixRow = "Add the entry, delete the row, or start it with #";

/** Whether a cell in a column of entries contains a character of entries. */
function hasEntry(row: Row, columns: readonly Column[]): boolean {
  return row.some(({ text }, index) => columns[index]?.role === "entry" && entryCharacter.test(text));
}

/** Almost every entry has a digit or one of these characters. Names of columns have none. */
export const entryCharacter = /[\p{Nd}.:/]/u;

function namesIn({ row }: Header): string {
  return normalize(row.map(({ text }) => text).join("|")).replace(/\|+$/u, "");
}

/** The content of a row that is neither empty nor a comment. */
interface RowContent extends FileContent {
  readonly first: Cell;
  /** Whether it has a note, an app name or a last day: a person may believe that it lists an app. */
  readonly isNamed: boolean;
}

/** Reads a row of data; undefined if it is empty or a comment. */
function readRow(row: Row, columns: readonly Column[]): RowContent | undefined {
  const filled = row.flatMap((cell, index) => {
    const column: Column = columns[index] ?? { role: "unnamed" };
    return cell.text === "" ? [] : [{ cell, column }];
  });
  const ofRole = (role: Column["role"]) => filled.filter(({ column }) => column.role === role);
  const found = ofRole("entry").filter(({ cell }) => !startsComment(cell));
  const [[first], notes, [expires], [unnamed]] = [filled, ofRole("note"), ofRole("expires"), ofRole("unnamed")];
  const mark = first !== undefined && startsComment(first.cell) ? first : undefined;
  const isComment = found.length === 0 ? (mark ?? ofRole("entry")[0]) !== undefined : mark?.column.role === "entry";
  if (first === undefined || isComment) return undefined;
  const problems = [
    ...[...found, ...notes, expires, unnamed].flatMap((one) => errorsAt(one?.cell, one?.cell.problem)),
    ...found.flatMap(({ cell }) => errorsAt(cell, cell.text.includes(";") ? semicolon : undefined)),
    ...errorsAt(mark?.cell, halfComment),
    ...errorsAt(unnamed?.cell, unnamedColumn),
  ];
  const texts = [...notes, expires].flatMap((one) => one?.cell.text ?? []);
  const note = notes.map(({ cell }) => cell.text).join("; ");
  const entries = found.map(({ cell, column }) => {
    const listed = { entry: cell.text, note, until: expires?.cell.text };
    return new PlacedEntry(listed, () => cell.source, column.kind);
  });
  const isNamed = texts.some((text) => !isFiller(text));
  return { first: first.cell, isNamed, entries: problems.length > 0 ? [] : entries, problems };
}

/** Other delimiters are rejected in every entry, whatever its file. */
const semicolon = "contains a semicolon: use one delimiter in all rows, and put one entry in a cell";

const halfComment =
  "starts with #, but its row has entries: for a comment, put # in front of the first entry; otherwise, put this column " +
  "after the entries";

const otherHeader =
  "is in a header below other rows: start those rows with #, or put the rows below it into another file";

const unnamedColumn =
  "is in a column without a name: add the name to the header. A value that contains the delimiter needs quotes";

function errorsAt(cell: Cell | undefined, problem: string | undefined): readonly FileProblem[] {
  return cell === undefined || problem === undefined ? [] : [errorAt(cell, problem)];
}

/** The first row of a table that is neither empty nor a comment. */
interface Header {
  readonly first: Cell;
  /** Whether the row is a header. Otherwise it is the first row of a table with one column of entries. */
  readonly isHeader: boolean;
  readonly row: Row;
  readonly columns: readonly Column[];
  readonly problems: readonly FileProblem[];
}

/**
 * Reads a row as the header of a table; undefined for an empty row or a comment.
 *
 * A header has a known column of entries, and no cell has the form of an entry. Only a table with one column of entries
 * may have no header. A name that is similar to a known one is a problem: if a misspelt `expires` were ignored,
 * temporary entries would become permanent.
 */
function readHeader(row: Row): Header | undefined {
  const [first, ...others] = row.filter(({ text }) => text !== "");
  const columns = row.map(({ text }) => findColumn(text));
  const hasEntries = columns.some(({ role }) => role === "entry");
  const isHeader = hasEntries && !row.some(({ text }) => likelyKind(text) !== undefined);
  // A column of numbers may be called "#".
  if (first === undefined || (startsComment(first) && !(isHeader && first.text === "#"))) return undefined;
  if (isHeader) return { first, isHeader, row, columns, problems: checkColumns(row, columns) };
  const isData = others.length === 0 && entryCharacter.test(first.text);
  return {
    first,
    isHeader,
    row,
    columns: row.map((cell) => (cell === first ? { role: "entry", kind: undefined } : { role: "unnamed" })),
    problems: isData ? [] : [...row.flatMap(misspelt), unknownHeader(first, row)].slice(0, 1),
  };
}

/** The problem of a first row that is neither a header nor an entry. */
function unknownHeader({ source }: Cell, row: Row): FileProblem {
  const names = row.flatMap(({ text }) => (text === "" ? [] : [text]));
  return {
    source,
    problem: `the first row has no known column of entries, only ${quoteList(names, 40)}: ${addHeader}`,
  };
}

const addHeader = "add a header, such as app_bundle,note,expires (or placement_id, website, entry)";

/** The problem of a misspelt name, in an array. */
function misspelt(cell: Cell): readonly FileProblem[] {
  const known = findMisspelt(cell.text);
  return errorsAt(cell, known && `is not a known column: rename it to ${known}, or to a less similar name`);
}

/** Finds the problems of a header: probably misspelt names, and columns with the same meaning. */
function checkColumns(row: Row, columns: readonly Column[]): readonly FileProblem[] {
  const meanings = new Map<string, readonly Column["store"][]>();
  return row.flatMap((cell, index) => {
    const column: Column = columns[index] ?? { role: "unnamed" };
    if (column.role === "unnamed" || column.role === "note") return [];
    if (column.role === "ignored") return misspelt(cell);
    // One column for each store is clear, if all of them name their store.
    const meaning = `${column.role} ${column.kind}`;
    const other = meanings.get(meaning);
    const isClear =
      other === undefined ||
      (!other.includes(undefined) && column.store !== undefined && !other.includes(column.store));
    meanings.set(meaning, [...(other ?? []), column.store]);
    return isClear ? [] : [errorAt(cell, "is a second column of the same meaning: keep one")];
  });
}
