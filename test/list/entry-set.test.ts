import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findEntryProblem, reservedAppBundlePrefix } from "../../provider/list/entry";
import { printFinding } from "../../provider/check/finding";
import { EntrySet } from "../../provider/list/entry-set";
import { kinds, type ByKind, type Kind } from "../../provider/list/kinds";
import { readLine } from "../../provider/list/text";
import { samples } from "../harness/samples";
import { anyEditedText, anyEntrySet, anyKind, anyNotes, anyText, printLines } from "./arbitraries";

type Lines = ReadonlyMap<string, string | undefined>;

const anyKindAndText = anyKind.chain((kind) =>
  fc.tuple(fc.constant(kind), fc.oneof(anyText, anyNotes(kind).map(printLines), anyEditedText(kind))),
);

/** What the rules of entries and texts, one by one, make of a text. */
function readSlowly(kind: Kind, text: string): { readonly lines: Lines; readonly refused: readonly string[] } {
  const all = text.split("\n").map(readLine);
  if (text.endsWith("\n") || text === "") all.pop();
  const isValid = ({ entry }: { readonly entry: string }) => findEntryProblem(kind, entry) === undefined;
  const lines = new Map<string, string | undefined>();
  for (const { entry, note } of all.filter(isValid)) lines.set(entry, lines.get(entry) ?? note);
  return { lines, refused: all.filter((line) => !isValid(line)).map(({ entry }) => entry) };
}

function linesOf(entries: EntrySet): Lines {
  return new Map(Array.from(entries, (entry) => [entry, entries.note(entry)]));
}

function parse(kind: Kind, ...lines: readonly string[]): EntrySet {
  const { entries, problems } = EntrySet.parse(kind, lines.join("\n"));
  expect(problems).toEqual([]);
  return entries;
}

/** Asserts that a text is read as the rules say, and printed in its normal form. */
function expectRead(kind: Kind, text: string): void {
  const { entries, problems } = EntrySet.parse(kind, text);
  const { lines, refused } = readSlowly(kind, text);
  expect(linesOf(entries)).toEqual(lines);
  expect([entries.size, problems.length]).toEqual([lines.size, refused.length]);
  for (const { source, problem } of problems) expect(source + problem).not.toMatch(/[\p{Cc}\p{Cs}]/u);
  expect(entries.text).toBe(printLines(lines));
  expect(entries.bareText).toBe(printLines(Array.from(lines.keys(), (entry) => [entry, undefined])));
}

describe("EntrySet.parse", () => {
  it("reads the entries that the rules accept, with their notes, and reports a problem for each other line", () => {
    fc.assert(
      fc.property(anyKindAndText, ([kind, text]) => expectRead(kind, text)),
      { numRuns: 200 * samples },
    );
  });

  /** Texts that are separated by `|`. */
  const texts: ByKind<string> = {
    appBundles:
      "|\n|com.a|com.a\r\ncom.b\r\n|com.a\n\ncom.b\n|com.a\ncom.a\n|com.b\ncom.a\n|com.ab\ncom.a\n|" +
      "com.a\ncom.ab\n|com.a  # one\ncom.a  # two\n|com.a\ncom.a  # one\n|com.a # note\n|com.a  # \n|com.a  # note|" +
      "com.a  # note\rwith  # marks\ncom.b\n|#com.a\n|com.a\ncom.a#\n|com,a\n|com.a\0\n|com.a\u00ad\n|" +
      "com.a\u3000\n|a\ud83d\ude00\na\ud83d\ude01\n|a\ud83d\ude00\na\ud83d\n|a\ud83d\ude00\na\uffee\n|" +
      `a\uffee\na\ud83d\ude00\n|a\udb40\udc01\n|a.b\n${reservedAppBundlePrefix}a\n|` +
      `${reservedAppBundlePrefix.toUpperCase()}A\n|iNvAlId.PulumiAppList.a\n|in\nindex\n|i\n`,
    placementIds: "1-a\n1-b\n12-a\n|1-a\n1a\n|1-\n|1-\u2028\n|1-a\n1-\n|1--\n|-1\n|1\n",
    websites: `${reservedAppBundlePrefix}a\n`,
  };
  it.each(kinds.flatMap((kind) => texts[kind].split("|").map((text) => [kind, text] as const)))(
    "agrees with the rules about %s %j",
    expectRead,
  );

  it("keeps a note that looks like the mark of a note", () => {
    expect(parse("appBundles", "com.a  # see  # below # there").note("com.a")).toBe("see  # below # there");
  });

  it("judges a text by its kind, whatever it was read as before", () => {
    expect(kinds.map((kind) => EntrySet.parse(kind, "1001\n").problems.length)).toEqual([0, 1, 0]);
  });

  it("names the line of every problem, also of an empty line or a note alone, and returns the others", () => {
    const text = "1-a  # note\n1001\n\n2-b,3-c\n4-d\n  # note\n5-e # note";
    const { entries, problems } = EntrySet.parse("placementIds", text);
    expect(problems.map((problem) => printFinding(problem))).toEqual([
      'placement ID in line 2: "1001" does not have the form <number>-<token>',
      'placement ID in line 3: "" is empty',
      'placement ID in line 4: "2-b,3-c" contains a comma, the separator in requests',
      'placement ID in line 6: "" is empty',
      'placement ID in line 7: "5-e # note" contains whitespace; a note starts with a space and #, or is the note of ' +
        "{ entry, note }",
    ]);
    expect(entries.text).toBe("1-a  # note\n4-d\n");
  });
});

describe("sets of entries", () => {
  const twoSets = anyKind.chain((kind) =>
    fc
      .tuple(anyEntrySet(kind), anyEntrySet(kind), fc.array(fc.nat(30), { maxLength: 4 }))
      .map(([one, other, dropped]) => {
        // Mostly, two versions of a list differ in a few entries.
        const similar = Array.from(one, (entry) => entry).filter((_, index) => !dropped.includes(index));
        return [one, dropped.length === 0 ? other : other.union(parse(kind, ...similar))] as const;
      }),
  );

  const someNumbers = fc.uniqueArray(fc.nat(49), { maxLength: 6 });
  /** Two edits of one list with notes. */
  const twoEdits = fc
    .tuple(someNumbers, someNumbers, someNumbers, someNumbers)
    .map(([dropped, added, otherDropped, otherAdded]) => {
      const numbered = (numbers: readonly number[], note = "") =>
        parse("appBundles", ...numbers.map((number) => `com.app${String(number).padStart(2, "0")}${note}`).toSorted());
      const base = numbered(
        Array.from({ length: 40 }, (_, number) => number),
        "  # base",
      );
      const one = numbered(added, "  # one").union(base.minus(numbered(dropped)));
      return [one, EntrySet.of([...numbered(otherAdded, "  # other"), ...base.minus(numbered(otherDropped))])] as const;
    });

  /** Two lists with entries that nobody can declare. */
  const anyRaw = fc.array(fc.oneof(anyText, fc.constantFrom("com.a", "com.a  # note", "com.a\ncom.b", "com.b")));
  const twoRaw = fc.tuple(anyRaw, anyRaw).map(([one, other]) => [EntrySet.of(one), EntrySet.of(other)] as const);

  it("agree with native sets, print the same text and keep the notes, however they were made", () => {
    fc.assert(
      fc.property(fc.oneof(twoSets, twoEdits, twoRaw), ([one, other]) => {
        const [left, right] = [new Set(one), new Set(other)];
        expect(one.size).toBe(left.size);
        expect(new Set(one.union(other))).toEqual(left.union(right));
        expect(new Set(one.minus(other))).toEqual(left.difference(right));
        expect(new Set(one.intersect(other))).toEqual(left.intersection(right));
        expect(one.equals(other)).toBe(left.symmetricDifference(right).size === 0);
        for (const made of [one, one.union(other), one.minus(other), one.intersect(other)]) {
          expect(made.text).toBe(printLines(linesOf(made)));
          // In a union, an entry has the note of the first set that has it.
          for (const entry of made) expect(made.note(entry)).toBe((left.has(entry) ? one : other).note(entry));
        }
        // No operation changes its operands.
        expect([new Set(one), new Set(other)]).toEqual([left, right]);
      }),
      { numRuns: 100 * samples },
    );
  });

  it("are equal whatever their notes", () => {
    expect(parse("appBundles", "com.a  # one", "com.b").equals(parse("appBundles", "com.a", "com.b  # more"))).toBe(
      true,
    );
  });
});
