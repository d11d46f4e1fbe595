import type AdmZip from "adm-zip";

/** The unpacked parts of a workbook are larger than the limit. */
export class WorkbookTooLargeError extends Error {}

/**
 * Reduces an .xlsx file to those of its parts that describe its cells, for the library that reads it.
 *
 * That library makes a cell of each that a link covers, and an empty cell of a formula without a value. So links are
 * removed, and such a formula becomes a spreadsheet error.
 *
 * The sizes that the archive declares are a safe limit: adm-zip stops unpacking a part at its declared size, and refuses
 * one with another checksum.
 *
 * @param mostBytes the largest size of these parts together, unpacked.
 */
export function readableWorkbook(bytes: Buffer, mostBytes: number, zip: typeof AdmZip): Buffer {
  const parts = new zip(bytes).getEntries().filter(({ entryName }) => isReadable(entryName));
  const size = parts.reduce((sum, { header }) => sum + Math.max(header.size, header.compressedSize), 0);
  if (size > mostBytes) throw new WorkbookTooLargeError();
  const readable = new zip({ method: 0 });
  for (const part of parts) readable.addFile(part.entryName, tidy(part.getData()));
  return readable.toBuffer();
}

/** Pictures, macros and what belongs to a sheet, such as comments, are not read; neither are other formats in archives. */
function isReadable(name: string): boolean {
  return /\.(?:xml|rels)$/iu.test(name) && !/^META-INF\/|^objectdata\.xml$|\/worksheets\/_rels\//iu.test(name);
}

const link = /<(?:\w+:)?hyperlink\s[^<>]*>/gu;

const formulaWithoutValue =
  /<((?:\w+:)?c)(\s[^<>]*)?>\s*<(?:\w+:)?f\b(?:[^<>]*\/>|[^<>]*>[^<]*<\/(?:\w+:)?f>)\s*(<(?:\w+:)?v(?:\s*\/>|>\s*<\/(?:\w+:)?v>)\s*)?<\/\1>/gu;

/** Latin-1 keeps every byte as it is, in any encoding of the part. */
function tidy(part: Buffer): Buffer {
  const text = part.toString("latin1");
  const tidied = text
    .replace(link, " ")
    .replace(formulaWithoutValue, (cell: string, tag: string, attributes: string | undefined, value?: string) => {
      const type = /\st=["'][^"']*["']/u;
      const [typed = ""] = type.exec(attributes ?? "") ?? [];
      // The value of a formula may be an empty text.
      if (value !== undefined && typed.slice(" t='".length, -1) === "str") return cell;
      return `<${tag}${(attributes ?? "").replace(type, "")} t="e"></${tag}>`;
    });
  return tidied === text ? part : Buffer.from(tidied, "latin1");
}
