import { CsvError, parse } from "csv-parse/sync";
import * as z from "zod";
import { formatCount } from "../common/format";
import { printable } from "../common/quote";
import { textCell, type Row } from "./cell";
import { FileUnreadableError } from "./errors";
import { readTable, type FileContent } from "./table";

/**
 * Reads the content of a CSV file (RFC 4180), with any line endings.
 *
 * @param path the path in places of entries. A place is `path:line`, with the first line of the row.
 * @param delimiter the delimiter. Default: the first one in the file.
 */
export function parseCsv(content: string, path: string, delimiter?: string): FileContent {
  const { rows, problem } = readRows(content, path, delimiter ?? findDelimiter(content));
  return problem === undefined ? readTable(rows) : { entries: [], problems: [problem] };
}

/** @throws {FileUnreadableError} if its quotes are invalid, or a row is too wide. */
export function readAllRows(content: string, path: string, delimiter: string): readonly Row[] {
  const { rows, problem } = readRows(content, path, delimiter);
  if (problem === undefined) return rows;
  throw new FileUnreadableError(path, `cannot be read: in ${problem.source}, ${problem.problem}`);
}

/** Reads the rows of a CSV file; none if its quotes are invalid, or a row is too wide. */
export function readRows(content: string, path: string, delimiter: string) {
  const name = printable(path);
  const rows: Row[] = [];
  let line = 1;
  try {
    // csv-parse counts a CRLF in quotes as two lines. Joined files have byte order marks inside. Quotes after one would
    // be invalid.
    const decoded = content.replace(/\r\n?/gu, "\n").replace(/^\uFEFF/gmu, "");
    const text = withoutQuotesInComments(decoded.replace(delimiterLine, ""));
    parse(text, {
      delimiter,
      record_delimiter: "\n",
      relax_column_count: true,
      trim: true,
      on_record: (record: unknown, { lines }) => {
        const source = `${name}:${line}`;
        rows.push(fields.parse(record).map((field) => textCell(field.trim(), source)));
        line = lines + 1;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError || error instanceof z.ZodError)) throw error;
    const problem = error instanceof CsvError ? quoteProblem : tooWide;
    return { rows: [], problem: { source: `${name}:${line}`, problem } };
  }
  return { rows };
}

/** Matches Excel's lines that name the delimiter. Joined files have several. Values with another one are rejected. */
const delimiterLine = /^("?)sep=[,;\t]\1[,;\t]*$/gimu;

/** Removes the quotes in comments. A comment may be prose, or a row of quoted fields with `#` in front of it. */
function withoutQuotesInComments(content: string): string {
  return content.replace(
    /"[^"]*"|(?<![^\n])[^\S\n]*#[^",;\t\n]*"[^"\n]*(?:"[^"\n]*"[^"\n]*)*"[^"\n]*(?![^\n])/gu,
    (part) => (part.startsWith('"') ? part : part.replaceAll('"', "")),
  );
}

/** A table has far fewer columns than this. Wider rows would take seconds. */
const mostColumns = 1000;

const fields = z.array(z.string()).max(mostColumns);

const tooWide = `the row has more than ${formatCount(mostColumns)} columns. Nothing of this file was read`;

/**
 * Finds the delimiter of a table: the first `,`, `;` or tab outside quotes and comments. Names of columns and entries
 * contain none of them. For a table with one column, the result does not matter.
 */
export function findDelimiter(content: string): string {
  const found = content
    .matchAll(/(?<![^\r\n])[^\S\r\n]*#[^\r\n]*|"[^"]*"|[,;\t]/gu)
    .find(([part]) => /^[,;\t]/u.test(part));
  return found?.[0] ?? ",";
}

const quoteProblem =
  "the row that starts here has invalid quotes. Nothing of this file was read: put the whole field in quotes, double " +
  'each " in it, and close the quotes';
