import { unzip, zip } from "./archive";

/**
 * An .xlsx file with those of its parts alone that say what is in its cells, for the library that reads it.
 *
 * The library follows whatever it finds, at any cost: it makes a cell of each that a link covers, and it passes over a
 * formula without a value as over a blank cell. So links go, and such a formula becomes an error of the spreadsheet.
 *
 * @param mostBytes how many bytes these parts may have together, once they are unpacked.
 */
export function readableWorkbook(bytes: Buffer, mostBytes: number): Buffer {
  const parts = unzip(bytes, mostBytes, isReadable);
  return zip(new Map(Array.from(parts, ([name, part]) => [name, tidy(part)])));
}

/** Pictures, macros and what belongs to a sheet, such as comments, are not read; neither are other formats in archives. */
function isReadable(name: string): boolean {
  return /\.(?:xml|rels)$/iu.test(name) && !/^META-INF\/|^objectdata\.xml$|\/worksheets\/_rels\//iu.test(name);
}

const link = /<(?:\w+:)?hyperlink\s[^<>]*>/gu;

const formulaWithoutValue =
  /<((?:\w+:)?c)(\s[^<>]*)?>\s*<(?:\w+:)?f\b(?:[^<>]*\/>|[^<>]*>[^<]*<\/(?:\w+:)?f>)\s*(<(?:\w+:)?v(?:\s*\/>|>\s*<\/(?:\w+:)?v>)\s*)?<\/\1>/gu;

/** Bytes that are read as Latin-1 and written as such stay what they are, whatever letters they stand for. */
function tidy(part: Buffer): Buffer {
  const text = part.toString("latin1");
  const tidied = text
    .replace(link, " ")
    .replace(formulaWithoutValue, (cell: string, tag: string, attributes: string | undefined, value?: string) => {
      const type = /\st=["'][^"']*["']/u;
      const [typed = ""] = type.exec(attributes ?? "") ?? [];
      // A formula may well have an empty text as its value.
      if (value !== undefined && typed.slice(" t='".length, -1) === "str") return cell;
      return `<${tag}${(attributes ?? "").replace(type, "")} t="e"></${tag}>`;
    });
  return tidied === text ? part : Buffer.from(tidied, "latin1");
}
