/** A cell of a table. */
export interface Cell {
  /** Without whitespace at its ends. */
  readonly text: string;
  /** Why the cell cannot be read, whatever its column, as the end of a sentence that starts with its text. */
  readonly problem?: string;
  /** Its place, such as "lists/apps.csv:12". */
  readonly source: string;
}

/** The cells of a row, from the first column on. */
export type Row = readonly Cell[];

/** Whether a row is a comment if this is its first filled cell. */
export function startsComment({ text, problem }: Cell): boolean {
  return text.startsWith("#") && problem === undefined;
}

/**
 * Matches the errors that spreadsheets write in place of a value, in any language: `#REF!`, `#N/A`, `#BEZUG!`, `#NV`.
 */
const spreadsheetError = /^#(?:[\p{Lu}\p{Nd}/\u00a1]+[!?]|N\/A|NV)$/u;

/** A cell with text. The text may be a spreadsheet error. */
export function textCell(text: string, source: string): Cell {
  if (!spreadsheetError.test(text)) return { text, source };
  return { text, source, problem: "is a spreadsheet error: fix the formula, or enter the value itself" };
}
