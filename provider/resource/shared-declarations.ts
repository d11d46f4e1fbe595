import * as z from "zod";
import type { Entries } from "../list/entries";
import { EntrySet } from "../list/entry-set";
import { byKind, kinds } from "../list/kinds";
import type { Print } from "./notice";
import { RunFolder, type SharingOptions } from "./run-folder";

const nameSchema = z.object({ id: z.string(), name: z.string() });

/** The name of a resource, and an ID that no other resource of the run has, in whichever process. */
export type ResourceName = Readonly<z.infer<typeof nameSchema>>;

const headerSchema = z.object({
  /** Undefined if the resource is rejected. Its old and its new entries are spared, and compared with none. */
  resource: nameSchema.optional(),
  exclusive: z.boolean(),
});

export interface SharedDeclaration extends Readonly<z.infer<typeof headerSchema>> {
  /** A digest that identifies the list. */
  readonly list: string;
  readonly entries: Entries;
}

/**
 * The declarations of the processes of a run. They count as long as any of the processes runs. There are no locks: a
 * declaration is written before it is compared, so of two processes that declare at the same time at least one sees both.
 */
export class SharedDeclarations {
  readonly #folder: RunFolder;
  readonly #print: Print;
  #hasWarned = false;

  /** @param print shows the warning that nothing can be shared. */
  constructor(options: SharingOptions, print: Print) {
    this.#folder = new RunFolder(options);
    this.#print = print;
  }

  write(declaration: SharedDeclaration): void {
    this.#folder.write(declaration.list, printDeclaration(declaration));
  }

  /** The declarations of the other processes for a list since the last call. */
  read(list: string): readonly SharedDeclaration[] {
    return this.#folder.read(list, (text) => ({ list, ...parseDeclaration(text) }));
  }

  /** Warns, once, if nothing can be shared: to be called before a removal. */
  warnIfAlone(): void {
    const { problem } = this.#folder;
    if (problem === undefined || this.#hasWarned) return;
    const message =
      `nothing can be shared with other processes of this run: ${problem}. If the program has resources with ` +
      "different provider resources, or of the dynamic provider and the plugin, they can remove each other's entries. " +
      "Set XDG_CACHE_HOME to a folder that only you can write.";
    this.#print({ severity: "warning", subject: "app-list", message });
    this.#hasWarned = true;
  }

  /** Ends the part of this process in the run. Never fails. */
  end(): void {
    this.#folder.end();
  }
}

/** The texts are written as they are: as JSON they would take ten times as long. No entry contains a NUL. */
function printDeclaration({ list: _, entries, ...header }: SharedDeclaration): string {
  return [JSON.stringify(header), ...kinds.map((kind) => entries[kind].bareText)].join("\0");
}

function parseDeclaration(text: string): Omit<SharedDeclaration, "list"> {
  const [header = "", ...texts] = text.split("\0");
  const entries = byKind((kind) => EntrySet.parse(kind, texts[kinds.indexOf(kind)] ?? "").entries);
  return { ...headerSchema.parse(JSON.parse(header)), entries };
}
