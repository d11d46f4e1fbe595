import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinLines, printLine, printLines, tidyNote } from "../../provider/list/text";
import { anyKind, anyNotes, anyText, expectForAll } from "./arbitraries";

const kindAndNotes = anyKind.chain((kind) => fc.tuple(fc.constant(kind), anyNotes(kind)));

function notesOf(...pairs: readonly (readonly [string, string?])[]): ReadonlyMap<string, string | undefined> {
  return new Map(pairs.map(([entry, note]) => [entry, note]));
}

describe("printLines", () => {
  it("writes one entry per line, sorted by code unit, with notes", () => {
    const notes = notesOf(["com.b"], ["com.a", "casino, agreed"], ["com.B"], ["ä"], ["Z"]);
    expect(printLines(notes)).toBe("Z\ncom.B\ncom.a  # casino, agreed\ncom.b\nä\n");
  });

  it("sorts by code unit and not by code point or locale", () => {
    expect(printLines(notesOf(["\uffee"], ["😀"], ["ä"], ["z"]))).toBe("z\nä\n😀\n\uffee\n");
  });

  it("writes every entry once, in order, whatever their order was, and ends with a newline", () => {
    expectForAll(kindAndNotes, ([, notes]) => {
      const text = printLines(notes);
      expect(text === "" || text.endsWith("\n")).toBe(true);
      const lines = Array.from(notes, ([entry, note]) => printLine(entry, note));
      expect(text).toBe(joinLines(lines.toSorted()));
      expect(printLines(new Map([...notes].toReversed()))).toBe(text);
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
    expectForAll(anyText, (text) => {
      const note = tidyNote(text);
      if (note === undefined) return;
      expect(note).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029]|^\s|\s$/u);
      expect(tidyNote(note)).toBe(note);
    });
  });
});
