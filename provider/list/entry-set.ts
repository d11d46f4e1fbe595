import { quote } from "../common/quote";
import { findEntryProblem } from "./entry";
import { kindName, type Kind } from "./kinds";
import { countLines, joinLines, noteMark, printLine, printLines, readLine, subtractText } from "./text";

/** Entries, each with its note; undefined if it has none. */
type Lines = ReadonlyMap<string, string | undefined>;

/** A set as what it differs in from another one, its root. An entry of the root that is in both has another note. */
interface Delta {
  readonly root: EntrySet;
  readonly added: Lines;
  readonly removed: ReadonlySet<string>;
}

/**
 * The entries of one kind, some with a note. Immutable. A note is for people: previews show it, and no request contains
 * it. Two sets with the same entries are equal, whatever their notes.
 *
 * A set remembers the text that it was read from, or the set that it was made from and what it differs in from that one:
 * a change of a few entries in a long list takes as long as these few, and equal texts are never parsed.
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
  readonly #delta: Delta | undefined;
  /** An operation asks several times for the same difference. */
  #difference: { readonly other: EntrySet; readonly entries: EntrySet } | undefined;

  private constructor(size: number, lines?: Lines, text?: string, delta?: Delta) {
    this.size = size;
    this.#lines = lines;
    this.#text = text;
    this.#delta = delta;
  }

  static of(entries: Iterable<string>): EntrySet {
    const lines = new Map<string, undefined>();
    for (const entry of entries) lines.set(entry, undefined);
    return EntrySet.#ofLines(lines);
  }

  static #ofLines(lines: Lines): EntrySet {
    return lines.size === 0 ? EntrySet.none : new EntrySet(lines.size, lines);
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
    return { entries: EntrySet.#ofLines(read), problems };
  }

  /** The entries of all sets. An entry of several has the note of the first one. */
  static unionAll(sets: readonly EntrySet[]): EntrySet {
    const [first = EntrySet.none, ...others] = sets.filter(({ size }) => size > 0);
    const more = new Map<string, string | undefined>();
    for (const other of others) {
      for (const entry of first.#differing(other)) {
        if (!first.has(entry) && !more.has(entry) && other.has(entry)) more.set(entry, other.note(entry));
      }
    }
    return first.#with(more);
  }

  /** The text in its normal form, with the notes. It is valid if the entries are: a list may contain others. */
  get text(): string {
    if (this.#text !== undefined) return this.#text;
    if (this.#delta === undefined) return printLines(this.#parsed());
    const { root } = this.#delta;
    return root.#text === undefined ? printLines(this.#explicit()) : printDelta(this.#delta, root.#text);
  }

  /** The text without the notes. */
  get bareText(): string {
    const { text } = this;
    return text.includes(noteMark) ? text.replaceAll(/ {2}# [^\n]*/gu, "") : text;
  }

  note(entry: string): string | undefined {
    if (this.#delta === undefined) return this.#parsed().get(entry);
    const { root, added, removed } = this.#delta;
    return added.has(entry) || removed.has(entry) ? added.get(entry) : root.note(entry);
  }

  has(entry: string): boolean {
    if (this.#delta === undefined) return this.#parsed().has(entry);
    const { root, added, removed } = this.#delta;
    return added.has(entry) || (!removed.has(entry) && root.has(entry));
  }

  /** In the order of the text, or in which the entries were given; what a set differs in from its root is last. */
  *[Symbol.iterator](): IterableIterator<string> {
    if (this.#delta === undefined) return yield* this.#parsed().keys();
    const { root, added, removed } = this.#delta;
    for (const entry of root) if (!removed.has(entry)) yield entry;
    yield* added.keys();
  }

  equals(other: EntrySet): boolean {
    return this.size === other.size && (this.#isSameText(other) || this.minus(other).size === 0);
  }

  /** An entry of both has the note of this set. */
  union(other: EntrySet): EntrySet {
    const isShort = this.#root !== other.#root && this.size * 8 < other.size;
    return isShort ? other.#with(this.#explicit()) : EntrySet.unionAll([this, other]);
  }

  minus(other: EntrySet): EntrySet {
    if (this.size === 0 || other.size === 0) return this;
    if (this.#isSameText(other)) return EntrySet.none;
    if (this.#difference?.other !== other) this.#difference = { other, entries: this.#minus(other) };
    return this.#difference.entries;
  }

  /** The entries of both, with the notes of this set. */
  intersect(other: EntrySet): EntrySet {
    if (this.size === 0 || other.size === 0) return EntrySet.none;
    if (this.#isSameText(other)) return this;
    if (this.#root === other.#root) return this.#without(this.#differing(other).filter((entry) => !other.has(entry)));
    return other.size * 8 < this.size
      ? this.#only(Array.from(other).filter((entry) => this.has(entry)))
      : this.filter((entry) => other.has(entry));
  }

  filter(isKept: (entry: string) => boolean): EntrySet {
    return this.#only(Array.from(this).filter((entry) => isKept(entry)));
  }

  /** The same entries, as what they differ in from the other ones. Entries of both then have the notes of the other. */
  relativeTo(other: EntrySet): EntrySet {
    const root = other.#root;
    if (this.#root === root || this.size === 0 || root.size === 0) return this;
    const added = this.minus(root);
    const isWhole = this.size - added.size === root.size;
    const removed = isWhole ? EntrySet.none : root.minus(this);
    return (added.size + removed.size) * 2 > root.size ? this : root.#without(removed).#with(added.#explicit());
  }

  get #root(): EntrySet {
    return this.#delta?.root ?? this;
  }

  /** The entries in which two sets can differ: all of the other one, unless both have the same text or the same root. */
  #differing(other: EntrySet): readonly string[] {
    if (this.#isSameText(other)) return [];
    if (this.#root !== other.#root) return [...other];
    const deltas = [this.#delta, other.#delta].filter((delta) => delta !== undefined);
    return deltas.flatMap(({ added, removed }) => [...added.keys(), ...removed]);
  }

  #minus(other: EntrySet): EntrySet {
    if (this.#root === other.#root) {
      return this.#only(this.#differing(other).filter((entry) => this.has(entry) && !other.has(entry)));
    }
    if (this.#text !== undefined && other.#text !== undefined) {
      const lines = subtractText(this.#text, other.#text);
      return lines.size === this.size ? this : EntrySet.#ofLines(lines);
    }
    return other.size * 8 < this.size ? this.#without(other) : this.filter((entry) => !other.has(entry));
  }

  /** Some of the entries. All of them are this set, which keeps its text. */
  #only(entries: readonly string[]): EntrySet {
    const lines = new Map<string, string | undefined>();
    for (const entry of entries) lines.set(entry, this.note(entry));
    return lines.size === this.size ? this : EntrySet.#ofLines(lines);
  }

  /** These entries, with others: one of both gets the note of the other. */
  #with(more: Lines): EntrySet {
    if (more.size === 0) return this;
    const root = this.#root;
    const { added = more, removed: before = [] } = this.#delta ?? {};
    const removed = new Set(before);
    for (const entry of more.keys()) if (root.has(entry)) removed.add(entry);
    return EntrySet.#ofDelta({ root, added: new Map([...added, ...more]), removed });
  }

  #without(entries: Iterable<string>): EntrySet {
    const root = this.#root;
    const added = new Map(this.#delta?.added);
    const removed = new Set(this.#delta?.removed);
    for (const entry of entries) {
      added.delete(entry);
      if (root.has(entry)) removed.add(entry);
    }
    return EntrySet.#ofDelta({ root, added, removed });
  }

  static #ofDelta(delta: Delta): EntrySet {
    const { root, added, removed } = delta;
    const size = root.size - removed.size + added.size;
    if (added.size === 0 && removed.size === 0) return root;
    if (size === 0) return EntrySet.none;
    const set = new EntrySet(size, undefined, undefined, delta);
    return (added.size + removed.size) * 2 > root.size ? EntrySet.#ofLines(set.#explicit()) : set;
  }

  #explicit(): Lines {
    return this.#delta === undefined
      ? this.#parsed()
      : new Map(Array.from(this, (entry) => [entry, this.note(entry)] as const));
  }

  #isSameText(other: EntrySet): boolean {
    return this === other || (this.#text !== undefined && this.#text === other.#text);
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

/** @param text that of the root. */
function printDelta({ added, removed }: Delta, text: string): string {
  const lines = splitLines(text);
  const kept = removed.size === 0 ? lines : lines.filter((line) => !removed.has(readLine(line).entry));
  return joinLines([...kept, ...Array.from(added, ([entry, note]) => printLine(entry, note))].toSorted());
}

function splitLines(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
