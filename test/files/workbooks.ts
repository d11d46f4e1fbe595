import * as xlsx from "@e965/xlsx";
import { z } from "zod";

/** What the tests use of the library that has no types there: the parts of a workbook. */
interface Archives {
  read(bytes: Buffer, options: { readonly type: "buffer" }): unknown;
  find(archive: unknown, path: string): { content: Buffer } | null;
  write(archive: unknown, options: object): Buffer;
  readonly utils: { cfb_add(archive: unknown, name: string, content: Buffer): void };
}

function isArchives(loaded: unknown): loaded is Archives {
  return typeof loaded === "object" && loaded !== null && "read" in loaded && "find" in loaded && "write" in loaded;
}

const loaded: unknown = xlsx.CFB;
if (!isArchives(loaded)) throw new TypeError("The library has another version.");
const archives = loaded;

/** The same workbook with one of its parts changed. */
export function withPart(workbook: Buffer, name: string, change: (xml: string) => string): Buffer {
  const archive = archives.read(workbook, { type: "buffer" });
  const part = archives.find(archive, `/${name}`);
  if (part === null) throw new Error(`There is no part ${name}.`);
  part.content = Buffer.from(change(part.content.toString()));
  return pack(archive);
}

/** The same workbook with one more part. */
export function withNewPart(workbook: Buffer, name: string, content: Buffer): Buffer {
  const archive = archives.read(workbook, { type: "buffer" });
  archives.utils.cfb_add(archive, name, content);
  return pack(archive);
}

function pack(archive: unknown): Buffer {
  return archives.write(archive, { fileType: "zip", type: "buffer", compression: true });
}

/** An .xlsx file with sheets that are given by their cells. */
export function workbookWith(
  sheets: Readonly<Record<string, xlsx.WorkSheet>>,
  hidden: readonly (0 | 1 | 2)[] = [],
): Buffer {
  const workbook = xlsx.utils.book_new();
  workbook.Workbook = { Sheets: hidden.map((Hidden) => ({ Hidden })) };
  for (const [name, sheet] of Object.entries(sheets)) xlsx.utils.book_append_sheet(workbook, sheet, name);
  return z.instanceof(Buffer).parse(xlsx.write(workbook, { type: "buffer", bookType: "xlsx", compression: true }));
}

export function sheetOf(rows: readonly (readonly unknown[])[], cells: Readonly<Record<string, xlsx.CellObject>> = {}) {
  return { ...xlsx.utils.aoa_to_sheet(rows.map((row) => [...row])), ...cells };
}
