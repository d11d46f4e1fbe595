import { listEntry, type ListedEntry } from "./listed-entries";

/**
 * Reads a text of a list, such as the content of a file: one entry per line. A note starts with a `#` at the start of a
 * line or after whitespace; a line with only a note, or nothing, is ignored. `until 2027-01-31` stays in the note: it is
 * read when the entry is declared.
 *
 * @param place the place of a line in a problem, such as "lists/blocked-apps.txt:12".
 */
export function parseListText(content: string, place: (line: number) => string): ListedEntry[] {
  const lines = { place };
  const listed: ListedEntry[] = [];
  const contents = content.includes("\r") ? content.split(/\r\n|\n|\r/u) : content.split("\n");
  let number = 0;
  for (const line of contents) {
    number += 1;
    if (plainLine.test(line)) {
      listed.push(listEntry({ entry: line }, lines, number));
      continue;
    }
    const mark = /(?:^|\s)#/u.exec(line);
    const entry = (mark === null ? line : line.slice(0, mark.index)).trim();
    if (entry === "") continue;
    const note = mark === null ? undefined : line.slice(mark.index + mark[0].length).trim();
    listed.push(listEntry({ entry, note }, lines, number));
  }
  return listed;
}

/** Most lines are an entry and nothing else. */
const plainLine = /^[!"$-~]+$/u;
