import { problemOf } from "../../list/entry";
import { byKind, kinds, type ByKind, type Kind } from "../../list/kinds";
import type { Observed } from "../../list/entries";

/** What is in a list, told apart by what a program can do with it. */
export interface PulledList {
  /** Entries that a file can hold and a program can declare, sorted by code unit. */
  readonly declarable: ByKind<readonly string[]>;
  /** Entries that no program can declare, and why. */
  readonly undeclarable: readonly Undeclarable[];
  /** Kinds whose entries the service does not show. */
  readonly notShown: readonly Kind[];
}

/** An entry that no program can declare. */
export interface Undeclarable {
  readonly kind: Kind;
  readonly entry: string;
  /** The end of a sentence that begins with the entry. */
  readonly problem: string;
}

/** Tells the entries of an observed list apart. */
export function sortOut(observed: Observed): PulledList {
  const all = byKind((kind) =>
    Array.from(observed[kind] ?? [], (entry) => ({ kind, entry, problem: whyNot(kind, entry) })),
  );
  return {
    declarable: byKind((kind) =>
      all[kind].flatMap(({ entry, problem }) => (problem === undefined ? [entry] : [])).toSorted(),
    ),
    undeclarable: kinds.flatMap((kind) =>
      all[kind].flatMap(({ entry, problem }) => (problem === undefined ? [] : [{ kind, entry, problem }])),
    ),
    notShown: kinds.filter((kind) => observed[kind] === undefined),
  };
}

function whyNot(kind: Kind, entry: string): string | undefined {
  return problemOf(kind, entry) ?? (entry.startsWith("#") ? "begins with #, which begins a note in a file" : undefined);
}
