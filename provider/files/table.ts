import { findColumn, normalize, type Column } from "../check/columns";
import { fileOf, type Finding } from "../check/finding";
import { likelyKind } from "../check/likely-kind";
import { PlacedEntry, type ListedEntry } from "../check/listed-entries";
import { isFiller } from "../check/entry-forms";
import { formatCount } from "../common/format";
import { listFirst, named, printableUpTo, quote, quoteList, shellWord } from "../common/quote";
import { kindName } from "../list/kinds";
import { startsComment, type Cell, type Row } from "./cell";
import { errorAt } from "./errors";

/** The content of a list file. The entries are not checked until they are declared. */
export interface FileContent {
  readonly entries: readonly ListedEntry[];
  readonly problems: readonly Finding[];
}

/**
 * Reads the entries of a table.
 *
 * A row has one entry per filled column of entries, with the row's note and expiry date. A row is a comment if its
 * first filled cell starts with `#` and is in a column of entries. A row with a `#` and without entries is a comment,
 * too. A header below other rows is a problem, unless it repeats the first header, as in joined files. Each column with
 * content is read, its name is in parentheses, or it is a problem.
 */
export function readTable(rows: Iterable<Row>): FileContent {
  const problems: Finding[] = [];
  const read: RowContent[] = [];
  let header: Header | undefined;
  for (const row of rows) {
    const found = header?.isHeader === true && hasEntry(row, header.columns) ? undefined : readHeader(row);
    if (header === undefined) {
      header = found;
      problems.push(...(found?.problems ?? []));
    } else if (found?.isHeader === true) {
      const isAgain = namesIn(found) === namesIn(header);
      problems.push(
        isAgain ? { ...errorAt(found.first, headerAgain), code: "HEADER_AGAIN" } : errorAt(found.first, otherHeader),
      );
      if (!isAgain) break;
    }
    if (header === undefined || found?.isHeader === true) continue;
    if (!header.isHeader && header.problems.length > 0) break;
    const content = readRow(row, header.columns);
    if (content !== undefined) read.push(content);
    problems.push(...(content?.problems ?? []));
  }
  const ofColumns = header === undefined ? [] : [...sitesOfApps(header, read), ...problemOfUnread(header, read)];
  return {
    entries: read.flatMap(({ entries }) => entries),
    problems: [...problems, ...problemOfRows(read), ...ofColumns],
  };
}

/** The columns with content that are not read, as one problem in an array. */
function problemOfUnread({ row, columns, first, isHeader }: Header, read: readonly RowContent[]): readonly Finding[] {
  const cells = new Map<number, Cell>();
  for (const { index, cell } of read.flatMap(({ unread }) => unread)) if (!cells.has(index)) cells.set(index, cell);
  if (cells.size === 0) return [];
  const nameOf = (index: number) => row[index]?.text ?? "";
  const described = Array.from(cells, ([index, { text, source }]) => {
    const place = `column ${index + 1}, which has no name (${quote(text)} in line ${lineOf(source)})`;
    return nameOf(index) === "" ? place : quote(nameOf(index));
  });
  const names = [...cells.keys()].map(nameOf);
  const example = names.find((name) => name !== "");
  const such = example === undefined ? "" : `, such as (${printableUpTo(80, example)}),`;
  const convert = convertAdvice(first, row, columns);
  const ways = `Put a name in parentheses${such} if rows count whatever it says; or ${convert}`;
  const advice = (isHeader ? ways : addHeader) + (names.includes("") ? quotes : "");
  const problem = `columns that are not read: ${listFirst(described, String, mostNamed)}. ${advice}`;
  return [{ source: first.source, problem }];
}

const quotes = ". A value that contains the delimiter needs quotes";

/** The most columns that a message names: all of any usual table. */
const mostNamed = 100;

/** How to make a list of a table with the columns that a person names. */
function convertAdvice({ source }: Cell, row: Row, columns: readonly Column[]): string {
  const kind = columns.find(({ role }) => role === "entry")?.kind;
  const named = (["entry", "note", "expires"] as const).flatMap((role) => {
    const some = row.filter(
      (_, index) => columns[index]?.role === role && (role !== "entry" || columns[index].kind === kind),
    );
    return some.slice(0, role === "entry" ? undefined : 1).map(({ text }) => ` --${role} ${shellWord(text)}`);
  });
  const options = columns.some(({ role }) => role === "entry") ? named.join("") : " --entry COLUMN";
  return `write a list of the columns that you name: npx --no-install app-list convert ${shellWord(fileOf(source))}${options}`;
}

/**
 * A problem for a column of websites or app bundles that is never filled without the other one before it, in two
 * rows or more, and more than half of all: the site of an app's developer is about the app, and not for the list.
 */
function sitesOfApps({ row, columns }: Header, read: readonly RowContent[]): readonly Finding[] {
  const listed = read.filter(({ entries }) => entries.length > 0).map(({ listed }) => listed);
  return row.flatMap((cell, index) => {
    const kind = columns[index]?.kind;
    if (kind === undefined || kind === "placementIds") return [];
    const other = kind === "websites" ? "appBundles" : "websites";
    const rows = listed.filter((all) => all.includes(index));
    const before = rows.map((all) => all.find((one) => one < index && columns[one]?.kind === other));
    const [first] = before;
    const isUsual = rows.length > 1 && 2 * rows.length > listed.length;
    if (first === undefined || before.includes(undefined) || !isUsual) return [];
    const beside = `one of ${kindName(other, 0)}, ${quote(row[first]?.text ?? "")}`;
    return [errorAt(cell, `is a column of ${kindName(kind, 0)}, always beside ${beside}: ${oneKind}`)];
  });
}

const oneKind = "put one of the names in parentheses, if it is not for the list; or give each entry a row of its own";

/** Rows without an entry, as one problem in an array. Those with a name are an error, and hide the others. */
function problemOfRows(read: readonly RowContent[]): readonly Finding[] {
  const all = read.filter(({ entries, problems }) => entries.length + problems.length === 0);
  const isRejected = all.some(({ isNamed }) => isNamed);
  const rows = all.filter(({ isNamed }) => isNamed === isRejected);
  const lines = listFirst(rows, ({ first }) => lineOf(first.source), named.toDecide);
  const of = `. ${formatCount(rows.length)} of ${formatCount(read.length)} rows have none: lines ${lines}`;
  const problem = `is in a row without an entry${rows.length === 1 ? "" : of}. ${fixRow}`;
  const code = isRejected ? undefined : "NO_ENTRIES";
  return rows.slice(0, 1).map(({ first }) => ({ ...errorAt(first, problem), code }));
}

function lineOf(source: string): string {
  return source.replace(/^.*:/u, "");
}

const fixRow = "Add the entry, delete the row, or start it with #";

/** Whether a cell in a column of entries contains a character of entries. */
function hasEntry(row: Row, columns: readonly Column[]): boolean {
  return row.some(({ text }, index) => columns[index]?.role === "entry" && entryCharacter.test(text));
}

/** Almost every entry has a digit or one of these characters. Names of columns have none. */
export const entryCharacter = /[\p{Nd}.:/]/u;

function namesIn({ row }: Header): string {
  return normalize(row.map(({ text }) => text).join("|")).replace(/(?<!\|)\|+$/u, "");
}

/** The content of a row that is neither empty nor a comment. */
type RowContent = NonNullable<ReturnType<typeof readRow>>;

/** Reads a row of data; undefined if it is empty or a comment. */
export function readRow(row: Row, columns: readonly Column[]) {
  const filled = row.flatMap((cell, index) => {
    const column: Column = columns[index] ?? { role: "unread" };
    return cell.text === "" ? [] : [{ cell, column, index }];
  });
  const ofRole = (role: Column["role"]) => filled.filter(({ column }) => column.role === role);
  const listed = ofRole("entry").filter(({ cell }) => !startsComment(cell));
  // Beside an entry, a filler stands for an empty cell.
  const isMeant = ({ cell }: (typeof listed)[number]) => cell.problem !== undefined || !isFiller(cell.text);
  const found = listed.some(isMeant) ? listed.filter(isMeant) : listed;
  const [[first], notes, [expires]] = [filled, ofRole("note"), ofRole("expires")];
  const mark = first !== undefined && startsComment(first.cell) ? first : undefined;
  const isComment = found.length === 0 ? (mark ?? ofRole("entry")[0]) !== undefined : mark?.column.role === "entry";
  if (first === undefined || isComment) return undefined;
  const problems = [
    ...[...found, ...notes, expires].flatMap((one) => errorsAt(one?.cell, one?.cell.problem)),
    ...found.flatMap(({ cell }) => errorsAt(cell, cell.text.includes(";") ? semicolon : undefined)),
    ...errorsAt(mark?.cell, halfComment),
  ];
  const texts = [...notes, expires].flatMap((one) => one?.cell.text ?? []);
  const note = notes.map(({ cell }) => cell.text).join("; ");
  const entries = found.map(({ cell, column }) => {
    const listed = { entry: cell.text, note, until: expires?.cell.text };
    return new PlacedEntry(listed, () => cell.source, column.kind);
  });
  return {
    first: first.cell,
    /** Whether it has a note, an app name or a last day: a person may believe that it lists an app. */
    isNamed: found.length === 0 && texts.some((text) => !isFiller(text)),
    entries: problems.length > 0 ? [] : entries,
    problems,
    /** The filled cells of columns that are not read. */
    unread: ofRole("unread"),
    /** The columns of its entries. */
    listed: found.map(({ index }) => index),
  };
}

/** Other delimiters are rejected in every entry, whatever its file. */
const semicolon = "contains a semicolon: use one delimiter in all rows, and put one entry in a cell";

const halfComment =
  "starts with #, but its row has entries: for a comment, put # in front of the first entry; otherwise, put this column " +
  "after the entries";

const headerAgain = "is the header again: its row is skipped";

const otherHeader =
  "is in a header below other rows: start those rows with #, or put the rows below it into another file";

function errorsAt(cell: Cell | undefined, problem: string | undefined): readonly Finding[] {
  return cell === undefined || problem === undefined ? [] : [errorAt(cell, problem)];
}

/** The first row of a table that is neither empty nor a comment. */
type Header = NonNullable<ReturnType<typeof readHeader>>;

/**
 * Reads a row as the header of a table; undefined for an empty row or a comment.
 *
 * A header has a known column of entries, and no cell has the form of an entry. Only a table with one column of entries
 * may have no header.
 *
 * @returns `isHeader`: whether the row is a header. Otherwise it is the first row of a table with one column of
 *   entries.
 */
function readHeader(row: Row) {
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
    columns: row.map((cell): Column => (cell === first ? { role: "entry", kind: undefined } : { role: "unread" })),
    problems: isData ? [] : [unknownHeader(first, row)],
  };
}

/** The problem of a first row that is neither a header nor an entry. */
function unknownHeader(first: Cell, row: Row): Finding {
  const names = row.flatMap(({ text }) => (text === "" ? [] : [text]));
  const problem = `the first row has no known column of entries, only ${quoteList(names, mostNamed)}`;
  return { source: first.source, problem, advice: `a${addHeader.slice(1)}; or ${convertAdvice(first, row, [])}` };
}

const addHeader = "Add a header, such as app_bundle,note,expires (or placement_id, website, entry)";

const sameMeaning = "is a second column of the same meaning: keep one, or put one in parentheses";

/** Finds columns with the same meaning. One column for each store is clear, if all of them name their store. */
function checkColumns(row: Row, columns: readonly Column[]): readonly Finding[] {
  return row.flatMap((cell, index) => {
    const { role, kind, store }: Column = columns[index] ?? { role: "unread" };
    if (role !== "entry" && role !== "expires") return [];
    const before = columns.slice(0, index).filter((other) => other.role === role && other.kind === kind);
    const isClear = store !== undefined && before.every((other) => other.store !== undefined && other.store !== store);
    return before.length === 0 || isClear ? [] : [errorAt(cell, sameMeaning)];
  });
}
