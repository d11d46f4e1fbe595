import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import * as z from "zod";
import { digest } from "../common/digest";
import { cacheFolder, openPrivateFolder } from "../common/private-folder";
import type { Entries } from "../list/entries";
import { EntrySet } from "../list/entry-set";
import { byKind, kinds } from "../list/kinds";
import type { Print } from "./notices";

/** The version of the files. Processes with another one use another folder. */
const version = 1;

const prefix = "run-";

/** The age at which any process deletes the folder of a run, in milliseconds: its processes were killed. */
const longestRun = 24 * 60 * 60 * 1000;

/** The most attempts to join a run: another process that ends can delete its folder at that moment. */
const mostAttempts = 10;

const headerSchema = z.object({
  /** A digest that identifies the list. */
  list: z.string(),
  /** The resource, if the host is given it. */
  resource: z.object({ urn: z.string(), name: z.string() }).optional(),
  exclusive: z.boolean(),
  /** Whether the resource is refused. Its old and its new entries are spared, and compared with none. */
  isRefused: z.boolean(),
});

export interface SharedDeclaration extends Readonly<z.infer<typeof headerSchema>> {
  readonly entries: Entries;
}

/** How the processes of a run find each other. */
export interface SharingOptions {
  /** The address of the engine that runs this process. Default: no other process has a part in the run. */
  readonly engineAddress?: string | undefined;
  /** It determines the cache folder of the user. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Shows a warning if nothing can be shared. */
  readonly print: Print;
}

/**
 * The declarations of all processes of a run: a private folder with one file for each. They count until the run ends,
 * also if their process ends before. There are no locks: a declaration is written before it is compared, so of two
 * processes that declare at the same time at least one sees both.
 */
export class SharedDeclarations {
  readonly #options: SharingOptions;
  /** The file with this name exists as long as this process has a part in the run. Others start with it and a number. */
  readonly #author = `${process.pid}-${randomBytes(8).toString("hex")}`;
  readonly #seen = new Set<string>();
  /** The contents of files whose list was not asked for since. */
  readonly #unread = new Map<string, readonly (() => SharedDeclaration)[]>();
  #folder: string | undefined;
  #written = 0;
  #isOff = false;

  constructor(options: SharingOptions) {
    this.#options = options;
  }

  write(declaration: SharedDeclaration): void {
    this.#attempt((folder) => {
      this.#written += 1;
      const path = join(folder, `${this.#author}-${String(this.#written).padStart(6, "0")}`);
      writeFileSync(`${path}.tmp`, printDeclaration(declaration), { mode: 0o600 });
      renameSync(`${path}.tmp`, path);
    });
  }

  /** The declarations of the other processes for a list since the last call. */
  read(list: string): readonly SharedDeclaration[] {
    this.#attempt((folder) => {
      const news = readdirSync(folder).filter((name) => !name.startsWith(this.#author) && !this.#seen.has(name));
      for (const name of news.filter((each) => /^\d+-[0-9a-f]+-\d+$/u.test(each)).toSorted()) {
        this.#seen.add(name);
        const [header = "", ...texts] = readFileSync(join(folder, name), "utf8").split("\0");
        const declaration = headerSchema.parse(JSON.parse(header));
        const parse = () => ({ ...declaration, entries: parseEntries(texts) });
        this.#unread.set(declaration.list, [...(this.#unread.get(declaration.list) ?? []), parse]);
      }
    });
    const unread = this.#unread.get(list) ?? [];
    this.#unread.delete(list);
    return unread.map((parse) => parse());
  }

  /** Ends the part of this process. The last process deletes the folder of the run. Never fails. */
  end(): void {
    const folder = this.#folder;
    this.#folder = undefined;
    this.#isOff = true;
    if (folder === undefined) return;
    try {
      rmSync(join(folder, this.#author));
      if (deleteUnlessUsed(folder)) rmdirSync(folder);
    } catch {
      // A later run deletes it.
    }
  }

  /** Does something with the folder of the run. If that fails, this process goes on alone. */
  #attempt(act: (folder: string) => void): void {
    const { engineAddress, print } = this.#options;
    if (this.#isOff || engineAddress === undefined) return;
    try {
      this.#folder ??= this.#join(`${prefix}${digest(`${version} ${hostname()} ${engineAddress}`)}`);
      act(this.#folder);
    } catch (error) {
      this.end();
      const reason = error instanceof Error ? error.message : String(error);
      print({
        severity: "warning",
        subject: "app-list",
        message:
          `nothing can be shared with other processes of this run: ${reason}. If the program has resources with ` +
          "different provider resources, or of the dynamic provider and the plugin, they can remove each other's entries. " +
          "Set XDG_CACHE_HOME to a folder that only you can write.",
      });
    }
  }

  #join(run: string): string {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const folder = openPrivateFolder(cacheFolder(this.#options.environment), run);
        deleteOldRuns(dirname(folder));
        // The engine of a killed run may have had the same address.
        deleteUnlessUsed(folder);
        writeFileSync(join(folder, this.#author), "", { mode: 0o600 });
        return folder;
      } catch (error) {
        if (attempt === mostAttempts) throw error;
      }
    }
  }
}

/** The texts are written as they are: as JSON they would take ten times as long. No entry contains a NUL. */
function printDeclaration({ entries, ...header }: SharedDeclaration): string {
  return [JSON.stringify(header), ...kinds.map((kind) => entries[kind].bareText)].join("\0");
}

function parseEntries(texts: readonly string[]): Entries {
  return byKind((kind) => EntrySet.parse(kind, texts[kinds.indexOf(kind)] ?? "").entries);
}

/** Deletes the files of a run if no living process has a part in it. */
function deleteUnlessUsed(folder: string): boolean {
  const names = readdirSync(folder);
  if (names.some((name) => isLiving(name))) return false;
  for (const name of names) rmSync(join(folder, name), { force: true });
  return true;
}

/** Whether a file is that of a living process with a part in the run. */
function isLiving(name: string): boolean {
  const id = /^(\d+)-[0-9a-f]+$/u.exec(name)?.[1];
  try {
    return id !== undefined && process.kill(Number(id), 0);
  } catch {
    return false;
  }
}

function deleteOldRuns(parent: string): void {
  for (const name of readdirSync(parent)) {
    const path = join(parent, name);
    const modified = name.startsWith(prefix) ? statSync(path, { throwIfNoEntry: false })?.mtimeMs : undefined;
    if (modified !== undefined && Date.now() - modified > longestRun) rmSync(path, { recursive: true, force: true });
  }
}
