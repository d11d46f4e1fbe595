/** A cell of a table, with its text trimmed. */
export interface Cell {
  readonly text: string;
  /** Its place, such as "lists/apps.csv:12" or "lists/apps.xlsx:Sheet1!B7". */
  readonly source: string;
  /** Why the cell cannot be read, whatever its column, as the end of a sentence that starts with its text. */
  readonly problem?: string;
  /** Why the cell cannot be an entry: the text may differ from what was typed. */
  readonly entryProblem?: string;
}

/** The cells of a row, from the first column on. */
export type Row = readonly Cell[];
