import { CsvError, parse } from "csv-parse/sync";
import * as z from "zod";
import { printable } from "../common/quote";
import { textCell, type CellContent, type Row } from "./cell";
import { readTable, type FileContent } from "./table";

/**
 * Reads the content of a CSV file (RFC 4180), with any line endings.
 *
 * @param path as it was given; the place of an entry is `path:line`, the first line of its row.
 * @param delimiter by default the one that the first line names, or the first that a line uses.
 */
export function parseCsv(content: string, path: string, delimiter?: string): FileContent {
  // Excel reads and writes this first line to name the delimiter.
  const named = /^("?)sep=([,;\t])\1(?:\r\n|\n|\r|$)/iu.exec(content);
  const { rows, problem } = readRows(content, path, delimiter ?? named?.[2] ?? findDelimiter(content));
  return problem === undefined ? readTable(rows) : { entries: [], problems: [problem] };
}

/** Reads the rows of a CSV file; none if its quotes are invalid. */
export function readRows(content: string, path: string, delimiter: string) {
  const name = printable(path);
  const rows: Row[] = [];
  let line = 1;
  try {
    // csv-parse counts a CRLF in quotes as two lines.
    // Files that were joined have a byte order mark inside, which would make quotes after it invalid.
    const text = withoutQuotesInComments(content.replace(/\r\n?/gu, "\n").replace(/^\uFEFF/gmu, ""));
    const textLines = text.split("\n");
    parse(text, {
      delimiter,
      record_delimiter: "\n",
      relax_column_count: true,
      trim: true,
      on_record: (record: unknown, { lines }) => {
        const source = `${name}:${line}`;
        const raw = textLines.slice(line - 1, lines).join("\n");
        const row = fields.parse(record).map((field) => ({ ...readCell(field.trim(), raw), source }));
        if (!namesDelimiter(row)) rows.push(row);
        line = lines + 1;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { rows: [], problem: { source: `${name}:${line}`, problem: quoteProblem } };
  }
  return { rows };
}

/** Whether a row is Excel's line, also where files were joined: values with another delimiter than the first are rejected. */
function namesDelimiter([first, ...others]: Row): boolean {
  return first !== undefined && /^sep=[,;]?$/iu.test(first.text) && others.every(({ text }) => text === "");
}

/** A comment may be a row of quoted fields with `#` in front of it, or prose. */
function withoutQuotesInComments(content: string): string {
  return content.replace(/"[^"]*"|^[^\S\n]*#[^",;\t\n]*"[^"\n]*(?:"[^"\n]*"[^"\n]*)*"[^"\n]*$/gmu, (part) =>
    part.startsWith('"') ? part : part.replaceAll('"', ""),
  );
}

const fields = z.array(z.string());

/** @param raw the text of its row. */
function readCell(text: string, raw: string): CellContent {
  const cell = textCell(text);
  const hasOther = text.includes(";") && !raw.includes(`"${text.replaceAll('"', '""')}"`);
  return hasOther ? { entryProblem: otherDelimiter, ...cell } : cell;
}

/** Other delimiters are rejected in every entry, whatever its file. */
const otherDelimiter =
  "contains a semicolon, but this file has another delimiter: use one delimiter, or put the value in quotes";

/**
 * Finds the delimiter of a table: the first `,`, `;` or tab outside quotes and comments, since neither names of columns
 * nor entries contain one. A table with one column has none, and any will do.
 */
function findDelimiter(content: string): string {
  const found = content.matchAll(/^[^\S\r\n]*#[^\r\n]*|"[^"]*"|[,;\t]/gmu).find(([part]) => /^[,;\t]/u.test(part));
  return found?.[0] ?? ",";
}

const quoteProblem =
  "the row that starts here has invalid quotes. Nothing of this file was read: put the whole field in quotes, double " +
  'each " in it, and close the quotes';
