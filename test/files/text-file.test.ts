import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseListText } from "../../provider/check/listed-entries";
import { anyEntry, anyKind } from "../list/arbitraries";
import { withOrigins } from "./origins";

const read = (content: string) => withOrigins(parseListText(content, (line) => `apps.txt:${line}`));

describe("a text file", () => {
  it.each([
    [
      "has one entry per line, with notes, comments and empty lines",
      "# Agreed.\n\ncom.a    # gambling, agreed\n  com.b\t# \t\n   # nothing but a note\ncom.c",
      ["3 com.a (gambling, agreed)", "4 com.b", "6 com.c"],
    ],
    [
      "keeps the expiry date in the note: it is read when the entry is declared",
      "com.a # test, until 2027-01-31\n",
      ["1 com.a (test, until 2027-01-31)"],
    ],
    ["may be empty", "", []],
    ["may have no entries", "\n \n# note\n", []],
    ["may have entries with a #: a note needs a space before it", "a.b#b\na.c #d#e\n", ["1 a.b#b", "2 a.c (d#e)"]],
    ["may be joined of files with byte order marks", "com.a\n\uFEFFcom.b\n\uFEFF# note\n", ["1 com.a", "2 com.b"]],
  ])("%s", (_, content, expected) => {
    const lines = read(content).map(({ entry, note, source = "" }) => {
      return `${source.replace("apps.txt:", "")} ${entry}${note === undefined ? "" : ` (${note})`}`;
    });
    expect(lines).toEqual(expected);
  });

  it("returns every entry that was written to it, with its place", () => {
    fc.assert(
      fc.property(
        anyKind.chain((kind) => fc.array(anyEntry(kind).filter((entry) => !entry.startsWith("#")))),
        fc.constantFrom("\n", "\r\n", "\r"),
        fc.constantFrom("", " ", "\t "),
        fc.boolean(),
        (entries, lineEnd, indent, isOpen) => {
          const whole = entries.map((entry) => `${indent}${entry}${lineEnd}`).join("");
          const content = isOpen ? whole.slice(0, -lineEnd.length) : whole;
          const expected = entries.map((entry, index) => ({ entry, source: `apps.txt:${index + 1}` }));
          expect(read(content)).toEqual(expected);
        },
      ),
    );
  });
});
