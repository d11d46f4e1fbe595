import type * as Xlsx from "@e965/xlsx";
import type AdmZip from "adm-zip";
import { createRequire } from "node:module";
import * as z from "zod";
import { formatCount } from "../common/format";
import { printable } from "../common/printable";
import { quote } from "../common/quote";
import { errorProblem, formatAsText, startsComment, textCell, type Cell, type Row } from "./cell";
import { FileUnreadableError } from "./errors";
import type { FileProblem } from "./file-problem";
import { readTable, type FileContent } from "./table";
import { readableWorkbook, WorkbookTooLargeError } from "./workbook-parts";

/** The largest size of a workbook's parts, unpacked, in MiB: about 300,000 rows of five columns. */
const mostMebibytes = 128;

/** The most rows, and the most cells of all rows, each counted up to its last filled cell. */
const mostCells = 20_000_000;

/**
 * Reads the entries of the first visible sheet of an .xlsx file, also those in its hidden rows and columns. A formula
 * counts by its stored value.
 *
 * @param path as it was given; the place of an entry is `path:Sheet1!B7`.
 * @throws {FileUnreadableError} if the bytes are not such a file, or too large, or if all sheets are hidden.
 */
export function parseXlsx(bytes: Buffer, path: string): FileContent {
  const startsWith = (...start: readonly number[]) => start.every((byte, index) => bytes[index] === byte);
  if (startsWith(0xd0, 0xcf, 0x11, 0xe0)) {
    throw new FileUnreadableError(path, "has a password, or is an old .xls file: save it as .xlsx without a password");
  }
  if (!startsWith(0x50, 0x4b)) throw new FileUnreadableError(path, "has the extension .xlsx, but another format");
  const { xlsx, zip } = loadLibraries();
  const { name, hidden, others, rows, merged } = readFirstSheet(xlsx, zip, bytes, path);
  const content = readTable(readRows(rows, merged, xlsx, `${printable(path)}:${printable(name)}!`));
  const ignored = (sheets: readonly string[], problem: string): readonly FileProblem[] =>
    sheets.map((value) => ({ source: printable(path), value, problem }));
  const hiddenSheet = `is a hidden sheet that is ignored: the entries are read from the first visible one, ${quote(name)}`;
  return {
    ...content,
    warnings: [
      ...content.warnings,
      ...ignored(others, "is a sheet that is ignored: only the first visible one is read"),
    ],
    unread: [...content.unread, ...ignored(hidden, hiddenSheet)],
  };
}

/** The cells as the library returns them; a cell that was never filled, or a row without any, is missing. */
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

function readFirstSheet(xlsx: typeof Xlsx, zip: typeof AdmZip, bytes: Buffer, path: string) {
  try {
    // In UTC, a date does not depend on the time zone of the machine.
    const readable = readableWorkbook(bytes, mostMebibytes * 1024 * 1024, zip);
    const sheets = xlsx.read(readable, { type: "buffer", sheets: [] }).Workbook?.Sheets ?? [];
    const first = sheets.findIndex(({ Hidden = 0 }) => Hidden === 0);
    if (sheets.length > 0 && first < 0)
      throw new FileUnreadableError(path, "has no visible sheet: unhide the one to read");
    const workbook = xlsx.read(readable, {
      type: "buffer",
      sheets: first,
      dense: true,
      cellDates: true,
      UTC: true,
      cellFormula: false,
      cellHTML: false,
      cellNF: true,
      cellText: false,
    });
    const names = workbook.SheetNames;
    const [hidden, [name = "", ...others]] = [names.slice(0, first), names.slice(first)];
    const sheet = workbook.Sheets[name];
    const withoutCells = () =>
      new FileUnreadableError(path, `has no cells in its first visible sheet, ${quote(name)}: move that one back`);
    if (sheet?.["!type"] !== undefined && sheet["!type"] !== "sheet") throw withoutCells();
    // The library reports no error for a sheet that it cannot read.
    if (sheet?.["!data"] === undefined)
      throw new TypeError("The first visible sheet of the workbook could not be read.");
    checkExtent(sheet["!data"], path);
    const rows = rowsSchema.parse(sheet["!data"]);
    // The entries are probably in another sheet.
    if (others.length > 0 && rows.every((row) => row.every(isBlank))) throw withoutCells();
    const merges = (sheet["!merges"] ?? []).filter(({ s, e }) => e.r > s.r);
    const merged = new Set(merges.map(({ s }) => xlsx.utils.encode_cell(s)));
    return { name, hidden, others, rows, merged };
  } catch (error) {
    if (error instanceof FileUnreadableError) throw error;
    const problem =
      error instanceof WorkbookTooLargeError
        ? `has more than ${mostMebibytes} MiB unpacked: remove everything but the list, or save it as .csv`
        : "has the extension .xlsx, but is damaged or has another format";
    throw new FileUnreadableError(path, problem, { cause: error });
  }
}

function isBlank(cell: SheetCell): boolean {
  return cell === undefined || cell.t === "z" || (cell.t === "s" && cell.v.trim() === "");
}

/** Empty rows and cells take no memory until this module iterates over them. */
function checkExtent(rows: readonly (readonly unknown[] | undefined)[], path: string): void {
  if (rows.length <= mostCells && rows.reduce((cells, row) => cells + (row?.length ?? 0), 0) <= mostCells) return;
  throw new FileUnreadableError(
    path,
    `has more than ${formatCount(mostCells)} cells, counting the empty ones above and to the left of filled ones: move ` +
      "the entries to the first rows and columns",
  );
}

function* readRows(rows: SheetRows, merged: ReadonlySet<string>, xlsx: typeof Xlsx, place: string): Generator<Row> {
  for (const [rowIndex, row] of rows.entries()) {
    yield row.map((cell, columnIndex) => {
      const address = xlsx.utils.encode_cell({ r: rowIndex, c: columnIndex });
      const source = place + address;
      const read = cell?.t === "s" ? textCell(cell.v.trim(), source) : { ...readCell(cell, xlsx), source };
      return merged.has(address) && !startsComment(read) ? { problem: mergedProblem, ...read } : read;
    });
  }
}

const mergedProblem =
  "is merged over several rows, but only the first has the value: unmerge the cells and fill each one";

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

function readCell(cell: Exclude<SheetCell, { readonly t: "s" }>, xlsx: typeof Xlsx): Omit<Cell, "source"> {
  switch (cell?.t) {
    case "n":
      return cell.v === undefined ? { text: "" } : readNumber(cell.v, cell.z, xlsx);
    case "b":
      return { text: cell.v ? "TRUE" : "FALSE", entryProblem: `is a boolean in the spreadsheet: ${formatAsText}` };
    case "d":
      if (!(cell.v instanceof Date) || Number.isNaN(cell.v.getTime())) return unknownCell;
      return {
        text: cell.v.toISOString().slice(0, 10),
        entryProblem: `is a date in the spreadsheet: ${formatAsText}`,
      };
    case "e": {
      const text = cell.v === undefined ? undefined : errorNames.get(cell.v);
      if (text === undefined) return unknownCell;
      return { text, problem: errorProblem };
    }
    case "z":
    case undefined:
      return { text: "" };
  }
}

const unknownCell: Omit<Cell, "source"> = {
  text: "(no value)",
  problem:
    "is a formula without a stored value, or an error: open the file in a spreadsheet program and save it, or enter the " +
    "value itself",
};

/** A spreadsheet keeps 15 digits of a number. */
const largestNumber = 999_999_999_999_999;

function readNumber(number: number, format: string | undefined, xlsx: typeof Xlsx): Omit<Cell, "source"> {
  const text = String(number);
  if (number > largestNumber) {
    return { text, entryProblem: `has more than 15 digits, which spreadsheets round: ${formatAsText}` };
  }
  if (!Number.isInteger(number) || number <= 0) {
    return { text, entryProblem: `is a number that is not positive and whole: ${formatAsText}` };
  }
  // The general format shows as many digits as fit into the column.
  if (format === undefined || format === "General") return { text };
  const shown = xlsx.utils.format_cell({ t: "n", v: number, z: format });
  if (shown.replace(/\D/gu, "") === text) return { text };
  return { text, entryProblem: `is a number that the spreadsheet shows with other digits: ${formatAsText}` };
}

/** The libraries are large, and few programs read spreadsheets: they are loaded with the first one. */
function loadLibraries(): { readonly xlsx: typeof Xlsx; readonly zip: typeof AdmZip } {
  const load = createRequire(__filename);
  const xlsx: unknown = load("@e965/xlsx");
  const zip: unknown = load("adm-zip");
  if (!isXlsx(xlsx) || !isZip(zip)) throw new TypeError("A library that reads .xlsx files has another version.");
  return { xlsx, zip };
}

function isXlsx(loaded: unknown): loaded is typeof Xlsx {
  return typeof loaded === "object" && loaded !== null && "read" in loaded && "utils" in loaded;
}

function isZip(loaded: unknown): loaded is typeof AdmZip {
  return typeof loaded === "function";
}
