/** Where something begins in a file, both from 1; columns count characters as editors do (UTF-16 code units). */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Where the fields of a record begin, and where the next record begins. */
export interface RecordPlaces {
  readonly fields: readonly Place[];
  readonly end: Place;
}

/**
 * Finds where the fields of a record of a CSV file begin.
 *
 * @param text the record as it stands in the file, with its line end; its quotes are known to be right.
 * @param start where the record begins.
 */
export function placesOfFields(text: string, delimiter: string, start: Place): RecordPlaces {
  const fields = [start];
  let { line, column } = start;
  // A quote in a quoted field is written twice, so it ends the quotes and begins them again.
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    column += 1;
    if (character === '"') {
      isQuoted = !isQuoted;
    } else if (character === "\n" || (character === "\r" && text[index + 1] !== "\n")) {
      line += 1;
      column = 1;
    } else if (character === delimiter && !isQuoted) {
      fields.push({ line, column });
    }
  }
  return { fields, end: { line, column } };
}
