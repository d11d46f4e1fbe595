import * as z from "zod";
import { EntrySet } from "../list/entry-set";
import { formatDay } from "../list/expiry";
import { byKind, kinds, type ByKind, type Kind } from "../list/kinds";
import { parseListText, areCurrent, readListed, type ListedEntry, type ListedEntries } from "../list/listed-entries";
import { describeSkipped } from "../list/summary";
import { argumentNames, definedMembers, describe, type Properties } from "./inputs";

/**
 * Turns the arguments of a program in any language into inputs. The entries of a kind are a list of entries (strings, or
 * objects with `entry`, `note` and `until`), or a text as in a list file. The texts of earlier inputs stay as they are.
 *
 * @param unknown the names of the arguments that a preview does not know yet; they stay as they are.
 * @returns the inputs for a check, whose `refused` contains the problems with the arguments, and sentences about listed
 * entries that are not declared: the expired ones, and repetitions.
 */
export function declareInputs(given: Properties, unknown: ReadonlySet<string> = new Set(), now: Date = new Date()) {
  const { refused, ...args } = definedMembers(given);
  const today = formatDay(now);
  const listed = byKind((kind): ListedEntries => {
    const argument = unknown.has(kind) ? undefined : args[kind];
    if (typeof argument !== "string") return readArgument(kind, argument ?? [], today);
    const normal = EntrySet.ofNormalText(kind, argument);
    if (normal !== undefined && areCurrent(normal, today)) return { ...nothingListed, entries: normal };
    const entries = parseListText(argument, (line) => `${kind}, line ${line}`);
    return readListed(kind, entries, today);
  });
  const texts = byKind((kind): unknown => (unknown.has(kind) ? args[kind] : listed[kind].entries.text || undefined));
  const problems = argumentProblems(Object.keys(args), listed);
  return {
    inputs: definedMembers({
      ...args,
      ...texts,
      // A class of this package can have checked the arguments before, and passes on the problems that it found.
      refused: problems.length > 0 ? [...z.array(z.unknown()).catch([]).parse(refused), ...problems] : refused,
    }),
    skipped: describeSkipped(listed),
  };
}

const nothingListed = { problems: [], expired: [], duplicates: 0 };

/** The problems with the arguments of one resource. */
export function argumentProblems(
  names: readonly string[],
  listed: ByKind<Pick<ListedEntries, "problems">>,
): readonly string[] {
  // TypeScript refuses such names, but in other programs they would declare nothing.
  const unknown = names.filter((name) => !allNames.has(name));
  return [
    ...unknown.map((name) => `${name} is not an argument of AppListEntries`),
    ...kinds.flatMap((kind) => listed[kind].problems),
  ];
}

const allNames: ReadonlySet<string> = new Set([...kinds, ...argumentNames]);

/**
 * Reads the entries of one argument. A program in plain JavaScript can pass anything.
 *
 * @param today in UTC, as `YYYY-MM-DD`.
 */
export function readArgument(kind: Kind, argument: unknown, today: string): ListedEntries {
  if (areListed(argument)) return readListed(kind, argument, today);
  const problems = Array.isArray(argument)
    ? Array.from(argument, (item: unknown, index) => ({ item, index }))
        .filter(({ item }) => !isListed(item))
        .map(
          ({ item, index }) =>
            `${kind}[${index}]: ${describe(item)} is neither a string nor { entry, note }${hint(item)}`,
        )
    : [`${kind} is not an array of entries`];
  return { entries: EntrySet.none, problems, expired: [], duplicates: 0 };
}

/**
 * Whether a value is an array of entries, which are plain values already. A schema takes as long for ten thousand entries as
 * everything else together.
 */
export function areListed(argument: unknown): argument is readonly (string | ListedEntry)[] {
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
