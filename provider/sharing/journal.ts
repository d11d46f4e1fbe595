import { randomBytes } from "node:crypto";
import { closeSync, openSync, readdirSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { digest, openPrivateFolder } from "./private-folder";
import { Follower, printRecord } from "./follower";
import { isRunning, nameThisProcess } from "./running-process";

/** The version of the records. Processes with another one write other files. */
const version = 2;

/** The suffix of the file of a process that has left the run. */
const endedSuffix = ".ended";

/** A record of another process of the run. */
export interface SharedRecord {
  readonly author: string;
  readonly record: unknown;
}

/**
 * The records that the processes of one run share. Each appends records to a file of its own, and reads those of the
 * others. Both are synchronous: all others read the records of a process before their later decisions.
 *
 * The records of a process count until the run ends, also if the process ends earlier: its declarations are still a part
 * of the program, and its removals still hold. The last process deletes all files. After a kill, the first process
 * of another run does that.
 */
export class Journal {
  /** Identifies this process among the others. Its files sort by it. */
  readonly author: string;
  readonly #folder: string;
  readonly #run: string;
  readonly #file: number;
  readonly #others = new Map<string, Follower>();

  /**
   * Joins a run.
   *
   * @param address the address of the engine, which no other run has at the same time.
   * @param parent the folder of temporary files.
   * @throws if the folder or the file cannot be used. So do all methods but `end`.
   */
  constructor(address: string, parent?: string) {
    this.#folder = openPrivateFolder(parent);
    this.#run = digest(`${version} ${address}`);
    deleteRunsWithoutProcess(this.#folder);
    this.author = `${nameThisProcess()}-${randomBytes(4).toString("hex")}`;
    this.#file = openSync(this.#path, "ax", 0o600);
  }

  get #path(): string {
    return join(this.#folder, `${this.#run}.${this.author}`);
  }

  /** Appends a record. */
  write(record: unknown): void {
    // If only a part can be written, there is never a later record: the file of a failed process ends with it.
    for (const part of printRecord(record)) writeFileSync(this.#file, part);
  }

  /** The records that the other processes have appended since the last call. */
  read(): readonly SharedRecord[] {
    this.#findOthers();
    return [...this.#others].flatMap(([author, other]) => other.read().map((record) => ({ author, record })));
  }

  /** Whether another process still takes part. */
  takesPart(author: string): boolean {
    const other = this.#others.get(author);
    return other !== undefined && !other.hasEnded && isRunning(author);
  }

  /** Leaves the run. Deletes the files of the run if no other process takes part. Never fails. */
  end(): void {
    try {
      // Before the check: of several processes that end at the same time, the last one sees that all others have ended.
      renameSync(this.#path, this.#path + endedSuffix);
      this.#findOthers();
      if ([...this.#others.keys()].some((author) => this.takesPart(author))) return;
      for (const name of readdirSync(this.#folder)) {
        if (name.startsWith(`${this.#run}.`)) deleteFile(join(this.#folder, name));
      }
    } catch {
      // The next run deletes them.
    } finally {
      for (const file of [this.#file, ...[...this.#others.values()].map((other) => other.file)]) closeFile(file);
    }
  }

  #findOthers(): void {
    for (const name of readdirSync(this.#folder)) {
      const file = parseName(name);
      if (file?.run !== this.#run || file.author === this.author) continue;
      const known = this.#others.get(file.author);
      const other =
        known ??
        Follower.open([name, file.hasEnded ? name : name + endedSuffix].map((each) => join(this.#folder, each)));
      if (other === undefined) continue;
      other.hasEnded ||= file.hasEnded;
      this.#others.set(file.author, other);
    }
  }
}

/** Deletes what killed processes have left. A run has ended if none of its processes takes part. */
function deleteRunsWithoutProcess(folder: string): void {
  const files = readdirSync(folder).flatMap((name) => {
    const file = parseName(name);
    return file === undefined ? [] : [{ name, ...file }];
  });
  const current = new Set(files.filter(({ hasEnded, author }) => !hasEnded && isRunning(author)).map(({ run }) => run));
  for (const { name, run } of files) if (!current.has(run)) deleteFile(join(folder, name));
}

function parseName(
  name: string,
): { readonly run: string; readonly author: string; readonly hasEnded: boolean } | undefined {
  const hasEnded = name.endsWith(endedSuffix);
  const [run, author, ...rest] = (hasEnded ? name.slice(0, -endedSuffix.length) : name).split(".");
  return run === undefined || author === undefined || rest.length > 0 ? undefined : { run, author, hasEnded };
}

/** Deletes a file that another process may be deleting at the same time. */
function deleteFile(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Another process has deleted it, or will.
  }
}

function closeFile(file: number): void {
  try {
    closeSync(file);
  } catch {
    // It is closed already.
  }
}
