/** The characters that separate the cells of a line. */
export type Delimiter = "," | ";" | "\t";

/**
 * Finds the delimiter of a table: the first of `,`, `;` and tab that stands outside quotes in the first line that says
 * something, as neither column names nor entries contain one. A table with one column has none, and any will do.
 */
export function delimiterOf(content: string): Delimiter {
  let isQuoted = false;
  let isComment = false;
  let isLineBlank = true;
  for (const character of content) {
    const isLineEnd = !isQuoted && (character === "\n" || character === "\r");
    if (isLineEnd && !isComment && !isLineBlank) return ",";
    if (isLineEnd) {
      isComment = false;
      isLineBlank = true;
    } else if (isComment) {
      continue;
    } else if (character === '"') {
      isQuoted = !isQuoted;
      isLineBlank = false;
    } else if (!isQuoted && (character === "," || character === ";" || character === "\t")) {
      return character;
    } else if (isLineBlank && character === "#") {
      isComment = true;
    } else if (character !== " ") {
      isLineBlank = false;
    }
  }
  return ",";
}
