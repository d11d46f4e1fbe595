import * as xlsx from "@e965/xlsx";
import fc from "fast-check";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readListFiles } from "../../provider/files/read-list-files";
import { readListed } from "../../provider/list/listed-entries";
import { folderWith } from "../files/folder";
import { cases, expectMessage, survives } from "./claims";
import { hostileText, hostileValue, longTexts } from "./values";

/**
 * Reads a list file and declares its entries; claims that either succeeds, or fails with an error that helps.
 *
 * @returns how many entries were listed.
 */
async function read(path: string, content: string | Uint8Array): Promise<number> {
  writeFileSync(path, content);
  const listed = await survives(() => readListFiles(path));
  if (listed === undefined) return 0;
  readListed("appBundles", listed, "2026-01-01").problems.slice(0, 20).forEach(expectMessage);
  return listed.length;
}

/** Lines as tables and texts have them, with headers, delimiters and quotes in all the wrong places. */
const lines = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "app_bundle",
        "website",
        "note",
        "expires",
        "entyr",
        "sep=;",
        "com.a",
        "2027-01-31",
        "#REF!",
        "123456",
      ),
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
  hostileText,
  hostileValue.filter((value) => typeof value !== "object"),
  fc.date({ noInvalidDate: false }),
  fc.constantFrom("app_bundle", "website", "note", "expires", "com.a", null),
);

function workbookOf(name: string, rows: readonly (readonly unknown[])[]): Buffer {
  const workbook = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(workbook, xlsx.utils.aoa_to_sheet(rows.map((row) => [...row])), name);
  return z.instanceof(Buffer).parse(xlsx.write(workbook, { type: "buffer", bookType: "xlsx", compression: true }));
}

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

describe("list files from anywhere", () => {
  it("are read, or refused with a message that helps: texts and tables", async () => {
    const folder = folderWith({});
    await fc.assert(
      fc.asyncProperty(fc.constantFrom("a.txt", "a.csv", "a.tsv", "a.xlsx", "a"), content, async (name, text) => {
        await read(join(folder, name), text);
      }),
      cases("files", 2000),
    );
  });

  it("are read, or refused with a message that helps: spreadsheets", async () => {
    const path = join(folderWith({}), "a.xlsx");
    const rows = fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 5 });
    const sheetName = fc.constantFrom("Blocked", "\u202eBlocked", "__proto__", "constructor");
    const workbook = fc.tuple(sheetName, rows).map(([name, cells]) => workbookOf(name, cells));
    await fc.assert(
      fc.asyncProperty(fc.oneof(workbook, damagedWorkbook), async (bytes) => {
        await read(path, bytes);
      }),
      cases("spreadsheets", 500),
    );
  });

  it("may have lines of 300,000 characters", { timeout: 300_000 }, async () => {
    const folder = folderWith({});
    for (const text of longTexts) {
      await read(join(folder, "a.txt"), text);
      await read(join(folder, "a.csv"), `app_bundle,note\ncom.a,"${text}"\ncom.b,${text}x\n`);
    }
    expect(await read(join(folder, "a.txt"), "com.a\n".repeat(200_000))).toBe(200_000);
    process.stdout.write(`hostile long files: ${longTexts.length * 2 + 1} cases, none failed\n`);
  });
});
