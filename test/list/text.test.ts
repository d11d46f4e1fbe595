import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { tidyNote } from "../../provider/list/text";
import { anyText, expectForAll } from "./arbitraries";

it("a text is sorted by code unit, and not by code point or locale", () => {
  expect(EntrySet.of(["\uffee", "com.b", "😀", "com.B", "ä", "z", "Z"]).text).toBe(
    "Z\ncom.B\ncom.b\nz\nä\n😀\n\uffee\n",
  );
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
