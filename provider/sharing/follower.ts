import { fstatSync, openSync, readSync } from "node:fs";

const lineFeed = 10;

/** Texts from this length on are written as they are: as JSON they would take ten times as long. */
const longText = 1000;

/** Prints a record on a line, and its long texts after that, each in place of an object with its length. */
export function printRecord(record: unknown): readonly string[] {
  const texts: string[] = [];
  const json = JSON.stringify(record, (_, value: unknown) => {
    if (typeof value !== "string" || value.length < longText || !value.isWellFormed()) return value;
    texts.push(value);
    return { textBytes: Buffer.byteLength(value) };
  });
  return [`${json}\n`, ...texts];
}

/** Reads the records of another process. */
export class Follower {
  /** The open file. It can be read also after it was renamed or deleted. */
  readonly file: number;
  /** Whether the process has left the run. */
  hasEnded = false;
  #read = 0;

  private constructor(file: number) {
    this.file = file;
  }

  /** Opens the first file that exists, of the names that a file can have; undefined if none does. */
  static open(paths: readonly string[]): Follower | undefined {
    for (const path of paths) {
      try {
        return new Follower(openSync(path, "r"));
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
      }
    }
    return undefined;
  }

  /** The records that are new since the last call. One that is being written counts once it is complete. */
  read(): readonly unknown[] {
    const size = fstatSync(this.file).size - this.#read;
    if (size <= 0) return [];
    const bytes = Buffer.allocUnsafe(size);
    const written = bytes.subarray(0, readSync(this.file, bytes, 0, size, this.#read));
    const records: unknown[] = [];
    for (let start = 0; ;) {
      let end = written.indexOf(lineFeed, start) + 1;
      if (end === 0) return records;
      const record: unknown = JSON.parse(written.toString("utf8", start, end), (_, value: unknown) => {
        const length = findLength(value);
        return length === undefined ? value : written.toString("utf8", end, (end += length));
      });
      if (end > written.length) return records;
      records.push(record);
      this.#read += end - start;
      start = end;
    }
  }
}

/** The length of the text that an object stands for. */
function findLength(value: unknown): number | undefined {
  return typeof value === "object" && value !== null && "textBytes" in value ? Number(value.textBytes) : undefined;
}
