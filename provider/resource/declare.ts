import { kinds, type ByKind, type Kind } from "../list/kinds";
import { printListed, type ListedEntry, type ListedText } from "../list/listed-entries";
import { argumentNames } from "./inputs";

/** The problems with the arguments of one resource. */
export function argumentProblems(
  names: readonly string[],
  listed: ByKind<Pick<ListedText, "problems">>,
): readonly string[] {
  return [...unknownArguments(names), ...kinds.flatMap((kind) => listed[kind].problems)];
}

/** The problems with the names of arguments. TypeScript refuses such names, but in other programs they declare nothing. */
function unknownArguments(names: readonly string[]): readonly string[] {
  return names.filter((name) => !allNames.has(name)).map((name) => `${name} is not an argument of AppListEntries`);
}

const allNames: ReadonlySet<string> = new Set([...kinds, ...argumentNames]);

/** The entries of an argument; undefined if they are not of the right types, or not plain values yet. */
export function plainEntries(argument: unknown): readonly (string | ListedEntry)[] | undefined {
  return areListed(argument) ? argument : undefined;
}

/**
 * Reads the entries of one argument. A program in plain JavaScript can pass anything.
 *
 * @param today in UTC, as `YYYY-MM-DD`.
 */
export function readArgument(kind: Kind, argument: unknown, today: string): ListedText {
  if (areListed(argument)) return printListed(kind, kind, argument, today);
  const problems = Array.isArray(argument)
    ? Array.from(argument, (item: unknown, index) => {
        if (isListed(item)) return [];
        return [`${kind}[${index}]: ${describe(item)} is neither a string nor { entry, note }${hint(item)}`];
      }).flat()
    : [`${kind} is not an array of entries`];
  return { text: "", entries: [], problems, expired: [], duplicates: 0 };
}

/** Whether a value is an array of entries. A schema takes as long for ten thousand entries as everything else together. */
function areListed(argument: unknown): argument is readonly (string | ListedEntry)[] {
  if (!Array.isArray(argument)) return false;
  // Unlike this loop, every() ignores the missing items of an array.
  for (const item of argument) if (!isListed(item)) return false;
  return true;
}

function isListed(item: unknown): item is string | ListedEntry {
  if (typeof item === "string") return true;
  if (typeof item !== "object" || item === null || Array.isArray(item)) return false;
  const { entry, note, until }: { entry?: unknown; note?: unknown; until?: unknown } = item;
  return typeof entry === "string" && isOptionalString(note) && isOptionalString(until);
}

function isOptionalString(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

/** YAML reads an iOS ID without quotes as a number. */
function hint(value: unknown): string {
  return Number.isSafeInteger(value) ? `. As a string it is "${String(value)}", in quotes` : "";
}

/** A value of a wrong type, such as an iOS ID that was written as a number. */
function describe(value: unknown): string {
  return typeof value === "number" || typeof value === "boolean"
    ? `the ${typeof value} ${String(value)}`
    : typeof value;
}
