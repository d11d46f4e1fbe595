import type * as Xlsx from "@e965/xlsx";
import { kMaxLength } from "node:buffer";
import { createRequire } from "node:module";
import { runInNewContext } from "node:vm";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import * as z from "zod";
import { formatCount } from "../common/format";
import { printable, quote } from "../common/quote";
import { errorProblem, formatAsText, startsComment, textCell, type CellContent, type Row } from "./cell";
import { FileUnreadableError } from "./errors";
import { readTable, type FileContent } from "./table";

/** The largest size of a workbook's parts together, unpacked, in MiB: those of a real file of 2 MiB have about 20. */
const mostMebibytes = 32;

/** The library would make a cell of each cell that a link covers, even if it covers the whole sheet. */
const link = /<(?:\w+:)?hyperlink /gu;

/** The most rows, and the most cells of all rows, each counted up to its last filled cell. */
const mostCells = 5_000_000;

const tooManyCells = `has more than ${formatCount(mostCells)} cells, counting empty ones: move the entries up and left`;

/**
 * Reads the entries of the first sheet of an .xlsx file, also those in its hidden rows and columns. A formula counts by
 * its stored value.
 *
 * @param path as it was given; the place of an entry is `path:Sheet1!B7`.
 * @param timeLimit of the library, in milliseconds. A real file of 2 MiB takes two seconds; formulas can take hours.
 * @throws {FileUnreadableError} if the bytes are not such a file, or too large, or if its first sheet is hidden or has no cells.
 */
export function parseXlsx(bytes: Buffer, path: string, timeLimit = 60_000): FileContent {
  const signature = bytes.toString("latin1", 0, 4);
  if (signature === "\u00D0\u00CF\u0011\u00E0")
    throw new FileUnreadableError(path, "has a password, or is an old .xls file: save it as .xlsx without a password");
  if (!signature.startsWith("PK")) throw new FileUnreadableError(path, "has the extension .xlsx, but another format");
  const library = loadLibrary();
  const { name, others, rows, merged } = readFirstSheet(library, bytes, path, timeLimit);
  const { entries, problems } = readTable(readRows(rows, merged, library, `${printable(path)}:${printable(name)}!`));
  const problem = "is a sheet that is ignored: only the first one is read";
  const ignored = others.map((value) => ({ source: printable(path), value, problem, severity: "info" as const }));
  return { entries, problems: [...problems, ...ignored] };
}

function readFirstSheet(library: Library, bytes: Buffer, path: string, timeLimit: number) {
  try {
    const archive = unpack(library, bytes);
    // Only with stubs and formulas is a formula without a stored value a cell. In UTC, a date does not depend on the
    // time zone of the machine.
    const cells = { dense: true, sheetStubs: true, cellFormula: true, cellNF: true, cellDates: true, UTC: true };
    const workbook = within(timeLimit, () => library.parse_zip(archive, { sheets: 0, ...cells }));
    const [name = "", ...others] = workbook?.SheetNames ?? [];
    const sheet = workbook?.Sheets[name];
    const isTable = (sheet?.["!type"] ?? "sheet") === "sheet";
    const rows = isTable ? sheet?.["!data"] : [];
    // The library reads other formats as well, and reports no error for a sheet that it cannot read.
    if (workbook?.bookType !== "xlsx" || rows === undefined)
      throw new TypeError("The first sheet of the workbook could not be read.");
    // Empty rows and cells take no memory until this module iterates over them.
    if (rows.length > mostCells || rows.reduce((cells, row) => cells + row.length, 0) > mostCells)
      throw new FileUnreadableError(path, tooManyCells);
    const isHidden = (workbook.Workbook?.Sheets?.[0]?.Hidden ?? 0) !== 0;
    const isBlank = rows.every((row) => row.every((cell) => readCell(cell).text === ""));
    // The entries are probably in another sheet.
    if (isHidden || !isTable || (isBlank && others.length > 0))
      throw new FileUnreadableError(path, `has a first sheet, ${quote(name)}, that ${notRead}`);
    const merges = (sheet?.["!merges"] ?? []).filter(({ s, e }) => e.r > s.r);
    const merged = new Set(merges.map(({ s }) => library.utils.encode_cell(s)));
    return { name, others, rows, merged };
  } catch (error) {
    if (error instanceof FileUnreadableError) throw error;
    const problem = exceededLimit.safeParse(error).success
      ? `has more than ${mostMebibytes} MiB unpacked, or formulas that take too long: save the list alone, or as .csv`
      : "has the extension .xlsx, but is damaged or has another format";
    throw new FileUnreadableError(path, problem, { cause: error });
  }
}

const notRead = "is hidden or has no cells: make the sheet with the entries the first one, and unhide it";

const exceededLimit = z.object({ code: z.enum(["ERR_BUFFER_TOO_LARGE", "ERR_SCRIPT_EXECUTION_TIMEOUT"]) });

/** The result of a function, which is ended after so many milliseconds. */
function within<Result>(milliseconds: number, run: () => Result): Result | undefined {
  const results: Result[] = [];
  runInNewContext("run()", { run: () => results.push(run()) }, { timeout: milliseconds });
  return results[0];
}

/** A row or a cell that was never filled is missing. */
function* readRows(rows: SheetRows, merged: ReadonlySet<string>, { utils }: Library, place: string): Generator<Row> {
  for (const [rowIndex, row = []] of rows.entries()) {
    yield Array.from(row, (cell, columnIndex) => {
      const address = utils.encode_cell({ r: rowIndex, c: columnIndex });
      const read = { ...readCell(cell), source: place + address };
      return merged.has(address) && !startsComment(read) ? { problem: mergedProblem, ...read } : read;
    });
  }
}

type SheetRows = readonly (readonly (Xlsx.CellObject | undefined)[] | undefined)[];

const mergedProblem =
  "is merged over several rows, but only the first has the value: unmerge the cells and fill each one";

function readCell(cell: Xlsx.CellObject | undefined): CellContent {
  const { t: type = "z", v: value, w: shown = "" } = cell ?? {};
  if (type === "z") return cell?.f === undefined && cell?.F === undefined ? { text: "" } : unknownCell;
  if (typeof value === "string") return textCell(value.trim());
  if (type === "n" && typeof value === "number") return readNumber(value, shown, cell?.z);
  if (typeof value === "boolean") return notText(value ? "TRUE" : "FALSE", "is a boolean in the spreadsheet");
  if (value instanceof Date && !Number.isNaN(value.getTime()))
    return notText(value.toISOString().slice(0, 10), "is a date in the spreadsheet");
  return type === "e" && shown !== "" ? { text: shown, problem: errorProblem } : unknownCell;
}

function notText(text: string, problem: string): CellContent {
  return { text, entryProblem: `${problem}: ${formatAsText}` };
}

const unknownCell: CellContent = {
  text: "(no value)",
  problem:
    "is a formula without a stored value, or an error: save it in a spreadsheet program, or enter the value itself",
};

/** A spreadsheet keeps 15 digits of a number. */
const largestNumber = 999_999_999_999_999;

function readNumber(number: number, shown: string, format: string | number = "General"): CellContent {
  const text = String(number);
  if (number > largestNumber) return notText(text, "has more than 15 digits, which spreadsheets round");
  if (!Number.isInteger(number) || number <= 0) return notText(text, "is a number that is not positive and whole");
  // The general format shows as many digits as fit into the column.
  if (format === "General" || shown.replace(/\D/gu, "") === text) return { text };
  return notText(text, "is a number that the spreadsheet shows with other digits");
}

/** What is used of the library, which has no types for archives: the parts of a workbook. */
interface Library extends Pick<typeof Xlsx, "utils"> {
  readonly CFB: {
    read(bytes: Buffer, options: { readonly type: "buffer" }): { readonly FileIndex: readonly { content?: Buffer }[] };
    readonly utils: { use_zlib(zlib: ReturnType<typeof unpackerUpTo>): void };
  };
  parse_zip(archive: ReturnType<Library["CFB"]["read"]>, options: Xlsx.ParsingOptions): Xlsx.WorkBook;
}

/** The library is large, and few programs read spreadsheets: it is loaded with the first one. */
function loadLibrary(): Library {
  const library: unknown = createRequire(__filename)("@e965/xlsx");
  if (!isLibrary(library)) throw new TypeError("The library that reads .xlsx files has another version.");
  return library;
}

function isLibrary(loaded: unknown): loaded is Library {
  return typeof loaded === "object" && loaded !== null && "CFB" in loaded && "parse_zip" in loaded && "utils" in loaded;
}

/** Unpacks a workbook, without its links. */
function unpack({ CFB }: Library, bytes: Buffer) {
  try {
    CFB.utils.use_zlib(unpackerUpTo(mostMebibytes * 1024 * 1024));
    const archive = CFB.read(bytes, { type: "buffer" });
    for (const part of archive.FileIndex) {
      const text = part.content?.toString("latin1").replaceAll(link, "<link ");
      if (text !== undefined) part.content = Buffer.from(text, "latin1");
    }
    return archive;
  } finally {
    // The program may use the same library.
    CFB.utils.use_zlib(unpackerUpTo(kMaxLength));
  }
}

const unpackedSchema = z.object({ buffer: z.instanceof(Buffer), engine: z.object({ bytesWritten: z.number() }) });

/**
 * Unpacks the parts of one workbook, so many bytes in all. The library's own unpacker has no limit, and never ends for
 * some damaged files.
 */
function unpackerUpTo(mostBytes: number) {
  let left = mostBytes;
  class InflateRaw {
    bytesRead = 0;

    _processChunk(packed: Uint8Array): Buffer {
      const { buffer, engine } = unpackedSchema.parse(inflateRawSync(packed, { info: true, maxOutputLength: left }));
      left = Math.max(1, left - buffer.length);
      this.bytesRead = engine.bytesWritten;
      return buffer;
    }
  }
  return { InflateRaw, deflateRawSync };
}
