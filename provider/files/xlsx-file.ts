import type * as Xlsx from "@e965/xlsx";
import { createRequire } from "node:module";
import { z } from "zod";
import type { Cell, Row } from "./cell";
import { FileUnreadableError } from "./errors";
import { printable } from "./file-problem";
import type { FileReading } from "./file-reading";
import { readTable } from "./table";

/**
 * The entries of the first sheet of an .xlsx file. Formulas count by the value that the spreadsheet last worked out.
 *
 * @param path as it was given; `source` is `path:Sheet1!B7`, as the spreadsheet names the cell.
 * @throws {FileUnreadableError} where the bytes are no such file.
 */
export function readXlsx(bytes: Buffer, path: string): FileReading {
  const startsWith = (...start: readonly number[]) => start.every((byte, index) => bytes[index] === byte);
  if (startsWith(0xd0, 0xcf, 0x11, 0xe0)) {
    throw new FileUnreadableError(path, "has a password, or is an old .xls file: save it as .xlsx without a password");
  }
  if (!startsWith(0x50, 0x4b)) throw new FileUnreadableError(path, "is no .xlsx file, although it is named so");
  const xlsx = loadXlsx();
  const { name, others, rows } = readFirstSheet(xlsx, bytes, path);
  const place = `${printable(path)}:${printable(name)}!`;
  const reading = readTable(
    rows.map((row, rowIndex): Row => {
      const addressOf = (columnIndex: number) => xlsx.utils.encode_cell({ r: rowIndex, c: columnIndex });
      return row.map((cell, columnIndex) => readCell(cell, place + addressOf(columnIndex)));
    }),
  );
  const unread = others.map((other) => ({ source: printable(path), value: other, problem: unreadSheet }));
  return { ...reading, warnings: [...reading.warnings, ...unread] };
}

const unreadSheet = "is a sheet that is not read: only the first one is";

/** The cells as the library gives them; a cell that was never filled, or a row without any, is missing. */
const cellSchema = z.discriminatedUnion("t", [
  z.object({ t: z.literal("s"), v: z.string() }),
  z.object({ t: z.literal("n"), v: z.number().optional() }),
  z.object({ t: z.literal("b"), v: z.boolean() }),
  z.object({ t: z.literal("d"), v: z.date().or(z.nan()) }),
  z.object({ t: z.literal("e"), v: z.number() }),
  z.object({ t: z.literal("z") }),
]);

type SheetCell = z.infer<typeof cellSchema> | undefined;

const rowsSchema = z.array(
  z
    .array(cellSchema.optional())
    .optional()
    .transform((row) => row ?? []),
);

function readFirstSheet(xlsx: typeof Xlsx, bytes: Buffer, path: string) {
  try {
    // Dates are read as of UTC, so that the day does not depend on where the file is read.
    const workbook = xlsx.read(bytes, {
      type: "buffer",
      sheets: 0,
      dense: true,
      cellDates: true,
      UTC: true,
      cellFormula: false,
      cellHTML: false,
      cellText: false,
    });
    const [name = "", ...others] = workbook.SheetNames;
    return { name, others, rows: rowsSchema.parse(workbook.Sheets[name]?.["!data"] ?? []) };
  } catch (error) {
    throw new FileUnreadableError(path, "is damaged, or no .xlsx file, although it is named so", { cause: error });
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

function readCell(cell: SheetCell, source: string): Cell {
  switch (cell?.t) {
    case "s":
      return { text: cell.v.trim(), source };
    case "n":
      return Math.abs(cell.v ?? 0) > largestNumber
        ? { text: String(cell.v), source, content: "roundedNumber" }
        : { text: cell.v === undefined ? "" : String(cell.v), source };
    case "b":
      return { text: cell.v ? "TRUE" : "FALSE", source };
    case "d":
      return cell.v instanceof Date && !Number.isNaN(cell.v.getTime())
        ? { text: cell.v.toISOString().slice(0, 10), source, content: "date" }
        : { text: "a number that is no date", source, content: "error" };
    case "e":
      return { text: errorNames.get(cell.v) ?? `error ${cell.v}`, source, content: "error" };
    case "z":
    case undefined:
      return { text: "", source };
  }
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
