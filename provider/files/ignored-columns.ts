import { formatCount } from "../common/format";
import { listFirst, named, oneLine, quote } from "../common/quote";
import { isDeciding, saysGone } from "../list/decisions";
import type { FindingCode } from "../list/mistakes";
import type { Cell, Row } from "./cell";
import type { FileProblem } from "./errors";

/** The name of a column that is not read, and its place. */
export interface IgnoredColumn {
  readonly name: Cell;
  readonly index: number;
}

/**
 * The rows that an ignored column excludes, the columns that may decide about rows, and the names of the others.
 *
 * @param rows the rows with entries.
 * @param today in UTC, as `YYYY-MM-DD`.
 */
export function problemsOfIgnored(columns: readonly IgnoredColumn[], rows: readonly Row[], today: string) {
  const judged = columns.flatMap(({ name, index }) => {
    const cells = rows.flatMap((row) => row[index] ?? []).filter(({ text }) => text !== "");
    if (cells.length === 0) return [];
    const same = Map.groupBy(cells, ({ text }) => text);
    const counts = new Map(Array.from(same, ([text, { length }]) => [text, length]));
    const decides = isDeciding(name.text, counts, rows.length, today);
    return [{ name, cells, counts, decides }];
  });
  const describe = ({ name, cells, counts, decides }: (typeof judged)[number]): string => {
    const isShown = decides || counts.size <= mostValues;
    return quote(name.text) + (isShown ? ` (${listValues(counts, rows.length - cells.length)})` : "");
  };
  const [deciding, others] = [judged.filter(({ decides }) => decides), judged.filter(({ decides }) => !decides)];
  const excluded = deciding.flatMap(({ name, cells }) => {
    const problem = `is in the ignored column ${quote(name.text)}: ${wayOut}`;
    const gone = cells.filter(({ text }) => saysGone(text));
    return gone.map(({ source, text: value }) => ({ source, value, problem }));
  });
  const about = (some: typeof judged, code: FindingCode, start: string, end: string): readonly FileProblem[] => {
    const most = code === "DECIDING_COLUMN" ? named.toDecide : named.examples;
    const problem = `${start}: ${listFirst(some, describe, most)}. ${end}`;
    return some.slice(0, 1).map(({ name }) => ({ source: name.source, problem, code }));
  };
  return [
    ...excluded,
    ...about(deciding, "DECIDING_COLUMN", "ignored columns may decide which rows count", allDeclared),
    ...about(others, "IGNORED_COLUMNS", "ignored columns", knownNames),
  ];
}

/** The values of a column, each with its number of rows. */
function listValues(counts: ReadonlyMap<string, number>, empty: number): string {
  const all = [...counts, ...(empty === 0 ? [] : [["empty", empty] as const])];
  return listFirst(all, ([text, count]) => `${oneLine(text, longestValue)} ${formatCount(count)}`, mostValues);
}

/** The most values of a column that are named, and the most characters of one. */
const [mostValues, longestValue] = [4, 40];

const wayOut =
  "its entry would be declared like all others. Delete the row, or put # in front of its entry. To ignore the value, " +
  "delete the column";

const allDeclared = "All rows are declared: delete the rows that do not belong in the list, or the columns";

const knownNames = "Columns that are read: app_bundle, placement_id, website, entry, note, expires";
