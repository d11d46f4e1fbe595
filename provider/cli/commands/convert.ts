import { existsSync, readFileSync, realpathSync } from "node:fs";
import { extname } from "node:path";
import * as z from "zod";
import { plural } from "../../common/format";
import { oneLine, printable, quote, quoteList } from "../../common/quote";
import { textCell, type Row } from "../../files/cell";
import { findDelimiter, readAllRows } from "../../files/csv-file";
import { FileUnreadableError } from "../../files/errors";
import { readBytes, readText } from "../../files/read-list-file";
import { printLine, tidyNote } from "../../list/text";
import { bounds } from "../bounds";
import { argument, defineCommand, flag, option, OptionsError, text } from "../command";
import { listOfColumns } from "../list-of-columns";
import { FileNotWrittenError, writeFile } from "../write-file";

const columns = z.array(text);

const filters = z.array(
  text
    .transform((where) => where.split(/=(.*)/su, 2))
    .pipe(z.tuple([text, z.string()], { error: "must be COLUMN=VALUE" })),
);

export const convertCommand = defineCommand({
  name: "convert",
  description:
    "Prints a table (.xlsx, .csv, .tsv) as CSV, or writes a list of the columns that you name. Sends nothing.",
  examples:
    "app-list convert blocked.xlsx --output blocked.csv\n" +
    'app-list convert vendor.csv --entry "App ID" --output lists/vendor.txt',
  options: {
    file: argument("<file>", "an .xlsx file of at most 8 MiB, or a .csv or .tsv file", text),
    entry: option("--entry <column...>", "the columns of entries", columns),
    note: option("--note <column>", "the column of notes", text),
    expires: option("--expires <column>", "the column of last days", text),
    where: option("--where <column=value...>", "the rows that count: with one of the values of each column", filters),
    sheet: option("--sheet <name>", "the name of the sheet (default: the first one)", text),
    output: option(
      "--output <file>",
      "write to a .csv or .txt file, once all rows are read (default: print CSV)",
      text,
    ),
    force: flag("--force", "overwrite an existing file that has another content"),
  },
  help: `
With a column or a filter, the list has the columns entry, note and expires. A .txt file has one entry per line, with its note
and last day. Name the file first. Without --entry, --note or --expires, columns with known names are read. A last day is a
date of the workbook, 2027-01-31 or Jan 31, 2027. If one row is rejected, nothing is written.

Compare the result with the workbook: a cell with an error, such as #REF!, and a formula without a stored value are printed
as empty cells. Hidden sheets, rows and columns are printed like others. Of merged cells, only the first has the value.
Dates are printed as 2027-01-31. Numbers are printed without their format, such as leading zeros. With more than 15 digits,
they are rounded by Excel and have an exponent: validate rejects them.`,
  run: async ({ file, sheet, output, force, entry = [], note, expires, where = [] }) => {
    const extension = output && extname(output).toLowerCase();
    if (output !== undefined && extension !== ".csv" && extension !== ".txt")
      throw new FileNotWrittenError(output, "its name does not end with .csv or .txt");
    const { rows, read } = await readRowsOf(file, sheet);
    if (output !== undefined && existsSync(output) && realpathSync(output) === realpathSync(file))
      throw new FileNotWrittenError(output, "it is the table that is read");
    const isWhole = extension !== ".txt" && [...entry, note ?? [], expires ?? [], ...where].flat().length === 0;
    const list = isWhole ? undefined : listOfColumns(file, rows, { entry, note, expires, where });
    const listed = list?.lines ?? [];
    const table =
      list === undefined
        ? rows.map((row) => row.map(({ text }) => text))
        : [
            ["entry", "note", "expires"],
            ...listed.map(({ entry, listed: { note = "", until = "" } }) => [entry, tidyNote(note) ?? "", until]),
          ];
    const lines = extension === ".txt" ? listed.map((line) => printLine(line.entry, line.note)) : table.map(csvRow);
    const messages = [list === undefined ? read : `${read} ${list.message}`];
    if (output === undefined) return { outcome: "done", lines, messages };
    const content = `${lines.join("\n")}\n`;
    if (!force && existsSync(output) && readFileSync(output, "utf8") !== content)
      throw new FileNotWrittenError(output, "it exists and has another content, which --force overwrites");
    writeFile(output, content);
    return { outcome: "done", messages };
  },
});

/** The rows of a table, and what was read. */
async function readRowsOf(file: string, sheet: string | undefined) {
  const extension = extname(file).toLowerCase();
  if (extension !== ".csv" && extension !== ".tsv") return readSheet(file, sheet);
  if (sheet !== undefined) throw new OptionsError(["--sheet is for workbooks"]);
  const content = readText(file);
  const rows = readAllRows(content, file, extension === ".tsv" ? "\t" : findDelimiter(content));
  return { rows, read: `${plural(rows.length, "row")} of ${quote(file)}.` };
}

async function readSheet(file: string, name: string | undefined) {
  const sheets = await readWorkbook(file);
  const names = sheets.map(({ sheet }) => sheet);
  const { sheet = "", data = [] } = sheets.find(({ sheet }) => sheet === (name ?? names[0])) ?? {};
  const problem = `has no rows in the sheet ${quote(name ?? sheet)}: choose one of ${quoteList(names)} with --sheet`;
  if (data.length === 0) throw new FileUnreadableError(file, problem);
  const others = quoteList(names.filter((each) => each !== sheet));
  const rows = data.map((row, index): Row =>
    row.map((value) => textCell(cellText(value), `${printable(file)}:${index + 1}`)),
  );
  const notPrinted = others === "" ? "" : ` Not printed: ${others}.`;
  return { rows, read: `${plural(data.length, "row")} of the sheet ${quote(sheet)}.${notPrinted}` };
}

/** @throws {FileUnreadableError} if the file is not a workbook or is too large. */
async function readWorkbook(path: string) {
  const bytes = readBytes(path, bounds.workbookMebibytes);
  const { default: read } = await import("read-excel-file/node");
  return read(bytes).catch((cause: unknown) => {
    const reason = oneLine(cause instanceof Error ? cause.message : String(cause), bounds.errorCharacters);
    throw new FileUnreadableError(path, `cannot be read as an .xlsx file without a password: ${reason}`, { cause });
  });
}

/** A value of a workbook, on one line. */
function cellText(value: unknown): string {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === "number" && value > largestExact) return value.toExponential().toUpperCase();
  if (typeof value === "string") return oneLine(value, Infinity);
  return typeof value === "number" || typeof value === "boolean" ? `${value}` : "";
}

/** Excel keeps 15 digits of a number. */
const largestExact = 999_999_999_999_999;

function csvRow(texts: readonly string[]): string {
  return texts.map((text) => (/[",;\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(",");
}
