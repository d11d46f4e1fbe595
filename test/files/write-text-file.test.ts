import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EntriesNotWritableError } from "../../provider/files/errors";
import { entriesFromText } from "../../provider/files/text-file";
import { isWritable, printTextFile } from "../../provider/files/write-text-file";
import { tidyNote } from "../../provider/list/text";
import { anyEntry, anyKind, anyText } from "../list/arbitraries";

describe("printTextFile", () => {
  it("writes an entry a line, with its note behind a number sign", () => {
    const entries = [{ entry: "com.b", note: "two\nlines" }, { entry: "com.a" }, { entry: "com.c", note: " " }];
    expect(printTextFile(entries)).toBe("com.b  # two lines\ncom.a\ncom.c\n");
    expect(printTextFile([])).toBe("");
  });

  it("writes what is read back as the same entries with the same notes", () => {
    const listed = anyKind.chain((kind) =>
      fc.array(fc.record({ entry: anyEntry(kind).filter(isWritable), note: fc.option(anyText, { nil: undefined }) })),
    );
    fc.assert(
      fc.property(listed, (entries) => {
        const given = entries.map(({ entry, note }) => ({ entry, ...(note !== undefined && { note }) }));
        const read = entriesFromText(printTextFile(given), "apps.txt");
        expect(read.map(({ entry, note }) => [entry, note])).toEqual(
          entries.map(({ entry, note }) => [entry, note === undefined ? undefined : tidyNote(note)]),
        );
      }),
    );
  });

  it("refuses, of all entries that may be declared, only those that would be read as notes", () => {
    fc.assert(
      fc.property(anyKind.chain(anyEntry), (entry) => {
        expect(isWritable(entry)).toBe(!entry.startsWith("#"));
      }),
    );
    expect(() => printTextFile([{ entry: "com.a" }, { entry: "#b" }])).toThrow(EntriesNotWritableError);
    expect(() => printTextFile([{ entry: "com.a #b" }])).toThrow('"com.a #b"');
  });
});
