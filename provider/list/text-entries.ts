import type { EntryText } from "./entry-text";
import { lazyByKind, type ByKind } from "./kinds";
import type { NotedEntries } from "./text";

/** The texts of the entries and the notes that the functions below make. */
const sources = new WeakMap<object, ByKind<EntryText>>();

/** A text is parsed when the entries of its kind are first needed. */
export function entriesOf(texts: ByKind<EntryText>): ByKind<ReadonlySet<string>> {
  return withSource(
    texts,
    lazyByKind((kind) => texts[kind].entries),
  );
}

/** A text is parsed when the notes of its kind are first needed. */
export function notesOf(texts: ByKind<EntryText>): ByKind<NotedEntries> {
  return withSource(
    texts,
    lazyByKind((kind) => texts[kind].notes),
  );
}

function withSource<Value extends object>(texts: ByKind<EntryText>, value: Value): Value {
  sources.set(value, texts);
  return value;
}

/** The texts of entries, or of notes, that the functions above have made. */
export function findTexts(value: ByKind<unknown>): ByKind<EntryText> | undefined {
  return sources.get(value);
}
