import * as z from "zod";
import { byKind, type Kind } from "../../list/kinds";
import type { SimulatedList } from "../../simulator/app-list";
import { readEntryLines } from "../file-lines";
import { kindByName } from "../options";
import type { Terminal } from "../terminal";

export const listSyntax = "<id>=<name>[:<file>,<file>…]";

/** The list of a simulator without `--list`. */
export const defaultList: SimulatedList = { id: 4321, name: "simulated" };

const listPattern = /^([1-9]\d{0,14})=([^:]+)(?::(.+))?$/su;

/** One `--list`: a list, and the patterns of its files, each with the kind of entries without a column. */
export const listOption = z
  .string()
  .regex(listPattern, { error: `must have the form ${listSyntax}` })
  .transform((text) => {
    const [, id, name = "", files] = listPattern.exec(text) ?? [];
    // A comma in braces belongs to a pattern such as {apps,games}.txt.
    return { id: Number(id), name, files: (files?.split(/,(?![^{]*\})/u) ?? []).map(parseFile) };
  });

function parseFile(text: string): { readonly kind: Kind; readonly pattern: string } {
  const [, prefix = "", pattern = ""] = /^([a-z-]+)=(.+)$/su.exec(text) ?? [];
  const kind = kindByName.get(prefix);
  return kind === undefined ? { kind: "appBundles", pattern: text } : { kind, pattern };
}

/**
 * Fills lists with the entries of their files.
 *
 * @throws {ListFilesError} if a file has invalid entries.
 */
export async function fillLists(
  lists: readonly z.infer<typeof listOption>[],
  terminal: Terminal,
): Promise<readonly SimulatedList[]> {
  return Promise.all(
    lists.map(async ({ id, name, files }) => {
      const read = await Promise.all(files.map(({ kind, pattern }) => readEntryLines([pattern], kind, terminal)));
      const entriesOf = (kind: Kind) => read.flat().filter((line) => line.kind === kind);
      return { id, name, ...byKind((kind) => [...new Set(entriesOf(kind).map(({ entry }) => entry))]) };
    }),
  );
}
