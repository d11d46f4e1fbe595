import type { Program } from "../deployment";
import { entryOf, textsOf, type Entry } from "./entries";

/** A resource of a program. */
export interface Declared {
  readonly name: string;
  readonly appListId: number;
  /** The names of its entries. */
  readonly entries: readonly string[];
  readonly exclusive?: boolean;
  readonly claimExisting?: boolean;
  readonly removalLimit?: number | string | undefined;
}

/** The program, for the engine. */
export function programOf(declared: readonly Declared[]): Program {
  return Object.fromEntries(
    declared.map(({ name, appListId, entries, exclusive = false, claimExisting = false, removalLimit }) => [
      name,
      {
        appListId,
        ...textsOf(entries),
        ...(exclusive && { exclusive }),
        ...(claimExisting && { claimExisting }),
        ...(removalLimit !== undefined && { removalLimit }),
      },
    ]),
  );
}

/** The entries that a resource declares. */
export function entriesOf({ appListId, entries }: Declared): readonly Entry[] {
  return entries.map((name) => entryOf(appListId, name));
}

/** The name of the resource that declares it, for every declared entry. */
export function declarersOf(declared: readonly Declared[]): ReadonlyMap<Entry, string> {
  return new Map(declared.flatMap((resource) => entriesOf(resource).map((entry) => [entry, resource.name])));
}

/**
 * Entries that the provider knows to be declared before it removes anything, also in an up that fails: after a refused
 * resource the engine does not register those that follow, nor in sequence those that depend on another one.
 */
export function surelyRegistered(declared: readonly Declared[], inSequence: boolean): ReadonlyMap<Entry, string> {
  if (inSequence) return new Map();
  const limited = declared.findIndex(({ removalLimit }) => removalLimit !== undefined);
  return declarersOf(limited < 0 ? declared : declared.slice(0, limited + 1));
}
