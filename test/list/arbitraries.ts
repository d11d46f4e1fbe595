import fc from "fast-check";
import { findEntryProblem } from "../../provider/list/entry";
import { byKind, kinds, type ByKind, type Kind } from "../../provider/list/kinds";
import { type Entries } from "../../provider/list/entries";
import type { Ownership } from "../../provider/list/ownership";
import { EntrySet } from "../../provider/list/entry-set";
import { printLine, tidyNote } from "../../provider/list/text";

/** Asserts what holds for any values. */
export function expectForAll<Values extends [unknown, ...unknown[]]>(
  ...args: Parameters<typeof fc.property<Values>>
): void {
  fc.assert(fc.property<Values>(...args));
}

/** Characters and texts that have broken parsers of lists before. */
const awkward = fc.constantFrom(
  ..."\u0000\u0007\u001b\u007f\u0085\u009b\u00a0\u00ad\u200b\u200e\u2028\u2029\u202e\ufeff\r\n\t ,#\"'\\",
  "\ud800",
  "\udc00",
  "😀",
  "e\u0301",
  "👩‍💻",
  "  # ",
  "__proto__",
  "constructor",
  "toString",
);

/** Any code point, also half of a pair. Not one of fast-check's own units: their tables take a second to make. */
const anyCharacter = fc
  .oneof(fc.nat(0x7f), fc.nat(0x2fff), fc.nat(0x10ffff))
  .map((codePoint) => String.fromCodePoint(codePoint));

/** Any string: well-formed or not, readable or not. */
export const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: fc.oneof(awkward, fc.string({ minLength: 1, maxLength: 3 })) }),
  fc.array(fc.nat(0xffff), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
  awkward,
);

/** One of the three kinds. */
export const anyKind = fc.constantFrom(...kinds);

/** One value for each kind. */
export function forEachKind<Value>(arbitrary: (kind: Kind) => fc.Arbitrary<Value>): fc.Arbitrary<ByKind<Value>> {
  return fc.record(byKind(arbitrary));
}

/** An entry that may be in a list, however odd. */
export function anyEntry(kind: Kind): fc.Arbitrary<string> {
  const token = fc.oneof(
    fc.stringMatching(/^[A-Za-z0-9._-]{1,12}$/u),
    fc.constantFrom("__proto__", "constructor", "#", "com.Example.App", "com.example.app", "id123456", "ä.😀"),
    anyText,
  );
  const entry = kind === "placementIds" ? fc.tuple(fc.nat(), token).map((parts) => parts.join("-")) : token;
  return entry.filter((text) => findEntryProblem(kind, text) === undefined);
}

/** The text of entries with their notes, in its normal form. */
export function printLines(lines: Iterable<readonly [entry: string, note: string | undefined]>): string {
  const printed = Array.from(lines, ([entry, note]) => printLine(entry, note)).toSorted();
  return printed.map((line) => `${line}\n`).join("");
}

/** Entries of a kind with notes as they stand in a text. */
export function anyNotes(kind: Kind): fc.Arbitrary<ReadonlyMap<string, string | undefined>> {
  const note = fc.option(anyText, { nil: "" }).map(tidyNote);
  return fc.array(fc.tuple(anyEntry(kind), note), { maxLength: 12 }).map((pairs) => new Map(pairs));
}

const datedParts =
  "until|(until|until:|until (|extended until|Until =|un til|2020-06-30|2999-06-30|2999-12-31,|" +
  "2027-01-31).|2020-06-30;|further notice|gambling|,|)|(|-|(ticket 12,|agreed)|.";

/** A note with texts that are, or resemble, expiry dates. */
export const anyDatedNote = fc
  .array(fc.constantFrom(...datedParts.split("|")), { maxLength: 8 })
  .map((parts) => parts.join(" "));

/** Entries of a kind, some with notes, made in one of the ways in which sets are made. */
export function anyEntrySet(kind: Kind): fc.Arbitrary<EntrySet> {
  return fc.tuple(anyNotes(kind), fc.constantFrom("text", "lines", "entries")).map(([notes, source]) => {
    if (source === "entries") return EntrySet.of(notes.keys());
    const lines = printLines(notes).trimEnd().split("\n");
    const text = source === "text" ? lines : lines.toReversed();
    return EntrySet.parse(kind, notes.size === 0 ? "" : `${text.join("\n")}\n`).entries;
  });
}

/** A text in its normal form with a few changes that can break it. */
export function anyEditedText(kind: Kind): fc.Arbitrary<string> {
  const edit = fc.record({
    at: fc.nat(),
    remove: fc.nat(3),
    insert: fc.oneof(awkward, fc.constantFrom("", "", "\n", "\r\n", "  # ", " ", "#", ",", "a"), anyCharacter),
  });
  const edits = fc.array(edit, { minLength: 1, maxLength: 2 });
  return fc.tuple(anyNotes(kind), edits).map(([notes, changes]) =>
    changes.reduce((text, { at, remove, insert }) => {
      const index = at % (text.length + 1);
      return text.slice(0, index) + insert + text.slice(index + remove);
    }, printLines(notes)),
  );
}

/** The few entries of which the sets below are made, so that they overlap often. */
const universe: ByKind<readonly string[]> = {
  appBundles: ["com.a", "com.A", "com.b", "com.c", "__proto__"],
  placementIds: ["1-a", "2-b", "3-c"],
  websites: ["a.example", "b.example", "c.example"],
};

/** Some of the universe's entries. */
export const someEntries: fc.Arbitrary<Entries> = forEachKind((kind) =>
  fc.subarray([...universe[kind]]).map((entries) => EntrySet.of(entries)),
);

type Part = "added" | "adopted" | "leaving" | "none";

/** What a resource holds: an entry is in exactly one part of it, or in none. */
export const someOwnership: fc.Arbitrary<Ownership> = forEachKind((kind) =>
  fc.array(fc.constantFrom<Part>("added", "adopted", "leaving", "none"), {
    minLength: universe[kind].length,
    maxLength: universe[kind].length,
  }),
).map((parts) => {
  const inPart = (...wanted: readonly Part[]): Entries =>
    byKind((kind) => EntrySet.of(universe[kind].filter((_, index) => wanted.includes(parts[kind][index] ?? "none"))));
  return {
    managed: inPart("added", "adopted", "leaving"),
    adopted: inPart("adopted"),
    unconfirmedRemovals: inPart("leaving"),
  };
});
