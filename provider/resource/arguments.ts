import * as z from "zod";
import { printFinding, type Finding } from "../check/finding";
import {
  describeExpired,
  describeMistakes,
  parseListText,
  readListed,
  type ListedEntries,
  type ListedEntry,
} from "../check/listed-entries";
import { findOtherFormat } from "../check/other-format";
import { quoteList } from "../common/quote";
import { EntrySet } from "../list/entry-set";
import { formatDay } from "../list/expiry";
import { byKind, kinds, type ByKind, type Kind } from "../list/kinds";
import { argumentNames, definedMembers, describe, type Properties } from "./inputs";

/**
 * Makes inputs from the arguments of a program in any language. The entries of a kind are an array (of strings, or of
 * objects with `entry`, `note` and `until`), or a text as in a list file. Texts of earlier inputs stay as they are.
 *
 * @param unknown the names of the arguments that a preview does not know yet. They stay as they are.
 * @param accepted the last accepted inputs. If a text is the same, only entries that cannot be sent are problems,
 *   because a refresh may have read it from a list. Default: all arguments were checked before.
 * @param isSecret whether problems must not repeat entries. Default: false.
 * @returns the inputs for a check, with the problems of the arguments in `problems`. Also sentences about expired
 *   entries and likely mistakes. Expired entries are not declared.
 */
export function inputsFromArguments(
  given: Properties,
  unknown: ReadonlySet<string> = new Set(),
  accepted?: Properties,
  now: Date = new Date(),
  isSecret = false,
) {
  const { problems: reported, ...args } = definedMembers(given);
  const today = formatDay(now);
  const listed = byKind((kind): ListedEntries => {
    const argument = unknown.has(kind) ? undefined : args[kind];
    // If a class of this package has checked the entries, the arguments contain its problems, or an empty array.
    const isAccepted = accepted === undefined || accepted[kind] === argument || reported !== undefined;
    return readArgument(kind, argument ?? [], today, isAccepted);
  });
  const texts = byKind((kind): unknown =>
    unknown.has(kind) || args[kind] === undefined ? args[kind] : listed[kind].entries.text,
  );
  const problems = argumentProblems(Object.keys(args), listed, isSecret);
  return {
    inputs: definedMembers({
      ...args,
      ...texts,
      problems: problems.length > 0 ? [...z.array(z.unknown()).catch([]).parse(reported), ...problems] : reported,
    }),
    skipped: describeExpired(listed),
    mistakes: describeMistakes(listed),
  };
}

const ways = {
  table:
    "is a table (CSV), but a text has one entry per line, such as: com.example.app  # note. In YAML, read a .txt file of such " +
    "lines with fn::readFile; in TypeScript, entriesFromFile reads tables",
  path:
    "is the path of a file, not its entries: use entriesFromFile, in YAML fn::readFile. If it was read from a file, that " +
    "is a link that Git wrote as a text (core.symlinks)",
};

const nothingListed: ListedEntries = { entries: EntrySet.none, problems: [], expired: [], mistakes: [] };

/** The problems of the arguments of one resource, without values if its entries are secret. */
export function argumentProblems(
  names: readonly string[],
  listed: ByKind<Pick<ListedEntries, "problems">>,
  isSecret: boolean,
): readonly string[] {
  // TypeScript rejects unknown names. In other languages, they would have no effect.
  const unknown = names.filter((name) => !allNames.has(name));
  return [
    ...unknown.map((name) => `${name} is not an argument of AppListEntries`),
    ...kinds.flatMap((kind) => listed[kind].problems.map((problem) => printFinding(problem, isSecret))),
  ];
}

const allNames: ReadonlySet<string> = new Set([...kinds, ...argumentNames]);

const isNeither = "is neither an array of entries nor a text";

/** Such as an asset. */
const isObject = `${isNeither}: read the file with fn::readFile, in TypeScript with entriesFromFile`;

/**
 * Reads the entries of one argument. A program in plain JavaScript can pass anything.
 *
 * @param today in UTC, as `YYYY-MM-DD`.
 * @param isAccepted whether only entries that cannot be sent are problems. Default: false.
 */
export function readArgument(kind: Kind, argument: unknown, today: string, isAccepted = false): ListedEntries {
  if (typeof argument === "string") return readText(kind, argument, today, isAccepted);
  if (areListed(argument)) return readListed(kind, argument, today, isAccepted);
  const problems = Array.isArray(argument)
    ? Array.from(argument, (item: unknown, index) => problemOfItem(item, `${kind}[${index}]`) ?? []).flat()
    : [{ problem: `${kind} ${typeof argument === "object" ? isObject : isNeither}` }];
  return { ...nothingListed, problems };
}

function readText(kind: Kind, text: string, today: string, isAccepted: boolean): ListedEntries {
  const read = isAccepted ? EntrySet.parse(kind, text).entries : undefined;
  if (read?.bareText === text) return { ...nothingListed, entries: read };
  const otherFormat = isAccepted ? undefined : findOtherFormat(text, ways);
  if (otherFormat !== undefined) return { ...nothingListed, problems: [{ problem: `${kind} ${otherFormat}` }] };
  const entries = parseListText(text, (line) => `${kind}, line ${line}`);
  const listed = readListed(kind, entries, today, isAccepted);
  const isEmpty = !isAccepted && entries.length === 0 && !text.includes("#");
  return isEmpty ? { ...listed, mistakes: [{ problem: `${kind} has no entries: its text is empty` }] } : listed;
}

/** What is wrong with an item of an array; undefined if it is an entry. */
function problemOfItem(item: unknown, place: string): Finding | undefined {
  if (typeof item === "string") return undefined;
  const members = typeof item === "object" && item !== null && !Array.isArray(item) ? item : {};
  const { entry, note = "", until = "" }: { entry?: unknown; note?: unknown; until?: unknown } = members;
  // Without this check, a last day with another name would make an entry permanent.
  const isUnknown = (name: string) => name !== "entry" && name !== "note" && name !== "until";
  const unknown = Object.keys(members).filter((name) => isUnknown(name) && Reflect.get(members, name) !== undefined);
  if (unknown.length > 0) {
    const end = unknown.includes("expires") ? ": write until in place of expires" : "";
    const advice = `${quoteList(unknown)}. An entry has entry, note and until${end}`;
    return { problem: `${place} has an unknown member`, advice };
  }
  if ([entry, note, until].every((value) => typeof value === "string")) return undefined;
  const advice = `it is ${describe(item)}${hint(item)}`;
  return { problem: `${place} is neither a string nor { entry, note, until }`, advice };
}

/**
 * Whether a value is an array of plain entries. For ten thousand entries, a schema would take as long as everything
 * else.
 */
export function areListed(argument: unknown): argument is readonly (string | ListedEntry)[] {
  if (!Array.isArray(argument)) return false;
  // Unlike this loop, every() ignores the missing items of an array.
  for (const item of argument) if (problemOfItem(item, "") !== undefined) return false;
  return true;
}

/** The advice for a number: YAML reads an iOS ID without quotes as a number. */
function hint(value: unknown): string {
  return Number.isSafeInteger(value) ? `. As a string it is "${String(value)}", in quotes` : "";
}
