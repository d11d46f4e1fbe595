import { quoteList } from "../common/quote";
import { type Kind, likelyKind } from "../list/kinds";
import { listEntry, type ListedEntry } from "../list/listed-entries";
import { startsComment, type Cell, type Row } from "./cell";
import type { FileProblem } from "./errors";

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
      problems.push(problemAt(start, headerBelow));
    } else if (!startsComment(start)) {
      const read = readRow(row, columns);
      for (const entry of read.entries) entries.push(entry);
      for (const problem of read.problems) problems.push(problem);
    } else if (columns[first]?.role !== "entry")
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
  return [problemAt(start, problem)];
}

/** Reads one row of data that is neither empty nor a comment as a whole. */
function readRow(row: Row, columns: readonly Column[]): Pick<FileContent, "entries" | "problems"> {
  const filled = row.flatMap((cell, index) => {
    const column: Column = columns[index] ?? { role: "unnamed" };
    return cell.text === "" || column.role === "ignored" ? [] : [{ cell, column }];
  });
  const ofRole = (role: Column["role"]) => filled.filter(({ column }) => column.role === role);
  const found = ofRole("entry").filter(({ cell }) => !startsComment(cell));
  const [[note], [expires], [unnamed]] = [ofRole("note"), ofRole("expires"), ofRole("unnamed")];
  if (found.length === 0 && ofRole("entry").length > 0) return { entries: [], problems: [] };
  const problems = [
    ...[...found, note, expires, unnamed].flatMap((one) => problemOf(one?.cell, one?.cell.problem)),
    ...found.flatMap(({ cell }) => problemOf(cell, cell.entryProblem)),
    ...problemOf(unnamed?.cell, unnamedColumn),
    ...problemOf(found.length === 0 ? expires?.cell : undefined, "is an expiry date in a row without an entry"),
  ];
  if (problems.length > 0) return { entries: [], problems };
  const entries = found.map(({ cell, column }) => {
    const listed = { entry: cell.text, note: note?.cell.text, until: expires?.cell.text };
    return listEntry(listed, { place: () => cell.source, kind: column.kind }, 1);
  });
  return { entries, problems };
}

const headerBelow = "is a header below other rows: remove these rows, or start them with #";

const unnamedColumn =
  "is in a column without a name: add the name to the header. A value that contains the delimiter needs quotes";

function problemAt({ source, text }: Cell, problem: string): FileProblem {
  return { source, value: text, problem };
}

function problemOf(cell: Cell | undefined, problem: string | undefined): readonly FileProblem[] {
  return cell === undefined || problem === undefined ? [] : [problemAt(cell, problem)];
}

interface Column {
  /** Ignored: a column with a name that the provider does not know, such as "owner". */
  readonly role: "entry" | "note" | "expires" | "ignored" | "unnamed";
  /** The kind of a column of entries. */
  readonly kind?: Kind | undefined;
}

/** The known names of columns; letter case, spaces, `_` and `-` make no difference. */
const columns: ReadonlyMap<string, Column> = new Map<string, Column>([
  ...named({ role: "entry", kind: "appBundles" }, "app bundle", "app bundles", "bundle", "bundles"),
  ...named({ role: "entry", kind: "appBundles" }, "app bundle id", "app bundle ids", "bundle id", "bundle ids"),
  ...named({ role: "entry", kind: "appBundles" }, "bundle identifier", "bundle identifiers"),
  ...named({ role: "entry", kind: "appBundles" }, "package", "packages", "package name", "package names"),
  ...named({ role: "entry", kind: "appBundles" }, "store id", "store ids", "app store id", "app store ids"),
  ...named({ role: "entry", kind: "placementIds" }, "placement id", "placement ids", "placement", "placements"),
  ...named({ role: "entry", kind: "websites" }, "website", "websites", "site", "sites", "domain", "domains"),
  ...named({ role: "entry", kind: undefined }, "entry", "entries"),
  ...named({ role: "note" }, "note", "notes", "comment", "comments"),
  ...named({ role: "expires" }, "expires", "expire", "expiry", "until"),
  ...named({ role: "expires" }, "expires on", "expiry date", "expiration", "expiration date", "valid until"),
]);

function named(column: Column, ...names: readonly string[]): readonly (readonly [string, Column])[] {
  return names.map((name) => [name, column]);
}

export function findColumn(name: string): Column {
  const normalized = normalize(name);
  return normalized === "" ? { role: "unnamed" } : (columns.get(normalized) ?? { role: "ignored" });
}

function normalize(name: string): string {
  return name
    .replace(/[\s_-]+/gu, " ")
    .trim()
    .toLowerCase();
}

/** The first row of a table that is neither empty nor a comment. */
interface Header {
  /** Whether the row is a header; otherwise it is the first row of a table with one column of entries. */
  readonly isHeader: boolean;
  readonly columns: readonly Column[];
  readonly problems: readonly FileProblem[];
  readonly warnings: readonly FileProblem[];
}

/**
 * Reads a row as the header of a table; undefined for an empty row or a comment.
 *
 * A header has a known column of entries, and none of its cells looks like an entry. Only a table with one column of
 * entries may have no header. A name that resembles a known one is a problem: a misspelt `expires`, ignored, would make
 * temporary entries permanent.
 */
function readHeader(row: Row): Header | undefined {
  const [first, ...others] = row.filter(({ text }) => text !== "");
  const columns = row.map(({ text }) => findColumn(text));
  const hasEntries = columns.some(({ role }) => role === "entry");
  const isHeader = hasEntries && !row.some(({ text }) => likelyKind(text) !== undefined);
  // A column of numbers may be called "#".
  if (first === undefined || (startsComment(first) && !(isHeader && first.text === "#"))) return undefined;
  if (isHeader) {
    const problems: FileProblem[] = [];
    const warnings: FileProblem[] = [];
    for (const cell of row.filter((_, index) => columns[index]?.role === "ignored")) {
      const known = findMisspelt(cell.text);
      if (known === undefined) warnings.push(problemAt(cell, "is not a known column and is ignored"));
      else problems.push(problemAt(cell, `is not a known column: rename it to ${known}, or to a less similar name`));
    }
    const repeated = repeatedColumns(row, columns).map((cell) =>
      problemAt(cell, "is a second column of the same meaning: keep one"),
    );
    return { isHeader, columns, problems: [...problems, ...repeated], warnings };
  }
  // Hardly any entry has neither a digit nor one of these characters; names of columns have neither.
  const isData = others.length === 0 && /[\p{Nd}.:/]/u.test(first.text);
  return {
    isHeader,
    columns: row.map((cell) => (cell === first ? { role: "entry", kind: undefined } : { role: "unnamed" })),
    problems: isData ? [] : [problemAt(first, unknownHeader)],
    warnings: [],
  };
}

const unknownHeader =
  "is in the first row, which is not a header with a known column of entries: add a header, such as " +
  "app_bundle,note,expires (or placement_id, website, entry)";

function repeatedColumns(row: Row, columns: readonly Column[]): readonly Cell[] {
  const meanings = columns.map((column) => (column.role === "entry" ? `entry ${column.kind}` : column.role));
  return row.filter((_, index) => {
    const meaning = meanings[index] ?? "ignored";
    return meaning !== "ignored" && meaning !== "unnamed" && meanings.indexOf(meaning) < index;
  });
}

/** A shorter name differs in one letter from too many other words, as "notes" does from "votes". */
const shortestJudged = 6;

/** The known name that an unknown name probably is a misspelling of. */
export function findMisspelt(name: string): string | undefined {
  const normalized = normalize(name);
  const known = columns.keys().find((known) => known.length >= shortestJudged && isTypo(normalized, known));
  return known?.replaceAll(" ", "_");
}

/** Whether two words differ by one letter (added, missing or another one), or by two that are swapped. */
function isTypo(left: string, right: string): boolean {
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < shorter - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const from = left.slice(start, left.length - end);
  const to = right.slice(start, right.length - end);
  if (from === to) return false;
  return (from.length <= 1 && to.length <= 1) || (from.length === 2 && from === [...to].toReversed().join(""));
}
