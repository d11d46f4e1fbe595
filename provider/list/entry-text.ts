import { isDate, untilInNote } from "./expiry";
import { byKind, type Kind } from "./kinds";
import { scanNormalText } from "./normal-text";
import { subtractText } from "./text-difference";
import { parseText, printText, readLine, tidyNote, type NotedEntries } from "./text";

/** The entries of one kind as a text in its normal form. It is parsed when its entries are first needed, and only once. */
export class EntryText {
  readonly kind: Kind;
  readonly text: string;
  readonly size: number;
  readonly hasNotes: boolean;
  #entries: ReadonlySet<string> | undefined;
  #notes: NotedEntries | undefined;
  #lastDay: string | undefined;
  #difference: { readonly other: EntryText; readonly entries: ReadonlySet<string> } | undefined;

  constructor(kind: Kind, text: string, scanned: NonNullable<ReturnType<typeof scanNormalText>>) {
    this.kind = kind;
    this.text = text;
    this.size = scanned.size;
    this.hasNotes = scanned.hasNotes;
  }

  get entries(): ReadonlySet<string> {
    this.#entries ??= new Set(this.list());
    return this.#entries;
  }

  /** The entries in their order. */
  list(): string[] {
    return this.hasNotes ? [...this.notes.keys()] : this.#lines();
  }

  get notes(): NotedEntries {
    this.#notes ??= new Map(
      this.#lines().map((line) => {
        const { entry, note } = readLine(line);
        return [entry, note];
      }),
    );
    return this.#notes;
  }

  /** The text without its notes. */
  get bareText(): string {
    return this.hasNotes ? this.text.replaceAll(/ {2}# [^\n]*/gu, "") : this.text;
  }

  /**
   * The day until which a list file with this text declares exactly these entries with these notes, as `YYYY-MM-DD`. Empty
   * if it never does, and greater than all days if none of them expires.
   */
  get lastDay(): string {
    this.#lastDay ??= this.hasNotes ? lastDayOf(this.notes) : never;
    return this.#lastDay;
  }

  /** Keeps the last result: an operation asks several times. */
  without(other: EntryText): ReadonlySet<string> {
    if (this.#difference?.other !== other) {
      this.#difference = { other, entries: subtractText(this.text, other.text) };
    }
    return this.#difference.entries;
  }

  #lines(): string[] {
    const lines = this.text.split("\n");
    lines.pop();
    return lines;
  }
}

const never = "never";

function lastDayOf(notes: NotedEntries): string {
  let last = never;
  for (const note of notes.values()) {
    if (note === undefined) continue;
    const until = untilInNote(note) ?? never;
    if (tidyNote(note) !== note || (until !== never && !isDate(until))) return "";
    if (until < last) last = until;
  }
  return last;
}

/** The texts that are kept, at most: together with their entries they take about 60 MB. */
const most = { texts: 32, characters: 8_000_000 };

const empty = byKind((kind) => new EntryText(kind, "", { size: 0, hasNotes: false }));

const recent: EntryText[] = [];

/**
 * Recognizes a text in its normal form. Reads it once if it is read again soon: the engine passes the texts of a resource
 * to several operations.
 *
 * @returns undefined for any other text, also if its entries are valid.
 */
export function readNormalText(kind: Kind, text: string): EntryText | undefined {
  if (text === "") return empty[kind];
  const known = recent.findLast((each) => each.kind === kind && each.text === text);
  if (known !== undefined) return known;
  const scanned = scanNormalText(kind, text);
  if (scanned === undefined) return undefined;
  const read = new EntryText(kind, text, scanned);
  keep(read);
  return read;
}

function keep(read: EntryText): void {
  recent.push(read);
  let characters = recent.reduce((sum, { text }) => sum + text.length, 0);
  while (recent.length > most.texts || characters > most.characters) characters -= recent.shift()?.text.length ?? 0;
}

/** Reads a text of entries in any form: its valid entries, and all problems with the others. Never throws. */
export function readText(kind: Kind, text: string): { readonly read: EntryText; readonly problems: readonly string[] } {
  const normal = readNormalText(kind, text);
  if (normal !== undefined) return { read: normal, problems: [] };
  const { notes, ...parsed } = parseText(kind, text);
  const printed = printText(notes);
  const read = readNormalText(kind, printed) ?? new EntryText(kind, printed, { size: notes.size, hasNotes: true });
  return { read, problems: parsed.outcome === "refused" ? parsed.problems : [] };
}
