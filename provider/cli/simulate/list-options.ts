import { problemOf } from "../../list/entry";
import { quote } from "../../common/quote";
import { byKind, kinds, type ByKind, type Kind } from "../../list/kinds";
import { findOrigin, type ListedEntry } from "../../list/listed-entries";
import type { SimulatedList } from "../../simulator/app-list";
import { OptionsError } from "../settings/parse-options";

/** How a list is written in `--list`. */
export const listSyntax = "<id>=<name>[:<file>,<file>…]";

/** The list of a simulator that is told of none. */
export const usualList: SimulatedList = { id: 4321, name: "simulated" };

/** A list that is to be simulated, before its files are read. */
export interface ListOption {
  readonly id: number;
  readonly name: string;
  readonly files: readonly FileOption[];
}

/** Files, and the kind of those of their entries that do not say theirs. */
interface FileOption {
  readonly kind: Kind;
  readonly pattern: string;
}

const kindByPrefix: ReadonlyMap<string, Kind> = new Map([
  ["app-bundles", "appBundles"],
  ["placement-ids", "placementIds"],
  ["websites", "websites"],
]);

/**
 * Reads the values of `--list`.
 *
 * @throws {OptionsError} naming every one that is not written as {@link listSyntax} says.
 */
export function parseLists(given: readonly string[]): readonly ListOption[] {
  const lists = given.map(parseList);
  const wrong = given.filter((_, index) => lists[index] === undefined);
  if (wrong.length > 0) {
    throw new OptionsError(wrong.map((one) => `--list ${quote(one)} is not of the form ${listSyntax}`));
  }
  return lists.filter((list) => list !== undefined);
}

function parseList(text: string): ListOption | undefined {
  const [, id, name, files] = /^(\d{1,15})=([^:]+)(?::(.+))?$/su.exec(text) ?? [];
  if (id === undefined || name === undefined || Number(id) === 0) return undefined;
  // Not at the commas of a pattern such as {apps,games}.txt.
  const patterns = files?.split(/,(?![^{]*\})/u) ?? [];
  return { id: Number(id), name, files: patterns.map(parseFile) };
}

function parseFile(text: string): FileOption {
  const [, prefix = "", pattern = ""] = /^([a-z-]+)=(.+)$/su.exec(text) ?? [];
  const kind = kindByPrefix.get(prefix);
  return kind === undefined ? { kind: "appBundles", pattern: text } : { kind, pattern };
}

/**
 * Fills lists with the entries of their files.
 *
 * @param readEntries reads the entries of the files that a pattern names.
 * @throws {OptionsError} where a file has entries that no list can hold.
 */
export function fillLists(
  lists: readonly ListOption[],
  readEntries: (pattern: string) => readonly ListedEntry[],
): readonly SimulatedList[] {
  return lists.map(({ id, name, files }) => ({ id, name, ...entriesOf(files, readEntries) }));
}

/** Most problems that are shown; after them only their number. */
const mostShown = 20;

function entriesOf(
  files: readonly FileOption[],
  readEntries: (pattern: string) => readonly ListedEntry[],
): ByKind<readonly string[]> {
  const found = files.flatMap(({ kind, pattern }) =>
    readEntries(pattern).map((listed) => ({ kind, source: pattern, ...findOrigin(listed), entry: listed.entry })),
  );
  const problems = found.flatMap(({ kind, entry, source }) => {
    const problem = problemOf(kind, entry);
    return problem === undefined ? [] : [`${source}: ${quote(entry)} ${problem}`];
  });
  if (problems.length > 0) {
    const more = problems.length - mostShown;
    throw new OptionsError([...problems.slice(0, mostShown), ...(more > 0 ? [`and ${more} more`] : [])]);
  }
  const sets = byKind(() => new Set<string>());
  for (const { kind, entry } of found) sets[kind].add(entry);
  return byKind((kind) => [...sets[kind]]);
}

/** How many entries a simulated list has, by kind. */
export function countsIn(list: SimulatedList): ByKind<number> {
  return byKind((kind) => list[kind]?.length ?? 0);
}

/** The kinds of which a simulated list has entries. */
export function kindsIn(list: SimulatedList): readonly Kind[] {
  return kinds.filter((kind) => countsIn(list)[kind] > 0);
}
