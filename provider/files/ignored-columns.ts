import { formatCount } from "../common/format";
import { listFirst, oneLine, quote } from "../common/quote";
import { isDeciding, saysGone } from "../list/decisions";
import type { FindingCode } from "../list/mistakes";
import type { Cell, Row } from "./cell";
import type { FileProblem } from "./errors";

/** The columns of a table that are not read, with their cells in rows with entries. */
export class IgnoredColumns {
  /** The cells by the place of their column, and by their text. */
  readonly #columns = new Map<number, { readonly name: Cell; readonly cells: Map<string, Cell[]> }>();
  #rows = 0;

  /** @param columns the cells of the header, each with its place. */
  addRow(row: Row, columns: readonly { readonly name: Cell; readonly index: number }[]): void {
    this.#rows += 1;
    for (const { name, index } of columns) {
      const cell = row[index];
      if (cell === undefined || cell.text === "") continue;
      const { cells } = this.#columns.get(index) ?? { cells: new Map<string, Cell[]>() };
      if (cells.size === 0) this.#columns.set(index, { name, cells });
      const same = cells.get(cell.text);
      if (same === undefined) cells.set(cell.text, [cell]);
      else same.push(cell);
    }
  }

  /**
   * The rows that a column excludes, the columns that may decide about rows, and the names of the others.
   *
   * @param today in UTC, as `YYYY-MM-DD`.
   */
  problems(today: string): readonly FileProblem[] {
    const inOrder = [...this.#columns].toSorted(([one], [other]) => one - other);
    const columns = inOrder.map(([, { name, cells }]) => {
      const counts = new Map(Array.from(cells, ([text, { length }]) => [text, length]));
      const isJudged = isDeciding(name.text, counts, this.#rows, today);
      const isDescribed = isJudged || counts.size <= mostValues;
      const text = quote(name.text) + (isDescribed ? ` (${this.#describe(counts)})` : "");
      return { name, cells, isJudged, text };
    });
    const deciding = columns.filter(({ isJudged }) => isJudged);
    const others = columns.filter(({ isJudged }) => !isJudged);
    const excluded = deciding.flatMap(({ name, cells }) => {
      const gone = Array.from(cells).flatMap(([text, same]) => (saysGone(text) ? same : []));
      const problem = `is in the ignored column ${quote(name.text)}: ${wayOut}`;
      return gone.map(({ source, text: value }) => ({ source, value, problem }));
    });
    const about = (some: typeof columns, code: FindingCode, start: string, end: string): readonly FileProblem[] => {
      const problem = `${start}: ${listFirst(some, ({ text }) => text)}. ${end}`;
      return some.slice(0, 1).map(({ name }) => ({ source: name.source, problem, code }));
    };
    return [
      ...excluded,
      ...about(deciding, "DECIDING_COLUMN", "ignored columns may decide which rows count", allDeclared),
      ...about(others, "IGNORED_COLUMNS", "ignored columns", knownNames),
    ];
  }

  /** The values of a column, each with its number of rows. */
  #describe(counts: ReadonlyMap<string, number>): string {
    const empty = this.#rows - counts.values().reduce((sum, count) => sum + count, 0);
    const all = [...counts, ["empty", empty] as const].filter(([, count]) => count > 0);
    return listFirst(all, ([text, count]) => `${oneLine(text, longestValue)} ${formatCount(count)}`, mostValues);
  }
}

/** The most values of a column that are named, and the most characters of one. */
const [mostValues, longestValue] = [4, 40];

const wayOut =
  "its entry would be declared like all others. Delete the row, or put # in front of its entry. To ignore the value, " +
  "delete the column";

const allDeclared = "All rows are declared: delete the rows that do not belong in the list, or the columns";

const knownNames = "Columns that are read: app_bundle, placement_id, website, entry, note, expires";
