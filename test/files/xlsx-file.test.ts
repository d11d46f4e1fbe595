import * as xlsx from "@e965/xlsx";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { FileUnreadableError } from "../../provider/files/errors";
import { printProblem } from "../../provider/files/file-problem";
import { readXlsx } from "../../provider/files/xlsx-file";

/** An .xlsx file with sheets that are given by their cells. */
function workbookWith(sheets: Readonly<Record<string, xlsx.WorkSheet>>): Buffer {
  const workbook = xlsx.utils.book_new();
  for (const [name, sheet] of Object.entries(sheets)) xlsx.utils.book_append_sheet(workbook, sheet, name);
  return z.instanceof(Buffer).parse(xlsx.write(workbook, { type: "buffer", bookType: "xlsx" }));
}

function sheetOf(rows: readonly (readonly unknown[])[], cells: Readonly<Record<string, xlsx.CellObject>> = {}) {
  return { ...xlsx.utils.aoa_to_sheet(rows.map((row) => [...row])), ...cells };
}

describe("a spreadsheet", () => {
  it("is read as a table, with the addresses of its cells", () => {
    const bytes = workbookWith({
      Blocked: sheetOf([["Note", "App bundle", "Website"], [], ["fraud", "com.a", "a.example"], [null, " com.b "]]),
    });
    expect(readXlsx(bytes, "lists/apps.xlsx")).toEqual({
      entries: [
        { entry: "com.a", note: "fraud", kind: "appBundles", source: "lists/apps.xlsx:Blocked!B3" },
        { entry: "a.example", note: "fraud", kind: "websites", source: "lists/apps.xlsx:Blocked!C3" },
        { entry: "com.b", kind: "appBundles", source: "lists/apps.xlsx:Blocked!B4" },
      ],
      problems: [],
      warnings: [],
    });
  });

  it("may hold ids as numbers, of which all digits are read", () => {
    const bytes = workbookWith({ Blocked: sheetOf([["app_bundle"], [1234567890], [123456789012345]]) });
    expect(readXlsx(bytes, "apps.xlsx").entries.map(({ entry }) => entry)).toEqual(["1234567890", "123456789012345"]);
  });

  it("may hold last days as dates, which are read as days of the calendar", () => {
    const cells = {
      B2: { t: "n", v: 46_418, z: "d.m.yy" },
      B3: { t: "n", v: 46_418.99, z: "yyyy-mm-dd hh:mm" },
      B4: { t: "s", v: "2027-01-31" },
    } as const;
    const rows = [
      ["app_bundle", "expires"],
      ["com.a", 0],
      ["com.b", 0],
      ["com.c", 0],
    ];
    const bytes = workbookWith({ Blocked: sheetOf(rows, cells) });
    expect(readXlsx(bytes, "apps.xlsx").entries.map(({ until }) => until)).toEqual([
      "2027-01-31",
      "2027-01-31",
      "2027-01-31",
    ]);
  });

  it("may hold formulas, whose last value counts", () => {
    const rows = [["entry"], [""]];
    const bytes = workbookWith({ Blocked: sheetOf(rows, { A2: { t: "s", v: "com.a", f: '"com."&"a"' } }) });
    expect(readXlsx(bytes, "apps.xlsx").entries.map(({ entry }) => entry)).toEqual(["com.a"]);
  });

  it("has a problem with errors, and with entries that it took for something else", () => {
    const rows = [["entry", "note", "owner"], [0], [1234567890123456], [0], ["com.a"]];
    const cells = {
      A2: { t: "e", v: 0x17 },
      A4: { t: "n", v: 46_418, z: "yyyy-mm-dd" },
      C5: { t: "e", v: 0x2a },
    } as const;
    const { entries, problems } = readXlsx(workbookWith({ Blocked: sheetOf(rows, cells) }), "apps.xlsx");
    expect(entries.map(({ entry }) => entry)).toEqual(["com.a"]);
    expect(problems.map(printProblem)).toEqual([
      'apps.xlsx:Blocked!A2: "#REF!" is an error of the spreadsheet: mend the formula, or write the value itself',
      'apps.xlsx:Blocked!A3: "1234567890123456" is a number of more than 15 digits, of which spreadsheets lose the last ' +
        "ones: format the column as text, and write it again",
      'apps.xlsx:Blocked!A4: "2027-01-31" is a date to the spreadsheet: format the column as text, and write it again',
    ]);
  });

  it("is read for its first sheet alone, and says which others there are", () => {
    const bytes = workbookWith({ Blocked: sheetOf([["com.a"]]), Old: sheetOf([["com.b"]]) });
    const { entries, warnings } = readXlsx(bytes, "apps.xlsx");
    expect(entries.map(({ entry }) => entry)).toEqual(["com.a"]);
    expect(warnings.map(printProblem)).toEqual(['apps.xlsx: "Old" is a sheet that is not read: only the first one is']);
  });

  it("may be empty", () => {
    expect(readXlsx(workbookWith({ Blocked: sheetOf([]) }), "apps.xlsx").entries).toEqual([]);
  });

  it("must be what its name says", () => {
    const old = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    expect(() => readXlsx(old, "apps.xlsx")).toThrow("has a password, or is an old .xls file");
    expect(() => readXlsx(Buffer.from("app_bundle\ncom.a\n"), "apps.xlsx")).toThrow("is no .xlsx file");
    expect(() => readXlsx(Buffer.from("PK\u0003\u0004 and no more"), "apps.xlsx")).toThrow(FileUnreadableError);
    const cut = workbookWith({ Blocked: sheetOf([["com.a"]]) }).subarray(0, 900);
    expect(() => readXlsx(cut, "apps.xlsx")).toThrow(FileUnreadableError);
  });
});
