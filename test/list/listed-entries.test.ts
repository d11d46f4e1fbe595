import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textOfListed, type ListedEntry } from "../../provider/list/listed-entries";
import { parseText } from "../../provider/list/text";
import { anyEntry, anyKind, anyText } from "./arbitraries";

const listed: fc.Arbitrary<string | ListedEntry> = fc.oneof(
  anyText,
  fc.record({ entry: anyText, note: anyText, source: fc.constant("apps.txt:1") }, { requiredKeys: ["entry"] }),
);

describe("textOfListed", () => {
  it("makes the text of entries and entries with notes", () => {
    const result = textOfListed("appBundles", "appBundles", [
      "com.b",
      { entry: "com.a", note: "casino,\nagreed", source: "apps.txt:3" },
      { entry: "com.c", note: " " },
    ]);
    expect(result).toEqual({ text: "com.a  # casino, agreed\ncom.b\ncom.c\n", problems: [] });
  });

  it("keeps the first note of an entry that is listed twice", () => {
    const twice = ["com.a", { entry: "com.a", note: "first" }, { entry: "com.a", note: "second" }];
    expect(textOfListed("appBundles", "appBundles", twice)).toEqual({ text: "com.a  # first\n", problems: [] });
  });

  it("names the index of a refused entry, or its place where it has one, and leaves it out of the text", () => {
    const result = textOfListed("placementIds", "placementIds", [
      "1-a",
      "1001",
      { entry: "2-b, 3-c", source: "placements.txt:12" },
      { entry: "" },
    ]);
    expect(result).toEqual({
      text: "1-a\n",
      problems: [
        'placementIds[1]: "1001" is not of the form <number>-<token>',
        'placements.txt:12: "2-b, 3-c" contains a comma, which separates entries in a request: write two entries',
        'placementIds[3]: "" is empty',
      ],
    });
  });

  it("makes a text that can be read, and one problem for each entry that is not in it", () => {
    fc.assert(
      fc.property(anyKind, fc.array(listed), (kind, all) => {
        const { text, problems } = textOfListed(kind, kind, all);
        const parsed = parseText(kind, text);
        expect(parsed.outcome).toBe("entries");
        const written = new Set(parsed.outcome === "entries" ? parsed.notes.keys() : []);
        const names = all.map((item) => (typeof item === "string" ? item : item.entry));
        expect(problems).toHaveLength(names.filter((name) => !written.has(name)).length);
      }),
    );
  });

  it("does not depend on the order of entries without notes, nor on how often they are listed", () => {
    fc.assert(
      fc.property(
        anyKind.chain((kind) => fc.tuple(fc.constant(kind), fc.array(anyEntry(kind)))),
        ([kind, all]) => {
          expect(textOfListed(kind, kind, [...all, ...all.toReversed()])).toEqual(textOfListed(kind, kind, all));
        },
      ),
    );
  });
});
