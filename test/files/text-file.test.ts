import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EntriesNotWritableError } from "../../provider/files/errors";
import { isWritable, parseTextFile, printTextFile } from "../../provider/files/text-file";
import { findPlace, printListed } from "../../provider/list/listed-entries";
import { tidyNote } from "../../provider/list/text";
import { anyEntry, anyKind, anyText } from "../list/arbitraries";
import { withOrigins } from "./origins";

describe("a text file", () => {
  it("has one entry per line, with notes, comments and empty lines", () => {
    const content = [
      "# Agreed with brand safety.",
      "",
      "com.example.casino    # gambling, agreed",
      "  com.example.clickbait\t# \t",
      "   # nothing but a note",
      "com.example.last",
    ].join("\n");
    expect(withOrigins(parseTextFile(content, "lists/apps.txt"))).toEqual([
      { entry: "com.example.casino", note: "gambling, agreed", source: "lists/apps.txt:3" },
      { entry: "com.example.clickbait", source: "lists/apps.txt:4" },
      { entry: "com.example.last", source: "lists/apps.txt:6" },
    ]);
  });

  it("keeps the expiry date in the note: it is read when the entry is declared", () => {
    expect(withOrigins(parseTextFile("com.a # test, until 2027-01-31\n", "apps.txt"))).toEqual([
      { entry: "com.a", note: "test, until 2027-01-31", source: "apps.txt:1" },
    ]);
  });

  it("may end its lines as any system does", () => {
    expect(withOrigins(parseTextFile("com.a\r\ncom.b\rcom.c\n", "apps.txt"))).toEqual([
      { entry: "com.a", source: "apps.txt:1" },
      { entry: "com.b", source: "apps.txt:2" },
      { entry: "com.c", source: "apps.txt:3" },
    ]);
  });

  it("may be empty", () => {
    expect(withOrigins(parseTextFile("", "apps.txt"))).toEqual([]);
    expect(withOrigins(parseTextFile("\n \n# note\n", "apps.txt"))).toEqual([]);
  });

  it("may have entries that contain a #, since a note needs a space before it", () => {
    expect(withOrigins(parseTextFile("com.a#b\ncom.c #d#e\n", "apps.txt"))).toEqual([
      { entry: "com.a#b", source: "apps.txt:1" },
      { entry: "com.c", note: "d#e", source: "apps.txt:2" },
    ]);
  });

  it("may have a name with control characters, which messages escape", () => {
    expect(withOrigins(parseTextFile("com.a\n", "a\u001b[31m.txt"))).toEqual([
      { entry: "com.a", source: "a\\u{1b}[31m.txt:1" },
    ]);
  });

  it("returns every entry that was written to it, with its place", () => {
    fc.assert(
      fc.property(
        anyKind.chain((kind) => fc.array(anyEntry(kind).filter((entry) => !entry.startsWith("#")))),
        fc.constantFrom("\n", "\r\n", "\r"),
        fc.constantFrom("", " ", "\t "),
        (entries, lineEnd, indent) => {
          const content = entries.map((entry) => `${indent}${entry}${lineEnd}`).join("");
          const expected = entries.map((entry, index) => ({ entry, source: `apps.txt:${index + 1}` }));
          expect(withOrigins(parseTextFile(content, "apps.txt"))).toEqual(expected);
        },
      ),
    );
  });

  it("is read whatever its content: invalid entries are refused, with their place, when they are declared", () => {
    fc.assert(
      fc.property(anyText, (content) => {
        for (const listed of parseTextFile(content, "apps.txt")) {
          expect(listed.entry).not.toBe("");
          expect(findPlace(listed)).toMatch(/^apps\.txt:\d+$/u);
        }
      }),
    );
    const listed = parseTextFile("com.a\ncom.b, com.c # two in one line\n", "lists/apps.txt");
    expect(printListed("appBundles", "appBundles", listed, "2026-01-01").problems).toEqual([
      'lists/apps.txt:2: "com.b, com.c" contains a comma, which separates entries in a request: write two entries',
    ]);
  });

  it("may have a line of a megabyte", () => {
    const [entry] = parseTextFile(`com.${"a".repeat(1024 * 1024)} # long`, "apps.txt");
    expect(entry?.entry).toHaveLength(1024 * 1024 + 4);
    expect(entry?.note).toBe("long");
  });
});

describe("printTextFile", () => {
  it("prints one entry per line, and its note after a #", () => {
    const entries = [{ entry: "com.b", note: "two\nlines" }, { entry: "com.a" }, { entry: "com.c", note: " " }];
    expect(printTextFile(entries)).toBe("com.b  # two lines\ncom.a\ncom.c\n");
    expect(printTextFile([])).toBe("");
  });

  it("prints text that is read back as the same entries with the same notes", () => {
    const listed = anyKind.chain((kind) =>
      fc.array(fc.record({ entry: anyEntry(kind).filter(isWritable), note: fc.option(anyText, { nil: undefined }) })),
    );
    fc.assert(
      fc.property(listed, (entries) => {
        const given = entries.map(({ entry, note }) => ({ entry, ...(note !== undefined && { note }) }));
        const read = parseTextFile(printTextFile(given), "apps.txt");
        expect(read.map(({ entry, note }) => [entry, note])).toEqual(
          entries.map(({ entry, note }) => [entry, note === undefined ? undefined : tidyNote(note)]),
        );
      }),
    );
  });

  it("refuses, of all entries that can be declared, only those that would be read as notes", () => {
    fc.assert(
      fc.property(anyKind.chain(anyEntry), (entry) => {
        expect(isWritable(entry)).toBe(!entry.startsWith("#"));
      }),
    );
    expect(() => printTextFile([{ entry: "com.a" }, { entry: "#b" }])).toThrow(EntriesNotWritableError);
    expect(() => printTextFile([{ entry: "com.a #b" }])).toThrow('"com.a #b"');
  });
});
