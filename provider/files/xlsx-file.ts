import type * as Xlsx from "@e965/xlsx";
import { createRequire } from "node:module";
import { z } from "zod";
import { formatCount } from "../common/format";
import { printable } from "../common/printable";
import { ArchiveTooLargeError } from "./archive";
import type { Cell, CellContent, Row } from "./cell";
import { FileUnreadableError } from "./errors";
import type { FileReading } from "./file-reading";
import { readTable } from "./table";
import { readableWorkbook } from "./workbook-parts";

/** How much the parts of a workbook may have, once they are unpacked, in MiB: some 300,000 rows of five columns. */
const mostMebibytes = 128;

/** Where the rows and columns of spreadsheets end. */
const mostRows = 1_048_576;
const mostColumns = 16_384;

/** How many cells the rows may have up to their last filled one. */
const mostCells = 20_000_000;

/**
 * The entries of the first sheet of an .xlsx file. Formulas count by the value that the spreadsheet last worked out.
 *
 * @param path as it was given; `source` is `path:Sheet1!B7`, as the spreadsheet names the cell.
 * @throws {FileUnreadableError} where the bytes are no such file, or too much of it.
 */
export function readXlsx(bytes: Buffer, path: string): FileReading {
  const startsWith = (...start: readonly number[]) => start.every((byte, index) => bytes[index] === byte);
  if (startsWith(0xd0, 0xcf, 0x11, 0xe0)) {
    throw new FileUnreadableError(path, "has a password, or is an old .xls file: save it as .xlsx without a password");
  }
  if (!startsWith(0x50, 0x4b)) throw new FileUnreadableError(path, "is no .xlsx file, although it is named so");
  const xlsx = loadXlsx();
  const { name, others, rows, merged } = readFirstSheet(xlsx, bytes, path);
  const reading = readTable(cellsOf(rows, merged, xlsx, `${printable(path)}:${printable(name)}!`));
  const unread = others.map((other) => ({ source: printable(path), value: other, problem: unreadSheet }));
  return { ...reading, warnings: [...reading.warnings, ...unread] };
}

const unreadSheet = "is a sheet that is not read: only the first one is";

/** The cells as the library gives them; a cell that was never filled, or a row without any, is missing. */
const cellSchema = z.discriminatedUnion("t", [
  z.object({ t: z.literal("s"), v: z.string() }),
  z.object({ t: z.literal("n"), v: z.number().optional(), z: z.string().optional() }),
  z.object({ t: z.literal("b"), v: z.boolean() }),
  z.object({ t: z.literal("d"), v: z.date().or(z.nan()) }),
  z.object({ t: z.literal("e"), v: z.number().optional() }),
  z.object({ t: z.literal("z") }),
]);

type SheetCell = z.infer<typeof cellSchema> | undefined;

const rowsSchema = z.array(
  z
    .array(cellSchema.optional())
    .optional()
    .transform((row) => row ?? []),
);

type SheetRows = z.infer<typeof rowsSchema>;

function readFirstSheet(xlsx: typeof Xlsx, bytes: Buffer, path: string) {
  try {
    // Dates are read as of UTC, so that the day does not depend on where the file is read.
    const workbook = xlsx.read(readableWorkbook(bytes, mostMebibytes * 1024 * 1024), {
      type: "buffer",
      sheets: 0,
      dense: true,
      cellDates: true,
      UTC: true,
      cellFormula: false,
      cellHTML: false,
      cellNF: true,
      cellText: false,
    });
    const [name = "", ...others] = workbook.SheetNames;
    const sheet = workbook.Sheets[name];
    // Of a sheet that the library cannot read it says nothing.
    if (sheet?.["!data"] === undefined) throw new TypeError("The first sheet of the workbook could not be read.");
    checkExtent(sheet["!data"], path);
    const merges = (sheet["!merges"] ?? []).filter(({ s, e }) => e.r > s.r);
    const merged = new Set(merges.map(({ s }) => xlsx.utils.encode_cell(s)));
    return { name, others, rows: rowsSchema.parse(sheet["!data"]), merged };
  } catch (error) {
    if (error instanceof FileUnreadableError) throw error;
    const problem =
      error instanceof ArchiveTooLargeError
        ? `has more than ${mostMebibytes} MiB once it is unpacked, the most that is read: take out what is no list, or ` +
          "save it as .csv"
        : "is damaged, or no .xlsx file, although it is named so";
    throw new FileUnreadableError(path, problem, { cause: error });
  }
}

/** Blank rows and cells take no room in the file, nor in what the library makes of it, until they are walked over. */
function checkExtent(rows: readonly (readonly unknown[] | undefined)[], path: string): void {
  const isBeyond = rows.length > mostRows || rows.some((row) => row !== undefined && row.length > mostColumns);
  if (isBeyond) {
    throw new FileUnreadableError(
      path,
      "has a cell beyond row 1,048,576 or column XFD, where spreadsheets end: copy its entries into a new one",
    );
  }
  if (rows.reduce((cells, row) => cells + (row?.length ?? 0), 0) > mostCells) {
    throw new FileUnreadableError(
      path,
      `has more than ${formatCount(mostCells)} cells, blank ones to the left of others included, the most that are ` +
        "read: put the entries into the first columns",
    );
  }
}

function* cellsOf(rows: SheetRows, merged: ReadonlySet<string>, xlsx: typeof Xlsx, place: string): Generator<Row> {
  for (const [rowIndex, row] of rows.entries()) {
    yield row.map((cell, columnIndex) => {
      const address = xlsx.utils.encode_cell({ r: rowIndex, c: columnIndex });
      const read = readCell(cell, place + address, xlsx);
      return merged.has(address) ? { ...read, isMergedDown: true } : read;
    });
  }
}

/** A spreadsheet keeps 15 digits of a number. */
const largestNumber = 999_999_999_999_999;

/** The codes of errors in a cell, as the file format has them. */
const errorNames: ReadonlyMap<number, string> = new Map([
  [0x00, "#NULL!"],
  [0x07, "#DIV/0!"],
  [0x0f, "#VALUE!"],
  [0x17, "#REF!"],
  [0x1d, "#NAME?"],
  [0x24, "#NUM!"],
  [0x2a, "#N/A"],
]);

function readCell(cell: SheetCell, source: string, xlsx: typeof Xlsx): Cell {
  switch (cell?.t) {
    case "s":
      return { text: cell.v.trim(), source };
    case "n": {
      if (cell.v === undefined) return { text: "", source };
      const content = contentOfNumber(cell.v, cell.z, xlsx);
      return { text: String(cell.v), source, ...(content !== undefined && { content }) };
    }
    case "b":
      return { text: cell.v ? "TRUE" : "FALSE", source, content: "truthValue" };
    case "d":
      return cell.v instanceof Date && !Number.isNaN(cell.v.getTime())
        ? { text: cell.v.toISOString().slice(0, 10), source, content: "date" }
        : { text: "a number that is no date", source, content: "error" };
    case "e": {
      const name = cell.v === undefined ? undefined : errorNames.get(cell.v);
      return { text: name ?? "error", source, content: name === undefined ? "unknown" : "error" };
    }
    case "z":
    case undefined:
      return { text: "", source };
  }
}

function contentOfNumber(number: number, format: string | undefined, xlsx: typeof Xlsx): CellContent | undefined {
  if (number > largestNumber) return "roundedNumber";
  if (!Number.isInteger(number) || number <= 0) return "quantity";
  // The general format shows as many digits as the column has room for.
  if (format === undefined || format === "General") return undefined;
  const shown = xlsx.utils.format_cell({ t: "n", v: number, z: format });
  return shown.replace(/\D/gu, "") === String(number) ? undefined : "maskedNumber";
}

/** The library is large, and few programs read spreadsheets: it is loaded when the first one is read. */
function loadXlsx(): typeof Xlsx {
  const loaded: unknown = createRequire(__filename)("@e965/xlsx");
  if (!isXlsx(loaded)) throw new TypeError("The package @e965/xlsx is not the library that reads .xlsx files.");
  return loaded;
}

function isXlsx(loaded: unknown): loaded is typeof Xlsx {
  return typeof loaded === "object" && loaded !== null && "read" in loaded && "utils" in loaded;
}
