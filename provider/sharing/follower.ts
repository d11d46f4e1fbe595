import { fstatSync, openSync, readSync } from "node:fs";

const lineFeed = 10;

/** A record, and the texts that were written beside it. */
export interface FollowedRecord {
  readonly record: unknown;
  readonly texts: readonly string[];
}

/**
 * A record in a file: JSON on a line. If texts follow it, the line starts with `#` and their lengths in bytes. They are
 * written as they are, because as JSON they would take ten times as long.
 */
export function printRecord(record: unknown, texts: readonly string[]): string {
  const lengths = texts.map((text) => `${Buffer.byteLength(text)} `);
  return `${texts.length > 0 ? "#" : ""}${lengths.join("")}${JSON.stringify(record)}\n`;
}

/** Reads the records of another process. */
export class Follower {
  /** The open file. It can be read also after it was renamed or deleted. */
  readonly file: number;
  /** Whether the process takes part no more. */
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
  read(): readonly FollowedRecord[] {
    const size = fstatSync(this.file).size - this.#read;
    if (size <= 0) return [];
    const bytes = Buffer.allocUnsafe(size);
    const written = bytes.subarray(0, readSync(this.file, bytes, 0, size, this.#read));
    const records: FollowedRecord[] = [];
    for (let start = 0; ;) {
      const lineEnd = written.indexOf(lineFeed, start) + 1;
      const line = written.toString("utf8", start, lineEnd);
      const lengths = /^#((?:\d+ )*)/u.exec(line);
      let end = lineEnd;
      const texts = (lengths?.[1]?.match(/\d+/gu) ?? []).map((length) =>
        written.toString("utf8", end, (end += Number(length))),
      );
      if (lineEnd === 0 || end > written.length) {
        this.#read += start;
        return records;
      }
      records.push({ record: JSON.parse(line.slice(lengths?.[0].length)), texts });
      start = end;
    }
  }
}
