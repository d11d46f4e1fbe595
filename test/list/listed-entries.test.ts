import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findPlace, readListed, type ListedEntry } from "../../provider/list/listed-entries";
import { EntrySet } from "../../provider/list/entry-set";
import { anyEntry, anyKind, anyText } from "./arbitraries";
import { listedAt } from "./listed-at";

const listed: fc.Arbitrary<string | ListedEntry> = fc.oneof(
  anyText,
  fc
    .record({ entry: anyText, note: anyText }, { requiredKeys: ["entry"] })
    .map((listed) => listedAt("apps.txt:1", listed)),
);

const today = "2026-11-21";

/** With the entries as their text. */
function read(...args: Parameters<typeof readListed>) {
  const { entries, ...rest } = readListed(...args);
  return { text: entries.text, ...rest };
}

describe("readListed", () => {
  it("prints entries and entries with notes", () => {
    const result = read(
      "appBundles",
      ["com.b", listedAt("apps.txt:3", { entry: "com.a", note: "casino,\nagreed" }), { entry: "com.c", note: " " }],
      today,
    );
    expect(result).toMatchObject({
      text: "com.a  # casino, agreed\ncom.b\ncom.c\n",
      problems: [],
      expired: [],
      duplicates: 0,
    });
  });

  it("keeps the first note of an entry that is listed twice with the same end", () => {
    const twice = ["com.a", { entry: "com.a", note: "first" }, { entry: "com.a", note: "second" }];
    expect(read("appBundles", twice, today)).toEqual({
      text: "com.a  # first\n",
      problems: [],
      expired: [],
      duplicates: 2,
    });
  });

  it("reports the index of a refused entry, or its place if it has one, and omits it from the text", () => {
    const result = read(
      "placementIds",
      ["1-a", "1001", listedAt("placements.txt:12", { entry: "2-b, 3-c" }), { entry: "" }],
      today,
    );
    expect(result).toMatchObject({
      text: "1-a\n",
      problems: [
        'placementIds[1]: "1001" does not have the form <number>-<token>',
        'placements.txt:12: "2-b, 3-c" contains a comma, which separates entries in a request: write two entries',
        'placementIds[3]: "" is empty',
      ],
    });
  });

  it("prints text that can be read, and returns one problem for each entry that is not in it", () => {
    fc.assert(
      fc.property(anyKind, fc.array(listed), (kind, all) => {
        const { text, problems, expired } = read(kind, all, today);
        const written = EntrySet.ofNormalText(kind, text);
        const names = all.map((item) => (typeof item === "string" ? item : item.entry));
        const unwritten = names.filter((name) => written?.has(name) !== true);
        expect(problems.length + expired.length).toBe(unwritten.length);
      }),
    );
  });

  it("merges the lines of an entry, whether they are sorted or not", () => {
    const day = fc.option(fc.constantFrom("2026-01-31", today, "2027-01-31"), { nil: undefined });
    const line = fc.record({
      entry: fc.constantFrom("com.a", "com.a1", "com.b", "com.B", "com.b-c"),
      note: fc.option(fc.constantFrom("fraud", "x"), { nil: undefined }),
      until: day,
    });
    const lines = fc.array(line, { maxLength: 8 });
    const sorted = lines.map((all) => all.toSorted((left, right) => (left.entry < right.entry ? -1 : 1)));
    const unique = fc.uniqueArray(line, { selector: ({ entry }) => entry });
    fc.assert(
      fc.property(fc.oneof(lines, sorted, unique), (all) => {
        const expected = [...Map.groupBy(all, ({ entry }) => entry)].map(([entry, group]) => {
          const days = group.flatMap(({ until }) => until ?? []);
          const until = days.length < group.length ? undefined : days.toSorted().at(-1);
          const note = group.find((line) => line.until === until && (line.note ?? line.until) !== undefined)?.note;
          const printed = [note, until === undefined ? undefined : `until ${until}`].filter(
            (part) => part !== undefined,
          );
          const live = group.filter(({ until }) => until === undefined || until >= today).length;
          return {
            entry,
            until,
            live,
            text: [entry, ...(printed.length > 0 ? [printed.join(", ")] : [])].join("  # "),
          };
        });
        const live = expected.filter((each) => each.live > 0);
        expect(read("appBundles", all, today)).toEqual({
          text: live
            .map(({ text }) => `${text}\n`)
            .toSorted()
            .join(""),
          problems: [],
          expired: expected.filter((each) => each.live === 0).map(({ entry, until }) => ({ entry, until })),
          duplicates: live.reduce((sum, each) => sum + each.live - 1, 0),
        });
      }),
    );
  });

  it("does not depend on the order of entries without notes, nor on their repetitions", () => {
    fc.assert(
      fc.property(
        anyKind.chain((kind) => fc.tuple(fc.constant(kind), fc.array(anyEntry(kind)))),
        ([kind, all]) => {
          const twice = read(kind, [...all, ...all.toReversed()], today);
          expect(twice.text).toBe(read(kind, all, today).text);
          expect(twice.duplicates).toBe(2 * all.length - new Set(all).size);
        },
      ),
    );
  });
});

describe("the expiry date of an entry", () => {
  function textOf(...all: readonly ListedEntry[]): ReturnType<typeof read> {
    return read("appBundles", all, today);
  }

  it("still declares the entry, and is added to its note", () => {
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

  it("removes the entry from the text from the next day on, and reports it", () => {
    const { text, expired, problems } = textOf(
      listedAt("apps.csv:2", { entry: "com.a", until: "2026-11-20" }),
      { entry: "com.b", note: "until 2026-01-01" },
      { entry: "com.c" },
    );
    expect(text).toBe("com.c\n");
    expect(problems).toEqual([]);
    expect(expired).toEqual([
      { entry: "com.a", until: "2026-11-20", source: "apps.csv:2" },
      { entry: "com.b", until: "2026-01-01" },
    ]);
  });

  it("has no effect while another line still declares the entry", () => {
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

  it("is reported once for an entry whose lines have all expired: the latest", () => {
    const { expired } = textOf(
      listedAt("a.csv:2", { entry: "com.a", until: "2026-11-19" }),
      listedAt("a.csv:3", { entry: "com.a", until: "2026-11-20" }),
      listedAt("a.csv:4", { entry: "com.a", until: "2026-01-01" }),
    );
    expect(expired).toEqual([{ entry: "com.a", until: "2026-11-20", source: "a.csv:3" }]);
  });

  it("is refused if it is not a calendar date, as the entry would become permanent", () => {
    const { text, problems } = textOf(
      listedAt("apps.csv:2", { entry: "com.a", until: "2027-02-30" }),
      { entry: "com.b", note: "until 31.1.2027" },
      { entry: "com.c", until: "" },
    );
    expect(text).toBe("");
    expect(problems).toEqual([
      'apps.csv:2: "com.a" expires on "2027-02-30", which is not a calendar date such as 2027-01-31',
      'appBundles[1]: "com.b" expires on "31.1.2027", which is not a calendar date such as 2027-01-31',
      'appBundles[2]: "com.c" expires on "", which is not a calendar date such as 2027-01-31',
    ]);
  });
});

describe("the kind of an entry's column", () => {
  it("must be the kind of the argument", () => {
    const all = [listedAt("apps.csv:2", { entry: "com.a" }, "appBundles")];
    expect(read("appBundles", all, today).problems).toEqual([]);
    expect(read("websites", all, today).problems).toEqual([
      'apps.csv:2: "com.a" is in a column of app bundles, not of websites',
    ]);
  });
});

describe("an entry from a file", () => {
  it("is a plain object with the members that it has, and its origin beside it", () => {
    const listed = listedAt("apps.csv:2", { entry: "com.a", note: "", until: "2027-01-31" });
    expect(listed).toStrictEqual({ entry: "com.a", until: "2027-01-31" });
    expect(Reflect.ownKeys(listed)).toEqual(["entry", "until"]);
    expect(findPlace(listed)).toBe("apps.csv:2");
  });

  it("keeps its place in an array that was filtered, and loses it when it is copied", () => {
    const all = ["com.a,", "com.b,"].map((entry, index) => listedAt(`apps.csv:${index + 2}`, { entry }));
    const filtered = all.filter(({ entry }) => entry !== "com.a,");
    expect(read("appBundles", filtered, today).problems[0]).toMatch(/^apps\.csv:3: "com\.b,"/u);
    const copied = all.map((listed) => ({ ...listed }));
    expect(read("appBundles", copied, today).problems[1]).toMatch(/^appBundles\[1\]: "com\.b,"/u);
  });
});
