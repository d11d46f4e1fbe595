import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { extname } from "node:path";
import { printable } from "../common/printable";
import { parseCsv } from "./csv-file";
import { FileUnreadableError } from "./errors";
import type { FileContent } from "./table";
import { parseTextFile } from "./text-file";
import { parseXlsx } from "./xlsx-file";

/**
 * Reads one list file, in the format of its extension.
 *
 * @throws {FileUnreadableError} if it cannot be read, is larger than 64 MiB (.xlsx: 2 MiB), or has another extension.
 */
export function readListFile(path: string): FileContent {
  switch (extname(path).toLowerCase()) {
    case "":
    case ".txt":
      return { entries: parseTextFile(readText(path), path), problems: [], warnings: [], unread: [] };
    case ".csv":
      return parseCsv(readText(path), path);
    case ".tsv":
      return parseCsv(readText(path), path, "\t");
    case ".xlsx":
      return parseXlsx(readBytes(path, largestWorkbook), path);
    default:
      throw new FileUnreadableError(path, "has an unknown format: use .txt (or no extension), .csv, .tsv or .xlsx");
  }
}

/** The largest file that is read, in MiB: more than two million entries. */
const largestFile = 64;

/** The largest workbook that is read, in MiB, packed: about 100,000 entries. */
const largestWorkbook = 2;

const chunkBytes = 64 * 1024;

/** Reads a file or a pipe. */
function readBytes(path: string, mostMebibytes = largestFile): Buffer {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    if (fstatSync(file).isDirectory()) {
      throw new FileUnreadableError(path, "is a folder: add a pattern for its files, such as /*.txt");
    }
    return readAll(file, path, mostMebibytes);
  } catch (error) {
    if (error instanceof FileUnreadableError || !(error instanceof Error)) throw error;
    throw new FileUnreadableError(path, `cannot be read: ${printable(error.message)}`, { cause: error });
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** The size of a pipe is not known in advance. */
function readAll(file: number, path: string, mostMebibytes: number): Buffer {
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    const length = readSync(file, chunk);
    if (length === 0) return Buffer.concat(chunks, size);
    chunks.push(chunk.subarray(0, length));
    size += length;
    if (size > mostMebibytes * 1024 * 1024) {
      const fix = mostMebibytes < largestFile ? ": remove everything but the list, or save it as .csv" : "";
      throw new FileUnreadableError(path, `is larger than ${mostMebibytes} MiB${fix}`);
    }
  }
}

/**
 * Reads a text file in UTF-8, or in UTF-16 with a byte order mark, such as Excel's "Unicode text".
 *
 * @throws {FileUnreadableError} if it cannot be read, is larger than 64 MiB, or has another encoding.
 */
function readText(path: string): string {
  const bytes = readBytes(path);
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch (error) {
    throw new FileUnreadableError(path, "is neither UTF-8 nor UTF-16: save it as UTF-8", { cause: error });
  }
}

/**
 * Reads a text file that is written again: in UTF-8 only, and with its byte order mark, so that it keeps both.
 *
 * @throws {FileUnreadableError} as {@link readText}.
 */
export function readUtf8(path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readBytes(path));
  } catch (error) {
    if (error instanceof FileUnreadableError) throw error;
    throw new FileUnreadableError(path, "is not UTF-8: save it as UTF-8", { cause: error });
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return "utf-8";
}
