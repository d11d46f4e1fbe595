import * as xlsx from "@e965/xlsx";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { FileUnreadableError } from "../../provider/files/errors";
import { parseXlsx } from "../../provider/files/xlsx-file";
import { sheetOf, withNewPart, withPart, workbookWith } from "./workbooks";
import { printed, withOrigins } from "./origins";

/** An .xlsx file whose first sheet has data that spreadsheets do not write: `<row>`s, and elements after them. */
function workbookWithData(rows: string, after = ""): Buffer {
  const data = `<sheetData><row r="1"><c r="A1" t="str"><v>entry</v></c></row>${rows}</sheetData>${after}`;
  return withPart(sheetWith([["x"]]), sheetPart, (xml) =>
    xml.replace(/<sheetData>.*<\/sheetData>/su, data).replace(/<dimension[^>]*>/u, ""),
  );
}

const sheetPart = "xl/worksheets/sheet1.xml";

/** An .xlsx file with one entry, and other bytes in the local header of its sheet or in its central directory's record. */
function damagedWorkbook(change: (bytes: Buffer, header: number, record: number) => void): Buffer {
  const bytes = sheetWith([["com.a"]]);
  const record = bytes.lastIndexOf(sheetPart) - 46;
  change(bytes, bytes.readUInt32LE(record + 42), record);
  return bytes;
}

/** The same archive with the central directory's record of a part repeated: the parts share their packed bytes. */
function withRepeatedPart(bytes: Buffer, name: string, times: number): Buffer {
  const record = bytes.lastIndexOf(name) - 46;
  const end = record + 46 + name.length;
  const repeated = Array.from({ length: times }, () => bytes.subarray(record, end));
  const repeating = Buffer.concat([bytes.subarray(0, end), ...repeated, bytes.subarray(end)]);
  const directory = repeating.length - 22;
  for (const count of [directory + 8, directory + 10]) {
    repeating.writeUInt16LE(repeating.readUInt16LE(count) + times, count);
  }
  return repeating;
}

/** The library as programs that Pulumi runs, and this package, load it: it is not the one that tests import. */
function requiredLibrary(): Pick<typeof xlsx, "read"> {
  const library: unknown = createRequire(import.meta.url)("@e965/xlsx");
  if (!isLibrary(library)) throw new TypeError("The library has another version.");
  return library;
}

function isLibrary(loaded: unknown): loaded is Pick<typeof xlsx, "read"> {
  return typeof loaded === "object" && loaded !== null && "read" in loaded;
}

/** The problems of a workbook, as they are printed after its name. */
function problemsOf(bytes: Buffer): readonly string[] {
  return printed(parseXlsx(bytes, "apps.xlsx").problems, "error").map((line) => line.replace("apps.xlsx:Blocked!", ""));
}

/** The entries of a workbook. */
function entriesOf(bytes: Buffer): readonly string[] {
  return parseXlsx(bytes, "apps.xlsx").entries.map(({ entry }) => entry);
}

/** An .xlsx file with one sheet. */
function sheetWith(
  rows: readonly (readonly unknown[])[],
  cells: Readonly<Record<string, xlsx.CellObject>> = {},
): Buffer {
  return workbookWith({ Blocked: sheetOf(rows, cells) });
}

const asText = "format the column as text and enter it again";

describe("a spreadsheet", () => {
  it("is read as a table, with the addresses of its cells", () => {
    const bytes = workbookWith({
      Blocked: sheetOf([["Note", "App bundle", "Website"], [], ["fraud", "com.a", "a.example"], [null, " com.b "]]),
    });
    const { entries, problems } = parseXlsx(bytes, "lists/apps.xlsx");
    expect(withOrigins(entries)).toEqual([
      { entry: "com.a", note: "fraud", kind: "appBundles", source: "lists/apps.xlsx:Blocked!B3" },
      { entry: "a.example", note: "fraud", kind: "websites", source: "lists/apps.xlsx:Blocked!C3" },
      { entry: "com.b", kind: "appBundles", source: "lists/apps.xlsx:Blocked!B4" },
    ]);
    expect(problems).toEqual([]);
  });

  it("may contain IDs as numbers, of which all digits are read", () => {
    const bytes = sheetWith([["app_bundle"], [1234567890], [123456789012345]]);
    expect(entriesOf(bytes)).toEqual(["1234567890", "123456789012345"]);
  });

  it("may contain expiry dates as dates, which are read as calendar dates", () => {
    const cells = {
      B2: { t: "n", v: 46_418, z: "d.m.yy" },
      B3: { t: "n", v: 46_418.99, z: "yyyy-mm-dd hh:mm" },
      B4: { t: "s", v: "2027-01-31" },
    } as const;
    const rows = ["com.a", "com.b", "com.c"].map((entry) => [entry, 0]);
    const { entries } = parseXlsx(sheetWith([["app_bundle", "expires"], ...rows], cells), "apps.xlsx");
    expect(entries.map(({ until }) => until)).toEqual(["2027-01-31", "2027-01-31", "2027-01-31"]);
  });

  it("may contain formulas, whose stored value counts", () => {
    const bytes = sheetWith([["entry"], [""]], { A2: { t: "s", v: "com.a", f: '"com."&"a"' } });
    expect(entriesOf(bytes)).toEqual(["com.a"]);
  });

  it("may not contain errors, nor entries of another type", () => {
    const rows = [["entry", "note", "owner"], [0], [1234567890123456], [0], ["com.a"]];
    const cells = {
      A2: { t: "e", v: 0x17 },
      A4: { t: "n", v: 46_418, z: "yyyy-mm-dd" },
      C5: { t: "e", v: 0x2a },
    } as const;
    const bytes = sheetWith(rows, cells);
    expect(entriesOf(bytes)).toEqual(["com.a"]);
    expect(problemsOf(bytes)).toEqual([
      'A2: "#REF!" is a spreadsheet error: fix the formula, or enter the value itself',
      `A3: "1234567890123456" has more than 15 digits, which spreadsheets round: ${asText}`,
      `A4: "2027-01-31" is a date in the spreadsheet: ${asText}`,
    ]);
  });

  it("is read for its first sheet only, and reports the others", () => {
    const bytes = workbookWith({ Blocked: sheetOf([["com.a"]]), Old: sheetOf([["com.b"]]) });
    const { entries, problems } = parseXlsx(bytes, "apps.xlsx");
    expect(entries.map(({ entry }) => entry)).toEqual(["com.a"]);
    expect(printed(problems, "info")).toEqual([
      'apps.xlsx: "Old" is a sheet that is ignored: only the first one is read',
    ]);
  });

  it.each([
    ["hidden", workbookWith({ Old: sheetOf([["com.a"]]), Blocked: sheetOf([["com.b"]]) }, [1, 0])],
    ["very hidden", workbookWith({ Old: sheetOf([["com.a"]]), Blocked: sheetOf([["com.b"]]) }, [2, 0])],
    ["hidden, and no other", workbookWith({ Old: sheetOf([["com.a"]]) }, [1])],
    ["empty", workbookWith({ Old: sheetOf([[], [null, " "]]), Blocked: sheetOf([["entry"], ["com.a"]]) })],
    [
      "a chart",
      withPart(workbookWith({ Old: sheetOf([]), Blocked: sheetOf([["com.a"]]) }), "xl/_rels/workbook.xml.rels", (xml) =>
        xml.replace(/relationships\/worksheet/u, "relationships/chartsheet"),
      ),
    ],
  ])("may not start with a sheet that is %s, as the entries are probably in another one", (_, bytes) => {
    expect(() => parseXlsx(bytes, "apps.xlsx")).toThrow(
      'The list file "apps.xlsx" has a first sheet, "Old", that is hidden or has no cells: make the sheet with the entries ' +
        "the first one, and unhide it",
    );
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
    expect(entriesOf(workbookWith({ Blocked: sheet }))).toEqual(["com.a", "com.b"]);
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
    const bytes = sheetWith(rows, { A5: { t: "e", v: 0x17 } });
    expect(entriesOf(bytes)).toEqual(["com.c", "3-c"]);
    expect(problemsOf(bytes).map((line) => line.slice(0, 22))).toEqual([
      'A5: "#REF!" is a sprea',
      'A6: "#N/A" is a spread',
    ]);
  });

  it("may be empty", () => {
    expect(parseXlsx(sheetWith([]), "apps.xlsx").entries).toEqual([]);
  });

  it("must have the format of its extension", () => {
    const old = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    expect(() => parseXlsx(old, "apps.xlsx")).toThrow("has a password, or is an old .xls file");
    expect(() => parseXlsx(Buffer.from("app_bundle\ncom.a\n"), "apps.xlsx")).toThrow(
      "has the extension .xlsx, but another format",
    );
    expect(() => parseXlsx(Buffer.from("PK\u0003\u0004 and no more"), "apps.xlsx")).toThrow(FileUnreadableError);
    const cut = sheetWith([["com.a"]]).subarray(0, 900);
    expect(() => parseXlsx(cut, "apps.xlsx")).toThrow(FileUnreadableError);
  });

  it("must have a readable first sheet: an unreadable one is not an empty one", () => {
    const bytes = workbookWithData('<row r="2"><c r="A2" t="s"><v>99</v></c></row>');
    expect(() => parseXlsx(bytes, "apps.xlsx")).toThrow("is damaged");
  });

  it("may not have more than five million cells with the empty ones between them", () => {
    const row = (index: number) => `<row r="${index}"><c r="XFD${index}" t="str"><v>x</v></c></row>`;
    const bytes = workbookWithData(Array.from({ length: 310 }, (_, index) => row(index + 2)).join(""));
    expect(() => parseXlsx(bytes, "apps.xlsx")).toThrow("has more than 5,000,000 cells");
    const far = workbookWithData('<row r="900000000"><c r="A900000000" t="str"><v>com.a</v></c></row>');
    expect(() => parseXlsx(far, "apps.xlsx")).toThrow("has more than 5,000,000 cells");
    const last = workbookWithData('<row r="1048576"><c r="A1048576" t="str"><v>com.a</v></c></row>');
    expect(withOrigins(parseXlsx(last, "apps.xlsx").entries)).toEqual([
      { entry: "com.a", source: "apps.xlsx:Blocked!A1048576" },
    ]);
  });

  it("may not unpack into more than 32 MiB, not even in parts that share their bytes", () => {
    const mebibyte = 1024 * 1024;
    const bytes = sheetWith([["com.a"]]);
    const small = withNewPart(bytes, "xl/large.xml", Buffer.alloc(4 * mebibyte));
    expect(parseXlsx(withRepeatedPart(small, "xl/large.xml", 6), "apps.xlsx").entries).toHaveLength(1);
    for (const large of [
      withNewPart(bytes, "xl/large.xml", Buffer.alloc(32 * mebibyte)),
      withRepeatedPart(small, "xl/large.xml", 7),
      withRepeatedPart(small, "xl/large.xml", 60_000),
    ]) {
      expect(() => parseXlsx(large, "apps.xlsx")).toThrow("has more than 32 MiB unpacked");
    }
  });

  it("is read for a limited time, as formulas of a few kilobytes can take hours", () => {
    const formula = (row: number, attributes: string, text: string) =>
      `<row r="${row}"><c r="A${row}"><f t="shared" si="0"${attributes}>${text}</f></c></row>`;
    const rows = Array.from({ length: 10_000 }, (_, index) => formula(index + 3, "", ""));
    const bytes = workbookWithData(formula(2, ' ref="A2:A10003"', "A1+".repeat(20_000)) + rows.join(""));
    expect(() => parseXlsx(bytes, "apps.xlsx", 100)).toThrow("or formulas that take too long: save the list alone");
    const small = sheetWith([["com.a"]]);
    expect(parseXlsx(small, "apps.xlsx").entries).toHaveLength(1);
  });

  it("leaves other files that the program reads with the same library without a limit", () => {
    const part = "xl/large.xml";
    const large = withNewPart(sheetWith([["com.a"]]), part, Buffer.alloc(33 * 1024 * 1024));
    expect(() => parseXlsx(large, "apps.xlsx")).toThrow("has more than 32 MiB unpacked");
    expect(requiredLibrary().read(large).SheetNames).toEqual(["Blocked"]);
  });

  it.each<[string, (bytes: Buffer, header: number, record: number) => void]>([
    ["a size that is too small", (bytes, _, record) => bytes.writeUInt32LE(100, record + 24)],
    ["a size of 0", (bytes, _, record) => bytes.writeUInt32LE(0, record + 24)],
    ["a size that is too large", (bytes, _, record) => bytes.writeUInt32LE(0xf0000000, record + 24)],
    ["a packed size that is too large", (bytes, _, record) => bytes.writeUInt32LE(120 * 1024 * 1024, record + 20)],
    ["content that cannot be unpacked", (bytes, header) => bytes.fill(0xff, header + 54, header + 64)],
    ["a password", (bytes, header) => bytes.writeUInt16LE(1, header + 6)],
    ["an unknown compression", (bytes, header) => bytes.writeUInt16LE(12, header + 8)],
    ["a place outside the file", (bytes, _, record) => bytes.writeUInt32LE(0x7fffffff, record + 42)],
    [
      "the name of another part",
      (bytes, header) => bytes.write("[Content_Types].xml\0\0\0\0\0".slice(0, 24), header + 30),
    ],
  ])("is refused if a part of it has %s", (_, change) => {
    expect(() => parseXlsx(damagedWorkbook(change), "apps.xlsx")).toThrow("is damaged");
  });

  it("may not have another format in its archive", () => {
    const workbook = xlsx.utils.book_new(sheetOf([["com.a"]]), "Blocked");
    for (const bookType of ["ods", "xlsb"] as const) {
      const bytes = z.instanceof(Buffer).parse(xlsx.write(workbook, { type: "buffer", bookType }));
      expect(() => parseXlsx(bytes, "apps.xlsx")).toThrow("is damaged or has another format");
    }
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
      '<c r="A4" t="n"><f>B1</f><v/></c>',
      '<c r="A5"><f t="shared" ref="A5:A6" si="0">B1</f></c>',
      '<c r="A6"><f t="shared" si="0"/></c>',
      '<c r="A7"><f t="array" ref="A7:A8">B1:B2</f></c>',
      '<c r="A8"/>',
      '<c r="A9" t="e"><f>B1</f></c>',
      '<c r="A10" t="e"><v>#SPILL!</v></c>',
      '<c r="A11" t="str"><f>""</f><v></v></c>',
      '<c r="A12" t="str"><f>""</f><v>com.a</v></c>',
      '<c r="A13"><f>1-1</f><v>0</v></c>',
      '<c r="A14" s="0"/>',
    ];
    const bytes = workbookWithData(cells.map((cell, index) => `<row r="${index + 2}">${cell}</row>`).join(""));
    expect(entriesOf(bytes)).toEqual(["com.a"]);
    const unknown =
      '"(no value)" is a formula without a stored value, or an error: save it in a spreadsheet program, or enter the value ' +
      "itself";
    expect(problemsOf(bytes)).toEqual([
      ...[2, 3, 4, 5, 6, 7, 8, 9].map((row) => `A${row}: ${unknown}`),
      'A10: "#SPILL!" is a spreadsheet error: fix the formula, or enter the value itself',
      `A13: "0" is a number that is not positive and whole: ${asText}`,
    ]);
  });

  it("of openpyxl has no stored values of formulas: each is a problem in a column that is read", () => {
    const { entries, problems } = parseXlsx(readFileSync(join(import.meta.dirname, "openpyxl.xlsx")), "apps.xlsx");
    expect(withOrigins(entries)).toEqual([
      { entry: "com.a", note: "gambling", until: "2027-01-31", kind: "appBundles", source: "apps.xlsx:Blocked!A2" },
      { entry: "1234567890", note: "ID", kind: "appBundles", source: "apps.xlsx:Blocked!A4" },
      { entry: "com.d", note: "ignored formula", kind: "appBundles", source: "apps.xlsx:Blocked!A11" },
      { entry: "com.f", note: "linked", kind: "appBundles", source: "apps.xlsx:Blocked!A14" },
    ]);
    expect(printed(problems, "error").map((line) => line.slice("apps.xlsx:Blocked!".length, 61))).toEqual([
      'A3: "(no value)" is a formula without a sto',
      'A5: "1234567890123456" has more than 15 dig',
      'A6: "1.5" is a number that is not positive ',
      'A7: "TRUE" is a boolean in the spreadsheet:',
      'A8: "2027-01-31" is a date in the spreadshe',
      'A9: "#N/A" is a spreadsheet error: fix the ',
      'B10: "(no value)" is a formula without a st',
      'A12: "com.e" is merged over several rows, b',
    ]);
  });

  it("may not contain entries that are not shown as they are stored", () => {
    const numbers = [123456, 1234567890, 1.5, -5, true, 1234567890, 1234567890];
    const rows = [["entry", "note"], ...numbers.map((value) => [value]), [7, true]];
    const cells = {
      A2: { t: "n", v: 123456, z: "0000000000" },
      A3: { t: "n", v: 1234567890, z: "#,##0" },
      A7: { t: "n", v: 1234567890, z: "0.00E+00" },
      A8: { t: "n", v: 1234567890, z: "0" },
    } as const;
    const bytes = sheetWith(rows, cells);
    expect(entriesOf(bytes)).toEqual(["1234567890", "1234567890", "7"]);
    expect(problemsOf(bytes)).toEqual([
      `A2: "123456" is a number that the spreadsheet shows with other digits: ${asText}`,
      `A4: "1.5" is a number that is not positive and whole: ${asText}`,
      `A5: "-5" is a number that is not positive and whole: ${asText}`,
      `A6: "TRUE" is a boolean in the spreadsheet: ${asText}`,
      `A7: "1234567890" is a number that the spreadsheet shows with other digits: ${asText}`,
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
      'B2: "2027-01-31" is merged over several rows, but only the first has the value: unmerge the cells and fill each one',
    ]);
  });
});
