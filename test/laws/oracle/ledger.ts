import { kindOf, listOf, type Entry, type EntrySet } from "./entries";
import type { Facts } from "./facts";
import { declarersOf, entriesOf, type Declared } from "./program";
import { kinds, type Kind } from "../../../provider/list/kinds";

/** What is known of one stack from its commands so far, and from what others did to the lists. */
export interface Ledger {
  /** The kinds of entries that the stack can read before a change. */
  readonly visible: ReadonlySet<Kind>;
  /** The kinds of entries of which a removal removes every copy. */
  readonly removable: ReadonlySet<Kind>;
  /** Entries that the stack put into a list, or claimed, and still declares: a destroy may remove them. */
  readonly mayBeAdded: EntrySet;
  /** The entries among them that are certainly added, and their resource: a destroy must remove them. */
  readonly added: ReadonlyMap<Entry, string>;
  /** All entries that a resource may manage, by its name. */
  readonly mayBeManaged: ReadonlyMap<string, EntrySet>;
  /** Entries that are gone from a list without the state's knowledge. */
  readonly unnoticed: EntrySet;
}

/** The ledger of a stack that was never deployed. */
export function newLedger(visible: Iterable<Kind> = kinds, removable: Iterable<Kind> = kinds): Ledger {
  return {
    visible: new Set(visible),
    removable: new Set(removable),
    mayBeAdded: new Set(),
    added: new Map(),
    mayBeManaged: new Map(),
    unnoticed: new Set(),
  };
}

/** The ledger after others changed a list: a person, a script, or another stack. */
export function afterEdit(ledger: Ledger, before: EntrySet, after: EntrySet): Ledger {
  return onlyListed(unnoticing(ledger, before.difference(after)), after);
}

/** The ledger after a resource got another name. */
export function afterRename(ledger: Ledger, name: string, newName: string): Ledger {
  const renamed = (each: string): string => (each === name ? newName : each);
  return {
    ...ledger,
    added: new Map(Array.from(ledger.added, ([entry, owner]) => [entry, renamed(owner)])),
    mayBeManaged: new Map(Array.from(ledger.mayBeManaged, ([each, entries]) => [renamed(each), entries])),
  };
}

/** The ledger after a refresh. */
export function afterRefresh(ledger: Ledger, { outcome, after, isBlinded }: Facts): Ledger {
  return outcome === "done" && !isBlinded ? noticing(ledger, after, () => true) : ledger;
}

/** The ledger after a destroy. */
export function afterDestroy(ledger: Ledger, { outcome, before, after }: Facts): Ledger {
  if (outcome === "done") return newLedger(ledger.visible, ledger.removable);
  return onlyListed(unnoticing(ledger, before.difference(after)), after);
}

/** The ledger with what an up read, and with what it removed without the state's knowledge. */
export function noticedByUp(ledger: Ledger, facts: Facts): Ledger {
  const { outcome, before, after, program, refresh, read, isBlinded } = facts;
  const removed = [...before.difference(after)];
  switch (outcome) {
    case "killed":
      return unnoticing(ledger, removed);
    case "failed":
      // The engine keeps the state of a resource whose deletion failed.
      return unnoticing(
        ledger,
        removed.filter((entry) => !isDropped(ledger, entry, program) || mayHaveTwoManagers(ledger, entry)),
      );
    case "done": {
      if (isBlinded) return ledger;
      // A refresh reads every list. Without it, a resource reads its list if it has a change.
      const names = new Set([...ledger.mayBeManaged.keys(), ...program.map(({ name }) => name)]);
      return noticing(ledger, after, (appListId) => refresh || (names.size === 1 && read.has(appListId)));
    }
  }
}

/** The ledger after an up. */
export function afterUp(ledger: Ledger, facts: Facts): Ledger {
  const { outcome, before, after, program, uncertain, isBlinded } = facts;
  const isDone = outcome === "done";
  const declarers = declarersOf(program);
  const newlyListed = after.difference(before);
  const claimed = new Set(program.filter(({ claimExisting }) => claimExisting).flatMap(entriesOf));
  const mayBeAdded = ledger.mayBeAdded
    .union(newlyListed)
    .union(uncertain)
    .union(claimed.intersection(before.union(after)));
  const added = new Map(handedOver(ledger, facts));
  for (const entry of newlyListed) {
    const name = declarers.get(entry);
    // What a killed process added counts as found there, and so does what could have been there before.
    if (name === undefined || outcome === "killed" || isBlinded) continue;
    if (ledger.visible.has(kindOf(entry))) added.set(entry, name);
  }
  if (isDone) {
    for (const entry of claimed.difference(ledger.unnoticed)) {
      if (ledger.removable.has(kindOf(entry))) added.set(entry, declarers.get(entry) ?? "");
    }
  }
  const earlier = isDone ? new Map<string, EntrySet>() : ledger.mayBeManaged;
  const now = program.map((resource): [string, EntrySet] => [
    resource.name,
    new Set(entriesOf(resource)).union(earlier.get(resource.name) ?? new Set()),
  ]);
  return onlyListed(
    {
      ...ledger,
      mayBeAdded: isDone ? mayBeAdded.intersection(declarers) : mayBeAdded,
      unnoticed: isDone ? ledger.unnoticed.intersection(declarers) : ledger.unnoticed,
      added,
      mayBeManaged: new Map([...earlier, ...now]),
    },
    after,
  );
}

/** Whether a resource that stays declared the entry before: dropping its line removes the entry, also an adopted one. */
export function isDropped({ mayBeManaged }: Ledger, entry: Entry, program: readonly Declared[]): boolean {
  return program.some(
    ({ name, appListId }) => appListId === listOf(entry) && mayBeManaged.get(name)?.has(entry) === true,
  );
}

/** The state of one manager does not show what the other one removed. */
function mayHaveTwoManagers({ mayBeManaged }: Ledger, entry: Entry): boolean {
  return [...mayBeManaged.values()].filter((entries) => entries.has(entry)).length > 1;
}

/** Added entries that another resource declares now: it owns them only if their owner stays, and is registered before. */
function handedOver({ added }: Ledger, { program, inSequence, outcome }: Facts): readonly (readonly [Entry, string])[] {
  const declarers = declarersOf(program);
  return [...added].flatMap(([entry, owner]) => {
    const name = declarers.get(entry) ?? owner;
    const list = program.find((resource) => resource.name === owner)?.appListId;
    const staysInList = list === listOf(entry);
    if (name === owner && (list === undefined || staysInList)) return [[entry, owner] as const];
    return outcome === "done" && staysInList && !inSequence ? [[entry, name] as const] : [];
  });
}

function unnoticing(ledger: Ledger, removed: Iterable<Entry>): Ledger {
  return { ...ledger, unnoticed: ledger.unnoticed.union(new Set(removed)) };
}

function noticing(ledger: Ledger, listed: EntrySet, isRead: (appListId: number) => boolean): Ledger {
  const isShown = (entry: Entry): boolean => ledger.visible.has(kindOf(entry)) && isRead(listOf(entry));
  return {
    ...ledger,
    unnoticed: new Set([...ledger.unnoticed].filter((entry) => !isShown(entry))),
    mayBeAdded: new Set([...ledger.mayBeAdded].filter((entry) => listed.has(entry) || !isShown(entry))),
  };
}

function onlyListed(ledger: Ledger, listed: EntrySet): Ledger {
  return { ...ledger, added: new Map([...ledger.added].filter(([entry]) => listed.has(entry))) };
}
