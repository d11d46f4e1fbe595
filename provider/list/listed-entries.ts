import { problemOf, quote } from "./entry";
import type { Kind } from "./kinds";
import { printText, tidyNote } from "./text";

/** An entry as a program lists it, when there is more to say than the entry itself. */
export interface ListedEntry {
  /** The app bundle, placement id or website. */
  readonly entry: string;
  /** A note for people. It is shown in previews and never sent. */
  readonly note?: string;
  /** Where the entry comes from, such as "lists/blocked-apps.txt:12"; errors name it. */
  readonly source?: string;
}

/** Listed entries as the text that goes to Pulumi, and what is wrong with those that are not in it. */
export interface ListedText {
  readonly text: string;
  readonly problems: readonly string[];
}

/**
 * Turns listed entries into their text. An entry that is listed twice stands in it once, with the first note.
 *
 * @param argument what the list of entries is called in a problem, such as "appBundles".
 */
export function textOfListed(kind: Kind, argument: string, listed: readonly (string | ListedEntry)[]): ListedText {
  const notes = new Map<string, string | undefined>();
  const problems: string[] = [];
  for (const [index, item] of listed.entries()) {
    const { entry, note, source } = typeof item === "string" ? { entry: item } : item;
    const problem = problemOf(kind, entry);
    if (problem === undefined) notes.set(entry, notes.get(entry) ?? (note === undefined ? undefined : tidyNote(note)));
    else problems.push(`${source ?? `${argument}[${index}]`}: ${quote(entry)} ${problem}`);
  }
  return { text: printText(notes), problems };
}
