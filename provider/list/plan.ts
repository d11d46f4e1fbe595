import { byKind, countEntries, noEntries, type ByKind, type Entries } from "./kinds";

/** What is known to be in a list, by kind; `undefined` where it is not known, as the service does not show it. */
export type Observed = ByKind<ReadonlySet<string> | undefined>;

/** All that a plan depends on. */
export interface Situation {
  /** What the resource declares. */
  readonly desired: Entries;
  /** What the resource holds: what it declared before and what was then seen in the list. */
  readonly held: Entries;
  /** Entries that it holds and that may have gone: where the list is not known, they are added again. Default: none. */
  readonly doubtful?: Entries;
  /** What the list holds now, as far as it is known. */
  readonly observed: Observed;
  /** Whether the list must hold nothing but what is declared. */
  readonly exclusive: boolean;
  /** What other resources of the same run declare for the same list: it stays, whoever put it there. */
  readonly declaredElsewhere: Entries;
}

/** What has to be sent so that the list holds what is desired. `add` is sent before `remove`. */
export interface Plan {
  readonly add: Entries;
  readonly remove: Entries;
}

/**
 * Works out what to add and what to remove.
 *
 * - Where the list is known, only what is missing is added, and only what is there is removed.
 * - Where it is not known, what the resource does not hold yet is added.
 * - Removed is what the resource holds and no longer declares; with `exclusive`, everything that is not declared.
 */
export function planChanges(situation: Situation): Plan {
  const { desired, held, doubtful = noEntries, observed, exclusive, declaredElsewhere } = situation;
  return {
    add: byKind((kind) => desired[kind].difference(observed[kind] ?? held[kind].difference(doubtful[kind]))),
    remove: byKind((kind) => {
      const present = observed[kind];
      const dropped = held[kind].difference(desired[kind]);
      const candidates =
        present === undefined ? dropped : exclusive ? present.difference(desired[kind]) : dropped.intersection(present);
      return candidates.difference(declaredElsewhere[kind]);
    }),
  };
}

/** Whether a plan has nothing to send. */
export function isEmpty(plan: Plan): boolean {
  return countEntries(plan.add) + countEntries(plan.remove) === 0;
}

/** How many entries of the list are not declared, over all kinds that the service shows. */
export function countUnmanaged(observed: Observed, declared: Entries): number {
  return countEntries(byKind((kind) => (observed[kind] ?? new Set<string>()).difference(declared[kind])));
}
