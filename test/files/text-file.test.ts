import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { updateTextFile } from "../../provider/files/text-file";
import { parseListText } from "../../provider/check/listed-entries";
import { tidyNote } from "../../provider/list/text";
import { anyEntry, anyKind, anyText } from "../list/arbitraries";
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

describe("a text file that is updated to the entries of a list", () => {
  it("keeps the order of its lines, and stays sorted if it is", () => {
    const update = (current: string) => updateTextFile("apps.txt", current, ["com.a", "com.b", "com.c"]).content;
    expect(update("# Games\ncom.c\n# News\ncom.b\n")).toBe("# Games\ncom.c\n# News\ncom.b\ncom.a\n");
    expect(update("com.b\ncom.b\n")).toBe("com.a\ncom.b\ncom.b\ncom.c\n");
  });

  it("is read back as these entries, and keeps its comments, its line ends and the notes of the entries that it had", () => {
    const declarable = anyKind.chain(anyEntry);
    const noted = fc.record({ entry: declarable, note: anyText.map((note) => tidyNote(note) ?? "") });
    fc.assert(
      fc.property(
        fc.uniqueArray(noted, { selector: ({ entry }) => entry }),
        fc.array(declarable),
        fc.constantFrom("", "# ours"),
        fc.constantFrom("\n", "\r\n"),
        fc.boolean(),
        (before, more, comment, end, isOpen) => {
          const lines = before.map(({ entry, note }) => (note === "" ? entry : `${entry}  # ${note}`));
          const whole = [comment, ...lines]
            .filter(Boolean)
            .map((line) => line + end)
            .join("");
          // The last line may have no end.
          const current = isOpen ? whole.slice(0, -end.length) : whole;
          const entries = [...new Set([...before.slice(1).map(({ entry }) => entry), ...more])].toSorted();
          const { content, added, removed } = updateTextFile("apps.txt", current, entries);
          const now = new Map(read(content).map(({ entry, note = "" }) => [entry, note]));
          expect([...now.keys()].toSorted()).toEqual(entries);
          for (const { entry, note } of before.filter((one) => now.has(one.entry))) expect(now.get(entry)).toBe(note);
          expect(entries.length - added).toBe(before.length - removed.length);
          expect(content).toContain(comment);
          // A new file has the line ends of Linux.
          if (current.includes(end)) expect(content.replaceAll(end, "")).not.toMatch(/[\r\n]/u);
        },
      ),
    );
  });
});
