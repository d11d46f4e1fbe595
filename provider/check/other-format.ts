import { quote } from "../common/quote";
import { findColumn } from "./columns";
import { endsAsEntry } from "./likely-kind";

/** Whether a line of a text is the header of a table. */
export function isHeader(line: string): boolean {
  return line.split(/[,;\t]/u).some((cell) => findColumn(cell.replace(/^"|"$/gu, "")).role === "entry");
}

interface Ways {
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
  if (first.includes("\t") || (isHeader(first) && /[,;]/u.test(first))) return ways.table;
  if (isHeader(first)) {
    const line = text.slice(0, found?.index).split(/\r\n?|\n/u).length;
    return `has the name of a column in line ${line}, ${quote(first)}: delete the line`;
  }
  const sellers =
    text.match(/^[^\S\r\n\u2028\u2029]*[^\s,#]+[^\S\r\n]*,[^,\r\n]*,[^\S\r\n]*(?:DIRECT|RESELLER)\b/gimu)?.length ?? 0;
  if (sellers > 0 && sellers * 2 > (text.match(/^[^\S\r\n\u2028\u2029]*[^\s#]/gmu)?.length ?? 0))
    return "is an ads.txt or app-ads.txt: its lines name sellers of ads, and a list has one entry per line";
  if (/^[^\S\r\n\u2028\u2029]*\/\//mu.test(text)) return "has comments that start with //: start comments with #";
  const swallowed = /#.*#/u.test(text) ? text.split(/\r\n?|\n/u).findIndex(hasSwallowed) : -1;
  return swallowed < 0 ? undefined : `has another entry in the note of line ${swallowed + 1}, before a #: ${oneLine}`;
}

/** Whether a note contains the next lines, because their line breaks are lost. In most files, two spaces precede a #. */
function hasSwallowed(line: string): boolean {
  const [first = "", ...more] = line.split(/\s#/u).slice(1, -1).filter(endsAsEntry);
  return more.length > 0 || /\s$/u.test(first);
}

const oneLine = "write one entry per line, in YAML below | and not below >";
