/** A cell of a table, with its text trimmed. */
export interface Cell {
  readonly text: string;
  /** Where it is, such as "lists/apps.csv:12:3". */
  readonly source: string;
  /** What a spreadsheet holds in the cell where that is no text; absent where it is one. */
  readonly content?: "date" | "error" | "roundedNumber";
}

/** The cells of a row, from the first column on. */
export type Row = readonly Cell[];
