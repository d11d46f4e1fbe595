import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entriesFromText } from "../../provider/files/text-file";
import { textOfListed } from "../../provider/list/listed-entries";
import { anyEntry, anyKind, anyText } from "../list/arbitraries";

describe("a text file", () => {
  it("holds one entry a line, with notes, comments and blank lines", () => {
    const content = [
      "# Agreed with brand safety.",
      "",
      "com.example.casino    # gambling, agreed",
      "  com.example.clickbait\t# \t",
      "   # nothing but a note",
      "com.example.last",
    ].join("\n");
    expect(entriesFromText(content, "lists/apps.txt")).toEqual([
      { entry: "com.example.casino", note: "gambling, agreed", source: "lists/apps.txt:3:1" },
      { entry: "com.example.clickbait", source: "lists/apps.txt:4:3" },
      { entry: "com.example.last", source: "lists/apps.txt:6:1" },
    ]);
  });

  it("leaves the last day in the note, where it is read when the entry is declared", () => {
    expect(entriesFromText("com.a # test, until 2027-01-31\n", "apps.txt")).toEqual([
      { entry: "com.a", note: "test, until 2027-01-31", source: "apps.txt:1:1" },
    ]);
  });

  it("may end its lines as any system does", () => {
    expect(entriesFromText("com.a\r\ncom.b\rcom.c\n", "apps.txt")).toEqual([
      { entry: "com.a", source: "apps.txt:1:1" },
      { entry: "com.b", source: "apps.txt:2:1" },
      { entry: "com.c", source: "apps.txt:3:1" },
    ]);
  });

  it("may be empty", () => {
    expect(entriesFromText("", "apps.txt")).toEqual([]);
    expect(entriesFromText("\n \n# note\n", "apps.txt")).toEqual([]);
  });

  it("may hold entries that contain a number sign, since a note needs a blank before it", () => {
    expect(entriesFromText("com.a#b\ncom.c #d#e\n", "apps.txt")).toEqual([
      { entry: "com.a#b", source: "apps.txt:1:1" },
      { entry: "com.c", note: "d#e", source: "apps.txt:2:1" },
    ]);
  });

  it("may have a name with control characters, which no message repeats as they are", () => {
    expect(entriesFromText("com.a\n", "a\u001b[31m.txt")).toEqual([{ entry: "com.a", source: "a\\u{1b}[31m.txt:1:1" }]);
  });

  it("gives back every entry that was written to it, with its place", () => {
    fc.assert(
      fc.property(
        anyKind.chain((kind) => fc.array(anyEntry(kind).filter((entry) => !entry.startsWith("#")))),
        fc.constantFrom("\n", "\r\n", "\r"),
        fc.constantFrom("", " ", "\t "),
        (entries, lineEnd, indent) => {
          const content = entries.map((entry) => `${indent}${entry}${lineEnd}`).join("");
          const expected = entries.map((entry, index) => ({
            entry,
            source: `apps.txt:${index + 1}:${indent.length + 1}`,
          }));
          expect(entriesFromText(content, "apps.txt")).toEqual(expected);
        },
      ),
    );
  });

  it("is read whatever it holds: wrong entries are found where all entries are checked, which names the place", () => {
    fc.assert(
      fc.property(anyText, (content) => {
        for (const { entry, source } of entriesFromText(content, "apps.txt")) {
          expect(entry).not.toBe("");
          expect(source).toMatch(/^apps\.txt:\d+:\d+$/u);
        }
      }),
    );
    const listed = entriesFromText("com.a\ncom.b, com.c # two in one line\n", "lists/apps.txt");
    expect(textOfListed("appBundles", "appBundles", listed, "2026-01-01").problems).toEqual([
      'lists/apps.txt:2:1: "com.b, com.c" contains a comma, which separates entries in a request: write two entries',
    ]);
  });

  it("may have a line of a megabyte", () => {
    const [entry] = entriesFromText(`com.${"a".repeat(1024 * 1024)} # long`, "apps.txt");
    expect(entry?.entry).toHaveLength(1024 * 1024 + 4);
    expect(entry?.note).toBe("long");
  });
});
