/** A cell of a table, with its text trimmed. */
export interface Cell {
  readonly text: string;
  /** Where it is, such as "lists/apps.csv:12:3". */
  readonly source: string;
  /** What a spreadsheet holds in the cell where that is no text; absent where it is one. */
  readonly content?: CellContent;
  /** The cell is merged with ones of the rows below, which a spreadsheet shows as if they had its text. */
  readonly isMergedDown?: boolean;
}

/** What a spreadsheet may hold in a cell other than a text, or a number that is shown as it is. */
export type CellContent =
  | "date"
  | "error"
  /** An error without a name, or a formula whose value is not stored. */
  | "unknown"
  | "truthValue"
  /** A number of more digits than spreadsheets keep. */
  | "roundedNumber"
  /** A number that numbers no thing: 0, a negative one, a fraction. */
  | "quantity"
  /** A number whose format shows other digits than it has. */
  | "maskedNumber";

/** The cells of a row, from the first column on. */
export type Row = readonly Cell[];
