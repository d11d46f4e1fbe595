import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCsv } from "../../provider/files/csv-file";
import { printFinding, severityOf } from "../../provider/check/finding";
import type { Kind } from "../../provider/list/kinds";
import { tidyNote } from "../../provider/list/text";
import { readExamples } from "../harness/example-texts";
import { anyEntry, anyText } from "../list/arbitraries";
import { withOrigins } from "./origins";

/** What is read from a CSV file: `LINE: KIND ENTRY (NOTE) until DAY` for each entry, and the problems. */
function read(content: string): readonly string[] {
  const { entries, problems } = parseCsv(content, "apps.csv");
  const listed = withOrigins(entries).map(({ source, kind, entry, note, until }) => {
    const parts = [`${source}:`, kind, entry, note && `(${note})`, until && `until ${until}`];
    return parts.filter((part) => part !== undefined).join(" ");
  });
  const lines = [...listed, ...problems.map((each) => `${severityOf(each)} ${printFinding(each)}`)];
  return lines.map((line) => line.replaceAll("apps.csv:", ""));
}

const examples = readExamples(join(import.meta.dirname, "csv-examples.txt"));

it.each(examples)("a CSV file %s", (_, content, expected) => {
  expect(read(content)).toEqual(expected);
});

describe("a CSV file", () => {
  it("may have 1,000 columns, and is rejected if it has more", () => {
    const wide = (columns: number) => `entry${",".repeat(columns - 1)}\ncom.a${",".repeat(columns - 1)}\n`;
    expect(read(wide(1000))).toEqual(["2: com.a"]);
    const problem = "error 1: the row has more than 1,000 columns. Nothing of this file was read";
    for (const content of [wide(1001), `${"x,".repeat(150_000)}entry\n`]) expect(read(content)).toEqual([problem]);
    expect(read(`entry\n${"x,".repeat(150_000)}\n`)).toEqual([problem.replace("1:", "2:")]);
  });

  it("names all of its columns that are not read, up to a hundred", () => {
    const columns = Array.from({ length: 120 }, (_, index) => `c${index}`);
    const [, problem = ""] = read(`app_bundle,${columns.join(",")}\ncom.a${",x".repeat(120)}\n`);
    expect(problem).toContain('"c0", "c1", ');
    expect(problem).toContain('"c99" and 20 more. Put a name');
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
