import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCsv } from "../../provider/files/csv-file";
import { printProblem } from "../../provider/files/errors";
import type { Kind } from "../../provider/list/kinds";
import { tidyNote } from "../../provider/list/text";
import { readExamples } from "../harness/example-texts";
import { anyEntry, anyText } from "../list/arbitraries";
import { severity, withOrigins } from "./origins";

/** What is read from a CSV file: `LINE: KIND ENTRY (NOTE) until DAY` for each entry, and the problems. */
function read(content: string): readonly string[] {
  const { entries, problems } = parseCsv(content, "apps.csv");
  const listed = withOrigins(entries).map(({ source, kind, entry, note, until }) => {
    const parts = [`${source}:`, kind, entry, note && `(${note})`, until && `until ${until}`];
    return parts.filter((part) => part !== undefined).join(" ");
  });
  const lines = [...listed, ...problems.map((each) => `${severity(each)} ${printProblem(each)}`)];
  return lines.map((line) => line.replaceAll("apps.csv:", ""));
}

const examples = readExamples(join(import.meta.dirname, "csv-examples.txt"));

it.each(examples)("a CSV file %s", (_, content, expected) => {
  expect(read(content)).toEqual(expected);
});

describe("a CSV file", () => {
  it.each(["expires_at", "Valid till", "valid-to", "End Date", "ends on"])("may call the last day %s", (name) => {
    const { entries } = parseCsv(`app bundle,${name}\ncom.a,2027-01-31\n`, "apps.csv");
    expect(entries.map(({ until }) => until)).toEqual(["2027-01-31"]);
  });

  it.each(["blocked till", "until when", "block ends", "contract expiring", "last end day", "Expired?"])(
    "may not have a column that seems to have last days, such as %s",
    (name) => {
      const { problems } = parseCsv(`app bundle,${name}\ncom.a,2027-01-31\n`, "apps.csv");
      const problem = "is not a known column: rename it to expires, or to a less similar name";
      expect(problems).toMatchObject([{ source: "apps.csv:1", value: name, problem }]);
    },
  );

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
    expect(read(rows.map((row) => row.join(delimiter)).join("\n"))).toEqual([
      "8: appBundles com.f (#1)",
      "8: placementIds 6-f (#1)",
    ]);
  });

  it("may be very wide, and very long", () => {
    const empty = ",".repeat(150_000);
    expect(read(`entry${empty}\ncom.a${empty}\n`)).toEqual(["2: com.a"]);
    expect(parseCsv(`${"x,".repeat(150_000)}entry\n${"y,".repeat(150_000)}com.a\n`, "apps.csv").problems).toHaveLength(
      1,
    );
    expect(parseCsv(`entry\n${"x,".repeat(150_000)}\n`, "apps.csv").problems).toHaveLength(1);
    expect(read(`com.${"a".repeat(1024 * 1024)}\n`)[0]).toHaveLength("1: com.".length + 1024 * 1024);
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
    entry: anyEntry(kindOf.get(column) ?? "websites").filter((entry) => !/^#|;/u.test(entry)),
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
