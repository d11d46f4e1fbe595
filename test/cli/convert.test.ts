import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fileLines } from "../../provider/cli/file-lines";
import { readListFile } from "../../provider/files/read-list-file";
import { lastDay } from "../../provider/list/expiry";
import { folderWith } from "../files/folder";
import { anyDatedNote, anyEntry, anyText } from "../list/arbitraries";
import { runProgram } from "./run-program";

describe("a list of columns", () => {
  /** The entries, notes and last days that validate finds in a file. */
  const linesIn = (path: string) =>
    fileLines(readListFile(path).entries, "appBundles").map(({ entry, note, until, problem }) => ({
      entry,
      note,
      until,
      problem,
    }));

  const note = fc.oneof(
    anyText,
    anyDatedNote,
    fc.constantFrom(
      "two\nlines",
      "see #42",
      "# old",
      "x  # y",
      "com.b  # y",
      "until Friday",
      'a "b", c;\td',
      "until 2027-03-01",
    ),
  );
  const row = fc.record({
    entry: fc.oneof(anyEntry("appBundles"), fc.constantFrom("#com.a", "#", "com.a", "N/A")),
    note: note.map((text) => text.replaceAll(/[\r\0]/gu, "")),
    until: fc.constantFrom("", "2027-01-31", "Jan 31, 2027", "31 January 2027"),
  });

  it("is the same as .csv and as .txt, and as validate reads the table, there and back", async () => {
    const folder = folderWith({});
    const at = (name: string) => join(folder, name);
    const [table, csv, text] = [at("vendor.csv"), at("list.csv"), at("list.txt")];
    const field = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
    const property = fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), async (rows) => {
      const lines = rows.map(({ entry, note, until }) => [note, until, "x", entry].map(field).join(","));
      writeFileSync(table, ["Remark,Until when,(Country),Bundle", ...lines].join("\n"));
      const options = ["--entry", "Bundle", "--expires", "Until when"];
      const [first, second] = await Promise.all(
        [csv, text].map((output) => convert(table, "--force", "--output", output, ...options)),
      );
      expect(first).toEqual(second);
      if (first?.code !== 0) return;
      expect(linesIn(text)).toEqual(linesIn(csv));
      const written = rows.filter(({ entry }) => !entry.startsWith("#"));
      expect(linesIn(csv).map(({ entry, until }) => [entry, until ?? ""])).toEqual(
        written.map(({ entry, note, until }) => [entry, until === "" ? (lastDay(note) ?? "") : "2027-01-31"]),
      );
    });
    await fc.assert(property, { numRuns: 50 });
  });

  it("is not written over the table by a link to it", async () => {
    const table = join(folderWith({ "b.csv": "App\ncom.a\n" }), "b.csv");
    symlinkSync(table, `${table}.link.csv`);
    const written = await convert(table, "--entry", "App", "--force", "--output", `${table}.link.csv`);
    expect([written.code, readFileSync(table, "utf8")]).toEqual([1, "App\ncom.a\n"]);
    expect(written.messages).toContain("cannot be written: it is the table that is read.");
  });
});

const convert = async (...words: readonly string[]) => runProgram(["convert", ...words]);

const unreadable = "cannot be read as an .xlsx file without a password";

it.each<[string, string, Uint8Array | string]>([
  ["is larger than 8 MiB", "a.xlsx", Buffer.alloc(8 * 1024 * 1024 + 1)],
  [`${unreadable}: You passed a legacy`, "a.xls", Buffer.from("d0cf11e0a1b11ae1", "hex")],
  [unreadable, "a.xlsx", readFileSync(join(import.meta.dirname, "workbook.xlsx")).subarray(0, 900)],
  [unreadable, "a.xlsx", "app_bundle\ncom.a\n"],
])("prints nothing and fails if the workbook %s", async (problem, name, content) => {
  const { code, output, messages } = await convert(join(folderWith({ [name]: content }), name));
  expect([code, output]).toEqual([1, ""]);
  expect(messages).toContain(problem);
  expect(messages).toContain("[FILE_UNREADABLE]");
});
