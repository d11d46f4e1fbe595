import { byKind, kinds, type Kind } from "../../../provider/list/kinds";
import { difference, type Entries } from "../../../provider/list/entries";
import { reservedAppBundlePrefix } from "../../../provider/list/entry";
import { textsSchema } from "../../../provider/resource/inputs";
import { parseState } from "../../../provider/resource/state";
import type { ReadForm, ShownKinds } from "../../../provider/sync/shown-kinds";
import type { JournalEntry, SimulatedAccount, Simulator, StoredList } from "../../../provider/simulator/index";
import { accountNames, accounts } from "../accounts";
import type { Properties } from "../hosts/host";

/** An entry of a list, such as `4321 com.a`: a text, so that sets can hold it. */
export type Entry = string;

/** Some entries of some lists. */
export type EntrySet = ReadonlySet<Entry>;

export const none: EntrySet = new Set();

/** A list of an API: its ID, and after an `@` the name of its account. The default account has none. */
export type ListKey = string;

/** The list with an ID, as an account has it. Default: the default account. */
export function listKeyOf(appListId: number, account?: string): ListKey {
  return account === undefined ? String(appListId) : `${appListId}@${account}`;
}

export function entryOf(list: ListKey | number, name: string): Entry {
  return `${list} ${name}`;
}

export function listOf(entry: Entry): ListKey {
  return entry.slice(0, entry.indexOf(" "));
}

/** The name of an entry, without its list. */
export function nameOf(entry: Entry): string {
  return entry.slice(entry.indexOf(" ") + 1);
}

/** The kind of an entry, by the form that the tests give to each kind. */
export function kindOf(entry: Entry): Kind {
  const name = nameOf(entry);
  if (/^\d+-/u.test(name)) return "placementIds";
  return name.endsWith(".example") ? "websites" : "appBundles";
}

/** Names of entries by their kinds. */
export function byKinds(names: Iterable<string>): Partial<Record<Kind, readonly string[]>> {
  return Object.groupBy(names, (name) => kindOf(entryOf(0, name)));
}

/** Names of entries as inputs of a resource: a text for each kind. */
export function textsOf(names: Iterable<string>): Properties {
  const texts = Object.entries(byKinds(names)).map(
    ([kind, some]) => [kind, `${some.toSorted().join("\n")}\n`] as const,
  );
  return Object.fromEntries(texts);
}

function entriesIn(list: ListKey | number, entries: Partial<Record<Kind, Iterable<string>>>): readonly Entry[] {
  return kinds.flatMap((kind) => [...(entries[kind] ?? [])].map((name) => entryOf(list, name)));
}

/** The lists of an API at one moment. */
export interface Lists {
  /** The lists that exist. */
  readonly existing: ReadonlySet<ListKey>;
  /** Their entries, without sentinels. */
  readonly entries: EntrySet;
  /** Entries that no program can declare: the provider adds one to read a list, and removes it again. */
  readonly sentinels: EntrySet;
  /** The number of copies of each entry. */
  readonly copies: ReadonlyMap<Entry, number>;
}

/** The lists of an API, as they are now. */
export function listsNow(simulator: Pick<Simulator, "list">, lists: readonly ListKey[]): Lists {
  const read = (list: ListKey): StoredList | undefined => simulator.list(...addressOf(list));
  const existing = lists.filter((list) => read(list) !== undefined);
  const all = existing.flatMap((list) => entriesIn(list, read(list) ?? {}));
  const [sentinels, entries] = [all.filter(isSentinel), all.filter((entry) => !isSentinel(entry))];
  const copies = new Map<Entry, number>();
  for (const entry of entries) copies.set(entry, (copies.get(entry) ?? 0) + 1);
  return { existing: new Set(existing), entries: new Set(entries), sentinels: new Set(sentinels), copies };
}

/** The entries of the lists of an API, without sentinels. */
export function listed(simulator: Pick<Simulator, "list">, lists: readonly ListKey[]): EntrySet {
  return listsNow(simulator, lists).entries;
}

/** The ID of a list, and its account; undefined for the default one. */
export function addressOf(list: ListKey): [id: number, account: SimulatedAccount | undefined] {
  const [id, name] = list.split("@");
  return [Number(id), name === undefined ? undefined : accounts[accountNames.findIndex((each) => each === name)]];
}

/** Whether it is an entry that cannot exist, of any kind. */
function isSentinel(entry: Entry): boolean {
  return nameOf(entry).includes(reservedAppBundlePrefix) || nameOf(entry).endsWith(".pulumiapplist.invalid");
}

/** The entries that a request names, without sentinels. */
export function namedBy(request: JournalEntry): readonly Entry[] {
  const list = requestedList(request) ?? 0;
  return entriesIn(list, request.entries ?? {}).filter((entry) => !isSentinel(entry));
}

/** The entries that requests are to remove. */
export function removalsIn(requests: readonly JournalEntry[]): readonly Entry[] {
  return requests.filter(({ action }) => action === "remove").flatMap(namedBy);
}

/** The list that a request names. */
export function requestedList({ appListId, account = 0 }: JournalEntry): ListKey | undefined {
  return appListId === undefined ? undefined : listKeyOf(appListId, accountNames[account]);
}

/** A resource in the state of a stack. */
export interface StackResource {
  readonly name: string;
  readonly inputs: Properties;
  readonly outputs: Properties;
  /** Whether it was replaced, and only its deletion is still to be done: it claims no more than its added entries. */
  readonly isPendingDelete?: boolean;
}

/** The parts of a resource's state that laws are about, besides its claims. */
export interface ResourceFacts {
  readonly name: string;
  readonly list: ListKey;
  readonly managed: EntrySet;
  /** The entries of its last valid inputs. */
  readonly declared: EntrySet;
  /** The number of unmanaged entries; undefined if the API did not show them. */
  readonly unmanaged: number | undefined;
  /** How the list was read last. */
  readonly readBy: ReadForm | undefined;
  /** The forms of responses that have shown each kind. */
  readonly shown: ShownKinds;
}

/** The facts of resources, except those of which only the deletion is still to be done. */
export function resourceFacts(resources: readonly StackResource[]): readonly ResourceFacts[] {
  const current = resources.filter(({ isPendingDelete = false }) => !isPendingDelete);
  return current.map(({ name, inputs, outputs }) => {
    const { given, ownership, facts } = parseState(outputs);
    const list = listKeyOf(given.appListId, given.account);
    const declared = Object.values(textsSchema.parse(inputs)).flatMap((text) => text?.split("\n") ?? []);
    return {
      name,
      list,
      managed: new Set(entriesIn(list, ownership.managed)),
      declared: new Set(declared.flatMap((each) => (each === "" ? [] : entryOf(list, each)))),
      unmanaged: facts.unmanaged,
      readBy: facts.readBy,
      shown: byKind((kind) => facts.shown?.[kind] ?? []),
    };
  });
}

/** What states claim of their lists. */
export interface Claims {
  readonly managed: EntrySet;
  /** Managed, without a removal of unknown outcome. */
  readonly certain: EntrySet;
  readonly adopted: EntrySet;
  /** Managed and not adopted, or sent without a known outcome: `destroy` removes them. */
  readonly added: EntrySet;
  /** Drift: gone when the list was read last. */
  readonly missing: EntrySet;
}

export const noClaims: Claims = { managed: none, certain: none, adopted: none, added: none, missing: none };

/** The claims of all resources of a stack, from their outputs. */
export function claimsIn(resources: readonly Pick<StackResource, "outputs" | "isPendingDelete">[]): Claims {
  const all = resources.map(({ outputs, isPendingDelete = false }): Claims => {
    const { given, ownership, missing } = parseState(outputs);
    const { managed, adopted, unconfirmed } = ownership;
    const of = (entries: Entries): EntrySet => new Set(entriesIn(listKeyOf(given.appListId, given.account), entries));
    const added = of(managed).difference(of(adopted)).union(of(unconfirmed.add));
    if (isPendingDelete) return { ...noClaims, added };
    const certain = of(difference(managed, unconfirmed.remove));
    return { managed: of(managed), certain, adopted: of(adopted), added, missing: of(missing) };
  });
  return all.reduce(
    (one, other): Claims => ({
      managed: one.managed.union(other.managed),
      certain: one.certain.union(other.certain),
      adopted: one.adopted.union(other.adopted),
      added: one.added.union(other.added),
      missing: one.missing.union(other.missing),
    }),
    noClaims,
  );
}
