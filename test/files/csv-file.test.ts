import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCsv } from "../../provider/files/csv-file";
import type { Kind } from "../../provider/list/kinds";
import { tidyNote } from "../../provider/list/text";
import { anyEntry, anyText } from "../list/arbitraries";
import { printed, withOrigins } from "./origins";

/** The problems of a CSV file's content, as they are printed after its name. */
function problemsOf(content: string): readonly string[] {
  return printed(parseCsv(content, "apps.csv").problems, "error").map((line) => line.replace(/^apps\.csv:/u, ""));
}

/** The entries of a CSV file's content that has no problems: `line kind entry (note) until day`. */
function entriesOf(content: string): readonly string[] {
  expect(problemsOf(content)).toEqual([]);
  return withOrigins(parseCsv(content, "apps.csv").entries).map(({ source, kind, entry, note, until }) =>
    [source?.replace(/^apps\.csv:/u, ""), kind, entry, note && `(${note})`, until && `until ${until}`]
      .filter((part) => part !== undefined)
      .join(" "),
  );
}

type Case = readonly [title: string, content: string, expected: readonly string[]];

const unnamed =
  "is in a column without a name: add the name to the header. A value that contains the delimiter needs quotes";
const noHeader =
  "is in the first row, which is not a header with a known column of entries: add a header, such as " +
  "app_bundle,note,expires (or placement_id, website, entry)";
const invalidQuotes =
  "the row that starts here has invalid quotes. Nothing of this file was read: put the whole field in quotes, double each " +
  '" in it, and close the quotes';

describe("a CSV file with a header", () => {
  it.each<Case>([
    [
      "names its columns in any order and in any spelling",
      "Comment,EXPIRES,Placement-IDs,app bundle\nfraud,2027-01-31,1-a,com.a\n,,2-b,\n",
      [
        "2 placementIds 1-a (fraud) until 2027-01-31",
        "2 appBundles com.a (fraud) until 2027-01-31",
        "3 placementIds 2-b",
      ],
    ],
    [
      "may follow empty lines and comments",
      "\n# Agreed; website\n\nwebsite;note\na.example;x\n",
      ["5 websites a.example (x)"],
    ],
    [
      "may have columns with the names of object properties",
      "__proto__,entry,constructor\nx,__proto__,y\n",
      ["2 __proto__"],
    ],
  ])("%s", (_, content, expected) => {
    expect(entriesOf(content)).toEqual(expected);
  });

  it("may have other columns, whose values are ignored and reported on one line", () => {
    const content = "#,website,Owner,start date,date added\n1,a.example,ann,,\n2,b.example,,,2026-01-31\n";
    const { entries, problems } = parseCsv(content, "apps.csv");
    expect(withOrigins(entries)[0]).toEqual({ entry: "a.example", kind: "websites", source: "apps.csv:2" });
    expect(printed(problems, "info")).toEqual(['apps.csv:1: ignored columns: "#", "Owner", "date added"']);
    expect(problems).toHaveLength(1);
    expect(parseCsv("website,owner\na.example,\n", "apps.csv").problems).toEqual([]);
  });

  it.each(["expires_at", "Valid till", "valid-to", "End Date", "ends on"])("may call the last day %s", (name) => {
    const { entries } = parseCsv(`app bundle,${name}\ncom.a,2027-01-31\n`, "apps.csv");
    expect(entries.map(({ until }) => until)).toEqual(["2027-01-31"]);
  });

  it.each(["blocked till", "until when", "block ends", "contract expiring", "last end day", "Expired?"])(
    "may not have a column that seems to have last days, such as %s",
    (name) => {
      const { problems } = parseCsv(`app bundle,${name}\ncom.a,2027-01-31\n`, "apps.csv");
      const problem = "is not a known column, and seems to have last days: rename it to expires, or to another name";
      expect(problems).toMatchObject([{ source: "apps.csv:1", value: name, problem }]);
    },
  );

  it("uses the name of an app as its note, unless there is a column of notes", () => {
    const notes = (content: string) => parseCsv(content, "apps.csv").entries.map(({ note }) => note);
    expect(notes("App Name,bundle\nBingo,com.a\n")).toEqual(["Bingo"]);
    expect(notes("App Name,bundle,comment\nBingo,com.a,gambling\n")).toEqual(["gambling"]);
    expect(parseCsv("App Name,bundle,comment\nBingo,com.a,\n", "apps.csv").problems).toMatchObject([
      { severity: "info" },
    ]);
  });

  it.each<Case>([
    [
      "may not have a misspelt column, which would make temporary blocks permanent",
      "app_bundle,expries\ncom.a,2027-01-31\n",
      ['1: "expries" is not a known column: rename it to expires, or to a less similar name'],
    ],
    ["may not misspell its only column of entries", "app_bundel\ncom.a\n", [`1: "app_bundel" ${noHeader}`]],
    ["may not omit its only column of entries", "games,expires\ncom.a,2027-01-31\n", [`1: "games" ${noHeader}`]],
    [
      "may not have two columns of the same meaning",
      "entry,note,comment\ncom.a,x,y\n",
      ['1: "comment" is a second column of the same meaning: keep one'],
    ],
    [
      "may not have text in a column that it does not name",
      "entry,note\ncom.a,fraud, agreed\ncom.b,x,,\n",
      [`2: "agreed" ${unnamed}`],
    ],
  ])("%s", (_, content, expected) => {
    expect(problemsOf(content)).toEqual(expected);
  });

  const again = "is the header again: its row is skipped";
  const other = "is in another header below the first one: put the rows below it into a file of their own";
  it.each<[string, string, readonly string[], readonly string[]]>([
    ["one column", "app_bundle\ncom.a\n\uFEFFapp_bundle\ncom.b\n", [`3: "app_bundle" ${again}`], ["com.a", "com.b"]],
    [
      "several columns, in another spelling and in quotes",
      'app_bundle,note,owner\ncom.a,x,\n\uFEFF"App Bundle","Note",OWNER,\n"com.b",y,ann\n',
      [`3: "App Bundle" ${again}`],
      ["com.a", "com.b"],
    ],
    [
      "Excel's line for the delimiter",
      "sep=;\napp_bundle;note\ncom.a;x\n\uFEFFsep=;\r\napp_bundle;note\r\ncom.b;y\r\n",
      [`5: "app_bundle" ${again}`],
      ["com.a", "com.b"],
    ],
    ["a numbered column", "#,app_bundle\n1,com.a\n#,app_bundle\n1,com.b\n", [`3: "#" ${again}`], ["com.a", "com.b"]],
    [
      "comments and values that are names of columns",
      "app_bundle,note\n# website,\nB00ABCDEFG,website\n",
      [],
      ["B00ABCDEFG"],
    ],
  ])("may be repeated, as in a file of joined files, with %s", (_, content, warnings, expected) => {
    const { entries, problems } = parseCsv(content, "apps.csv");
    expect(printed(problems, "error")).toEqual([]);
    expect(printed(problems, "warning")).toEqual(warnings.map((line) => `apps.csv:${line}`));
    expect(entries.map(({ entry }) => entry)).toEqual(expected);
  });

  it.each<Case>([
    ["another kind", "app_bundle\ncom.a\n\uFEFFwebsite\na.example\n", [`3: "website" ${other}`]],
    ["another order", "app_bundle,note\ncom.a,\nnote,app_bundle\n,com.b\n", [`3: "note" ${other}`]],
    ["more columns", "app_bundle\ncom.a\nowner,app_bundle,note\n", [`3: "owner" ${other}`]],
    ["fewer columns", "owner,app_bundle,note\nann,com.a,\napp_bundle\ncom.b\n", [`3: "app_bundle" ${other}`]],
  ])("may not be followed by a header with %s", (_, content, expected) => {
    expect(problemsOf(content)).toEqual(expected);
  });
});

describe("a CSV file without a header", () => {
  it("may have one column of entries, in any column", () => {
    expect(entriesOf("com.a\ncom.b\n")).toEqual(["1 com.a", "2 com.b"]);
    expect(entriesOf("# Agreed\n;20418-a;;\n;20419-b;;\n")).toEqual(["2 20418-a", "3 20419-b"]);
  });

  it("is refused if it has several columns", () => {
    expect(problemsOf("\ncom.a,gambling\ncom.b,\n")).toEqual([`2: "com.a" ${noHeader}`]);
    const others = ["com.a,website\n", "com.a,com.b\n", "com.a,2020-01-01\n", "Publisher,Store URL\nAcme,x.de\n"];
    for (const content of others) {
      expect(problemsOf(content)).toHaveLength(1);
      expect(parseCsv(content, "apps.csv").entries).toEqual([]);
    }
  });

  it("is refused if its first row is a word: it is probably a header with an unknown name", () => {
    expect(problemsOf("Publisher\ncom.example.a\n")).toEqual([`1: "Publisher" ${noHeader}`]);
    expect(problemsOf("# Agreed\nBlocked apps\n1234-abc\n")).toEqual([`2: "Blocked apps" ${noHeader}`]);
    expect(entriesOf("entry\nsomething\nelse\n")).toHaveLength(2);
    expect(entriesOf("com.example.a\nsomething\n")).toHaveLength(2);
  });

  it("is refused if its header is below another row, such as a title", () => {
    const problem = "is a header below other rows: remove these rows, or start them with #";
    expect(problemsOf("Q3-2026\napp_bundle\ncom.a\n")).toEqual([`2: "app_bundle" ${problem}`]);
    expect(problemsOf("Q3-2026;;\n;;\nApp bundle;Note;\ncom.a;x;\n")).toContain(`3: "App bundle" ${problem}`);
  });

  it("may not have text in another column", () => {
    expect(problemsOf("com.a\ncom.b,gambling\n")).toEqual([`2: "gambling" ${unnamed}`]);
  });
});

describe("a comment of a CSV file", () => {
  it.each([",", ";", "\t"])("is a row whose first filled cell starts with #, separated by %j", (delimiter) => {
    const rows = [
      ["app_bundle", "placement_id", "website", "note", "expires"],
      ["#com.a", "1-a", "a.example", "fraud", "2027-01-31"],
      [" # com.b", "2-b", "", "", ""],
      ['" #com.c"', "3-c", "", "", ""],
      ["#", "4-d", "", "", ""],
      ["", "#5-e", "e.example", "", ""],
      ["", "", "# old", "x", "not a date"],
      ["com.f", "6-f", "", "#1", ""],
    ];
    expect(entriesOf(rows.map((row) => row.join(delimiter)).join("\n"))).toEqual([
      "8 appBundles com.f (#1)",
      "8 placementIds 6-f (#1)",
    ]);
  });

  it("may be the header, so that the table has none", () => {
    expect(entriesOf("#website,note\n# app_bundle,note\nentry,note\ncom.a,x\n")).toEqual(["4 com.a (x)"]);
    expect(problemsOf("#app_bundle,placement_id,note\ncom.a,1-a,x\n")).toEqual([`2: "com.a" ${noHeader}`]);
  });

  it("may contain quotes", () => {
    const comments = ['#"com.a","1-a","x, y"', ' # the "bad" ones; see "x"', '# com.b,"two', 'lines"', '"# com.c, d",'];
    const rows = ["app_bundle,note", ...comments, 'com.d,"x', '#""y"""'];
    expect(entriesOf(`${rows.join("\n")}\n`)).toEqual(['7 appBundles com.d (x\n#"y")']);
    expect(problemsOf('entry\n# 5" wide\n')).toEqual([`2: ${invalidQuotes}`]);
  });

  it("may be one of several entries, and the others are read", () => {
    expect(entriesOf("app_bundle,website\ncom.a,#a.example\n")).toEqual(["2 appBundles com.a"]);
    expect(entriesOf("owner,app_bundle\nann,#com.a\n")).toEqual([]);
  });

  it("may not be a row that starts with # in another column than one of entries, and has an entry", () => {
    const content = "ticket,app_bundle\n#1,com.a\n2,com.b\n#3,\n#4,#com.d\n";
    expect(parseCsv(content, "apps.csv").entries).toEqual([{ entry: "com.b" }]);
    expect(problemsOf(content)).toEqual([
      '2: "#1" starts with #, but its row has entries: for a comment, put # in front of the first entry; otherwise, put ' +
        "this column after the entries",
    ]);
  });

  it("is no error of a spreadsheet", () => {
    const errors = ["#REF!", "#N/A", "#NAME?", "#DIV/0!", "#BEZUG!", "#NV", "#¡REF!"];
    const content = `app_bundle,website\n${errors.map((text) => `${text},a.example\n`).join("")}`;
    expect(parseCsv(content, "apps.csv").entries).toEqual([]);
    const problem = "is a spreadsheet error: fix the formula, or enter the value itself";
    expect(problemsOf(content)).toEqual(errors.map((text, index) => `${index + 2}: "${text}" ${problem}`));
  });
});

describe("a row of a CSV file", () => {
  it("may not have an entry that a program has made a number", () => {
    const problem = "is a number with decimals or an exponent: format the column as text and enter it again";
    expect(problemsOf("entry,note\n1.23457E+09,x\n1E+10,\n1234567890.0,\ncom.a,1E+10\n")).toEqual([
      `2: "1.23457E+09" ${problem}`,
      `3: "1E+10" ${problem}`,
      `4: "1234567890.0" ${problem}`,
    ]);
  });

  it("may not have another delimiter than the others, unless its value is quoted", () => {
    expect(problemsOf("entry,note\ncom.a;fraud\ncom.b,x;y\n")).toEqual([
      '2: "com.a;fraud" contains a semicolon, which is not the delimiter of this file: use one delimiter, or put the value ' +
        "in quotes",
    ]);
    expect(entriesOf('entry,note\n"com.a;b",\n')).toEqual(["2 com.a;b"]);
    expect(parseCsv("com.a;fraud\n", "apps.tsv", "\t").problems).toHaveLength(1);
  });

  it("may not have an expiry date without an entry", () => {
    const problem = "is an expiry date in a row without an entry";
    expect(problemsOf("entry,expires\n,2027-01-31\n")).toEqual([`2: "2027-01-31" ${problem}`]);
  });

  it.each<Case>([
    [
      "is a comment if its entry starts with #, or if it has only a note",
      "entry,note\n# com.a, until further notice, and more\n,Games\n,,,\ncom.b,x\n",
      ["5 com.b (x)"],
    ],
    [
      "keeps an expiry date as it is: it is checked when the entry is declared",
      "entry,expires\ncom.a,31.1.2027\n",
      ["2 com.a until 31.1.2027"],
    ],
    [
      "may have quoted fields with delimiters, quotes and line breaks, and spaces around the quotes",
      'entry,note\ncom.a, "a ""b"",\nc" \ncom.b,d\n',
      ['2 com.a (a "b",\nc)', "4 com.b (d)"],
    ],
    [
      "may have control characters, which are refused when the entry is declared",
      "entry\nco\u0000m\n",
      ["2 co\u0000m"],
    ],
  ])("%s", (_, content, expected) => {
    expect(entriesOf(content)).toEqual(expected);
  });

  it("may be very wide, and very long", () => {
    const empty = ",".repeat(150_000);
    expect(entriesOf(`entry${empty}\ncom.a${empty}\n`)).toEqual(["2 com.a"]);
    expect(parseCsv(`${"x,".repeat(150_000)}entry\n${"y,".repeat(150_000)}com.a\n`, "apps.csv").problems).toHaveLength(
      1,
    );
    expect(parseCsv(`entry\n${"x,".repeat(150_000)}\n`, "apps.csv").problems).toHaveLength(1);
    expect(entriesOf(`com.${"a".repeat(1024 * 1024)}\n`)[0]).toHaveLength("1 com.".length + 1024 * 1024);
  });
});

const delimiters: readonly Case[] = [
  ["is not there if it is empty", "", []],
  ["is not there if all of its rows are empty", "\r\n \n,,\n", []],
  ["is the first one outside quotes", '"entry";"n,o,t,e";note\ncom.a;x;b,c\n', ["2 com.a (b,c)"]],
  ["is the first one after quotes over two lines", '"entry\n"\tnote\ncom.a\tb,c\n', ["3 com.a (b,c)"]],
  ["is the first one after a comment", "\n # a; b\r\nentry,note\ncom.a,b;c\n", ["4 com.a (b;c)"]],
  ["is not there if no line has one", "com.a\ncom.b\n", ["1 com.a", "2 com.b"]],
  ["is that of its rows if its header has none", "entry\ncom.a;\ncom.b;\n", ["2 com.a", "3 com.b"]],
  [
    "is that of its rows if its comments have another",
    '# a, b\n"# c, d"\n\ncom.a\n # e, f\ncom.b;;\n',
    ["4 com.a", "6 com.b"],
  ],
  ["is that of its rows if that is a tab", "app_bundle\ncom.a\t\n", ["2 appBundles com.a"]],
  ["is the one that Excel names in the first line", "SEP=;\nentry;note\ncom.a;x,y\n", ["3 com.a (x,y)"]],
  ["is the one that Excel names in quotes", '"sep=;"\nentry;note\ncom.a;x,y\n', ["3 com.a (x,y)"]],
  ["is the one that Excel names before a CRLF", "sep=;\r\nentry;note\r\ncom.a;x,y\r\n", ["3 com.a (x,y)"]],
];

it.each(delimiters)("the delimiter of a CSV file %s", (_, content, expected) => {
  expect(entriesOf(content)).toEqual(expected);
});

describe("a CSV file", () => {
  it("has the delimiter of its rows, so that another one is a problem", () => {
    expect(problemsOf("app_bundle\ncom.a;fraud, agreed\n")).toEqual([`2: "fraud, agreed" ${unnamed}`]);
    expect(problemsOf("Blocked apps\napp_bundle;note\ncom.a;x, y\n")[0]).toBe(`1: "Blocked apps" ${noHeader}`);
  });

  it.each([
    ["in a field", 'entry,note\ncom.ä,x\ncom.b,a "b" c\ncom.c,\n', 3],
    ["after a field", 'entry,note\ncom.a,"x"y\n', 2],
    ["that are not closed", 'entry,note\ncom.a,"x\r\ny"\n"com.b,y\ncom.c,z\n', 4],
  ])("is refused, with the row, if it has invalid quotes %s", (_, content, line) => {
    expect(problemsOf(content)).toEqual([`${line}: ${invalidQuotes}`]);
  });

  it("returns the entries that were written to it, with the first line of their rows", () => {
    fc.assert(
      fc.property(writtenTable, ({ content, listed }) => {
        const { entries, problems } = parseCsv(content, "apps.csv");
        expect(problems).toEqual([]);
        expect(withOrigins(entries)).toEqual(listed);
      }),
    );
  });
});

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
    entry: anyEntry(kindOf.get(column) ?? "websites").filter((entry) => !/^#|^\d+[.,]0+$|E\+\d+$/iu.test(entry)),
    // A first cell that starts with # makes its row a comment.
    note: fc.oneof(
      anyText.map((text) => tidyNote(text) ?? "").filter((text) => !text.startsWith("#")),
      fc.constantFrom("", "two\nlines", "two\r\nlines", "two\rlines", 'a "b", c;\td'),
    ),
    expires: fc.constantFrom("", "2027-01-31"),
  }),
);

/** A table as people and programs write it, and the entries that it lists. */
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
    const lines = [
      line(columns),
      ...rows.map((row) => line(columns.map((name) => (name === row.column ? row.entry : cellOf(row, name))))),
    ];
    const countLines = (texts: readonly string[]) => texts.join("\n").split(/\r\n|\n|\r/u).length;
    return {
      content: lines.join(lineEnd) + (endsWithLineEnd ? lineEnd : ""),
      listed: rows.map(({ column, entry, note, expires }, index) => ({
        entry,
        ...(note !== "" && { note: note.replaceAll(/\r\n?/gu, "\n") }),
        ...(expires !== "" && { until: expires }),
        kind: kindOf.get(column),
        source: `apps.csv:${countLines(lines.slice(0, index + 1)) + 1}`,
      })),
    };
  });

function cellOf({ note, expires }: { readonly note: string; readonly expires: string }, name: Named): string {
  return name === "note" ? note : name === "expires" ? expires : "";
}
