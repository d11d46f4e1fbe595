import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { printable } from "../common/printable";
import { FileUnreadableError } from "./errors";

/** The largest file that is read, in MiB: more than two million entries. */
const largestMebibytes = 64;

const chunkBytes = 64 * 1024;

/**
 * The bytes of a file; a pipe counts as a file, too.
 *
 * @throws {FileUnreadableError} where it cannot be read, is a folder, or is larger than 64 MiB.
 */
export function readBytes(path: string): Buffer {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    if (fstatSync(file).isDirectory()) {
      throw new FileUnreadableError(path, "is a folder: name the files in it, for example with /*.txt behind it");
    }
    return readAll(file, path);
  } catch (error) {
    if (error instanceof FileUnreadableError || !(error instanceof Error)) throw error;
    throw new FileUnreadableError(path, `cannot be read: ${printable(error.message)}`, { cause: error });
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function readAll(file: number, path: string): Buffer {
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    const length = readSync(file, chunk);
    if (length === 0) return Buffer.concat(chunks, size);
    chunks.push(chunk.subarray(0, length));
    size += length;
    if (size > largestMebibytes * 1024 * 1024) {
      throw new FileUnreadableError(path, `is larger than ${largestMebibytes} MiB, the most that is read`);
    }
  }
}
