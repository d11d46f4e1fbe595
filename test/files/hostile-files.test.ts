import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { readListFiles } from "../../provider/files/read-list-files";
import { readListed } from "../../provider/list/listed-entries";
import { expectMessage, hostileCases, hostileText, hostileValue, survives } from "../harness/hostile";
import { folderWith } from "./folder";
import { sheetOf, workbookWith } from "./workbooks";

/**
 * Reads a list file and declares its entries; asserts that either succeeds, or fails with an error that helps.
 *
 * @returns how many entries were listed.
 */
async function read(path: string, content: string | Uint8Array): Promise<number> {
  writeFileSync(path, content);
  const listed = (await survives(() => readListFiles(path))) ?? [];
  readListed("appBundles", listed, "2026-01-01").problems.slice(0, 20).forEach(expectMessage);
  return listed.length;
}

const words = ["app_bundle", "website", "note", "expires", "entyr", "sep=;", "com.a", "2027-01-31", "#REF!", "123456"];

/** Lines as tables and texts have them, with headers, delimiters and quotes in all the wrong places. */
const lines = fc
  .array(
    fc.oneof(
      fc.constantFrom(...words),
      fc.constantFrom(",", ";", "\t", '"', '""', "\n", "\r\n", "\r", "#", " ", "\ufeff"),
      hostileText,
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(""));

const content = fc.oneof(
  { weight: 4, arbitrary: lines },
  fc.uint8Array({ maxLength: 100 }),
  lines.map((text) => Buffer.from(`\ufeff${text}`, "utf16le")),
);

/** Cells as spreadsheets have them, of any type. */
const cell = fc.oneof(
  // The most characters that a cell can hold.
  hostileText.map((text) => text.slice(0, 32_767)),
  hostileValue.filter((value) => typeof value !== "object" && typeof value !== "string"),
  fc.date({ noInvalidDate: false }),
  fc.constantFrom("app_bundle", "website", "note", "expires", "com.a", null),
);

const workbookOf = (name: string, rows: readonly (readonly unknown[])[]) => workbookWith({ [name]: sheetOf(rows) });

const workbook = fc
  .tuple(
    fc.constantFrom("Blocked", "\u202eBlocked", "__proto__", "constructor"),
    fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 5 }),
  )
  .map(([name, cells]) => workbookOf(name, cells));

const rightWorkbook = workbookOf("Blocked", [
  ["app_bundle", "note", "expires"],
  ["com.a", "agreed", "2027-01-31"],
  ["com.b", 1, new Date(0)],
]);

/** A spreadsheet of which some bytes are others, or the end is missing. */
const damagedWorkbook = fc
  .tuple(
    fc.array(fc.tuple(fc.nat(rightWorkbook.length - 1), fc.nat(255)), { maxLength: 6 }),
    fc.oneof({ weight: 3, arbitrary: fc.constant(rightWorkbook.length) }, fc.nat(rightWorkbook.length)),
  )
  .map(([changes, end]) => {
    const bytes = Buffer.from(rightWorkbook);
    for (const [at, byte] of changes) bytes[at] = byte;
    return bytes.subarray(0, end);
  });

it("reads a text or a table from anywhere, or refuses it with a message that helps", async () => {
  const folder = folderWith({});
  const names = fc.constantFrom("a.txt", "a.csv", "a.tsv", "a.xlsx", "a");
  const property = fc.asyncProperty(names, content, async (name, text) => void (await read(join(folder, name), text)));
  await fc.assert(property, hostileCases);
});

it("reads a spreadsheet from anywhere, or refuses it with a message that helps", async () => {
  const path = join(folderWith({}), "a.xlsx");
  const property = fc.asyncProperty(
    fc.oneof(workbook, damagedWorkbook),
    async (bytes) => void (await read(path, bytes)),
  );
  await fc.assert(property, hostileCases);
});

it("reads 200,000 lines", async () => {
  expect(await read(join(folderWith({}), "a.txt"), "com.a\n".repeat(200_000))).toBe(200_000);
});
