import { CsvError, parse } from "csv-parse/sync";
import { z } from "zod";
import { printable } from "../common/printable";
import type { Row } from "./cell";
import type { FileProblem } from "./file-problem";
import { readTable, type FileContent } from "./table";

const delimiters = z.enum([",", ";", "\t"]);

const recordSchema = z.array(z.string());

/**
 * Reads the content of a CSV file (RFC 4180), with any line endings.
 *
 * @param path as it was given; the place of an entry is `path:line`, the first line of its row.
 * @param delimiter by default the one that the first line names or uses.
 */
export function parseCsv(content: string, path: string, delimiter?: z.infer<typeof delimiters>): FileContent {
  // Excel reads and writes this first line to name the delimiter.
  const named = /^sep=([,;\t])(?:\r\n|\n|\r|$)/u.exec(content);
  const name = printable(path);
  const rows: Row[] = [];
  let line = 1;
  try {
    // csv-parse counts a CRLF in quotes as two lines.
    parse(content.replace(/\r\n?/gu, "\n"), {
      delimiter: delimiter ?? named?.[1] ?? findDelimiter(content),
      record_delimiter: "\n",
      relax_column_count: true,
      trim: true,
      on_record: (record, { lines }) => {
        const source = `${name}:${line}`;
        rows.push(recordSchema.parse(record).map((text) => ({ text: text.trim(), source })));
        line = lines + 1;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { entries: [], problems: [quoteProblem(error, `${name}:${line}`)], warnings: [] };
  }
  return readTable(named === null ? rows : rows.slice(1));
}

/**
 * Finds the delimiter of a table: the first `,`, `;` or tab outside quotes in its first line that is neither empty nor
 * a comment, since neither column names nor entries contain one. A table with one column has none, and any will do.
 */
function findDelimiter(content: string): string {
  const start = /^(?: *(?:#[^\r\n]*)?[\r\n])*/u.exec(content)?.[0].length ?? 0;
  const unquoted = content.slice(start).replaceAll(/"[^"]*"/gu, "");
  return /^[^\r\n,;\t]*([,;\t])/u.exec(unquoted)?.[1] ?? ",";
}

function quoteProblem(error: CsvError, source: string): FileProblem {
  const problem =
    error.code === "CSV_QUOTE_NOT_CLOSED"
      ? "the row that starts here has a quoted field without an end. Nothing of this file was read: close its quotes"
      : "the row that starts here has a field with invalid quotes. Nothing of this file was read: put the whole field " +
        'in quotes, and double each " in it';
  return { source, problem };
}
