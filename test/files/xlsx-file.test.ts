import * as xlsx from "@e965/xlsx";
import AdmZip from "adm-zip";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { FileUnreadableError } from "../../provider/files/errors";
import { printProblem } from "../../provider/files/file-problem";
import { parseXlsx } from "../../provider/files/xlsx-file";
import { withOrigins } from "./origins";

/** An .xlsx file with sheets that are given by their cells. */
function workbookWith(sheets: Readonly<Record<string, xlsx.WorkSheet>>, hidden: readonly (0 | 1 | 2)[] = []): Buffer {
  const workbook = xlsx.utils.book_new();
  workbook.Workbook = { Sheets: hidden.map((Hidden) => ({ Hidden })) };
  for (const [name, sheet] of Object.entries(sheets)) xlsx.utils.book_append_sheet(workbook, sheet, name);
  return z.instanceof(Buffer).parse(xlsx.write(workbook, { type: "buffer", bookType: "xlsx", compression: true }));
}

function sheetOf(rows: readonly (readonly unknown[])[], cells: Readonly<Record<string, xlsx.CellObject>> = {}) {
  return { ...xlsx.utils.aoa_to_sheet(rows.map((row) => [...row])), ...cells };
}

/** An .xlsx file whose first sheet has data that spreadsheets do not write: `<row>`s, and elements after them. */
function workbookWithData(rows: string, after = ""): Buffer {
  const archive = new AdmZip(workbookWith({ Blocked: sheetOf([["x"]]) }));
  const xml = archive
    .readAsText(sheetPart)
    .replace(
      /<sheetData>.*<\/sheetData>/su,
      `<sheetData><row r="1"><c r="A1" t="str"><v>entry</v></c></row>${rows}</sheetData>${after}`,
    );
  archive.updateFile(sheetPart, Buffer.from(xml.replace(/<dimension[^>]*>/u, "")));
  return archive.toBuffer();
}

const sheetPart = "xl/worksheets/sheet1.xml";

/** An .xlsx file with one entry, and the central directory's record of its sheet changed. */
function workbookWithRecord(change: (bytes: Buffer, record: number) => void): Buffer {
  const bytes = workbookWith({ Blocked: sheetOf([["com.a"]]) });
  change(bytes, bytes.lastIndexOf(sheetPart) - 46);
  return bytes;
}

function problemsOf(bytes: Buffer): readonly string[] {
  return parseXlsx(bytes, "apps.xlsx").problems.map(printProblem);
}

describe("a spreadsheet", () => {
  it("is read as a table, with the addresses of its cells", () => {
    const bytes = workbookWith({
      Blocked: sheetOf([["Note", "App bundle", "Website"], [], ["fraud", "com.a", "a.example"], [null, " com.b "]]),
    });
    const { entries, problems, warnings } = parseXlsx(bytes, "lists/apps.xlsx");
    expect(withOrigins(entries)).toEqual([
      { entry: "com.a", note: "fraud", kind: "appBundles", source: "lists/apps.xlsx:Blocked!B3" },
      { entry: "a.example", note: "fraud", kind: "websites", source: "lists/apps.xlsx:Blocked!C3" },
      { entry: "com.b", kind: "appBundles", source: "lists/apps.xlsx:Blocked!B4" },
    ]);
    expect([...problems, ...warnings]).toEqual([]);
  });

  it("may contain IDs as numbers, of which all digits are read", () => {
    const bytes = workbookWith({ Blocked: sheetOf([["app_bundle"], [1234567890], [123456789012345]]) });
    expect(parseXlsx(bytes, "apps.xlsx").entries.map(({ entry }) => entry)).toEqual(["1234567890", "123456789012345"]);
  });

  it("may contain expiry dates as dates, which are read as calendar dates", () => {
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
    expect(parseXlsx(bytes, "apps.xlsx").entries.map(({ until }) => until)).toEqual([
      "2027-01-31",
      "2027-01-31",
      "2027-01-31",
    ]);
  });

  it("may contain formulas, whose stored value counts", () => {
    const rows = [["entry"], [""]];
    const bytes = workbookWith({ Blocked: sheetOf(rows, { A2: { t: "s", v: "com.a", f: '"com."&"a"' } }) });
    expect(parseXlsx(bytes, "apps.xlsx").entries.map(({ entry }) => entry)).toEqual(["com.a"]);
  });

  it("may not contain errors, nor entries of another type", () => {
    const rows = [["entry", "note", "owner"], [0], [1234567890123456], [0], ["com.a"]];
    const cells = {
      A2: { t: "e", v: 0x17 },
      A4: { t: "n", v: 46_418, z: "yyyy-mm-dd" },
      C5: { t: "e", v: 0x2a },
    } as const;
    const { entries, problems } = parseXlsx(workbookWith({ Blocked: sheetOf(rows, cells) }), "apps.xlsx");
    expect(entries.map(({ entry }) => entry)).toEqual(["com.a"]);
    expect(problems.map(printProblem)).toEqual([
      'apps.xlsx:Blocked!A2: "#REF!" is a spreadsheet error: fix the formula, or enter the value itself',
      'apps.xlsx:Blocked!A3: "1234567890123456" has more than 15 digits, which spreadsheets round: format the column as ' +
        "text and enter it again",
      'apps.xlsx:Blocked!A4: "2027-01-31" is a date in the spreadsheet: format the column as text and enter it again',
    ]);
  });

  it("is read for its first sheet only, and reports the others", () => {
    const bytes = workbookWith({ Blocked: sheetOf([["com.a"]]), Old: sheetOf([["com.b"]]) });
    const { entries, warnings } = parseXlsx(bytes, "apps.xlsx");
    expect(entries.map(({ entry }) => entry)).toEqual(["com.a"]);
    expect(warnings.map(printProblem)).toEqual([
      'apps.xlsx: "Old" is a sheet that is ignored: only the first visible one is read',
    ]);
  });

  it.each([1, 2] as const)("is read for its first visible sheet, and reports hidden ones before it (%i)", (hidden) => {
    const sheets = { Old: sheetOf([["com.a"]]), Blocked: sheetOf([["com.b"]]), More: sheetOf([["com.c"]]) };
    const { entries, unread, warnings } = parseXlsx(workbookWith(sheets, [hidden, 0, hidden]), "apps.xlsx");
    expect(withOrigins(entries)).toEqual([{ entry: "com.b", source: "apps.xlsx:Blocked!A1" }]);
    expect(unread.map(printProblem)).toEqual([
      'apps.xlsx: "Old" is a hidden sheet that is ignored: the entries are read from the first visible one, "Blocked"',
    ]);
    expect(warnings.map(({ value }) => value)).toEqual(["More"]);
  });

  it("may not have only hidden sheets", () => {
    const sheets = { Old: sheetOf([["com.a"]]), More: sheetOf([["com.c"]]) };
    expect(() => parseXlsx(workbookWith(sheets, [1, 2]), "apps.xlsx")).toThrow(
      "has no visible sheet: unhide the one to read",
    );
  });

  it("may not start with a chart", () => {
    const archive = new AdmZip(workbookWith({ Chart: sheetOf([]), Blocked: sheetOf([["com.a"]]) }));
    const rels = "xl/_rels/workbook.xml.rels";
    const changed = archive.readAsText(rels).replace(/relationships\/worksheet/u, "relationships/chartsheet");
    archive.updateFile(rels, Buffer.from(changed));
    expect(() => parseXlsx(archive.toBuffer(), "apps.xlsx")).toThrow(
      'has no cells in its first visible sheet, "Chart": move that one back',
    );
  });

  it("may not have an empty first sheet before others, as the entries are probably in one of them", () => {
    const empty = sheetOf([[], [null, " "]]);
    expect(() =>
      parseXlsx(workbookWith({ Sheet1: empty, Blocked: sheetOf([["entry"], ["com.a"]]) }), "apps.xlsx"),
    ).toThrow('The list file "apps.xlsx" has no cells in its first visible sheet, "Sheet1": move that one back');
    expect(parseXlsx(workbookWith({ Sheet1: empty }), "apps.xlsx").entries).toEqual([]);
  });

  it("is read with its hidden rows and columns", () => {
    const sheet = {
      ...sheetOf([
        ["note", "app_bundle"],
        ["x", "com.a"],
        ["y", "com.b"],
      ]),
      "!rows": [{}, { hidden: true }],
      "!cols": [{}, { hidden: true }],
      "!autofilter": { ref: "A1:B3" },
    };
    expect(parseXlsx(workbookWith({ Blocked: sheet }), "apps.xlsx").entries.map(({ entry }) => entry)).toEqual([
      "com.a",
      "com.b",
    ]);
  });

  it("has comments: rows whose first filled cell starts with #, unless that is an error", () => {
    const rows = [
      ["app_bundle", "placement_id", "note"],
      ["# com.a", "1-a", "old"],
      [null, "#2-b"],
      ["com.c", "3-c", "#1"],
      [0, "4-d"],
      ["#N/A", "5-e"],
    ];
    const bytes = workbookWith({ Blocked: sheetOf(rows, { A5: { t: "e", v: 0x17 } }) });
    expect(parseXlsx(bytes, "apps.xlsx").entries.map(({ entry }) => entry)).toEqual(["com.c", "3-c"]);
    expect(problemsOf(bytes).map((line) => line.slice(0, 40))).toEqual([
      'apps.xlsx:Blocked!A5: "#REF!" is a sprea',
      'apps.xlsx:Blocked!A6: "#N/A" is a spread',
    ]);
  });

  it("may be empty", () => {
    expect(parseXlsx(workbookWith({ Blocked: sheetOf([]) }), "apps.xlsx").entries).toEqual([]);
  });

  it("must have the format of its extension", () => {
    const old = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    expect(() => parseXlsx(old, "apps.xlsx")).toThrow("has a password, or is an old .xls file");
    expect(() => parseXlsx(Buffer.from("app_bundle\ncom.a\n"), "apps.xlsx")).toThrow(
      "has the extension .xlsx, but another format",
    );
    expect(() => parseXlsx(Buffer.from("PK\u0003\u0004 and no more"), "apps.xlsx")).toThrow(FileUnreadableError);
    const cut = workbookWith({ Blocked: sheetOf([["com.a"]]) }).subarray(0, 900);
    expect(() => parseXlsx(cut, "apps.xlsx")).toThrow(FileUnreadableError);
  });

  it("must have a readable first sheet: an unreadable one is not an empty one", () => {
    const bytes = workbookWithData('<row r="2"><c r="A2" t="s"><v>99</v></c></row>');
    expect(() => parseXlsx(bytes, "apps.xlsx")).toThrow("is damaged");
  });

  it("may not have more than twenty million cells with the empty ones between them", () => {
    const row = (index: number) => `<row r="${index}"><c r="XFD${index}" t="str"><v>x</v></c></row>`;
    const bytes = workbookWithData(Array.from({ length: 1300 }, (_, index) => row(index + 2)).join(""));
    expect(() => parseXlsx(bytes, "apps.xlsx")).toThrow("has more than 20,000,000 cells");
    const far = workbookWithData('<row r="900000000"><c r="A900000000" t="str"><v>com.a</v></c></row>');
    expect(() => parseXlsx(far, "apps.xlsx")).toThrow("has more than 20,000,000 cells");
    const last = workbookWithData('<row r="1048576"><c r="A1048576" t="str"><v>com.a</v></c></row>');
    expect(withOrigins(parseXlsx(last, "apps.xlsx").entries)).toEqual([
      { entry: "com.a", source: "apps.xlsx:Blocked!A1048576" },
    ]);
  });

  it("may not unpack into more than 128 MiB", () => {
    const workbookWithPart = (name: string) => {
      const archive = new AdmZip(workbookWith({ Blocked: sheetOf([["com.a"]]) }));
      archive.addFile(name, Buffer.alloc(128 * 1024 * 1024));
      return archive.toBuffer();
    };
    expect(() => parseXlsx(workbookWithPart("xl/large.xml"), "apps.xlsx")).toThrow("has more than 128 MiB unpacked");
    expect(parseXlsx(workbookWithPart("xl/media/large.png"), "apps.xlsx").entries).toHaveLength(1);
  });

  it.each<[string, (bytes: Buffer, record: number) => void]>([
    ["a size that is too small", (bytes, record) => bytes.writeUInt32LE(100, record + 24)],
    ["a size of 0", (bytes, record) => bytes.writeUInt32LE(0, record + 24)],
    ["a size that is too large to allocate", (bytes, record) => bytes.writeUInt32LE(120 * 1024 * 1024, record + 20)],
    ["another checksum", (bytes, record) => bytes.writeUInt32LE(1, bytes.readUInt32LE(record + 42) + 14)],
    ["a password", (bytes, record) => bytes.writeUInt16LE(1, record + 8)],
    ["an unknown compression", (bytes, record) => bytes.writeUInt16LE(12, record + 10)],
    ["a place outside the file", (bytes, record) => bytes.writeUInt32LE(0x7fffffff, record + 42)],
    [
      "the name of another part",
      (bytes, record) => bytes.write("[Content_Types].xml\0\0\0\0\0".slice(0, 24), record + 46),
    ],
  ])("is refused if a part of it has %s", (_, change) => {
    expect(() => parseXlsx(workbookWithRecord(change), "apps.xlsx")).toThrow("is damaged");
  });

  it("is refused without unpacking it if a part claims to be huge", () => {
    const bytes = workbookWithRecord((bytes, record) => bytes.writeUInt32LE(0xf0000000, record + 24));
    expect(() => parseXlsx(bytes, "apps.xlsx")).toThrow("has more than 128 MiB unpacked");
  });

  it("may have a link over all of its cells, which fills none of them", () => {
    const bytes = workbookWithData(
      '<row r="2"><c r="A2" t="str"><v>com.a</v></c></row>',
      '<hyperlinks><hyperlink ref="A1:XFD1048576" location="x"/></hyperlinks>',
    );
    expect(withOrigins(parseXlsx(bytes, "apps.xlsx").entries)).toEqual([
      { entry: "com.a", source: "apps.xlsx:Blocked!A2" },
    ]);
  });

  it("may not contain formulas without a value, nor errors of any name", () => {
    const cells = [
      '<c r="A2"><f>B1</f></c>',
      '<c r="A3" s="0"><f>B1</f><v></v></c>',
      '<c r="A4" t="str"><f t="shared" si="0"/></c>',
      '<c r="A5" t="e"><v>#SPILL!</v></c>',
      '<c r="A6" t="str"><f>""</f><v></v></c>',
      '<c r="A7" t="str"><f>""</f><v>com.a</v></c>',
      '<c r="A8"><f>1-1</f><v>0</v></c>',
    ];
    const bytes = workbookWithData(cells.map((cell, index) => `<row r="${index + 2}">${cell}</row>`).join(""));
    expect(parseXlsx(bytes, "apps.xlsx").entries.map(({ entry }) => entry)).toEqual(["com.a"]);
    const unknown =
      '"(no value)" is a formula without a stored value, or an error: open the file in a spreadsheet program and save ' +
      "it, or enter the value itself";
    expect(problemsOf(bytes)).toEqual([
      ...[2, 3, 4, 5].map((row) => `apps.xlsx:Blocked!A${row}: ${unknown}`),
      'apps.xlsx:Blocked!A8: "0" is a number that is not positive and whole: format the column as text and enter it again',
    ]);
  });

  it("may not contain entries that are not shown as they are stored", () => {
    const rows = [
      ["entry", "note"],
      [123456],
      [1234567890],
      [1.5],
      [-5],
      [true],
      [1234567890],
      [1234567890],
      [7, true],
    ];
    const cells = {
      A2: { t: "n", v: 123456, z: "0000000000" },
      A3: { t: "n", v: 1234567890, z: "#,##0" },
      A7: { t: "n", v: 1234567890, z: "0.00E+00" },
      A8: { t: "n", v: 1234567890, z: "0" },
    } as const;
    const bytes = workbookWith({ Blocked: sheetOf(rows, cells) });
    expect(parseXlsx(bytes, "apps.xlsx").entries.map(({ entry }) => entry)).toEqual(["1234567890", "1234567890", "7"]);
    const fix = "format the column as text and enter it again";
    expect(problemsOf(bytes)).toEqual([
      `apps.xlsx:Blocked!A2: "123456" is a number that the spreadsheet shows with other digits: ${fix}`,
      `apps.xlsx:Blocked!A4: "1.5" is a number that is not positive and whole: ${fix}`,
      `apps.xlsx:Blocked!A5: "-5" is a number that is not positive and whole: ${fix}`,
      `apps.xlsx:Blocked!A6: "TRUE" is a boolean in the spreadsheet: ${fix}`,
      `apps.xlsx:Blocked!A7: "1234567890" is a number that the spreadsheet shows with other digits: ${fix}`,
    ]);
  });

  it("may not have cells merged over rows in a column that is read, as only the first row has the value", () => {
    const rows = [
      ["app_bundle", "expires", "owner"],
      ["com.a", "2027-01-31", "ann"],
      ["com.b", null, null],
      ["# old", null, null],
    ];
    const over = (column: number, from: number, to: number) => ({ s: { r: from, c: column }, e: { r: to, c: column } });
    const sheet = { ...sheetOf(rows), "!merges": [over(1, 1, 2), over(2, 1, 2), over(0, 3, 4)] };
    expect(problemsOf(workbookWith({ Blocked: sheet }))).toEqual([
      'apps.xlsx:Blocked!B2: "2027-01-31" is merged over several rows, but only the first has the value: unmerge the ' +
        "cells and fill each one",
    ]);
  });
});
