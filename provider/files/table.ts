import { quote, quoteList } from "../common/quote";
import { findColumn, knownColumns, normalize, type Column } from "../list/columns";
import { likelyKind } from "../list/kinds";
import { PlacedEntry, type ListedEntry } from "../list/listed-entries";
import { startsComment, type Cell, type Row } from "./cell";
import type { FileProblem } from "./errors";

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
 * too. A header below other rows is a problem, unless it repeats the first header, as in joined files.
 */
export function readTable(rows: Iterable<Row>): FileContent {
  const entries: ListedEntry[] = [];
  const problems: FileProblem[] = [];
  let header: Header | undefined;
  let firstNames: string | undefined;
  // The columns with values that are ignored.
  const ignored = new Set<Cell>();
  for (const row of rows) {
    const found = header?.isHeader === true && hasEntry(row, header.columns) ? undefined : readHeader(row);
    if (found?.isHeader === true) {
      const names = row.map(({ text }) => normalize(text)).join("\n");
      for (const problem of problemsOfHeader(found, header, names.trimEnd() === firstNames)) problems.push(problem);
      firstNames ??= names.trimEnd();
      header = found;
      continue;
    }
    header ??= found;
    if (header === undefined) continue;
    if (!header.isHeader && header.problems.length > 0) return { entries: [], problems: header.problems };
    const read = readRow(row, header.columns);
    for (const { cell, index, isAction } of header.ignored) {
      const value = row[index];
      if (value === undefined || value.text === "") continue;
      ignored.add(cell);
      if (isAction && read.entries.length > 0 && opposite.test(value.text))
        problems.push(errorAt(value, `is in the ignored column ${quote(cell.text)}: ${wayOut}`));
    }
    for (const entry of read.entries) entries.push(entry);
    for (const problem of read.problems) problems.push(problem);
  }
  const [first] = ignored;
  if (first === undefined) return { entries, problems };
  const problem = `ignored columns: ${quoteList(Array.from(ignored, ({ text }) => text))}. ${knownNames}`;
  return { entries, problems: [...problems, { source: first.source, problem, code: "IGNORED_COLUMNS" }] };
}

const knownNames = "Columns that are read: app_bundle, placement_id, website, entry, note, expires";

/** Matches names of columns that may exclude an entry. */
const actionColumn = /^(?:status|state|action|operation|target logic|targeting)$/u;

const opposite = /^(?:removed?|deleted?|unblock(?:ed)?|include|inactive|disabled)$/iu;

const wayOut =
  "its entry would be declared like all others. Delete the row, or put # in front of its entry. To ignore the value, " +
  "delete or rename the column";

/** Whether a cell in a column of entries contains a character of entries. */
function hasEntry(row: Row, columns: readonly Column[]): boolean {
  return row.some(({ text }, index) => columns[index]?.role === "entry" && entryCharacter.test(text));
}

/** Almost every entry has a digit or one of these characters. Names of columns have none. */
export const entryCharacter = /[\p{Nd}.:/]/u;

/** @param before the previous header, or the first row of a table without a header. */
function problemsOfHeader(header: Header, before: Header | undefined, isRepeated: boolean): readonly FileProblem[] {
  if (before === undefined) return header.problems;
  if (isRepeated)
    return [{ ...errorAt(header.first, "is the header again: its row is skipped"), code: "HEADER_AGAIN" }];
  return [errorAt(header.first, before.isHeader ? otherHeader : headerBelow)];
}

/** Reads a row of data. */
function readRow(row: Row, columns: readonly Column[]): FileContent {
  const filled = row.flatMap((cell, index) => {
    const column: Column = columns[index] ?? { role: "unnamed" };
    return cell.text === "" ? [] : [{ cell, column }];
  });
  const ofRole = (role: Column["role"]) => filled.filter(({ column }) => column.role === role);
  const found = ofRole("entry").filter(({ cell }) => !startsComment(cell));
  const [[first], [note], [expires], [unnamed]] = [filled, ofRole("note"), ofRole("expires"), ofRole("unnamed")];
  const mark = first !== undefined && startsComment(first.cell) ? first : undefined;
  const isComment = found.length === 0 ? (mark ?? ofRole("entry")[0]) !== undefined : mark?.column.role === "entry";
  if (isComment) return { entries: [], problems: [] };
  const problems = [
    ...[...found, note, expires, unnamed].flatMap((one) => errorsAt(one?.cell, one?.cell.problem)),
    ...found.flatMap(({ cell }) => errorsAt(cell, cell.entryProblem)),
    ...errorsAt(mark?.cell, halfComment),
    ...errorsAt(unnamed?.cell, unnamedColumn),
    ...errorsAt(found.length === 0 ? expires?.cell : undefined, "is an expiry date in a row without an entry"),
  ];
  if (problems.length > 0) return { entries: [], problems };
  const entries = found.map(({ cell, column }) => {
    const listed = { entry: cell.text, note: note?.cell.text, until: expires?.cell.text };
    return new PlacedEntry(listed, () => cell.source, column.kind);
  });
  return { entries, problems };
}

const halfComment =
  "starts with #, but its row has entries: for a comment, put # in front of the first entry; otherwise, put this column " +
  "after the entries";

const headerBelow = "is a header below other rows: remove these rows, or start them with #";

const otherHeader = "is in another header below the first one: put the rows below it into a file of their own";

const unnamedColumn =
  "is in a column without a name: add the name to the header. A value that contains the delimiter needs quotes";

function errorAt({ source, text }: Cell, problem: string): FileProblem {
  return { source, value: text, problem };
}

function errorsAt(cell: Cell | undefined, problem: string | undefined): readonly FileProblem[] {
  return cell === undefined || problem === undefined ? [] : [errorAt(cell, problem)];
}

/** The first row of a table that is neither empty nor a comment. */
interface Header {
  readonly first: Cell;
  /** Whether the row is a header. Otherwise it is the first row of a table with one column of entries. */
  readonly isHeader: boolean;
  readonly columns: readonly Column[];
  readonly ignored: readonly { readonly cell: Cell; readonly index: number; readonly isAction: boolean }[];
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
  const found = row.map(({ text }) => findColumn(text));
  const notes = [...found.entries()].filter(([, { role }]) => role === "note");
  const [noteIndex] = notes.find(([, { isSubstitute = false }]) => !isSubstitute) ?? notes[0] ?? [];
  const columns = found.map((column, index): Column =>
    column.role === "note" && index !== noteIndex ? { role: "ignored" } : column,
  );
  const hasEntries = columns.some(({ role }) => role === "entry");
  const isHeader = hasEntries && !row.some(({ text }) => likelyKind(text) !== undefined);
  // A column of numbers may be called "#".
  if (first === undefined || (startsComment(first) && !(isHeader && first.text === "#"))) return undefined;
  if (isHeader) {
    const problems = checkColumns(row, columns);
    const ignored = (problems.length > 0 ? [] : row).flatMap((cell, index) =>
      columns[index]?.role === "ignored" ? [{ cell, index, isAction: actionColumn.test(normalize(cell.text)) }] : [],
    );
    return { first, isHeader, columns, ignored, problems };
  }
  const isData = others.length === 0 && entryCharacter.test(first.text);
  return {
    first,
    isHeader,
    columns: row.map((cell) => (cell === first ? { role: "entry", kind: undefined } : { role: "unnamed" })),
    ignored: [],
    problems: isData ? [] : [errorAt(first, unknownHeader)],
  };
}

const unknownHeader =
  "is in the first row, but that row is no header with a known column of entries: add a header, such as " +
  "app_bundle,note,expires (or placement_id, website, entry)";

/** Finds the problems of a header: probably misspelt names, and columns with the same meaning. */
function checkColumns(row: Row, columns: readonly Column[]): readonly FileProblem[] {
  const meanings = new Set<string>();
  return row.flatMap((cell, index) => {
    const { role = "unnamed", kind } = columns[index] ?? {};
    if (role === "unnamed") return [];
    if (role === "ignored") {
      if (findColumn(cell.text).role === "note") return [];
      const known = findMisspelt(cell.text);
      if (known !== undefined)
        return [errorAt(cell, `is not a known column: rename it to ${known}, or to a less similar name`)];
      return lastDay.test(normalize(cell.text)) ? [errorAt(cell, likelyLastDay)] : [];
    }
    const meaning = `${role} ${kind}`;
    if (meanings.has(meaning)) return [errorAt(cell, "is a second column of the same meaning: keep one")];
    meanings.add(meaning);
    return [];
  });
}

/**
 * Matches unknown names that probably mean the last day. If they were ignored, temporary entries would become
 * permanent.
 */
const lastDay = /\b(?:till|until|ends|end day|expir\p{L}*)\b/u;

const likelyLastDay = "is not a known column, and seems to have last days: rename it to expires, or to another name";

/**
 * The shortest name that is checked for typos. Shorter names differ in one letter from too many words: "notes" and
 * "votes".
 */
const shortestJudged = 6;

/** The known name that a person probably meant; undefined if there is none. */
function findMisspelt(name: string): string | undefined {
  const normalized = normalize(name);
  const known = knownColumns.keys().find((known) => known.length >= shortestJudged && isTypo(normalized, known));
  return known?.replaceAll(" ", "_");
}

/** Whether two words differ in one letter: added, missing, moved or replaced. */
function isTypo(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 1) return false;
  const shorten = (word: string): readonly string[] =>
    Array.from(word, (_, index) => word.slice(0, index) + word.slice(index + 1));
  const [ofLeft, ofRight] = [shorten(left), shorten(right)];
  return ofLeft.includes(right) || ofRight.includes(left) || ofLeft.some((word) => ofRight.includes(word));
}
