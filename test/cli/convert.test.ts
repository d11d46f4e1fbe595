import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fileLines } from "../../provider/cli/file-lines";
import { readListFile } from "../../provider/files/read-list-file";
import { lastDay } from "../../provider/list/expiry";
import { folderWith } from "../files/folder";
import { readExamples } from "../harness/example-texts";
import { anyDatedNote, anyEntry, anyText } from "../list/arbitraries";
import { runProgram } from "./run-program";

/** A workbook as Excel writes it, with the sheets "Blocked", "Old & new" (hidden), "Empty" and "Far". */
const workbook = join(import.meta.dirname, "workbook.xlsx");

/** A table after >, and the options of commands after $: written by hand, before the code. */
it.each(readExamples(join(import.meta.dirname, "convert-examples.txt")))("%s", async (_, input, expected) => {
  const [, name = "", content = ""] = /^> (.*)\n([^]*?)^\$/mu.exec(input) ?? [];
  const folder = folderWith({ [name]: content });
  const printed: string[] = [];
  for (const [, options = ""] of input.matchAll(/^\$ (.*)$/gmu)) {
    const words = Array.from(options.matchAll(/"([^"]*)"|\S+/gu), ([word, quoted]) => quoted ?? word);
    const { code, output, messages } = await convert(join(folder, name), ...words);
    const text = `${output}${messages.replaceAll(/^(?=.)/gmu, "stderr: ")}`.replaceAll(`${folder}/`, "");
    printed.push(...text.split("\n").filter(Boolean), `exit code ${code}`);
  }
  expect(printed).toEqual(expected);
});

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

  it("is written to a .txt with one entry per line, with its note and last day, for YAML", async () => {
    const folder = folderWith({
      "a.csv": 'App,Why,Last day\ncom.a,"fraud,\nuntil 2027-02-01",2027-01-31\ncom.b,see #42,\n',
    });
    const options = ["--entry", "App", "--note", "Why", "--expires", "Last day"];
    const written = await convert(join(folder, "a.csv"), "--output", join(folder, "lists", "a.txt"), ...options);
    expect(written).toMatchObject({ code: 0, output: "" });
    expect(readFileSync(join(folder, "lists", "a.txt"), "utf8")).toBe(
      "com.a  # fraud, 2027-02-01, until 2027-01-31\ncom.b  # see #42\n",
    );
  });

  it("is written to a .txt without an option, if its columns have known names", async () => {
    const folder = folderWith({ "a.csv": "app_bundle,note\ncom.a,fraud\n" });
    expect((await convert(join(folder, "a.csv"), "--output", join(folder, "a.txt"))).code).toBe(0);
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("com.a  # fraud\n");
  });

  it("can be of a workbook, whose dates are last days", async () => {
    const { code, output, messages } = await convert(workbook, "--note", "owner", "--where", "note=gambling, casino");
    expect([code, output]).toEqual([0, "entry,note,expires\ncom.a,ann,2027-01-31\n"]);
    expect(messages).toContain('1 entry of 1 row, 7 rows left out by --where. Columns left out: "note".');
  });

  it("is not written if a row is rejected, over the table, or to a file with another name", async () => {
    const folder = folderWith({ "a.csv": "App\ncom a\n", "b.csv": "App\ncom.a\n", "kept.csv": "entry\ncom.kept\n" });
    symlinkSync(join(folder, "b.csv"), join(folder, "link.csv"));
    const messageOf = async (file: string, output: string) => {
      const { code, messages } = await convert(
        join(folder, file),
        "--entry",
        "App",
        "--force",
        "--output",
        join(folder, output),
      );
      expect(code).toBe(1);
      return messages.replaceAll(`${folder}/`, "");
    };
    expect(await messageOf("a.csv", "kept.csv")).toContain('a.csv:2: "com a" contains whitespace');
    for (const output of ["b.csv", "link.csv", "./b.csv"]) {
      const problem = `"${join(output)}" cannot be written: it is the table that is read.`;
      expect(await messageOf("b.csv", output)).toContain(problem);
    }
    expect(await messageOf("b.csv", "c.tsv")).toContain(
      '"c.tsv" cannot be written: its name does not end with .csv or .txt',
    );
    expect(await messageOf("missing.csv", "kept.csv")).toContain("no such file");
    expect(readFileSync(join(folder, "kept.csv"), "utf8")).toBe("entry\ncom.kept\n");
    expect(readFileSync(join(folder, "b.csv"), "utf8")).toBe("App\ncom.a\n");
  });
});

const convert = async (...words: readonly string[]) => runProgram(["convert", ...words]);

it("prints the first sheet as CSV: dates in ISO, rounded numbers with an exponent, errors as empty cells", async () => {
  expect(await convert(workbook)).toEqual({
    code: 0,
    output: [
      "app_bundle,note,expires,owner",
      'com.a,"gambling, casino",2027-01-31,ann',
      '1234567890,"agreed ""orally""",2027-01-31,',
      "1.234567890123456E+15,16 digits,,",
      ",error,,",
      "true,boolean,,",
      ",,,",
      "com.b,two lines\\u{202e},,",
      "com.c,formula,,",
      "",
    ].join("\n"),
    messages: '9 rows of the sheet "Blocked". Not printed: "Old & new", "Empty", "Far".\n',
  });
});

it("prints the sheet of a name, which list files can be made of", async () => {
  const { code, output, messages } = await convert(workbook, "--sheet", "Old & new");
  expect([code, messages]).toEqual([0, '2 rows of the sheet "Old & new". Not printed: "Blocked", "Empty", "Far".\n']);
  const file = join(folderWith({ "old.csv": output }), "old.csv");
  expect(readListFile(file)).toEqual({ entries: [{ entry: "com.old" }], problems: [] });
});

it("writes a file once all rows are read, and none if it fails", async () => {
  const folder = folderWith({ "old.csv": "app_bundle\ncom.kept\n", "a.xlsx": cut });
  const [old, blocked] = [join(folder, "old.csv"), join(folder, "lists", "blocked.csv")];
  expect((await convert(join(folder, "a.xlsx"), "--output", old)).code).toBe(1);
  expect(readFileSync(old, "utf8")).toBe("app_bundle\ncom.kept\n");
  const written = await convert(workbook, "--output", blocked);
  expect(written).toMatchObject({ code: 0, output: "" });
  expect(written.messages).toContain("9 rows of the sheet");
  expect(readFileSync(blocked, "utf8")).toBe((await convert(workbook)).output);
});

it("overwrites a file with another content only with --force", async () => {
  const file = join(folderWith({ "blocked.csv": "app_bundle\ncom.edited\n" }), "blocked.csv");
  const { code, messages } = await convert(workbook, "--output", file);
  expect([code, readFileSync(file, "utf8")]).toEqual([1, "app_bundle\ncom.edited\n"]);
  expect(messages).toContain("cannot be written: it exists and has another content, which --force overwrites.");
  for (const options of [["--force"], []]) expect((await convert(workbook, "--output", file, ...options)).code).toBe(0);
  expect(readFileSync(file, "utf8")).toBe((await convert(workbook)).output);
});

const unreadable = "cannot be read as an .xlsx file without a password";
const cut = readFileSync(workbook).subarray(0, 900);

it.each<[string, string, Uint8Array | string, readonly string[]]>([
  ['has no rows in the sheet "May": choose one of "Blocked", "Old & new"', "a.xlsx", readFileSync(workbook), ["May"]],
  ['has no rows in the sheet "Empty": choose one of', "a.xlsx", readFileSync(workbook), ["Empty"]],
  ["is larger than 8 MiB", "a.xlsx", Buffer.alloc(8 * 1024 * 1024 + 1), []],
  [`${unreadable}: You passed a legacy`, "a.xls", Buffer.from("d0cf11e0a1b11ae1", "hex"), []],
  [unreadable, "a.xlsx", cut, []],
  [unreadable, "a.xlsx", "app_bundle\ncom.a\n", []],
])("prints nothing and fails if the workbook %s", async (problem, name, content, sheet) => {
  const words = sheet.flatMap((each) => ["--sheet", each]);
  const { code, output, messages } = await convert(join(folderWith({ [name]: content }), name), ...words);
  expect([code, output]).toEqual([1, ""]);
  expect(messages).toContain(problem);
  expect(messages).toContain("[FILE_UNREADABLE]");
});
