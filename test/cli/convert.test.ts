import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readListFile } from "../../provider/files/read-list-file";
import { folderWith } from "../files/folder";
import { runProgram } from "./run-program";

/** A workbook as Excel writes it, with the sheets "Blocked", "Old & new" (hidden), "Empty" and "Far" (100,001 rows). */
const workbook = join(import.meta.dirname, "workbook.xlsx");

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
  ['has more than 100,000 rows in "Far"', "a.xlsx", readFileSync(workbook), ["Far"]],
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
