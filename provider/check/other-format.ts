import { plural } from "../common/format";
import { quote } from "../common/quote";
import { findColumn } from "./columns";
import { entryAtEnd } from "./likely-kind";

/** Whether a line of a text is the header of a table. */
export function isHeader(line: string): boolean {
  return line.split(/[,;\t]/u).some((cell) => findColumn(cell.replace(/^"|"$/gu, "")).role === "entry");
}

interface Ways {
  readonly tabs: string;
  readonly table: string;
  readonly path?: string;
}

/** Matches the path or the pattern of a file. A website can have a path, too, but its host has a dot. */
const filePath = /^(?:(?:~|\.{0,2}|[^.:/\\]+)\/.*|.*\\.*|.*\.(?:txt|csv|tsv|xlsx?))$/iu;

/**
 * Why a text is no list, although each of its lines could be one with a mistake, as the end of a sentence that starts
 * with the file or the argument; undefined if it may be one.
 *
 * @param ways what to do with a table, and with the path of a file; undefined if the text is a table.
 */
export function findOtherFormat(text: string, ways?: Ways): string | undefined {
  if (text.startsWith("version https://git-lfs.github.com/spec/"))
    return "is a pointer of Git LFS: run git lfs pull, or in a pipeline check out with lfs: true";
  if (ways === undefined) return undefined;
  // For ^, a line also ends at U+2028 and U+2029: what crosses them takes a quadratic time.
  const found = /^[^\S\r\n\u2028\u2029]*([^\s#](?:.*?\S)??)\s*?(?:\s#.*)?$/mu.exec(text);
  const first = found?.[1] ?? "";
  if (ways.path !== undefined && first === text.trim() && filePath.test(first)) return ways.path;
  if (first.includes("\t")) return ways.tabs;
  if (isHeader(first)) {
    if (/[,;]/u.test(first)) return ways.table;
    return `has the name of a column in line ${lineAt(text, found?.index ?? 0)}, ${quote(first)}: delete the line`;
  }
  const sellers =
    text.match(/^[^\S\r\n\u2028\u2029]*[^\s,#]+[^\S\r\n]*,[^,\r\n]*,[^\S\r\n]*(?:DIRECT|RESELLER)\b/gimu)?.length ?? 0;
  if (sellers > 0 && sellers * 2 > (text.match(/^[^\S\r\n\u2028\u2029]*[^\s#]/gmu)?.length ?? 0))
    return "is an ads.txt or app-ads.txt: its lines name sellers of ads, and a list has one entry per line";
  const slashes = text.search(/^[^\S\r\n\u2028\u2029]*\/\//mu);
  if (slashes >= 0)
    return `has comments that start with //, the first in line ${lineAt(text, slashes)}: start comments with #`;
  return findLostBreaks(text);
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split(/\r\n?|\n/u).length;
}

/** A note with other entries, each before a #. In files as they are meant, two spaces are in front of it. */
function findLostBreaks(text: string): string | undefined {
  for (const [index, line] of text.split(/\r\n?|\n/u).entries()) {
    if (line.indexOf("#") === line.lastIndexOf("#")) continue;
    const parts = line.split(/\s#/u).slice(1, -1);
    const found = parts.filter((part) => entryAtEnd(part) !== undefined);
    const count = `has ${plural(found.length, "more entry", "more entries")} in the note of line ${index + 1}`;
    if (found.length > 1 || found.some((part) => /\s$/u.test(part))) return `${count}, each before a #: ${oneLine}`;
  }
  return undefined;
}

const oneLine = "write one entry per line, in YAML below | and not below >";
