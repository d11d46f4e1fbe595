import { fstatSync, openSync, readSync } from "node:fs";

const lineFeed = 10;

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

  /**
   * The records of the lines that are new since the last call. A line that is being written counts once it is complete.
   */
  read(): readonly unknown[] {
    const size = fstatSync(this.file).size - this.#read;
    if (size <= 0) return [];
    const bytes = Buffer.allocUnsafe(size);
    const complete = bytes.subarray(0, readSync(this.file, bytes, 0, size, this.#read)).lastIndexOf(lineFeed) + 1;
    this.#read += complete;
    const lines = bytes.toString("utf8", 0, complete).split("\n").slice(0, -1);
    return lines.map((line): unknown => JSON.parse(line));
  }
}
