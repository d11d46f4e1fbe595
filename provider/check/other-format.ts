import { findColumn } from "./columns";

/** The first line of a text that is neither empty nor a comment, without its note. */
export function firstLine(text: string): string {
  const [line = ""] = /^[^\S\r\n]*[^\s#].*$/mu.exec(text) ?? [];
  return line.replace(/\s#.*$/u, "").trim();
}

/** Whether a line of a text is the header of a table. */
export function isHeader(line: string): boolean {
  return line.split(/[,;\t]/u).some((cell) => findColumn(cell.replace(/^"|"$/gu, "")).role === "entry");
}

/** Whether a text is a single path or pattern of a file. A website can have a path, too, but its host has a dot. */
export function isFilePath(text: string): boolean {
  return /^(?:(?:~|\.{0,2}|[^.:/\\]+)\/.*|.*\\.*|.*\.(?:txt|csv|tsv|xlsx?))$/iu.test(text);
}

/**
 * Why a text is no list, although each of its lines could be one with a mistake: it is an ads.txt, or has comments with
 * `//`. Undefined if it is neither.
 *
 * @returns the end of a sentence that starts with the file or the argument.
 */
export function findOtherFormat(text: string): string | undefined {
  const sellers =
    text.match(/^[^\S\r\n]*[^\s,#]+[^\S\r\n]*,[^,\r\n]*,[^\S\r\n]*(?:DIRECT|RESELLER)\b/gimu)?.length ?? 0;
  if (sellers > 0 && sellers * 2 > (text.match(/^[^\S\r\n]*[^\s#]/gmu)?.length ?? 0))
    return "is an ads.txt or app-ads.txt: its lines name sellers of ads, and a list has one entry per line";
  const first = text.search(/^[^\S\r\n]*\/\//mu);
  if (first < 0) return undefined;
  const line = text.slice(0, first).split(/\r\n?|\n/u).length;
  return `has comments that start with //, the first in line ${line}: start comments with #`;
}
