import { readLine } from "./text";

/** The most characters that are compared at once. */
const mostAtOnce = 4096;

/**
 * The entries of a text that are not in another one, both in their normal form. What they have in common is not parsed:
 * mostly, two versions of a list differ in a few lines.
 */
export function subtractText(text: string, other: string): ReadonlySet<string> {
  const rest = new Set<string>();
  let [start, otherStart] = [0, 0];
  for (;;) {
    const common = commonLines(text, start, other, otherStart);
    start += common;
    otherStart += common;
    if (start === text.length || otherStart === other.length) break;
    const [end, otherEnd] = [lineEnd(text, start), lineEnd(other, otherStart)];
    const [entry, otherEntry] = [entryIn(text, start, end), entryIn(other, otherStart, otherEnd)];
    if (entry < otherEntry) rest.add(entry);
    // Equal entries have different notes.
    if (entry <= otherEntry) start = end;
    if (entry >= otherEntry) otherStart = otherEnd;
  }
  for (let end = start; start < text.length; start = end) {
    end = lineEnd(text, start);
    rest.add(entryIn(text, start, end));
  }
  return rest;
}

/** The number of characters in the lines that follow in both. */
function commonLines(text: string, start: number, other: string, otherStart: number): number {
  let length = 0;
  let isGrowing = true;
  for (let size = 64; size >= 1;) {
    const next = text.slice(start + length, start + length + size);
    const isCommon = next !== "" && other.startsWith(next, otherStart + length);
    if (isCommon) length += next.length;
    else isGrowing = false;
    if (isGrowing) size = Math.min(size * 2, mostAtOnce);
    else if (!isCommon) size /= 2;
  }
  return length === 0 ? 0 : text.lastIndexOf("\n", start + length - 1) + 1 - start;
}

function lineEnd(text: string, start: number): number {
  return text.indexOf("\n", start) + 1;
}

function entryIn(text: string, start: number, end: number): string {
  return readLine(text.slice(start, end - 1)).entry;
}
