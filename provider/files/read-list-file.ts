import { extname } from "node:path";
import { readCsv } from "./csv-file";
import { decode } from "./decode";
import { FileUnreadableError } from "./errors";
import type { FileReading } from "./file-reading";
import { readBytes } from "./read-bytes";
import { entriesFromFile } from "./text-file";
import { readXlsx } from "./xlsx-file";

/**
 * Reads one file of entries, in the format that its extension says.
 *
 * @throws {FileUnreadableError} where it cannot be read, is larger than 64 MiB, or has another extension.
 */
export function readListFile(path: string): FileReading {
  switch (extname(path).toLowerCase()) {
    case "":
    case ".txt":
      return { entries: entriesFromFile(path), problems: [], warnings: [] };
    case ".csv":
      return readCsv(decode(readBytes(path), path), path);
    case ".tsv":
      return readCsv(decode(readBytes(path), path), path, "\t");
    case ".xlsx":
      return readXlsx(readBytes(path), path);
    default:
      throw new FileUnreadableError(
        path,
        "is of no known format: .txt (or no extension), .csv, .tsv and .xlsx files are read",
      );
  }
}
