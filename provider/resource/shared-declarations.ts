import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { openPrivateFolder } from "../common/folders";
import { kinds } from "../list/kinds";
import type { SettingsSource } from "../api/settings";
import { bounds } from "./bounds";
import { digest } from "./digest";
import { printTexts } from "./inputs";
import { entriesSchema } from "./state";

/** The version of the files. Processes with another version use other files. */
const version = 4;

const nameSchema = z.object({ id: z.string(), name: z.string() });

/** The name of a resource, and an ID that is unique in the run, across all processes. */
export type ResourceName = Readonly<z.infer<typeof nameSchema>>;

const declarationSchema = z.object({
  /** Undefined if the host does not know it. */
  resource: nameSchema.optional(),
  /**
   * Whether the inputs are known and valid, and no operation of the resource has failed. Otherwise, its entries are not
   * removed, and cannot conflict.
   */
  isAccepted: z.boolean(),
  /** The list, and the account that it is declared with. */
  appListId: z.number(),
  baseUrl: z.string().optional(),
  account: z.string().optional(),
  /** The kinds that the program gives. */
  givenKinds: z.array(z.enum(kinds)).readonly(),
  exclusive: z.boolean(),
  isSecret: z.boolean(),
  removalLimit: z.union([z.number(), z.string()]).optional(),
  entries: entriesSchema,
});

export type SharedDeclaration = Readonly<z.infer<typeof declarationSchema>>;

/**
 * The declarations of all processes of a run, as files in a private folder. They exist as long as one of the processes
 * runs. No locks are needed: each process writes its declaration before it compares it with others. So if two processes
 * declare at the same time, at least one sees both.
 */
export class SharedDeclarations {
  readonly #environment: SettingsSource["environment"];
  readonly #warn: (message: string) => void;
  /** The start of the names of all files of the run. */
  readonly #run: string;
  /**
   * A file with this name exists as long as this process is part of the run. The names of its declarations start with
   * it.
   */
  readonly #author: string;
  readonly #seen = new Set<string>();
  readonly #all: SharedDeclaration[] = [];
  #folder: string | undefined;
  #isOff: boolean;
  /** Why declarations cannot be shared; undefined once that is printed. */
  #problem: string | undefined;

  /**
   * @param engineAddress the address of the engine that runs this process. If it is undefined, the run has no other
   *   process.
   * @param environment the environment, for the cache folder of the user.
   * @param warn prints the warning that declarations cannot be shared.
   */
  constructor(
    engineAddress: string | undefined,
    environment: SettingsSource["environment"],
    warn: (message: string) => void,
  ) {
    this.#environment = environment;
    this.#warn = warn;
    this.#run = `run-${digest(`${version} ${hostname()} ${engineAddress}`)}-`;
    this.#author = `${this.#run}${process.pid}-${randomBytes(8).toString("hex")}`;
    this.#isOff = engineAddress === undefined;
  }

  write(declaration: SharedDeclaration): void {
    this.#all.push(declaration);
    this.#attempt((folder) => {
      const order = String(this.#all.length).padStart(6, "0");
      const path = join(folder, `${this.#author}-${order}`);
      const text = JSON.stringify({ ...declaration, entries: printTexts(declaration.entries, "bareText") });
      writeFileSync(`${path}.tmp`, text, { mode: 0o600 });
      renameSync(`${path}.tmp`, path);
    });
  }

  /** The declarations of all processes until now, in their order. */
  read(): readonly SharedDeclaration[] {
    this.#attempt((folder) => {
      for (const name of runFiles(folder, this.#run).toSorted()) {
        if (!/-\d{6}$/u.test(name) || name.startsWith(this.#author) || this.#seen.has(name)) continue;
        this.#seen.add(name);
        this.#all.push(declarationSchema.parse(JSON.parse(readFileSync(join(folder, name), "utf8"))));
      }
    });
    return this.#all;
  }

  /** Warns once if declarations cannot be shared. Must be called before a removal. */
  warnIfAlone(): void {
    if (this.#problem === undefined) return;
    this.#warn(
      `declarations cannot be shared with other processes of this run: ${this.#problem}. If the program uses ` +
        "several provider resources, or the dynamic provider and the plugin, its resources can remove each other's entries. " +
        "Set XDG_CACHE_HOME to a folder to which only you can write.",
    );
    this.#problem = undefined;
  }

  /** Ends the participation of this process in the run. The last process deletes the files of the run. Never fails. */
  end(): void {
    this.#isOff = true;
    if (this.#folder === undefined) return;
    try {
      rmSync(join(this.#folder, this.#author), { force: true });
      deleteUnlessUsed(this.#folder, this.#run);
    } catch {
      // A later run deletes the files.
    }
  }

  /** Runs a function with the folder of the files. If it fails, this process shares nothing from then on. */
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

function runFiles(folder: string, run: string): readonly string[] {
  return readdirSync(folder).filter((name) => name.startsWith(run));
}

/** Deletes the files of a run if none of its processes is running. */
function deleteUnlessUsed(folder: string, run: string): void {
  const names = runFiles(folder, run);
  if (names.some(isLiving)) return;
  for (const name of names) rmSync(join(folder, name), { force: true });
}

/** Whether a file marks a running process of its run. */
function isLiving(name: string): boolean {
  const id = /^run-[0-9a-f]+-(\d+)-[0-9a-f]+$/u.exec(name)?.[1];
  try {
    return id !== undefined && process.kill(Number(id), 0);
  } catch {
    return false;
  }
}

function deleteOldRuns(folder: string): void {
  for (const name of runFiles(folder, "run-")) {
    const path = join(folder, name);
    const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - modified > bounds.declarationAge) rmSync(path, { recursive: true, force: true });
  }
}
