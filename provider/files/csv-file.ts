import { CsvError, parse } from "csv-parse/sync";
import { z } from "zod";
import { printable } from "../common/printable";
import type { Row } from "./cell";
import { delimiterOf, type Delimiter } from "./delimiter";
import { placesOfFields, type Place } from "./field-places";
import type { FileReading } from "./file-reading";
import { readTable } from "./table";

/** What csv-parse gives for a record: its fields, and how many bytes of the file are read after it. */
const recordSchema = z.object({
  record: z.array(z.string()),
  info: z.object({ bytes: z.number() }),
});

/**
 * The entries of a CSV file's content. Lines end as any system ends them; fields may stand in quotes (RFC 4180), with
 * line breaks in them.
 *
 * @param path as it was given; `source` is `path:line:column`, both from 1, where the field begins.
 * @param delimiter found from the first line where it is not given.
 */
export function readCsv(content: string, path: string, delimiter?: Delimiter): FileReading {
  // Excel reads and writes this first line to name the delimiter.
  const named = /^sep=([,;\t])(?:\r\n|\n|\r|$)/u.exec(content);
  const namedDelimiter = z.enum([",", ";", "\t"]).optional().parse(named?.[1]);
  const used = delimiter ?? namedDelimiter ?? delimiterOf(content);
  const name = printable(path);
  const bytes = Buffer.from(content);
  try {
    const records = z.array(recordSchema).parse(
      parse(bytes, {
        delimiter: used,
        record_delimiter: ["\r\n", "\n", "\r"],
        relax_column_count: true,
        trim: true,
        info: true,
      }),
    );
    const rows = rowsOf(records, bytes, name, used);
    return readTable(named === null ? rows : rows.drop(1));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { entries: [], problems: [quoteProblem(error, bytes, name, used)], warnings: [] };
  }
}

function* rowsOf(
  records: readonly z.infer<typeof recordSchema>[],
  bytes: Buffer,
  name: string,
  delimiter: Delimiter,
): Generator<Row> {
  let start: Place = { line: 1, column: 1 };
  let read = 0;
  for (const { record, info } of records) {
    const { fields, end } = placesOfFields(bytes.toString("utf8", read, info.bytes), delimiter, start);
    yield record.map((text, index) => ({ text: text.trim(), source: sourceOf(name, fields[index] ?? start) }));
    start = end;
    read = info.bytes;
  }
}

function sourceOf(name: string, { line, column }: Place): string {
  return `${name}:${line}:${column}`;
}

const errorSchema = z.object({ bytes: z.number(), column: z.number() });

/** Where the field with the broken quotes begins, and what may be wrong with it. */
function quoteProblem(error: CsvError, bytes: Buffer, name: string, delimiter: Delimiter) {
  // The number of bytes is that before the field: up to its delimiter, or up to its record.
  const read = errorSchema.parse(error);
  const before = bytes.toString("utf8", 0, read.bytes + (read.column === 0 ? 0 : 1));
  const { end } = placesOfFields(before, delimiter, { line: 1, column: 1 });
  const problem =
    error.code === "CSV_QUOTE_NOT_CLOSED"
      ? "a quoted field begins here and does not end. Nothing of this file was read: close its quotes"
      : "the quotes of the field that begins here are broken. Nothing of this file was read: put the whole field in " +
        'quotes, and write each " in it twice';
  return { source: sourceOf(name, end), problem };
}
