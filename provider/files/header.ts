import { likelyKind } from "../list/likely-kind";
import type { Cell, Row } from "./cell";
import { columnOf, misspeltName, type Column } from "./columns";
import type { FileProblem } from "./file-problem";

/** What the columns mean where no header says it. */
export const withoutHeader: readonly Column[] = [
  { role: "entry", kind: undefined },
  { role: "note" },
  { role: "expires" },
];

/** What the first rows say of the columns, which stay undefined as long as there are only blank rows and comments. */
export interface Header {
  readonly isHeader: boolean;
  readonly columns: readonly Column[] | undefined;
  readonly problems: readonly FileProblem[];
  readonly warnings: readonly FileProblem[];
}

/**
 * Reads a row as the header of a table: it names at least one column of entries, and nothing in it looks like an entry.
 *
 * What looks like a header without naming such a column is a problem, and so is a name that is one slip away from a known
 * one: read as data, or ignored, it would silently make lasting blocks of temporary ones.
 */
export function readHeader(row: Row): Header {
  const filled = row.filter(({ text }) => text !== "");
  const columns = row.map(({ text }) => columnOf(text));
  const roles = new Set(columns.map(({ role }) => role));
  const looksLikeData = filled.some(({ text }) => likelyKind(text) !== undefined);
  const ignored = row.filter((_, index) => columns[index]?.role === "ignored");
  const misspelt = ignored.flatMap(misspellingProblems);
  const [first] = filled;
  // A column of numbers may be called "#"; a "# " begins a comment, whatever else its line is.
  if (roles.has("entry") && !looksLikeData && first?.text.startsWith("# ") !== true) {
    const problems = [...misspelt, ...repeatedColumns(row, columns)];
    return { isHeader: true, columns, problems, warnings: ignored.flatMap(ignoredWarnings) };
  }
  if (first === undefined || first.text.startsWith("#")) {
    return { isHeader: true, columns: undefined, problems: [], warnings: [] };
  }
  const looksLikeHeader = misspelt.length > 0 || roles.has("note") || roles.has("expires");
  const problems = looksLikeHeader && !looksLikeData ? [noEntryColumnProblem(first)] : [];
  return { isHeader: false, columns: problems.length > 0 ? [] : withoutHeader, problems, warnings: [] };
}

function misspellingProblems({ text, source }: Cell): readonly FileProblem[] {
  const known = misspeltName(text);
  if (known === undefined) return [];
  return [{ source, value: text, problem: `is no known column: call it ${known}, or something less alike` }];
}

function ignoredWarnings({ text, source }: Cell): readonly FileProblem[] {
  if (misspeltName(text) !== undefined) return [];
  return [{ source, value: text, problem: "is no column that is read: what stands in it is ignored" }];
}

function noEntryColumnProblem({ text, source }: Cell): FileProblem {
  return {
    source,
    value: text,
    problem:
      "stands in what looks like a header, but no column of it is called app_bundle, placement_id, website or entry. " +
      "If it is an entry, put a header before it, such as entry,note,expires",
  };
}

function repeatedColumns(row: Row, columns: readonly Column[]): readonly FileProblem[] {
  const seen = new Set<string>();
  return row.flatMap(({ text, source }, index) => {
    const column = columns[index];
    if (column === undefined || column.role === "ignored" || column.role === "unnamed") return [];
    const meaning = column.role === "entry" ? `entry ${column.kind ?? ""}` : column.role;
    if (seen.has(meaning)) return [{ source, value: text, problem: "is the second column of this meaning: keep one" }];
    seen.add(meaning);
    return [];
  });
}
