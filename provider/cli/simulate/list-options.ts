import { byKind, type Kind } from "../../list/kinds";
import type { SimulatedList } from "../../simulator/app-list";
import { readEntryLines } from "../file-lines";
import { kindByName, parseEach } from "../options";
import type { Terminal } from "../terminal";

/** The form of `--list`. */
export const listSyntax = "<id>=<name>[:<file>,<file>…]";

/** The list of a simulator without `--list`. */
export const defaultList: SimulatedList = { id: 4321, name: "simulated" };

/** One `--list`, before its files are read. */
export interface ListOption {
  readonly id: number;
  readonly name: string;
  readonly files: readonly FileOption[];
}

/** A pattern of files, and the kind of their entries without a column. */
interface FileOption {
  readonly kind: Kind;
  readonly pattern: string;
}

/** Parses the values of `--list`. */
export function parseLists(given: readonly string[]): readonly ListOption[] {
  return parseEach("--list", listSyntax, given, parseList);
}

function parseList(text: string): ListOption | undefined {
  const [, id, name, files] = /^(\d{1,15})=([^:]+)(?::(.+))?$/su.exec(text) ?? [];
  if (id === undefined || name === undefined || Number(id) === 0) return undefined;
  // A comma in braces belongs to a pattern such as {apps,games}.txt.
  const patterns = files?.split(/,(?![^{]*\})/u) ?? [];
  return { id: Number(id), name, files: patterns.map(parseFile) };
}

function parseFile(text: string): FileOption {
  const [, prefix = "", pattern = ""] = /^([a-z-]+)=(.+)$/su.exec(text) ?? [];
  const kind = kindByName.get(prefix);
  return kind === undefined ? { kind: "appBundles", pattern: text } : { kind, pattern };
}

/**
 * Adds the entries of their files to lists.
 *
 * @throws {ListFilesError} if a file has invalid entries.
 */
export async function fillLists(lists: readonly ListOption[], terminal: Terminal): Promise<readonly SimulatedList[]> {
  return Promise.all(
    lists.map(async ({ id, name, files }) => {
      const read = await Promise.all(files.map(({ kind, pattern }) => readEntryLines([pattern], kind, terminal)));
      const entriesOf = (kind: Kind) => read.flat().filter((line) => line.kind === kind);
      return { id, name, ...byKind((kind) => [...new Set(entriesOf(kind).map(({ entry }) => entry))]) };
    }),
  );
}
