import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textOfListed, type ListedEntry } from "../../provider/list/listed-entries";
import { parseText } from "../../provider/list/text";
import { anyEntry, anyKind, anyText } from "./arbitraries";

const listed: fc.Arbitrary<string | ListedEntry> = fc.oneof(
  anyText,
  fc.record({ entry: anyText, note: anyText, source: fc.constant("apps.txt:1") }, { requiredKeys: ["entry"] }),
);

const today = "2026-11-21";

describe("textOfListed", () => {
  it("makes the text of entries and entries with notes", () => {
    const result = textOfListed(
      "appBundles",
      "appBundles",
      ["com.b", { entry: "com.a", note: "casino,\nagreed", source: "apps.txt:3" }, { entry: "com.c", note: " " }],
      today,
    );
    expect(result).toEqual({
      text: "com.a  # casino, agreed\ncom.b\ncom.c\n",
      problems: [],
      expired: [],
      duplicates: 0,
    });
  });

  it("keeps the first note of an entry that is listed twice with the same end", () => {
    const twice = ["com.a", { entry: "com.a", note: "first" }, { entry: "com.a", note: "second" }];
    expect(textOfListed("appBundles", "appBundles", twice, today)).toEqual({
      text: "com.a  # first\n",
      problems: [],
      expired: [],
      duplicates: 2,
    });
  });

  it("names the index of a refused entry, or its place where it has one, and leaves it out of the text", () => {
    const result = textOfListed(
      "placementIds",
      "placementIds",
      ["1-a", "1001", { entry: "2-b, 3-c", source: "placements.txt:12" }, { entry: "" }],
      today,
    );
    expect(result).toMatchObject({
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
        const { text, problems, expired } = textOfListed(kind, kind, all, today);
        const parsed = parseText(kind, text);
        expect(parsed.outcome).toBe("entries");
        const written = new Set(parsed.outcome === "entries" ? parsed.notes.keys() : []);
        const names = all.map((item) => (typeof item === "string" ? item : item.entry));
        const unwritten = names.filter((name) => !written.has(name));
        expect(problems.length + expired.length).toBe(unwritten.length);
      }),
    );
  });

  it("does not depend on the order of entries without notes, nor on how often they are listed", () => {
    fc.assert(
      fc.property(
        anyKind.chain((kind) => fc.tuple(fc.constant(kind), fc.array(anyEntry(kind)))),
        ([kind, all]) => {
          const twice = textOfListed(kind, kind, [...all, ...all.toReversed()], today);
          expect(twice.text).toBe(textOfListed(kind, kind, all, today).text);
          expect(twice.duplicates).toBe(2 * all.length - new Set(all).size);
        },
      ),
    );
  });
});

describe("the last day of an entry", () => {
  function textOf(...all: readonly ListedEntry[]): ReturnType<typeof textOfListed> {
    return textOfListed("appBundles", "appBundles", all, today);
  }

  it("still declares the entry, and is seen in its note", () => {
    const { text, expired } = textOf(
      { entry: "com.a", until: today },
      { entry: "com.b", note: "fraud", until: "2027-01-31" },
      { entry: "com.c", note: "fraud, until 2027-01-31", until: "2027-01-31" },
      { entry: "com.d", note: "fraud, until 2027-01-31" },
    );
    expect(text).toBe(
      "com.a  # until 2026-11-21\ncom.b  # fraud, until 2027-01-31\ncom.c  # fraud, until 2027-01-31\n" +
        "com.d  # fraud, until 2027-01-31\n",
    );
    expect(expired).toEqual([]);
  });

  it("takes the entry out of the text from the next day on, and says which it was", () => {
    const { text, expired, problems } = textOf(
      { entry: "com.a", until: "2026-11-20", source: "apps.csv:2:1" },
      { entry: "com.b", note: "until 2026-01-01" },
      { entry: "com.c" },
    );
    expect(text).toBe("com.c\n");
    expect(problems).toEqual([]);
    expect(expired).toStrictEqual([
      { entry: "com.a", until: "2026-11-20", source: "apps.csv:2:1" },
      { entry: "com.b", until: "2026-01-01" },
    ]);
  });

  it("does not matter while another line still declares the entry", () => {
    const { text, expired, duplicates } = textOf(
      { entry: "com.a", note: "old", until: "2026-11-20" },
      { entry: "com.a", note: "for good" },
    );
    expect(text).toBe("com.a  # for good\n");
    expect(expired).toEqual([]);
    expect(duplicates).toBe(0);
  });

  it("is the latest of all lines that list the entry, also in its note", () => {
    const { text, duplicates } = textOf(
      { entry: "com.a", note: "trial", until: "2026-12-01" },
      { entry: "com.a", note: "fraud, until 2027-01-31" },
      { entry: "com.a", note: "until 2026-12-24" },
      { entry: "com.b", note: "until 2026-12-01" },
      { entry: "com.b" },
      { entry: "com.b", note: "for good" },
    );
    expect(text).toBe("com.a  # fraud, until 2027-01-31\ncom.b  # for good\n");
    expect(duplicates).toBe(4);
  });

  it("is said once of an entry whose lines have all expired: the latest", () => {
    const { expired } = textOf(
      { entry: "com.a", until: "2026-11-19", source: "a.csv:2:1" },
      { entry: "com.a", until: "2026-11-20", source: "a.csv:3:1" },
      { entry: "com.a", until: "2026-01-01", source: "a.csv:4:1" },
    );
    expect(expired).toEqual([{ entry: "com.a", until: "2026-11-20", source: "a.csv:3:1" }]);
  });

  it("is refused where a note says it in other words, unless the line says it clearly, too", () => {
    const { text, problems } = textOf(
      { entry: "com.a", note: "expires 2027-01-31", source: "apps.txt:1:1" },
      { entry: "com.b", note: "until Jan 31 2027", until: "2027-01-31" },
    );
    expect(text).toBe("com.b  # until Jan 31 2027, until 2027-01-31\n");
    expect(problems).toEqual([
      'apps.txt:1:1: "com.a" has "expires 2027-01-31" in its note, which ends nothing: write its last day as ' +
        "until 2027-01-31",
    ]);
  });

  it("is refused where it is no day of the calendar, since the entry would stay for ever", () => {
    const { text, problems } = textOf(
      { entry: "com.a", until: "2027-02-30", source: "apps.csv:2:1" },
      { entry: "com.b", note: "until 31.1.2027" },
      { entry: "com.c", until: "" },
    );
    expect(text).toBe("");
    expect(problems).toEqual([
      'apps.csv:2:1: "com.a" ends on "2027-02-30", which is not a day such as 2027-01-31',
      'appBundles[1]: "com.b" ends on "31.1.2027", which is not a day such as 2027-01-31',
      'appBundles[2]: "com.c" ends on "", which is not a day such as 2027-01-31',
    ]);
  });
});

describe("the kind that an entry's origin names", () => {
  it("must be that of the argument", () => {
    const all = [{ entry: "com.a", kind: "appBundles", source: "apps.csv:2:1" } satisfies ListedEntry];
    expect(textOfListed("appBundles", "appBundles", all, today).problems).toEqual([]);
    expect(textOfListed("websites", "websites", all, today).problems).toEqual([
      'apps.csv:2:1: "com.a" is listed among the app bundles and cannot stand among the websites',
    ]);
  });
});
