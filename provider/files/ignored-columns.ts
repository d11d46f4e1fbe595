import { formatCount } from "../common/format";
import { listFirst, named, oneLine, quote } from "../common/quote";
import { findColumn } from "../check/columns";
import { isDeciding, saysGone } from "../check/decisions";
import type { FindingCode } from "../check/mistakes";
import type { Row } from "./cell";
import { errorAt, type FileProblem } from "./errors";

/**
 * The rows that an ignored column excludes, the columns that may decide about rows, and the names of the others.
 *
 * @param rows the rows with entries.
 * @param today in UTC, as `YYYY-MM-DD`.
 */
export function problemsOfIgnored(names: Row, rows: readonly Row[], today: string): readonly FileProblem[] {
  const judged = names.flatMap((name, index) => {
    const cells = rows.flatMap((row) => row[index] ?? []).filter(({ text }) => text !== "");
    if (findColumn(name.text).role !== "ignored" || cells.length === 0) return [];
    const same = Map.groupBy(cells, ({ text }) => text);
    const counts = new Map(Array.from(same, ([text, { length }]) => [text, length]));
    if (cells.length < rows.length) counts.set("", rows.length - cells.length);
    const decides = isDeciding(name.text, counts, today);
    const values =
      decides || counts.size <= mostValues ? ` (${listFirst([...counts], describeValue, mostValues)})` : "";
    return [{ name, cells, decides, described: quote(name.text) + values }];
  });
  const about = (some: typeof judged, code: FindingCode, start: string, end: string): readonly FileProblem[] => {
    const problem = `${start}: ${listFirst(some, ({ described }) => described, named.toDecide)}. ${end}`;
    return some.slice(0, 1).map(({ name: { source } }) => ({ source, problem, code }));
  };
  const deciding = judged.filter(({ decides }) => decides);
  const others = judged.filter(({ decides }) => !decides);
  const excluded = deciding.flatMap(({ name, cells }) => {
    const problem = `is in the ignored column ${quote(name.text)}: ${wayOut}`;
    return cells.filter(({ text }) => saysGone(text)).map((cell) => errorAt(cell, problem));
  });
  return [
    ...excluded,
    ...about(deciding, "DECIDING_COLUMN", "ignored columns may decide which rows count", allDeclared),
    ...about(others, "IGNORED_COLUMNS", "ignored columns", knownNames),
  ];
}

function describeValue([text, rows]: readonly [string, number]): string {
  return `${oneLine(text, longestValue) || "empty"} ${formatCount(rows)}`;
}

/** The most values of a column that are named, and the most characters of one. */
const [mostValues, longestValue] = [4, 40];

const wayOut =
  "its entry would be declared like all others. Delete the row, or put # in front of its entry. To ignore the value, " +
  "delete the column";

const allDeclared = "All rows are declared: delete the rows that do not belong in the list, or the columns";

const knownNames = "Columns that are read: app_bundle, placement_id, website, entry, note, expires";
