import { kindOf, listOf, namedBy, none, removalsIn } from "./entries";
import type { Entry, EntrySet, ListKey, ResourceFacts } from "./entries";
import { isUndisturbed, type Facts } from "./facts";
import { acceptedIn, declarersOf, entriesOf, ownerOf, withListOf, type Declared, type Owner } from "./program";
import { kinds, type Kind } from "../../../provider/list/kinds";

/** What is known of one stack from its commands so far, and from what others did to the lists. */
export interface Ledger {
  /** The kinds of entries that the stack can read before a create or an update changes them. */
  readonly visible: ReadonlySet<Kind>;
  /** The kinds of entries that the stack can read without a change. */
  readonly readable: ReadonlySet<Kind>;
  /** The kinds of entries of which a removal removes every copy. */
  readonly removable: ReadonlySet<Kind>;
  /** Whether one process serves all resources: a resource then becomes the owner of entries that another one has added. */
  readonly isOneProcess: boolean;
  /** Whether responses lack the kinds without entries: what that means is known for a kind that was shown before. */
  readonly omitsEmptyKinds: boolean;
  /** Entries that the stack put into a list, or claimed, and still declares: a destroy may remove them. */
  readonly mayBeAdded: EntrySet;
  /** The entries among them that are certainly added, and their resource: a destroy must remove them. */
  readonly added: ReadonlyMap<Entry, Owner>;
  /** All entries that a resource may manage, by its name. */
  readonly mayBeManaged: ReadonlyMap<string, EntrySet>;
  /** Entries that are gone from a list without the state's knowledge. */
  readonly unnoticed: EntrySet;
}

/** What is known of a stack that was never deployed, besides its surroundings. */
const undeployed = { mayBeAdded: none, added: new Map(), mayBeManaged: new Map(), unnoticed: none };

const all: ReadonlySet<Kind> = new Set(kinds);

/** The ledger of a stack that was never deployed. Default: one process serves its resources, and the API shows all kinds. */
export function newLedger(surroundings: Partial<Omit<Ledger, keyof typeof undeployed>> = {}): Ledger {
  const { visible = all, readable = visible } = surroundings;
  return {
    isOneProcess: true,
    omitsEmptyKinds: false,
    removable: all,
    ...surroundings,
    visible,
    readable,
    ...undeployed,
  };
}

/** The ledger after others changed a list: a person, a script, or another stack. */
export function afterEdit(ledger: Ledger, before: EntrySet, after: EntrySet): Ledger {
  return onlyListed(unnoticing(ledger, before.difference(after)), after);
}

/** The ledger after a request took effect for which its command no longer waited. */
export function afterLateEffect(ledger: Ledger, before: EntrySet, after: EntrySet): Ledger {
  const noticed = afterEdit(ledger, before, after);
  return { ...noticed, mayBeAdded: noticed.mayBeAdded.union(after.difference(before)) };
}

/** The ledger after a resource got another name. */
export function afterRename(ledger: Ledger, name: string, newName: string): Ledger {
  const renamed = (each: string): string =>
    each === name || each.startsWith(`${name}@`) ? newName + each.slice(name.length) : each;
  return {
    ...ledger,
    added: new Map(Array.from(ledger.added, ([entry, owner]) => [entry, renamed(owner)])),
    mayBeManaged: new Map(Array.from(ledger.mayBeManaged, ([each, entries]) => [renamed(each), entries])),
  };
}

/** The ledger after a refresh. */
export function afterRefresh(ledger: Ledger, facts: Facts): Ledger {
  const { outcome, read, isBlinded } = facts;
  return outcome === "done" && !isBlinded ? noticing(ledger, facts, { readable: (list) => read.has(list) }) : ledger;
}

/** The ledger after a destroy. */
export function afterDestroy(ledger: Ledger, { outcome, before, after }: Facts): Ledger {
  if (outcome === "done") return newLedger(ledger);
  return onlyListed(unnoticing(ledger, before.difference(after)), after);
}

/** The ledger with what an up read, and with what it removed without the state's knowledge. */
export function noticedByUp(ledger: Ledger, facts: Facts): Ledger {
  const { outcome, before, after, program, refresh, inSequence, read, requests, isBlinded } = facts;
  const removed = [...before.difference(after)];
  switch (outcome) {
    case "killed":
      return unnoticing(ledger, removed);
    case "failed":
      // The engine keeps the state of a resource whose deletion failed.
      return unnoticing(
        ledger,
        removed.filter(
          (entry) =>
            !isDropped(ledger, entry, program) ||
            mayHaveTwoManagers(ledger, entry) ||
            isCleared(ledger, entry, program),
        ),
      );
    case "done": {
      if (isBlinded) return ledger;
      // A refresh reads every list. Without it, a resource reads its list if it has a change.
      // A refresh may also have sent the probe to find out why it cannot read a list: then only a write shows a change.
      const written = new Set(requests.flatMap(namedBy).map(listOf));
      const names = new Set([...ledger.mayBeManaged.keys(), ...program.map(({ name }) => name)]);
      const lost = removed.filter((entry) => mayBeLost(ledger, entry, inSequence));
      const noticed = noticing(ledger, facts, {
        readable: (list) => refresh && read.has(list),
        visible: (list) => names.size === 1 && read.has(list) && (!refresh || written.has(list)),
      });
      return unnoticing(noticed, lost);
    }
  }
}

/** The ledger after an up. */
export function afterUp(ledger: Ledger, facts: Facts): Ledger {
  const { outcome, before, after, uncertain, isBlinded, requests } = facts;
  const isDone = outcome === "done";
  const stayed = before.intersection(after).difference(new Set(removalsIn(requests)));
  const program = acceptedIn(facts.program);
  const declarers = declarersOf(program);
  const newlyListed = after.difference(before);
  const claimed = new Set(program.filter(({ claimExisting }) => claimExisting).flatMap(entriesOf));
  const mayBeAdded = ledger.mayBeAdded
    .union(newlyListed)
    .union(uncertain)
    .union(claimed.intersection(before.union(after)));
  const added = new Map(handedOver(ledger, { ...facts, program }));
  for (const entry of newlyListed) {
    const name = declarers.get(entry);
    // Once adopted, adopted, as long as it is declared.
    if (facts.claimsBefore.adopted.has(entry)) continue;
    // What a killed process added counts as found there, and so does what could have been there before.
    if (name === undefined || outcome === "killed" || isBlinded) continue;
    // A refusal can have had an effect that nothing could verify after another failure.
    if (outcome === "failed" && !isUndisturbed(facts) && isOnlyRefused(entry, facts)) continue;
    const isEmptyKnown = isUndisturbed(facts) || !ledger.omitsEmptyKinds || isKindListed(entry, stayed);
    if (isEmptyKnown && ledger.visible.has(kindOf(entry))) added.set(entry, name);
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
  return withListOf(entry, program).some(({ name }) => mayBeManaged.get(name)?.has(entry) === true);
}

/** Whether an exclusive resource may have removed it that did not manage it: its manager has not noticed that. */
function isCleared({ mayBeManaged }: Ledger, entry: Entry, program: readonly Declared[]): boolean {
  return withListOf(entry, program).some(
    ({ name, exclusive = false }) => exclusive && mayBeManaged.get(name)?.has(entry) !== true,
  );
}

/**
 * Whether a declared entry may be removed: two resources manage it, one drops it before the engine has registered the other,
 * whose own process does not know of the removal. The state of the other one has it, so nothing adds it before a refresh.
 */
export function mayBeLost(ledger: Ledger, entry: Entry, inSequence: boolean): boolean {
  return inSequence && !ledger.isOneProcess && mayHaveTwoManagers(ledger, entry);
}

/** The state of one manager does not show what the other one removed. */
function mayHaveTwoManagers({ mayBeManaged }: Ledger, entry: Entry): boolean {
  return [...mayBeManaged.values()].filter((entries) => entries.has(entry)).length > 1;
}

function isOnlyRefused(entry: Entry, { requests }: Facts): boolean {
  const additions = requests.filter((request) => request.action === "add" && namedBy(request).includes(entry));
  return additions.every(({ status = 0, fault }) => (fault === undefined ? status >= 400 : fault.effect === "before"));
}

/** Added entries that another resource declares now: it owns them only if their owner stays, and is registered before. */
function handedOver(
  { added, isOneProcess }: Ledger,
  { program, inSequence, outcome }: Facts,
): readonly (readonly [Entry, Owner])[] {
  const declarers = declarersOf(program);
  return [...added].flatMap(([entry, owner]) => {
    const name = declarers.get(entry) ?? owner;
    const resource = program.find((each) => ownerOf(each) === owner);
    const staysInList = resource !== undefined && withListOf(entry, [resource]).length > 0;
    if (isLeftBehind(owner, program)) return [];
    if (name === owner && (resource === undefined || staysInList)) return [[entry, owner] as const];
    return outcome === "done" && staysInList && !inSequence && isOneProcess ? [[entry, name] as const] : [];
  });
}

/** Whether the added entries of an owner stay in the list, owned by nobody: its resource gets another account. */
export function isLeftBehind(owner: Owner, program: readonly Declared[]): boolean {
  const [ownerName] = owner.split("@");
  return program.some((resource) => resource.name === ownerName && ownerOf(resource) !== owner);
}

function unnoticing(ledger: Ledger, removed: Iterable<Entry>): Ledger {
  return { ...ledger, unnoticed: ledger.unnoticed.union(new Set(removed)) };
}

/** @param isRead whether a list was read, for the kinds that can be read in each way. */
function noticing(
  ledger: Ledger,
  facts: Facts,
  isRead: Partial<Readonly<Record<"visible" | "readable", (list: ListKey) => boolean>>>,
): Ledger {
  const { after: listed, resourcesBefore } = facts;
  const isShown = (entry: Entry): boolean =>
    resourcesBefore.every((resource) => isAbsenceKnown(ledger, facts, resource, entry)) &&
    (["visible", "readable"] as const).some(
      (how) => ledger[how].has(kindOf(entry)) && isRead[how]?.(listOf(entry)) === true,
    );
  return {
    ...ledger,
    unnoticed: new Set([...ledger.unnoticed].filter((entry) => !isShown(entry))),
    mayBeAdded: new Set([...ledger.mayBeAdded].filter((entry) => listed.has(entry) || !isShown(entry))),
  };
}

/** Whether a resource notices that an entry is gone, if it reads its kind. */
export function isAbsenceKnown(
  { omitsEmptyKinds }: Ledger,
  { resources, after }: Facts,
  { name, list, shown }: ResourceFacts,
  entry: Entry,
): boolean {
  const readBy = resources.find((resource) => resource.name === name)?.readBy;
  const isShown = readBy !== undefined && shown[kindOf(entry)].includes(readBy);
  return !omitsEmptyKinds || list !== listOf(entry) || isShown || isKindListed(entry, after);
}

function isKindListed(entry: Entry, listed: EntrySet): boolean {
  return [...listed].some((each) => listOf(each) === listOf(entry) && kindOf(each) === kindOf(entry));
}

function onlyListed(ledger: Ledger, listed: EntrySet): Ledger {
  return { ...ledger, added: new Map([...ledger.added].filter(([entry]) => listed.has(entry))) };
}
