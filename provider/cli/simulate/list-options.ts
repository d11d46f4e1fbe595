import { formatCount } from "../../common/format";
import { quote } from "../../common/quote";
import { findEntryProblem } from "../../list/entry";
import { byKind, type ByKind, type Kind } from "../../list/kinds";
import { findColumnKind, findPlace, type ListedEntry } from "../../list/listed-entries";
import type { SimulatedList } from "../../simulator/app-list";
import { kindByName, OptionsError } from "../options";

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
 * @param readEntries reads the entries of the files that a pattern matches.
 * @throws {OptionsError} if a file has invalid entries.
 */
export function fillLists(
  lists: readonly ListOption[],
  readEntries: (pattern: string) => readonly ListedEntry[],
): readonly SimulatedList[] {
  return lists.map(({ id, name, files }) => ({ id, name, ...readListEntries(files, readEntries) }));
}

/** The number of problems that are named. */
const problemLimit = 20;

function readListEntries(
  files: readonly FileOption[],
  readEntries: (pattern: string) => readonly ListedEntry[],
): ByKind<readonly string[]> {
  const listed = files.flatMap(({ kind, pattern }) =>
    readEntries(pattern).map((listed) => ({
      kind: findColumnKind(listed) ?? kind,
      source: findPlace(listed) ?? pattern,
      entry: listed.entry,
    })),
  );
  const problems = listed.flatMap(({ kind, entry, source }) => {
    const problem = findEntryProblem(kind, entry);
    return problem === undefined ? [] : [`${source}: ${quote(entry)} ${problem}`];
  });
  if (problems.length > 0) {
    const more = problems.length - problemLimit;
    throw new OptionsError([
      ...problems.slice(0, problemLimit),
      ...(more > 0 ? [`and ${formatCount(more)} more`] : []),
    ]);
  }
  return byKind((kind) => [...new Set(listed.filter((one) => one.kind === kind).map(({ entry }) => entry))]);
}
