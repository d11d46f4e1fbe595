import fc from "fast-check";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { entriesFromFile, entriesFromText } from "../../provider/files/text-file";
import { textOfListed } from "../../provider/list/listed-entries";
import { anyEntry, anyKind, anyText } from "../list/arbitraries";

function fileWith(content: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), "text-file-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "blocked-apps.txt");
  writeFileSync(path, content);
  return path;
}

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
      { entry: "com.example.casino", note: "gambling, agreed", source: "lists/apps.txt:3" },
      { entry: "com.example.clickbait", source: "lists/apps.txt:4" },
      { entry: "com.example.last", source: "lists/apps.txt:6" },
    ]);
  });

  it("may end its lines as any system does", () => {
    expect(entriesFromText("com.a\r\ncom.b\rcom.c\n", "apps.txt")).toEqual([
      { entry: "com.a", source: "apps.txt:1" },
      { entry: "com.b", source: "apps.txt:2" },
      { entry: "com.c", source: "apps.txt:3" },
    ]);
  });

  it("may be empty", () => {
    expect(entriesFromText("", "apps.txt")).toEqual([]);
    expect(entriesFromText("\n \n# note\n", "apps.txt")).toEqual([]);
  });

  it("may hold entries that contain a number sign, since a note needs a blank before it", () => {
    expect(entriesFromText("com.a#b\ncom.c #d#e\n", "apps.txt")).toEqual([
      { entry: "com.a#b", source: "apps.txt:1" },
      { entry: "com.c", note: "d#e", source: "apps.txt:2" },
    ]);
  });

  it("gives back every entry that was written to it, with its line", () => {
    fc.assert(
      fc.property(
        anyKind.chain((kind) => fc.array(anyEntry(kind).filter((entry) => !entry.startsWith("#")))),
        fc.constantFrom("\n", "\r\n"),
        (entries, lineEnd) => {
          const content = entries.map((entry) => `${entry}${lineEnd}`).join("");
          const expected = entries.map((entry, index) => ({ entry, source: `apps.txt:${index + 1}` }));
          expect(entriesFromText(content, "apps.txt")).toEqual(expected);
        },
      ),
    );
  });

  it("is read whatever it holds: wrong entries are found where all entries are checked, which names file and line", () => {
    fc.assert(
      fc.property(anyText, (content) => {
        for (const { entry, source } of entriesFromText(content, "apps.txt")) {
          expect(entry).not.toBe("");
          expect(source).toMatch(/^apps\.txt:\d+$/u);
        }
      }),
    );
    const listed = entriesFromText("com.a\ncom.b, com.c # two in one line\n", "lists/apps.txt");
    expect(textOfListed("appBundles", "appBundles", listed).problems).toEqual([
      'lists/apps.txt:2: "com.b, com.c" contains a comma, which separates entries in a request: write two entries',
    ]);
  });
});

describe("entriesFromFile", () => {
  it("reads a file and names it as the program named it", () => {
    const path = fileWith("com.a # first\ncom.ä\n");
    expect(entriesFromFile(path)).toEqual([
      { entry: "com.a", note: "first", source: `${path}:1` },
      { entry: "com.ä", source: `${path}:2` },
    ]);
  });

  it("passes over a byte order mark", () => {
    expect(entriesFromFile(fileWith("\ufeffcom.a\n")).map(({ entry }) => entry)).toEqual(["com.a"]);
  });

  it("names the file that it cannot find", () => {
    expect(() => entriesFromFile("lists/no-such-file.txt")).toThrow("lists/no-such-file.txt");
  });

  it("names the file that is not UTF-8", () => {
    const latin1 = fileWith(new Uint8Array([0x63, 0x6f, 0x6d, 0x2e, 0xe4, 0x0a]));
    expect(() => entriesFromFile(latin1)).toThrow(latin1);
  });
});
