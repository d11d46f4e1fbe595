import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { openPrivateFolder } from "../common/folders";
import { bounds } from "./bounds";
import { digest } from "./digest";

/** The version of the files. Processes with another one use other files. */
const version = 1;

/** How the processes of a run find each other. */
export interface SharingOptions {
  /** The address of the engine that runs this process. Default: no other process has a part in the run. */
  readonly engineAddress?: string | undefined;
  /** It determines the cache folder of the user. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The files that the processes of a run share, in a private folder. They exist as long as any of the processes runs. */
export class RunFolder {
  readonly #environment: SharingOptions["environment"];
  /** The start of the names of all files of the run. */
  readonly #run: string;
  /** The file with this name exists as long as this process has a part in the run. Its files start with it. */
  readonly #author: string;
  readonly #seen = new Set<string>();
  #folder: string | undefined;
  #written = 0;
  #isOff: boolean;
  #problem: string | undefined;

  constructor({ engineAddress, environment }: SharingOptions) {
    this.#environment = environment;
    this.#run = `run-${digest(`${version} ${hostname()} ${engineAddress}`)}-`;
    this.#author = `${this.#run}${process.pid}-${randomBytes(8).toString("hex")}`;
    this.#isOff = engineAddress === undefined;
  }

  /** Why this process goes on alone. Undefined if it does not, or has nothing to share. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** @param topic the end of the name of the file. */
  write(topic: string, text: string): void {
    this.#attempt((folder) => {
      this.#written += 1;
      const order = String(this.#written).padStart(6, "0");
      const path = join(folder, `${this.#author}-${order}-${topic}`);
      writeFileSync(`${path}.tmp`, text, { mode: 0o600 });
      renameSync(`${path}.tmp`, path);
    });
  }

  /** Reads what the other processes have written about a topic since the last call. */
  read<Content>(topic: string, parse: (text: string) => Content): readonly Content[] {
    const read: Content[] = [];
    this.#attempt((folder) => {
      const names = filesOf(folder, this.#run).filter((name) => name.endsWith(`-${topic}`));
      for (const name of names.toSorted()) {
        if (name.startsWith(this.#author) || this.#seen.has(name)) continue;
        this.#seen.add(name);
        read.push(parse(readFileSync(join(folder, name), "utf8")));
      }
    });
    return read;
  }

  /** Ends the part of this process. The last process deletes the files of the run. Never fails. */
  end(): void {
    const folder = this.#folder;
    this.#folder = undefined;
    this.#isOff = true;
    if (folder === undefined) return;
    try {
      rmSync(join(folder, this.#author));
      deleteUnlessUsed(folder, this.#run);
    } catch {
      // A later run deletes them.
    }
  }

  /** Does something with the folder of the files. If that fails, this process goes on alone. */
  #attempt(act: (folder: string) => void): void {
    if (this.#isOff) return;
    try {
      this.#folder ??= this.#join();
      act(this.#folder);
    } catch (error) {
      this.end();
      this.#problem = error instanceof Error ? error.message : String(error);
    }
  }

  #join(): string {
    const folder = openPrivateFolder(this.#environment);
    deleteOldRuns(folder);
    // The engine of a killed run may have had the same address.
    deleteUnlessUsed(folder, this.#run);
    writeFileSync(join(folder, this.#author), "", { mode: 0o600 });
    return folder;
  }
}

function filesOf(folder: string, run: string): readonly string[] {
  return readdirSync(folder).filter((name) => name.startsWith(run));
}

/** Deletes the files of a run if no living process has a part in it. */
function deleteUnlessUsed(folder: string, run: string): void {
  const names = filesOf(folder, run);
  if (names.some(isLiving)) return;
  for (const name of names) rmSync(join(folder, name), { force: true });
}

/** Whether a file is that of a living process with a part in the run. */
function isLiving(name: string): boolean {
  const id = /^run-[0-9a-f]+-(\d+)-[0-9a-f]+$/u.exec(name)?.[1];
  try {
    return id !== undefined && process.kill(Number(id), 0);
  } catch {
    return false;
  }
}

function deleteOldRuns(folder: string): void {
  for (const name of filesOf(folder, "run-")) {
    const path = join(folder, name);
    const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - modified > bounds.declarationAge) rmSync(path, { recursive: true, force: true });
  }
}
