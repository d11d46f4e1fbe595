import { findEntryProblem } from "../../list/entry";
import { byKind, kinds, type ByKind, type Kind } from "../../list/kinds";
import type { AppList } from "../../service/schemas";

/** The entries of a list, by whether a program can declare them. */
export interface PartitionedList {
  /** The entries that a file can hold and a program can declare, sorted by code unit. */
  readonly declarable: ByKind<readonly string[]>;
  /** The entries that no program can declare. */
  readonly undeclarable: readonly Undeclarable[];
  /** The kinds that the API does not show. */
  readonly notShown: readonly Kind[];
}

/** An entry that no program can declare. */
export interface Undeclarable {
  readonly kind: Kind;
  readonly entry: string;
  /** The reason, as the end of a sentence that starts with the entry. */
  readonly problem: string;
}

/** Separates the entries of a list that a program can declare from the others. */
export function partitionEntries(entries: AppList["entries"]): PartitionedList {
  const checked = kinds.flatMap((kind) =>
    Array.from(entries[kind] ?? [], (entry) => ({ kind, entry, problem: findEntryProblem(kind, entry) })),
  );
  return {
    declarable: byKind((kind) =>
      checked
        .filter((one) => one.kind === kind && one.problem === undefined)
        .map(({ entry }) => entry)
        .toSorted(),
    ),
    undeclarable: checked.flatMap(({ problem, ...one }) => (problem === undefined ? [] : [{ ...one, problem }])),
    notShown: kinds.filter((kind) => entries[kind] === undefined),
  };
}
