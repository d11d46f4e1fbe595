import { quote } from "../../common/quote";
import { byKind, type Kind } from "../../list/kinds";
import type { SimulatedList } from "../../simulator/app-list";
import { readEntryLines } from "../file-lines";
import { kindByName, OptionsError } from "../options";
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

/**
 * Parses the values of `--list`.
 *
 * @throws {OptionsError} naming every value that is not of the form {@link listSyntax}.
 */
export function parseLists(given: readonly string[]): readonly ListOption[] {
  const lists = given.map(parseList);
  const invalid = given.filter((_, index) => lists[index] === undefined);
  if (invalid.length > 0) {
    throw new OptionsError(invalid.map((one) => `--list ${quote(one)} is not of the form ${listSyntax}`));
  }
  return lists.filter((list) => list !== undefined);
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
  return Promise.all(lists.map(({ id, name, files }) => fillList({ id, name }, files, terminal)));
}

async function fillList(list: SimulatedList, files: readonly FileOption[], terminal: Terminal): Promise<SimulatedList> {
  const read = await Promise.all(files.map(({ kind, pattern }) => readEntryLines([pattern], kind, terminal)));
  const lines = read.flat();
  const entriesOf = (kind: Kind) => lines.filter((line) => line.kind === kind).map(({ entry }) => entry);
  return { ...list, ...byKind((kind) => [...new Set(entriesOf(kind))]) };
}
