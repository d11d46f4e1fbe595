import * as z from "zod";
import { formatDay } from "../list/expiry";
import { EntrySet } from "../list/entry-set";
import { byKind } from "../list/kinds";
import { parseListText } from "../list/list-text";
import { areCurrent, printListed, type PrintedText } from "../list/listed-entries";
import { describeSkipped } from "../list/skipped-entries";
import { argumentProblems, readArgument } from "./declare";
import { definedMembers, type Properties } from "./inputs";

/** The arguments of a program, with the entries of each kind as a text. */
export interface DeclaredInputs {
  /** The inputs for a check; `refused` contains the problems with the arguments. */
  readonly inputs: Properties;
  /** Sentences about listed entries that are not declared: the expired ones, and repetitions. */
  readonly skipped: readonly string[];
}

/**
 * Turns the arguments of a program in any language into inputs. The entries of a kind are a list of entries (strings, or
 * objects with `entry`, `note` and `until`), or a text as in a list file. The texts of earlier inputs stay as they are.
 *
 * @param unknown the names of the arguments that a preview does not know yet; they stay as they are.
 */
export function declareInputs(
  given: Properties,
  unknown: ReadonlySet<string> = new Set(),
  now: Date = new Date(),
): DeclaredInputs {
  const { refused, ...args } = definedMembers(given);
  const today = formatDay(now);
  const listed = byKind((kind): PrintedText => {
    const argument = unknown.has(kind) ? undefined : args[kind];
    if (typeof argument !== "string") return readArgument(kind, argument ?? [], today);
    const normal = EntrySet.ofNormalText(kind, argument);
    if (normal !== undefined && areCurrent(normal, today)) return { ...nothingListed, text: argument };
    const entries = parseListText(argument, (line) => `${kind}, line ${line}`);
    return printListed(kind, kind, entries, today);
  });
  const texts = byKind((kind): unknown => (unknown.has(kind) ? args[kind] : textOf(listed[kind])));
  const problems = argumentProblems(Object.keys(args), listed);
  return {
    inputs: definedMembers({
      ...args,
      ...texts,
      refused: problems.length > 0 ? mergeProblems(refused, problems) : refused,
    }),
    skipped: describeSkipped(listed),
  };
}

const nothingListed = { problems: [], expired: [], duplicates: 0 };

function textOf({ text }: PrintedText): string | undefined {
  return text === "" ? undefined : text;
}

/** A class of this package can have checked the arguments before, and passes on the problems that it found. */
function mergeProblems(refused: unknown, problems: readonly string[]): readonly unknown[] {
  return [...z.array(z.unknown()).catch([]).parse(refused), ...problems];
}
