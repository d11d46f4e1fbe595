import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PlacedEntry, readListed, type ListedEntry } from "../../provider/check/listed-entries";
import { printFinding } from "../../provider/check/finding";
import { EntrySet } from "../../provider/list/entry-set";
import type { Kind } from "../../provider/list/kinds";
import { anyKind, anyText, expectForAll } from "../list/arbitraries";
import { listedAt } from "./listed-at";

const listed: fc.Arbitrary<string | ListedEntry> = fc.oneof(
  anyText,
  fc
    .record({ entry: anyText, note: anyText }, { requiredKeys: ["entry"] })
    .map((listed) => listedAt("apps.txt:1", listed)),
);

const today = "2026-11-21";

/** With the entries as their text, and without likely mistakes. */
function read(kind: Kind, all: readonly (string | ListedEntry)[]) {
  const { entries, problems: found, expired: lines } = readListed(kind, all, today);
  const problems = found.map((problem) => printFinding(problem));
  const expired = lines.map(({ entry, until, source }) => ({ entry, until, ...(source !== undefined && { source }) }));
  return { text: entries.text, problems, expired };
}

const nothingElse = { problems: [], expired: [] };

describe("readListed", () => {
  it("prints entries and entries with notes", () => {
    const noted = listedAt("apps.txt:3", { entry: "com.a", note: "casino,\nagreed" });
    expect(read("appBundles", ["com.b", noted, { entry: "com.c", note: " " }])).toEqual({
      ...nothingElse,
      text: "com.a  # casino, agreed\ncom.b\ncom.c\n",
    });
  });

  it("reports the index of a refused entry, or its place if it has one, and omits it from the text", () => {
    const placed = listedAt("placements.txt:12", { entry: "2-b, 3-c" });
    expect(read("placementIds", ["1-a", "1001", placed, { entry: "" }])).toMatchObject({
      text: "1-a\n",
      problems: [
        'placementIds[1]: "1001" does not have the form <number>-<token>',
        'placements.txt:12: "2-b, 3-c" contains a comma, the separator in requests: write one entry per line, without quotes and commas',
        'placementIds[3]: "" is empty',
      ],
    });
  });

  it("rejects a column of another kind", () => {
    const all = [2, 3].map((line) => listedAt(`apps.csv:${line}`, { entry: "com.a" }, "appBundles"));
    expect(read("appBundles", all).problems).toEqual([]);
    const problem =
      '"com.a" is in a column of app bundles, not of websites: put the name of the column in parentheses, or read the file with entriesByKindFromFile';
    const problems = [`apps.csv:2: ${problem}`, `apps.csv:3: ${problem}`];
    expect(read("websites", all)).toEqual({ ...nothingElse, text: "", problems });
  });

  it("judges the entries of such a column by nothing else", () => {
    const link = listedAt("apps.csv:2", { entry: "https://a.example", until: "soon" }, "websites");
    expect(read("appBundles", [link, "com.a"])).toMatchObject({
      text: "com.a\n",
      problems: [expect.stringMatching(/^apps\.csv:2: "https:\/\/a\.example" is in a column of websites/u)],
    });
  });

  it("shortens a problem of more than half of the entries, and not one of half of them", () => {
    const problems = (right: number) =>
      read("appBundles", [...Array<string>(7).fill("com.a,"), ...Array<string>(right).fill("com.b")]).problems;
    expect([problems(6).length, problems(7).length]).toEqual([6, 7]);
  });

  it("prints text that can be read, and returns one problem for each entry that is not in it", () => {
    // From ten lines on, a file of odd entries has another problem.
    expectForAll(anyKind, fc.array(listed, { maxLength: 9 }), (kind, all) => {
      const { text, problems, expired } = read(kind, all);
      const { entries: written, problems: unreadable } = EntrySet.parse(kind, text);
      expect(unreadable).toEqual([]);
      const names = all.map((item) => (typeof item === "string" ? item : item.entry));
      const unwritten = names.filter((name) => ![...written].includes(name));
      expect(problems.length + expired.length).toBe(unwritten.length);
    });
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
    expectForAll(fc.oneof(lines, sorted, unique), (all) => {
      const expected = [...Map.groupBy(all, ({ entry }) => entry)].map(([entry, group]) => {
        const days = group.flatMap(({ until }) => until ?? []);
        const until = days.length < group.length ? undefined : days.toSorted().at(-1);
        const note = group.find((line) => line.until === until)?.note;
        const printed = [note, until === undefined ? undefined : `until ${until}`].filter((part) => part !== undefined);
        return { entry, until, text: [entry, printed.join(", ")].filter(Boolean).join("  # ") };
      });
      const [expired, live] = [true, false].map((hasEnded) =>
        expected.filter(({ until }) => (until !== undefined && until < today) === hasEnded),
      );
      expect(read("appBundles", all)).toEqual({
        text: live
          ?.map(({ text }) => `${text}\n`)
          .toSorted()
          .join(""),
        problems: [],
        expired: expired?.map(({ entry, until }) => ({ entry, until })),
      });
    });
  });
});

describe("the expiry date of an entry", () => {
  /** Entries in the lines of a table, such as `com.a|a note|2027-01-31`. */
  const fromTable = (lines: readonly string[]) =>
    lines.map((line, index) => {
      const [entry = "", note = "", until = ""] = line.split("|");
      return listedAt(`apps.csv:${index + 2}`, { entry, note, until });
    });
  const invalid = (day: string) => `has a last day that is no calendar date such as 2027-01-31: "${day}"`;

  it.each<[string, readonly string[], text: string, more?: Partial<ReturnType<typeof read>>]>([
    [
      "still declares the entry, and is added to its note",
      ["com.a||2026-11-21", "com.b|y|2027-01-31", "com.c|x, until 2026-11-20|2027-01-31"],
      "com.a  # until 2026-11-21\ncom.b  # y, until 2027-01-31\ncom.c  # x, 2026-11-20, until 2027-01-31\n",
    ],
    [
      "removes the entry from the text from the next day on, and reports it",
      ["com.a||2026-11-20", "com.b|until 2026-01-01", "com.c"],
      "com.c\n",
      {
        expired: [
          { entry: "com.a", until: "2026-11-20", source: "apps.csv:2" },
          { entry: "com.b", until: "2026-01-01", source: "apps.csv:3" },
        ],
      },
    ],
    [
      "is the latest of all lines that list the entry, even in its note",
      ["com.a|trial|2026-12-01", "com.a|fraud, until 2027-01-31", "com.a|until 2026-12-24"],
      "com.a  # fraud, until 2027-01-31\n",
    ],
    [
      "has the note of the first of the lines with this day",
      ["com.a|y|2026-12-31", "com.a|fraud|2027-01-31", "com.a|x|2027-01-31", "com.a||2027-01-31"],
      "com.a  # fraud, until 2027-01-31\n",
    ],
    [
      "is refused if it is not a calendar date, as the entry would become permanent",
      ["com.a||2027-02-30", "com.b|until 31.1.2027"],
      "",
      { problems: [`apps.csv:2: "com.a" ${invalid("2027-02-30")}`, `apps.csv:3: "com.b" ${invalid("31.1.2027")}`] },
    ],
  ])("%s", (_, lines, text, more) => {
    expect(read("appBundles", fromTable(lines))).toEqual({ ...nothingElse, text, ...more });
  });

  it("must not be an empty text in a program", () => {
    expect(read("appBundles", [{ entry: "com.c", until: "" }]).problems).toEqual([
      `appBundles[0]: "com.c" ${invalid("")}`,
    ]);
  });
});

describe("likely mistakes", () => {
  const mistakes = (kind: Kind, ...all: readonly (string | ListedEntry)[]) =>
    readListed(kind, all, today).mistakes.map((mistake) => printFinding(mistake));

  it("are named with their entry, and its place if it has one", () => {
    const placed = listedAt("apps.txt:3", { entry: "com.A" });
    expect(mistakes("appBundles", placed, "a.example.com", "com.a", "com.a", "com.b/c")).toEqual([
      '"com.a" is another spelling of "com.A" (apps.txt:3)',
      '"a.example.com" looks like a website, but is listed under app bundles',
    ]);
  });

  it("are looked for in the dates of all lines, and in other respects in the entries that are declared", () => {
    const expired = { entry: "a.example.com", note: "until 2026-01-31, extended to 2027-01-31" };
    expect(mistakes("appBundles", expired)).toEqual([expect.stringMatching(/^"a\.example\.com" has expired after/u)]);
  });

  it("are not looked for in entries that were accepted", () => {
    const all = ["a.example.com", "https://a.example/b"];
    expect(readListed("appBundles", all, today, true)).toMatchObject({ problems: [], mistakes: [] });
    expect(readListed("appBundles", all, today)).toMatchObject({ problems: [{ problem: "is a link" }] });
    const long = [{ entry: "com.a", note: "x".repeat(3000) }];
    const { entries, problems } = readListed("appBundles", long, today, true);
    expect([problems, entries.note("com.a")?.length]).toEqual([[], 3000]);
    expect(readListed("appBundles", long, today).problems).toHaveLength(1);
  });
});

describe("an entry from a file", () => {
  it("has no other members than those that it was listed with, and its place beside them", () => {
    const listed = listedAt("apps.csv:2", { entry: "com.a", note: "", until: "2027-01-31" });
    expect(JSON.stringify(listed)).toBe('{"entry":"com.a","until":"2027-01-31"}');
    expect(Reflect.ownKeys(listed)).toEqual(["entry", "until"]);
    expect(PlacedEntry.place(listed)).toBe("apps.csv:2");
  });

  it("keeps its place in an array that was filtered, and loses it when it is copied", () => {
    const all = ["com.a,", "com.b,"].map((entry, index) => listedAt(`apps.csv:${index + 2}`, { entry }));
    const filtered = all.filter(({ entry }) => entry !== "com.a,");
    expect(read("appBundles", filtered).problems[0]).toMatch(/^apps\.csv:3: "com\.b,"/u);
    const copied = all.map((listed) => ({ ...listed }));
    expect(read("appBundles", copied).problems[1]).toMatch(/^appBundles\[1\]: "com\.b,"/u);
  });
});
