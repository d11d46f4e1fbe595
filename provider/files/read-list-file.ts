import { readFileSync, statSync } from "node:fs";
import { extname } from "node:path";
import { printable } from "../common/quote";
import { parseListText } from "../check/listed-entries";
import { findOtherFormat } from "../check/other-format";
import { parseCsv } from "./csv-file";
import { FileUnreadableError } from "./errors";
import type { FileContent } from "./table";

/**
 * Reads one list file, in the format of its extension.
 *
 * @throws {FileUnreadableError} if it cannot be read, is larger than 64 MiB, or has another extension or format.
 */
export function readListFile(path: string): FileContent {
  const extension = extname(path).toLowerCase();
  const isText = extension === "" || extension === ".txt";
  if (!isText && extension !== ".csv" && extension !== ".tsv")
    throw new FileUnreadableError(path, extension.startsWith(".xls") ? isWorkbook : unknownFormat);
  const text = readText(path);
  const otherFormat = gitLink.test(text) ? link : findOtherFormat(text, isText ? ways : undefined);
  if (otherFormat !== undefined) throw new FileUnreadableError(path, otherFormat);
  const name = printable(path);
  const content = isText
    ? { entries: parseListText(text, (line) => `${name}:${line}`), problems: [] }
    : parseCsv(text, path, extension === ".tsv" ? "\t" : undefined);
  if (content.entries.length + content.problems.length > 0) return content;
  const isComment = /^[^\S\r\n\u2028\u2029]*"?#/mu.test(text);
  const [code, problem] = isComment
    ? (["COMMENTS_ONLY", "the file has comments only"] as const)
    : (["NO_ENTRIES", noEntries] as const);
  return { entries: [], problems: [{ source: name, code, problem }] };
}

const ways = { table: "is a table: name it .csv, or .tsv if it has tabs" };

/** Matches the path of a list file alone, as Git writes a link if it may not make one. */
const gitLink = /^\s*(?:\.\.?[/\\]\S*|\S+\.(?:txt|csv|tsv))\s*$/iu;

const link =
  "is a link that Git wrote as a text (core.symlinks): turn on core.symlinks and check the file out again, or put the " +
  "entries into the file";

const noEntries = "the file has no entries. If that is right, explain it in a comment that starts with #";

const unknownFormat = "has an unknown format: use .txt (or no extension), .csv or .tsv";

const isWorkbook =
  "is a workbook, and lists are text: save it with File > Save As > CSV UTF-8, or run npx --no-install app-list convert " +
  "FILE.xlsx --output FILE.csv";

/** The largest file that is read, in MiB: more than two million entries. */
const largestFile = 64;

/** Reads a file. */
export function readBytes(path: string, mostMebibytes = largestFile): Buffer {
  try {
    const stats = statSync(path);
    // A pipe or a device may have no end.
    if (!stats.isFile()) throw new FileUnreadableError(path, noFile);
    if (stats.size <= mostMebibytes * 1024 * 1024) return readFileSync(path);
    throw new FileUnreadableError(path, `is larger than ${mostMebibytes} MiB`);
  } catch (error) {
    if (error instanceof FileUnreadableError || !(error instanceof Error)) throw error;
    throw new FileUnreadableError(path, `cannot be read: ${printable(error.message)}`, { cause: error });
  }
}

const noFile = "is a folder, a pipe or a device: name a file, or for lists a pattern such as lists/*.txt";

/**
 * Reads a text file in UTF-8, or in UTF-16 with a byte order mark (Excel's "Unicode text").
 *
 * @throws {FileUnreadableError} if it cannot be read, is larger than 64 MiB, or has another encoding.
 */
export function readText(path: string): string {
  return decodeText(path, readBytes(path));
}

/** @throws {FileUnreadableError} if the text has another encoding. */
export function decodeText(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch (error) {
    throw new FileUnreadableError(path, "is neither UTF-8 nor UTF-16: save it as UTF-8 or CSV UTF-8", { cause: error });
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}
