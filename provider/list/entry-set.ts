import { quote } from "../common/quote";
import { findEntryProblem } from "./entry";
import { kindName, type Kind } from "./kinds";
import { countLines, noteMark, printLines, readLine, subtractText } from "./text";

/** Entries, each with its note; undefined if it has none. */
type Lines = ReadonlyMap<string, string | undefined>;

/**
 * The entries of one kind, some with a note. Immutable. A note is for people: previews show it, and no request contains
 * it. Two sets with the same entries are equal, whatever their notes.
 *
 * A set remembers the text that it was read from. Equal texts are never parsed, and of two similar texts only the lines
 * that differ: each operation of each resource compares two versions of a long list.
 */
export class EntrySet implements Iterable<string> {
  static readonly none: EntrySet = new this(0, new Map(), "");
  /** The engine passes a text to several operations, one after the other. */
  static readonly #lastRead = new Map<Kind, EntrySet>();

  readonly size: number;
  /** The text that the set was read from. */
  readonly #text: string | undefined;
  /** They are parsed when they are first needed. */
  #lines: Lines | undefined;
  /** An operation asks several times for the same difference. */
  #difference: { readonly other: EntrySet; readonly entries: EntrySet } | undefined;

  private constructor(size: number, lines: Lines | undefined, text?: string) {
    this.size = size;
    this.#lines = lines;
    this.#text = text;
  }

  static of(entries: Iterable<string>): EntrySet {
    const lines = new Map<string, undefined>();
    for (const entry of entries) lines.set(entry, undefined);
    return new EntrySet(lines.size, lines);
  }

  /**
   * Reads a text in its normal form, without parsing it.
   *
   * @returns undefined for any other text, also if its entries are valid.
   */
  static ofNormalText(kind: Kind, text: string): EntrySet | undefined {
    if (text === "") return EntrySet.none;
    const last = EntrySet.#lastRead.get(kind);
    if (last?.text === text) return last;
    const size = countLines(kind, text);
    if (size === undefined) return undefined;
    const entries = new EntrySet(size, undefined, text);
    EntrySet.#lastRead.set(kind, entries);
    return entries;
  }

  /** Reads a text in any form: its valid entries, and all problems with the others. Never throws. */
  static parse(kind: Kind, text: string): { readonly entries: EntrySet; readonly problems: readonly string[] } {
    const normal = EntrySet.ofNormalText(kind, text);
    if (normal !== undefined) return { entries: normal, problems: [] };
    const read = new Map<string, string | undefined>();
    const problems: string[] = [];
    for (const [index, line] of splitLines(text).entries()) {
      const { entry, note } = readLine(line);
      const problem = findEntryProblem(kind, entry);
      if (problem === undefined) read.set(entry, read.get(entry) ?? note);
      else problems.push(`${kindName(kind, 1)} in line ${index + 1}: ${quote(entry)} ${problem}`);
    }
    return { entries: new EntrySet(read.size, read), problems };
  }

  /** The entries of all sets. An entry of several has the note of the first one. */
  static unionAll(sets: readonly EntrySet[]): EntrySet {
    const [first = EntrySet.none, ...others] = sets.filter(({ size }) => size > 0);
    const different = others.filter((other) => !first.#isSameText(other));
    if (different.length === 0) return first;
    const more = new Map<string, string | undefined>();
    for (const other of different) {
      other.#parsed().forEach((note, entry) => {
        if (!first.has(entry) && !more.has(entry)) more.set(entry, note);
      });
    }
    if (more.size === 0) return first;
    const lines = new Map<string, string | undefined>();
    for (const part of [first.#parsed(), more]) part.forEach((note, entry) => lines.set(entry, note));
    return new EntrySet(lines.size, lines);
  }

  /** The text in its normal form, with the notes. It is valid if the entries are: a list may contain others. */
  get text(): string {
    return this.#text ?? printLines(this.#parsed());
  }

  /** The text without the notes. */
  get bareText(): string {
    const { text } = this;
    return text.includes(noteMark) ? text.replaceAll(/ {2}# [^\n]*/gu, "") : text;
  }

  note(entry: string): string | undefined {
    return this.#parsed().get(entry);
  }

  has(entry: string): boolean {
    return this.#parsed().has(entry);
  }

  /** In the order of the text, or in which the entries were given. */
  [Symbol.iterator](): IterableIterator<string> {
    return this.#parsed().keys();
  }

  equals(other: EntrySet): boolean {
    return this.size === other.size && (this.#isSameText(other) || this.minus(other).size === 0);
  }

  /** An entry of both has the note of this set. */
  union(other: EntrySet): EntrySet {
    return EntrySet.unionAll([this, other]);
  }

  minus(other: EntrySet): EntrySet {
    if (this.size === 0 || other.size === 0) return this;
    if (this.#isSameText(other)) return EntrySet.none;
    if (this.#difference?.other !== other) {
      const rest =
        this.#text !== undefined && other.#text !== undefined
          ? this.#withLines(subtractText(this.#text, other.#text))
          : this.filter((entry) => !other.has(entry));
      this.#difference = { other, entries: rest };
    }
    return this.#difference.entries;
  }

  /** The entries of both, with the notes of this set. */
  intersect(other: EntrySet): EntrySet {
    if (this.size === 0 || other.size === 0) return EntrySet.none;
    return this.#isSameText(other) ? this : this.filter((entry) => other.has(entry));
  }

  filter(isKept: (entry: string) => boolean): EntrySet {
    const kept: string[] = [];
    this.#parsed().forEach((_note, entry) => {
      if (isKept(entry)) kept.push(entry);
    });
    // Mostly all entries are kept, or a few.
    if (kept.length === this.size) return this;
    const lines = new Map<string, string | undefined>();
    for (const entry of kept) lines.set(entry, this.note(entry));
    return new EntrySet(lines.size, lines);
  }

  #isSameText(other: EntrySet): boolean {
    return this === other || (this.#text !== undefined && this.#text === other.#text);
  }

  /** Returns this set if the lines are all of it: so it keeps its text. */
  #withLines(lines: Lines): EntrySet {
    return lines.size === this.size ? this : new EntrySet(lines.size, lines);
  }

  #parsed(): Lines {
    if (this.#lines === undefined) {
      const lines = new Map<string, string | undefined>();
      for (const line of splitLines(this.text)) {
        const { entry, note } = readLine(line);
        lines.set(entry, note);
      }
      this.#lines = lines;
    }
    return this.#lines;
  }
}

function splitLines(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
