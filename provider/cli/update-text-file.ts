import type { Finding } from "../check/finding";
import { printable } from "../common/quote";
import { parseListText } from "../check/listed-entries";

const notInList = "is not in the list. No file was written: --force removes the line";

/**
 * Updates a text file to the entries of a list. Comments, and lines with these entries and their notes, stay unchanged
 * in their order. If the lines are sorted, new entries are added in order, else at the end.
 *
 * @param current the content of the file; empty if it does not exist.
 * @param entries sorted by code unit.
 * @returns `removed`: the lines that are removed, because their entries are not in the list.
 */
export function updateTextFile(path: string, current: string, entries: readonly string[]) {
  const inList = new Set(entries);
  const inFile = new Set<string>();
  const kept: string[] = [];
  const removed: Finding[] = [];
  const end = current.includes("\r\n") ? "\r\n" : "\n";
  for (const [index, line] of current.split(/(?<=\n|\r(?!\n))/u).entries()) {
    const value = line.trimEnd();
    const [listed] = parseListText(value, String);
    if (listed !== undefined) inFile.add(listed.entry);
    if (listed !== undefined && !inList.has(listed.entry)) {
      removed.push({ source: `${printable(path)}:${index + 1}`, value, problem: notInList });
    } else if (line !== "") kept.push(/[\n\r]$/u.test(line) ? line : line + end);
  }
  const isSorted = kept.every((line, index) => index === 0 || (kept[index - 1] ?? "") <= line);
  const added = entries.filter((entry) => !inFile.has(entry));
  const lines = [...kept, ...added.map((entry) => entry + end)];
  return { content: (isSorted ? lines.toSorted() : lines).join(""), added: added.length, removed };
}
