import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseText, printText, tidyNote, type NotedEntries } from "../../provider/list/text";
import { anyKind, anyNotes, anyText } from "./arbitraries";

const kindAndNotes = anyKind.chain((kind) => fc.tuple(fc.constant(kind), anyNotes(kind)));

function notesOf(...pairs: readonly (readonly [string, string?])[]): NotedEntries {
  return new Map(pairs.map(([entry, note]) => [entry, note]));
}

describe("printText", () => {
  it("writes one entry per line, sorted by code unit, with notes", () => {
    const notes = notesOf(["com.b"], ["com.a", "casino, agreed"], ["com.B"], ["ä"], ["Z"]);
    expect(printText(notes)).toBe("Z\ncom.B\ncom.a  # casino, agreed\ncom.b\nä\n");
  });

  it("sorts by code unit and not by code point or locale", () => {
    expect(printText(notesOf(["\uffee"], ["😀"], ["ä"], ["z"]))).toBe("z\nä\n😀\n\uffee\n");
  });

  it("writes nothing for no entries", () => {
    expect(printText(new Map())).toBe("");
  });

  it("writes every entry once, in order, and ends with a newline", () => {
    fc.assert(
      fc.property(kindAndNotes, ([, notes]) => {
        const text = printText(notes);
        expect(text === "" || text.endsWith("\n")).toBe(true);
        const written = text.split("\n").slice(0, -1);
        expect(written.map((line) => line.split("  # ")[0])).toEqual([...notes.keys()].toSorted());
        expect(new Set(written).size).toBe(notes.size);
        expect(written).toEqual(written.toSorted());
      }),
    );
  });

  it("does not depend on the order of the entries", () => {
    fc.assert(
      fc.property(
        kindAndNotes.chain(([, notes]) =>
          fc.tuple(fc.constant(notes), fc.shuffledSubarray([...notes], { minLength: notes.size })),
        ),
        ([notes, shuffled]) => {
          expect(printText(new Map(shuffled))).toBe(printText(notes));
        },
      ),
    );
  });
});

describe("parseText", () => {
  it("reads back every text that was written, with its notes", () => {
    fc.assert(
      fc.property(kindAndNotes, ([kind, notes]) => {
        expect(parseText(kind, printText(notes))).toEqual({ outcome: "entries", notes });
      }),
    );
  });

  it("reads a text into what, written again, is read as the same", () => {
    fc.assert(
      fc.property(anyKind, anyText, (kind, text) => {
        const parsed = parseText(kind, text);
        if (parsed.outcome === "refused") return;
        expect(parseText(kind, printText(parsed.notes))).toEqual(parsed);
      }),
    );
  });

  it("reads any string or reports one line per problem, and never throws", () => {
    fc.assert(
      fc.property(anyKind, anyText, (kind, text) => {
        const parsed = parseText(kind, text);
        if (parsed.outcome === "entries") return;
        expect(parsed.problems.length).toBeGreaterThan(0);
        for (const problem of parsed.problems) expect(problem).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      }),
    );
  });

  it("takes the order, duplicates and a missing last newline for what they are: nothing", () => {
    const parsed = parseText("appBundles", "com.b\ncom.a  # note\ncom.b  # first\ncom.b  # second");
    expect(parsed).toEqual({ outcome: "entries", notes: notesOf(["com.a", "note"], ["com.b", "first"]) });
  });

  it("reads the last line also without a newline behind it", () => {
    expect(parseText("appBundles", "com.a\ncom.b")).toEqual({
      outcome: "entries",
      notes: notesOf(["com.a"], ["com.b"]),
    });
  });

  it("keeps a note that looks like the mark of a note", () => {
    const text = "com.a  # see  # below # there\n";
    expect(parseText("appBundles", text)).toEqual({
      outcome: "entries",
      notes: notesOf(["com.a", "see  # below # there"]),
    });
  });

  it("reads names of Object.prototype as entries", () => {
    const text = "__proto__\nconstructor  # note\ntoString\n";
    const parsed = parseText("appBundles", text);
    expect(parsed.outcome === "entries" && printText(parsed.notes)).toBe(text);
  });

  it("names the line of every problem", () => {
    expect(parseText("placementIds", "1-a\n1001\n\n2-b,3-c\n")).toMatchObject({
      outcome: "refused",
      problems: [
        'placement ID in line 2: "1001" does not have the form <number>-<token>',
        'placement ID in line 3: "" is empty',
        'placement ID in line 4: "2-b,3-c" contains a comma, which separates entries in a request: write two entries',
      ],
    });
  });

  it("returns the valid entries of a refused text", () => {
    expect(parseText("placementIds", "1-a  # note\n1001\n2-b\n").notes).toEqual(notesOf(["1-a", "note"], ["2-b"]));
  });

  it("refuses a note without an entry, and an empty line", () => {
    expect(parseText("appBundles", "  # note\n\ncom.a\n")).toMatchObject({
      outcome: "refused",
      problems: ['app bundle in line 1: "" is empty', 'app bundle in line 2: "" is empty'],
    });
  });

  it("refuses a text after a space that is not a note", () => {
    expect(parseText("appBundles", "com.a # note\n", (line) => `apps.txt:${line}`)).toMatchObject({
      outcome: "refused",
      problems: [
        'apps.txt:1: "com.a # note" contains whitespace; a note starts with a space and #, or is the note of { entry, note }',
      ],
    });
  });
});

describe("tidyNote", () => {
  it("removes characters that change the direction of writing", () => {
    expect(tidyNote("agreed \u202ewith\u061c legal\u2069")).toBe("agreed with legal");
  });

  it("puts a note on one line and removes whitespace around it", () => {
    expect(tidyNote("  agreed\r\n\twith legal \u001b")).toBe("agreed with legal");
    expect(tidyNote(" \n ")).toBeUndefined();
    expect(tidyNote("")).toBeUndefined();
    expect(tidyNote("half \ud800")).toBe("half \ufffd");
  });

  it("leaves a note without line breaks, control characters and broken ones, and changes it once only", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const note = tidyNote(text);
        if (note === undefined) return;
        expect(note).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029]|^\s|\s$/u);
        expect(tidyNote(note)).toBe(note);
      }),
    );
  });
});
