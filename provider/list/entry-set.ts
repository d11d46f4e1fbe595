import { findEntryProblem, isPlainText } from "./entry";
import { kindName, type Kind } from "./kinds";
import { printLine, readLine } from "./text";

/** Notes by entry. May contain notes of entries that are not in the set. */
type Notes = ReadonlyMap<string, string>;

/** A problem with the entry of a line. */
interface LineProblem {
  readonly source: string;
  readonly value: string;
  /** The end of a sentence that starts with the entry, without the entry. */
  readonly problem: string;
}

/**
 * The entries of one kind, some with a note. Immutable. A note is for people: previews show it, and no request contains
 * it. Two sets with the same entries are equal, whatever their notes.
 *
 * The entries are sorted by code unit, as in a text. This lets two sets be compared in one pass, without hashing.
 */
export class EntrySet implements Iterable<string> {
  static readonly none: EntrySet = new this([], new Map(), "");
  /** The engine passes three texts to several operations: the managed, the adopted and the declared entries. */
  static readonly #lastRead = new Map<Kind, readonly EntrySet[]>();

  readonly size: number;
  readonly #entries: string[];
  readonly #notes: Notes;
  #text: string | undefined;

  private constructor(entries: string[], notes: Notes, text?: string) {
    this.size = entries.length;
    this.#entries = entries;
    this.#notes = notes;
    this.#text = text;
  }

  static of(entries: Iterable<string>, notes: Notes = new Map()): EntrySet {
    // Sorted first: APIs return lists that are sorted but for the last additions, and hashing takes longer.
    const all = Array.from(entries);
    const distinct = isSorted(all) ? all : all.toSorted().filter((entry, place, sorted) => entry !== sorted[place - 1]);
    return distinct.length === 0 ? EntrySet.none : new EntrySet(distinct, notes);
  }

  /** Reads a text in any form: its valid entries, and all problems with the others. Never throws. */
  static parse(kind: Kind, text: string): { readonly entries: EntrySet; readonly problems: readonly LineProblem[] } {
    const last = text === "" ? [] : (EntrySet.#lastRead.get(kind) ?? []);
    const same = last.find((set) => set.#text === text);
    if (same !== undefined) return { entries: same, problems: [] };
    const lines = text === "" ? [] : (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
    const isPlain = isPlainText(kind, text);
    const entries = isPlain ? lines : [];
    const notes = new Map<string, string>();
    const problems: LineProblem[] = [];
    for (const [index, line] of isPlain ? [] : lines.entries()) {
      const { entry, note } = readLine(line);
      const problem = findEntryProblem(kind, entry);
      if (problem !== undefined) {
        problems.push({ source: `${kindName(kind, 1)} in line ${index + 1}`, value: entry, problem });
        continue;
      }
      entries.push(entry);
      if (note !== undefined) notes.set(entry, notes.get(entry) ?? note);
    }
    if (!isSorted(entries) || !text.endsWith("\n") || problems.length > 0)
      return { entries: EntrySet.of(entries, notes), problems };
    const read = new EntrySet(entries, notes, text);
    EntrySet.#lastRead.set(kind, [read, ...last.slice(0, 2)]);
    return { entries: read, problems };
  }

  /**
   * The text in Pulumi's state: one entry per line, with its note, sorted by code unit, without duplicates. As the lines
   * are sorted, an edit of a few entries is a diff of a few lines, however long the list is. The text is valid only if
   * all entries are: a list may contain invalid ones.
   */
  get text(): string {
    this.#text ??= this.#entries.map((entry) => `${printLine(entry, this.#notes.get(entry))}\n`).join("");
    return this.#text;
  }

  /** The text without the notes. */
  get bareText(): string {
    return this.#notes.size === 0 ? this.text : this.#entries.map((entry) => `${entry}\n`).join("");
  }

  /** The note of an entry of the set. */
  note(entry: string): string | undefined {
    return this.#notes.get(entry);
  }

  /** Sorted by code unit, as in the text. */
  [Symbol.iterator](): IterableIterator<string> {
    return this.#entries.values();
  }

  equals(other: EntrySet): boolean {
    return this.size === other.size && this.#entries.every((entry, index) => entry === other.#entries[index]);
  }

  /** An entry of both has the note of this set. */
  union(other: EntrySet): EntrySet {
    const more = other.minus(this);
    if (more.size === 0 || this.size === 0) return more.size === 0 ? this : other;
    // Two sorted runs are sorted in one pass.
    const entries = [...this.#entries, ...more.#entries].toSorted();
    const notes = new Map(this.#notes);
    for (const entry of more) {
      const note = more.#notes.get(entry);
      if (note === undefined) notes.delete(entry);
      else notes.set(entry, note);
    }
    return new EntrySet(entries, notes);
  }

  minus(other: EntrySet): EntrySet {
    if (this === other || other.size === 0) return other.size === 0 ? this : EntrySet.none;
    const [entries, others] = [new Array<string>(), other.#entries];
    let place = 0;
    for (let index = 0; index < this.size; index += 1) {
      const entry = this.#entries[index] ?? "";
      if (entry !== others[place]) while (place < others.length && (others[place] ?? "") < entry) place += 1;
      const same = others[place];
      if (entry === same) {
        // Both sets share one string from now on: later comparisons are faster, and the text of the response can be
        // freed.
        this.#entries[index] = same;
        place += 1;
      } else entries.push(entry);
    }
    return this.#some(entries);
  }

  /** The entries of both, with the notes of this set. */
  intersect(other: EntrySet): EntrySet {
    return this.minus(this.minus(other));
  }

  filter(isKept: (entry: string) => boolean): EntrySet {
    return this.#some(this.#entries.filter((entry) => isKept(entry)));
  }

  /** Some of the entries, with their notes. */
  #some(entries: string[]): EntrySet {
    if (entries.length === this.size) return this;
    return entries.length === 0 ? EntrySet.none : new EntrySet(entries, this.#notes);
  }
}

/** Whether entries are sorted by code unit, and each is there once. */
function isSorted(entries: readonly string[]): boolean {
  return entries.every((entry, place) => (entries[place - 1] ?? "") < entry);
}
