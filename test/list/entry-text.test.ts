import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reservedAppBundlePrefix } from "../../provider/list/entry";
import { readNormalText, readText } from "../../provider/list/entry-text";
import type { Kind } from "../../provider/list/kinds";
import { scanNormalText } from "../../provider/list/normal-text";
import { subtractText } from "../../provider/list/text-difference";
import { parseText, printText } from "../../provider/list/text";
import { anyEditedText, anyKind, anyNotes, anyText } from "./arbitraries";

const anyKindAndText = anyKind.chain((kind) =>
  fc.tuple(fc.constant(kind), fc.oneof(anyText, anyNotes(kind).map(printText), anyEditedText(kind))),
);

/** What the rules of entries and texts, one by one, make of a text. */
function scanSlowly(kind: Kind, text: string): ReturnType<typeof scanNormalText> {
  const { outcome, notes } = parseText(kind, text);
  if (outcome === "refused" || printText(notes) !== text) return undefined;
  return { size: notes.size, hasNotes: [...notes.values()].some((note) => note !== undefined) };
}

describe("a scan of a text", () => {
  it("recognizes exactly the texts that are valid, and printed as they are", () => {
    fc.assert(
      fc.property(anyKindAndText, ([kind, text]) => {
        expect(scanNormalText(kind, text)).toEqual(scanSlowly(kind, text));
      }),
      { numRuns: 5000 },
    );
  });

  it.each<readonly [Kind, string]>([
    ["appBundles", ""],
    ["appBundles", "\n"],
    ["appBundles", "com.a"],
    ["appBundles", "com.a\r\ncom.b\r\n"],
    ["appBundles", "com.a\n\ncom.b\n"],
    ["appBundles", "com.a\ncom.a\n"],
    ["appBundles", "com.b\ncom.a\n"],
    ["appBundles", "com.ab\ncom.a\n"],
    ["appBundles", "com.a\ncom.ab\n"],
    ["appBundles", "com.a  # one\ncom.a  # two\n"],
    ["appBundles", "com.a # note\n"],
    ["appBundles", "com.a  # \n"],
    ["appBundles", "com.a  # note"],
    ["appBundles", "com.a  # note\rwith  # marks\ncom.b\n"],
    ["appBundles", "#com.a\n"],
    ["appBundles", "com.a\ncom.a#\n"],
    ["appBundles", "com,a\n"],
    ["appBundles", "com.a\0\n"],
    ["appBundles", "com.a\u00ad\n"],
    ["appBundles", "com.a\u3000\n"],
    ["appBundles", "a\ud83d\ude00\na\ud83d\ude01\n"],
    ["appBundles", "a\ud83d\ude00\na\ud83d\n"],
    ["appBundles", "a\ud83d\ude00\na\uffee\n"],
    ["appBundles", "a\uffee\na\ud83d\ude00\n"],
    ["appBundles", "a\udb40\udc01\n"],
    ["appBundles", `a.b\n${reservedAppBundlePrefix}a\n`],
    ["appBundles", `${reservedAppBundlePrefix.toUpperCase()}A\n`],
    ["appBundles", "iNvAlId.PulumiAppList.a\n"],
    ["appBundles", "in\nindex\n"],
    ["appBundles", "i\n"],
    ["websites", `${reservedAppBundlePrefix}a\n`],
    ["placementIds", "1-a\n1-b\n12-a\n"],
    ["placementIds", "1-a\n1a\n"],
    ["placementIds", "1-\n"],
    ["placementIds", "1-\u2028\n"],
    ["placementIds", "1-a\n1-\n"],
    ["placementIds", "1--\n"],
    ["placementIds", "-1\n"],
    ["placementIds", "1\n"],
  ])("agrees with the rules about %s %j", (kind, text) => {
    expect(scanNormalText(kind, text)).toEqual(scanSlowly(kind, text));
  });
});

describe("the entries of a text", () => {
  it("are those that the rules accept, with their notes and the problems with the others", () => {
    fc.assert(
      fc.property(anyKindAndText, ([kind, text]) => {
        const { read, problems } = readText(kind, text);
        const parsed = parseText(kind, text);
        expect(problems).toEqual(parsed.outcome === "refused" ? parsed.problems : []);
        expect(new Map(read.notes)).toEqual(parsed.notes);
        expect(read.entries).toEqual(new Set(parsed.notes.keys()));
        expect(read.size).toBe(parsed.notes.size);
        expect(read.text).toBe(printText(parsed.notes));
        expect(read.bareText).toBe(printText(new Map(Array.from(parsed.notes.keys(), (entry) => [entry, undefined]))));
      }),
    );
  });

  it("are read once from texts that follow each other, and for each kind by its own rules", () => {
    const [one, other] = [["com.", "a\n"].join(""), ["com", ".a\n"].join("")];
    expect(readNormalText("appBundles", one)).toBe(readNormalText("appBundles", other));
    expect(readNormalText("websites", one)).not.toBe(readNormalText("appBundles", one));
    expect(readNormalText("placementIds", one)).toBeUndefined();
  });

  it("are not all kept", () => {
    const first = readNormalText("websites", "first.example\n");
    for (let index = 0; index < 100; index += 1) readNormalText("websites", `${index}.example\n`);
    expect(readNormalText("websites", "first.example\n")).not.toBe(first);
    const large = `${"a".repeat(9_000_000)}\n`;
    expect(readNormalText("websites", large)).not.toBe(readNormalText("websites", large));
  });
});

describe("the entries that a text has and another one has not", () => {
  const differenceOf = (kind: Kind, text: string, other: string) => {
    const [read, without] = [text, other].map((each) => readText(kind, each).read);
    if (read === undefined || without === undefined) return;
    expect(subtractText(read.text, without.text)).toEqual(read.entries.difference(without.entries));
    expect(subtractText(without.text, read.text)).toEqual(without.entries.difference(read.entries));
  };

  it("are those of a difference of sets", () => {
    fc.assert(
      fc.property(anyKind, anyText, (kind, text) => differenceOf(kind, text, "")),
      { numRuns: 50 },
    );
    const twoTexts = anyKind.chain((kind) =>
      fc.tuple(fc.constant(kind), anyNotes(kind), anyNotes(kind), fc.array(fc.nat(30), { maxLength: 4 })),
    );
    fc.assert(
      fc.property(twoTexts, ([kind, notes, more, dropped]) => {
        const other = [...notes, ...more].filter((_, index) => !dropped.includes(index));
        differenceOf(kind, printText(notes), printText(new Map(other)));
      }),
      { numRuns: 2000 },
    );
  });

  it("are found in long texts, whatever the lengths of their common parts", () => {
    const names = Array.from({ length: 600 }, (_, index) => `com.app${index}${"x".repeat(index % 40)}`).toSorted();
    fc.assert(
      fc.property(fc.array(fc.nat(599)), fc.array(fc.nat(599)), fc.array(fc.nat(599)), (left, right, noted) => {
        const print = (dropped: readonly number[], note: string) =>
          printText(
            new Map(
              names.flatMap((name, index) =>
                dropped.includes(index) ? [] : [[name, noted.includes(index) ? note : undefined]],
              ),
            ),
          );
        differenceOf("appBundles", print(left, "one"), print(right, "another"));
      }),
      { numRuns: 200 },
    );
  });
});
