import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCsv } from "../../provider/files/csv-file";
import { printProblem } from "../../provider/files/file-problem";
import type { Kind } from "../../provider/list/kinds";
import type { ListedEntry } from "../../provider/list/listed-entries";
import { tidyNote } from "../../provider/list/text";
import { anyEntry, anyText } from "../list/arbitraries";

/** The problems of a CSV file's content, as they are printed. */
function problemsOf(content: string): readonly string[] {
  return readCsv(content, "apps.csv").problems.map(printProblem);
}

/** The entries of a CSV file's content that has no problems. */
function entriesOf(content: string): readonly ListedEntry[] {
  expect(problemsOf(content)).toEqual([]);
  return readCsv(content, "apps.csv").entries;
}

describe("a CSV file with a header", () => {
  it("names its columns in any order and in any spelling", () => {
    const content = "Comment,EXPIRES,Placement-IDs,app bundle\nfraud,2027-01-31,1-a,com.a\n,,2-b,\n";
    expect(entriesOf(content)).toEqual([
      { entry: "1-a", note: "fraud", until: "2027-01-31", kind: "placementIds", source: "apps.csv:2:18" },
      { entry: "com.a", note: "fraud", until: "2027-01-31", kind: "appBundles", source: "apps.csv:2:22" },
      { entry: "2-b", kind: "placementIds", source: "apps.csv:3:3" },
    ]);
  });

  it("says no kind of the entries in a column called entry", () => {
    expect(entriesOf("entry\ncom.a\n")).toEqual([{ entry: "com.a", source: "apps.csv:2:1" }]);
  });

  it("may stand behind blank lines and comments", () => {
    expect(entriesOf("\n# Agreed; website\n\nwebsite;note\na.example;x\n")).toEqual([
      { entry: "a.example", note: "x", kind: "websites", source: "apps.csv:5:1" },
    ]);
  });

  it("may have columns for others, which are ignored with a warning", () => {
    const { entries, problems, warnings } = readCsv("#,website,Owner\n1,a.example,ann\n", "apps.csv");
    expect(entries).toEqual([{ entry: "a.example", kind: "websites", source: "apps.csv:2:3" }]);
    expect(problems).toEqual([]);
    expect(warnings.map(printProblem)).toEqual([
      'apps.csv:1:1: "#" is no column that is read: what stands in it is ignored',
      'apps.csv:1:11: "Owner" is no column that is read: what stands in it is ignored',
    ]);
  });

  it("may not have a misspelt column, which would silently make temporary blocks last", () => {
    expect(problemsOf("app_bundle,expries\ncom.a,2027-01-31\n")).toEqual([
      'apps.csv:1:12: "expries" is no known column: call it expires, or something less alike',
    ]);
  });

  it("may not misspell its only column of entries, nor leave it out", () => {
    expect(problemsOf("app_bundel\ncom.a\n")[0]).toMatch(
      /^apps\.csv:1:1: "app_bundel" stands in what looks like a header/u,
    );
    expect(problemsOf("games,expires\ncom.a,2027-01-31\n")[0]).toMatch(/^apps\.csv:1:1: "games" stands in what looks/u);
  });

  it("may not have two columns of the same meaning", () => {
    expect(problemsOf("entry,note,comment\ncom.a,x,y\n")).toEqual([
      'apps.csv:1:12: "comment" is the second column of this meaning: keep one',
    ]);
  });

  it("may call app bundles packages and store ids, as exports do", () => {
    const { entries } = readCsv("name,package_name\nCasinoRoyale,com.example.casino\n", "apps.csv");
    expect(entries.map(({ entry, kind }) => [entry, kind])).toEqual([["com.example.casino", "appBundles"]]);
    for (const name of ["Package", "package names", "Store ID", "App Store ID", "bundle identifier"]) {
      expect(entriesOf(`${name}\nB00ABCDEFG\n`).map(({ kind }) => kind)).toEqual(["appBundles"]);
    }
  });

  it("may be all that there is", () => {
    expect(entriesOf("app_bundle,note")).toEqual([]);
  });

  it("may have columns called as the properties of objects are", () => {
    expect(entriesOf("__proto__,entry,constructor\nx,__proto__,y\n")).toEqual([
      { entry: "__proto__", source: "apps.csv:2:3" },
    ]);
  });

  it("has a problem with a text in a column that it does not name", () => {
    expect(problemsOf("entry,note\ncom.a,fraud, agreed\ncom.b,x,,\n")).toEqual([
      'apps.csv:2:13: "agreed" stands in a column without a name: name it in the header. A text that contains the ' +
        "delimiter must stand in quotes",
    ]);
  });
});

describe("a CSV file without a header", () => {
  it("has an entry, a note and a last day on each line", () => {
    expect(entriesOf("com.a,note text\ncom.b\ncom.c,,2027-01-31\n")).toEqual([
      { entry: "com.a", note: "note text", source: "apps.csv:1:1" },
      { entry: "com.b", source: "apps.csv:2:1" },
      { entry: "com.c", until: "2027-01-31", source: "apps.csv:3:1" },
    ]);
  });

  it("is not taken for one with a header when a note is the name of a column", () => {
    expect(entriesOf("com.a,website\n")).toEqual([{ entry: "com.a", note: "website", source: "apps.csv:1:1" }]);
    expect(entriesOf("com.a,note\n")).toEqual([{ entry: "com.a", note: "note", source: "apps.csv:1:1" }]);
  });

  it("may not begin with words above likely entries: they are a header whose names are not known", () => {
    expect(problemsOf("Publisher\ncom.example.a\ncom.example.b\n")).toEqual([
      'apps.csv:1:1: "Publisher" is hardly an entry, as there is one in apps.csv:2:1. Name the columns in a header: ' +
        "app_bundle, placement_id, website or entry, and note and expires. If it is an entry, put entry,note,expires above it",
    ]);
    expect(problemsOf("app_id;title\n\n1234567890;Casino\n")[0]).toMatch(
      /^apps\.csv:1:1: "app_id" is hardly an entry/u,
    );
    expect(problemsOf("# Agreed\nBlocked apps\n1234-abc,Casino\n")[0]).toMatch(/^apps\.csv:2:1: "Blocked apps"/u);
  });

  it("may not have what looks like an entry where its notes stand", () => {
    const problem =
      "stands where the notes do, and looks like an entry. Name the columns in a header: app_bundle, placement_id, " +
      "website or entry, and note and expires. If it is a note, put entry,note,expires above the first line";
    expect(problemsOf("com.a,com.b\n")).toEqual([`apps.csv:1:7: "com.b" ${problem}`]);
    expect(problemsOf("Publisher,Store URL\nAcme,https://play.example/a\nB,https://play.example/b\n")).toEqual([
      `apps.csv:2:6: "https://play.example/a" ${problem}`,
    ]);
    expect(problemsOf("com.a,x\n,com.b\n")).toEqual([`apps.csv:2:2: "com.b" ${problem}`]);
  });

  it("may not have a day where its notes stand, since the entry would stay for ever", () => {
    expect(problemsOf("com.a,2020-01-01\n")).toEqual([
      'apps.csv:1:7: "2020-01-01" stands where the notes do, and looks like a day. Name the columns in a header, such ' +
        "as entry,expires",
    ]);
  });

  it("may have any words as notes, and ids of any form", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom("com.a", "b00abcdefg", "G123", "1234567890"), anyNote), { minLength: 1 }),
        (rows) => {
          const { entries } = readCsv(rows.map((row) => `${row.join(",")}\n`).join(""), "apps.csv");
          expect(entries.map(({ entry, note }) => [entry, note])).toEqual(rows);
        },
      ),
    );
  });

  it("may have the number of a ticket, or a word with a number, as the note of an entry", () => {
    for (const note of ["48213", "2027-Q3", "24-hour"]) {
      expect(entriesOf(`com.example.a,${note}\n`).map((listed) => listed.note)).toEqual([note]);
    }
    expect(problemsOf("com.example.a,1234567890\n")).toHaveLength(1);
    expect(problemsOf("20418-a,20419-b\n")).toHaveLength(1);
    expect(problemsOf("Casino,48213\n")).toHaveLength(1);
  });

  it("may list words alone: nothing says that they are no entries", () => {
    expect(entriesOf("something\nelse\n")).toHaveLength(2);
    expect(entriesOf("com.example.a\nsomething\n")).toHaveLength(2);
  });

  it("may not have more columns", () => {
    expect(problemsOf("com.a,x,,ann\n")).toEqual([
      'apps.csv:1:10: "ann" is one column too many: without a header, a line has an entry, a note and its last day. A ' +
        "text that contains the delimiter must stand in quotes",
    ]);
  });
});

describe("a row of a CSV file", () => {
  it("is a comment where its entry begins with a number sign, or where it has a note only", () => {
    expect(entriesOf("entry,note\n# com.a, until further notice, and more\n,Games\n,,,\ncom.b,x\n")).toEqual([
      { entry: "com.b", note: "x", source: "apps.csv:5:1" },
    ]);
  });

  it("may not have a last day without an entry", () => {
    expect(problemsOf("entry,expires\n,2027-01-31\n")).toEqual([
      'apps.csv:2:2: "2027-01-31" is the last day of no entry: its row has none',
    ]);
  });

  it("hands over a last day as it is written: it is checked where the entry is declared", () => {
    expect(entriesOf("entry,expires\ncom.a,31.1.2027\n")).toEqual([
      { entry: "com.a", until: "31.1.2027", source: "apps.csv:2:1" },
    ]);
  });

  it("may have quoted fields with delimiters, quotes and line breaks, and blanks around the quotes", () => {
    expect(entriesOf('entry,note\ncom.a, "a ""b"",\nc" \ncom.b,d\n')).toEqual([
      { entry: "com.a", note: 'a "b",\nc', source: "apps.csv:2:1" },
      { entry: "com.b", note: "d", source: "apps.csv:4:1" },
    ]);
  });

  it("may be very wide, and very long", () => {
    const blanks = ",".repeat(150_000);
    expect(entriesOf(`entry${blanks}\ncom.a${blanks}\n`)).toEqual([{ entry: "com.a", source: "apps.csv:2:1" }]);
    expect(readCsv(`${"x,".repeat(150_000)}entry\n`, "apps.csv").warnings).toHaveLength(150_000);
    expect(readCsv(`entry\n${"x,".repeat(150_000)}\n`, "apps.csv").problems).toHaveLength(1);
    expect(entriesOf(`com.${"a".repeat(1024 * 1024)}\n`)[0]?.entry).toHaveLength(1024 * 1024 + 4);
  });

  it("may hold control characters, which are refused where the entry is declared", () => {
    expect(entriesOf("entry\nco\u0000m\n")).toEqual([{ entry: "co\u0000m", source: "apps.csv:2:1" }]);
  });
});

describe("a CSV file", () => {
  it("may be empty", () => {
    expect(entriesOf("")).toEqual([]);
    expect(entriesOf("\r\n \n,,\n")).toEqual([]);
  });

  it("is delimited by what stands first in its first line, outside quotes", () => {
    expect(entriesOf('"com,a";"b,c"\n').map(({ entry, note }) => [entry, note])).toEqual([["com,a", "b,c"]]);
    expect(entriesOf("com.a\tb,c\n").map(({ note }) => note)).toEqual(["b,c"]);
    expect(entriesOf("# a; b\ncom.a,b;c\n").map(({ note }) => note)).toEqual(["b;c"]);
    expect(entriesOf("com.a\ncom.b\n")).toHaveLength(2);
  });

  it("may name its delimiter in its first line, as Excel's do", () => {
    expect(entriesOf("sep=;\r\nentry;note\r\ncom.a;x,y\r\n")).toEqual([
      { entry: "com.a", note: "x,y", source: "apps.csv:3:1" },
    ]);
  });

  it("may end its lines with a carriage return alone", () => {
    expect(entriesOf("entry,note\rcom.a,x\rcom.b,y\r").map(({ source }) => source)).toEqual([
      "apps.csv:2:1",
      "apps.csv:3:1",
    ]);
  });

  it("says where quotes are broken", () => {
    expect(problemsOf('entry,note\ncom.ä,x\ncom.b,a "b" c\ncom.c,\n')).toEqual([
      "apps.csv:3:7: the quotes of the field that begins here are broken. Nothing of this file was read: put the whole " +
        'field in quotes, and write each " in it twice',
    ]);
    expect(problemsOf('entry,note\ncom.a,"x"y\n')[0]).toMatch(/^apps\.csv:2:7: the quotes/u);
    expect(problemsOf('entry,note\ncom.a,x\n"com.b,y\ncom.c,z\n')[0]).toMatch(
      /^apps\.csv:3:1: a quoted field begins here/u,
    );
  });

  it("gives back what was written to it, and where each field begins", () => {
    fc.assert(
      fc.property(writtenTable, ({ content, rows }) => {
        const { entries, problems, warnings } = readCsv(content, "apps.csv");
        expect(problems).toEqual([]);
        expect(warnings).toEqual([]);
        expect(entries.map(({ source: _source, ...entry }) => entry)).toEqual(rows.map(({ listed }) => listed));
        const lines = content.split(/\r\n|\n|\r/u);
        for (const [index, { field }] of rows.entries()) {
          const [, line = 0, column = 0] = (entries[index]?.source ?? "").split(":").map(Number);
          expect(lines[line - 1]?.slice(column - 1).startsWith(field)).toBe(true);
        }
      }),
    );
  });

  it("is read whatever it holds", () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom("", "entry,note\n", "app_bundle;website;expires\n"), (text, header) => {
        const { entries, problems } = readCsv(header + text, "apps.csv");
        for (const { source } of [...entries, ...problems]) expect(source).toMatch(/^apps\.csv:\d+:\d+$/u);
        for (const { entry } of entries) expect(entry).not.toBe("");
      }),
    );
  });
});

/** A note of several words, which is no name of a column. */
const anyNote = fc
  .array(fc.constantFrom("fraud", "agreed", "see", "com.example.a", "example.com", "48213", "Casino", "(old)"), {
    minLength: 2,
    maxLength: 5,
  })
  .map((words) => words.join(" "));

type Named = "app_bundle" | "placement_id" | "website" | "entry" | "note" | "expires";

const kindOf: ReadonlyMap<Named, Kind> = new Map([
  ["app_bundle", "appBundles"],
  ["placement_id", "placementIds"],
  ["website", "websites"],
]);

/** A row of a table: an entry in one of the columns, perhaps with a note and a last day. */
const anyRow = fc.constantFrom<Named>("app_bundle", "placement_id", "website", "entry").chain((column) =>
  fc.record({
    column: fc.constant(column),
    entry: anyEntry(kindOf.get(column) ?? "websites").filter((entry) => !entry.startsWith("#")),
    note: fc.oneof(
      anyText.map((text) => tidyNote(text) ?? ""),
      fc.constantFrom("", "two\nlines", "two\r\nlines", "two\rlines", 'a "b", c;\td'),
    ),
    expires: fc.constantFrom("", "2027-01-31"),
  }),
);

/** A table as people and programs write it, and what its rows list. */
const writtenTable = fc
  .record({
    columns: fc
      .constant<readonly Named[]>(["app_bundle", "placement_id", "website", "entry", "note", "expires"])
      .chain((columns) => fc.shuffledSubarray([...columns], { minLength: columns.length })),
    rows: fc.array(anyRow, { maxLength: 8 }),
    delimiter: fc.constantFrom(",", ";", "\t"),
    lineEnd: fc.constantFrom("\n", "\r\n", "\r"),
    areAllQuoted: fc.boolean(),
    endsWithLineEnd: fc.boolean(),
  })
  .map(({ columns, rows, delimiter, lineEnd, areAllQuoted, endsWithLineEnd }) => {
    const field = (text: string) =>
      areAllQuoted || /[",;\t\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    const line = (cells: readonly string[]) => cells.map(field).join(delimiter);
    const lines = rows.map(({ column, entry, note, expires }) =>
      line(
        columns.map((each) => (each === column ? entry : each === "note" ? note : each === "expires" ? expires : "")),
      ),
    );
    return {
      content: [line(columns), ...lines].join(lineEnd) + (endsWithLineEnd ? lineEnd : ""),
      rows: rows.map(({ column, entry, note, expires }) => {
        const kind = kindOf.get(column);
        return {
          field: field(entry),
          listed: {
            entry,
            ...(note !== "" && { note }),
            ...(expires !== "" && { until: expires }),
            ...(kind !== undefined && { kind }),
          },
        };
      }),
    };
  });
