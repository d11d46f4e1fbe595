import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCsv } from "../../provider/files/csv-file";
import type { Kind } from "../../provider/list/kinds";
import { tidyNote } from "../../provider/list/text";
import { anyEntry, anyText } from "../list/arbitraries";
import { printed, withOrigins } from "./origins";

/** The problems of a CSV file's content, as they are printed. */
function problemsOf(content: string): readonly string[] {
  return printed(parseCsv(content, "apps.csv").problems, "error");
}

/** The entries of a CSV file's content that has no problems, with their origins. */
function entriesOf(content: string): ReturnType<typeof withOrigins> {
  expect(problemsOf(content)).toEqual([]);
  return withOrigins(parseCsv(content, "apps.csv").entries);
}

describe("a CSV file with a header", () => {
  it("names its columns in any order and in any spelling", () => {
    const content = "Comment,EXPIRES,Placement-IDs,app bundle\nfraud,2027-01-31,1-a,com.a\n,,2-b,\n";
    expect(entriesOf(content)).toEqual([
      { entry: "1-a", note: "fraud", until: "2027-01-31", kind: "placementIds", source: "apps.csv:2" },
      { entry: "com.a", note: "fraud", until: "2027-01-31", kind: "appBundles", source: "apps.csv:2" },
      { entry: "2-b", kind: "placementIds", source: "apps.csv:3" },
    ]);
  });

  it("has entries of any kind in a column called entry", () => {
    expect(entriesOf("entry\ncom.a\n")).toEqual([{ entry: "com.a", source: "apps.csv:2" }]);
  });

  it("may follow empty lines and comments", () => {
    expect(entriesOf("\n# Agreed; website\n\nwebsite;note\na.example;x\n")).toEqual([
      { entry: "a.example", note: "x", kind: "websites", source: "apps.csv:5" },
    ]);
  });

  it("may have other columns, which are ignored and reported", () => {
    const { entries, problems } = parseCsv("#,website,Owner\n1,a.example,ann\n", "apps.csv");
    expect(withOrigins(entries)).toEqual([{ entry: "a.example", kind: "websites", source: "apps.csv:2" }]);
    expect(problems).toHaveLength(2);
    expect(printed(problems, "info")).toEqual([
      'apps.csv:1: "#" is not a known column and is ignored',
      'apps.csv:1: "Owner" is not a known column and is ignored',
    ]);
  });

  it("may not have a misspelt column, which would make temporary blocks permanent", () => {
    expect(problemsOf("app_bundle,expries\ncom.a,2027-01-31\n")).toEqual([
      'apps.csv:1: "expries" is not a known column: rename it to expires, or to a less similar name',
    ]);
  });

  it("may not misspell its only column of entries, nor omit it", () => {
    expect(problemsOf("app_bundel\ncom.a\n")[0]).toMatch(/^apps\.csv:1: "app_bundel" is in the first row/u);
    expect(problemsOf("games,expires\ncom.a,2027-01-31\n")[0]).toMatch(/^apps\.csv:1: "games" is in the first row/u);
  });

  it("may not have two columns of the same meaning", () => {
    expect(problemsOf("entry,note,comment\ncom.a,x,y\n")).toEqual([
      'apps.csv:1: "comment" is a second column of the same meaning: keep one',
    ]);
  });

  it("may call app bundles packages and store IDs, as exports do", () => {
    const entries = entriesOf("name,package_name\nCasinoRoyale,com.example.casino\n");
    expect(entries.map(({ entry, kind }) => [entry, kind])).toEqual([["com.example.casino", "appBundles"]]);
    for (const name of ["Package", "package names", "Store ID", "App Store ID", "bundle identifier"]) {
      expect(entriesOf(`${name}\nB00ABCDEFG\n`).map(({ kind }) => kind)).toEqual(["appBundles"]);
    }
  });

  it("may have no rows after it", () => {
    expect(entriesOf("app_bundle,note")).toEqual([]);
  });

  it("may have columns with the names of object properties", () => {
    expect(entriesOf("__proto__,entry,constructor\nx,__proto__,y\n")).toEqual([
      { entry: "__proto__", source: "apps.csv:2" },
    ]);
  });

  it("may not have text in a column that it does not name", () => {
    expect(problemsOf("entry,note\ncom.a,fraud, agreed\ncom.b,x,,\n")).toEqual([
      'apps.csv:2: "agreed" is in a column without a name: add the name to the header. A value that contains the ' +
        "delimiter needs quotes",
    ]);
  });
});

describe("a CSV file without a header", () => {
  it("may have one column of entries, in any column", () => {
    expect(entriesOf("com.a\ncom.b\n")).toEqual([
      { entry: "com.a", source: "apps.csv:1" },
      { entry: "com.b", source: "apps.csv:2" },
    ]);
    expect(entriesOf("# Agreed\n;20418-a;;\n;20419-b;;\n").map(({ entry }) => entry)).toEqual(["20418-a", "20419-b"]);
  });

  it("is refused if it has several columns", () => {
    expect(problemsOf("\ncom.a,gambling\ncom.b,\n")).toEqual([
      'apps.csv:2: "com.a" is in the first row, which is not a header with a known column of entries: add a header, such ' +
        "as app_bundle,note,expires (or placement_id, website, entry)",
    ]);
    for (const content of [
      "com.a,website\n",
      "com.a,com.b\n",
      "com.a,2020-01-01\n",
      "Publisher,Store URL\nAcme,x.de\n",
    ]) {
      expect(problemsOf(content)).toHaveLength(1);
      expect(parseCsv(content, "apps.csv").entries).toEqual([]);
    }
  });

  it("is refused if its first row is a word: it is probably a header with an unknown name", () => {
    expect(problemsOf("Publisher\ncom.example.a\n")[0]).toMatch(/^apps\.csv:1: "Publisher" is in the first row/u);
    expect(problemsOf("# Agreed\nBlocked apps\n1234-abc\n")[0]).toMatch(/^apps\.csv:2: "Blocked apps"/u);
    expect(entriesOf("entry\nsomething\nelse\n")).toHaveLength(2);
    expect(entriesOf("com.example.a\nsomething\n")).toHaveLength(2);
  });

  it("is refused if its header is below another row, such as a title", () => {
    const problem = "is a header below other rows: remove these rows, or start them with #";
    expect(problemsOf("Q3-2026\napp_bundle\ncom.a\n")).toEqual([`apps.csv:2: "app_bundle" ${problem}`]);
    expect(problemsOf("Q3-2026;;\n;;\nApp bundle;Note;\ncom.a;x;\n")).toContain(`apps.csv:3: "App bundle" ${problem}`);
  });

  it("may not have text in another column", () => {
    expect(problemsOf("com.a\ncom.b,gambling\n")).toEqual([
      'apps.csv:2: "gambling" is in a column without a name: add the name to the header. A value that contains the ' +
        "delimiter needs quotes",
    ]);
  });

  it("may have IDs of any form", () => {
    const ids = fc.array(fc.constantFrom("com.a", "b00abcdefg", "G123", "1234567890"), { minLength: 1 });
    fc.assert(
      fc.property(ids, (entries) => {
        expect(entriesOf(entries.map((entry) => `${entry}\n`).join("")).map(({ entry }) => entry)).toEqual(entries);
      }),
    );
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
    expect(entriesOf(rows.map((row) => row.join(delimiter)).join("\n")).map(({ entry }) => entry)).toEqual([
      "com.f",
      "6-f",
    ]);
  });

  it("may be the header, so that the table has none", () => {
    expect(entriesOf("#website,note\n# app_bundle,note\nentry,note\ncom.a,x\n").map(({ entry }) => entry)).toEqual([
      "com.a",
    ]);
    expect(problemsOf("#app_bundle,placement_id,note\ncom.a,1-a,x\n")).toEqual([
      'apps.csv:2: "com.a" is in the first row, which is not a header with a known column of entries: add a header, such ' +
        "as app_bundle,note,expires (or placement_id, website, entry)",
    ]);
  });

  it("may contain quotes", () => {
    const comments = ['#"com.a","1-a","x, y"', ' # the "bad" ones; see "x"', '# com.b,"two', 'lines"', '"# com.c, d",'];
    const rows = ["app_bundle,note", ...comments, 'com.d,"x', '#""y"""'];
    expect(entriesOf(`${rows.join("\n")}\n`)).toEqual([
      { entry: "com.d", note: 'x\n#"y"', kind: "appBundles", source: "apps.csv:7" },
    ]);
    expect(problemsOf('entry\n# 5" wide\n')[0]).toMatch(/^apps\.csv:2: the row that starts here has invalid quotes/u);
  });

  it("may be one of several entries, and the others are read", () => {
    expect(entriesOf("app_bundle,website\ncom.a,#a.example\n").map(({ entry }) => entry)).toEqual(["com.a"]);
    expect(entriesOf("owner,app_bundle\nann,#com.a\n")).toEqual([]);
  });

  it("may not be a row that starts with # in another column than one of entries, and has an entry", () => {
    const { entries, problems } = parseCsv("ticket,app_bundle\n#1,com.a\n2,com.b\n#3,\n#4,#com.d\n", "apps.csv");
    expect(entries.map(({ entry }) => entry)).toEqual(["com.b"]);
    expect(printed(problems, "error")).toEqual([
      'apps.csv:2: "#1" starts with #, but its row has entries: for a comment, put # in front of the first entry; ' +
        "otherwise, put this column after the entries",
    ]);
  });

  it("is no error of a spreadsheet", () => {
    const errors = ["#REF!", "#N/A", "#NAME?", "#DIV/0!", "#BEZUG!", "#NV", "#¡REF!"];
    const { entries, problems } = parseCsv(
      `app_bundle,website\n${errors.map((text) => `${text},a.example\n`).join("")}`,
      "apps.csv",
    );
    expect(entries).toEqual([]);
    expect(printed(problems, "error")).toEqual(
      errors.map(
        (text, index) =>
          `apps.csv:${index + 2}: "${text}" is a spreadsheet error: fix the formula, or enter the value itself`,
      ),
    );
  });
});

describe("a row of a CSV file", () => {
  it("may not have an entry that a program has made a number", () => {
    const fix = "format the column as text and enter it again";
    expect(problemsOf("entry,note\n1.23457E+09,x\n1E+10,\n1234567890.0,\ncom.a,1E+10\n")).toEqual([
      `apps.csv:2: "1.23457E+09" is a number with decimals or an exponent: ${fix}`,
      `apps.csv:3: "1E+10" is a number with decimals or an exponent: ${fix}`,
      `apps.csv:4: "1234567890.0" is a number with decimals or an exponent: ${fix}`,
    ]);
  });

  it("may not have another delimiter than the others, unless its value is quoted", () => {
    expect(problemsOf("entry,note\ncom.a;fraud\ncom.b,x;y\n")).toEqual([
      'apps.csv:2: "com.a;fraud" contains a semicolon, which is not the delimiter of this file: use one delimiter, or put ' +
        "the value in quotes",
    ]);
    expect(entriesOf('entry,note\n"com.a;b",\n').map(({ entry }) => entry)).toEqual(["com.a;b"]);
    expect(parseCsv("com.a;fraud\n", "apps.tsv", "\t").problems).toHaveLength(1);
  });

  it("is a comment if its entry starts with #, or if it has only a note", () => {
    expect(entriesOf("entry,note\n# com.a, until further notice, and more\n,Games\n,,,\ncom.b,x\n")).toEqual([
      { entry: "com.b", note: "x", source: "apps.csv:5" },
    ]);
  });

  it("may not have an expiry date without an entry", () => {
    expect(problemsOf("entry,expires\n,2027-01-31\n")).toEqual([
      'apps.csv:2: "2027-01-31" is an expiry date in a row without an entry',
    ]);
  });

  it("keeps an expiry date as it is: it is checked when the entry is declared", () => {
    expect(entriesOf("entry,expires\ncom.a,31.1.2027\n")).toEqual([
      { entry: "com.a", until: "31.1.2027", source: "apps.csv:2" },
    ]);
  });

  it("may have quoted fields with delimiters, quotes and line breaks, and spaces around the quotes", () => {
    expect(entriesOf('entry,note\ncom.a, "a ""b"",\nc" \ncom.b,d\n')).toEqual([
      { entry: "com.a", note: 'a "b",\nc', source: "apps.csv:2" },
      { entry: "com.b", note: "d", source: "apps.csv:4" },
    ]);
  });

  it("may be very wide, and very long", () => {
    const empty = ",".repeat(150_000);
    expect(entriesOf(`entry${empty}\ncom.a${empty}\n`)).toEqual([{ entry: "com.a", source: "apps.csv:2" }]);
    expect(parseCsv(`${"x,".repeat(150_000)}entry\n`, "apps.csv").problems).toHaveLength(150_000);
    expect(parseCsv(`entry\n${"x,".repeat(150_000)}\n`, "apps.csv").problems).toHaveLength(1);
    expect(entriesOf(`com.${"a".repeat(1024 * 1024)}\n`)[0]?.entry).toHaveLength(1024 * 1024 + 4);
  });

  it("may have control characters, which are refused when the entry is declared", () => {
    expect(entriesOf("entry\nco\u0000m\n")).toEqual([{ entry: "co\u0000m", source: "apps.csv:2" }]);
  });
});

describe("a CSV file", () => {
  it("may be empty", () => {
    expect(entriesOf("")).toEqual([]);
    expect(entriesOf("\r\n \n,,\n")).toEqual([]);
  });

  it("has the delimiter that is first in its first line, outside quotes", () => {
    expect(entriesOf('"entry";"n,o,t,e";note\ncom.a;x;b,c\n').map(({ note }) => note)).toEqual(["b,c"]);
    expect(entriesOf('"entry\n"\tnote\ncom.a\tb,c\n').map(({ note }) => note)).toEqual(["b,c"]);
    expect(entriesOf("\n # a; b\r\nentry,note\ncom.a,b;c\n").map(({ note }) => note)).toEqual(["b;c"]);
    expect(entriesOf("com.a\ncom.b\n")).toHaveLength(2);
  });

  it("has the delimiter of its rows if its first lines have none", () => {
    expect(entriesOf("app_bundle\ncom.a;\ncom.b;\n").map(({ entry }) => entry)).toEqual(["com.a", "com.b"]);
    expect(entriesOf('# a, b\n"# c, d"\n\ncom.a\n # e, f\ncom.b;;\n').map(({ entry }) => entry)).toEqual([
      "com.a",
      "com.b",
    ]);
    expect(entriesOf("app_bundle\ncom.a\t\n").map(({ entry }) => entry)).toEqual(["com.a"]);
    expect(problemsOf("app_bundle\ncom.a;fraud, agreed\n")).toEqual([
      'apps.csv:2: "fraud, agreed" is in a column without a name: add the name to the header. A value that contains the ' +
        "delimiter needs quotes",
    ]);
    expect(problemsOf("Blocked apps\napp_bundle;note\ncom.a;x, y\n")[0]).toMatch(/^apps\.csv:1: "Blocked apps"/u);
  });

  it("may name its delimiter in its first line, as Excel's do", () => {
    for (const line of ["SEP=;", '"sep=;"']) {
      expect(entriesOf(`${line}\nentry;note\ncom.a;x,y\n`).map(({ note }) => note)).toEqual(["x,y"]);
    }
    expect(entriesOf("sep=;\r\nentry;note\r\ncom.a;x,y\r\n")).toEqual([
      { entry: "com.a", note: "x,y", source: "apps.csv:3" },
    ]);
  });

  it("may end its lines with only a carriage return", () => {
    expect(entriesOf("entry,note\rcom.a,x\rcom.b,y\r").map(({ source }) => source)).toEqual([
      "apps.csv:2",
      "apps.csv:3",
    ]);
  });

  it("is refused, with the row, if its quotes are invalid", () => {
    expect(problemsOf('entry,note\ncom.ä,x\ncom.b,a "b" c\ncom.c,\n')).toEqual([
      "apps.csv:3: the row that starts here has invalid quotes. Nothing of this file was read: put the whole field in " +
        'quotes, double each " in it, and close the quotes',
    ]);
    expect(problemsOf('entry,note\ncom.a,"x"y\n')[0]).toMatch(
      /^apps\.csv:2: the row that starts here has invalid quotes/u,
    );
    expect(problemsOf('entry,note\ncom.a,"x\r\ny"\n"com.b,y\ncom.c,z\n')[0]).toMatch(
      /^apps\.csv:4: the row that starts here has invalid quotes/u,
    );
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

  it("is read whatever its content", () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom("", "entry,note\n", "app_bundle;website;expires\n"), (text, header) => {
        const { entries, problems } = parseCsv(header + text, "apps.csv");
        for (const { source } of [...withOrigins(entries), ...problems]) expect(source).toMatch(/^apps\.csv:\d+$/u);
        for (const { entry } of entries) expect(entry).not.toBe("");
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
