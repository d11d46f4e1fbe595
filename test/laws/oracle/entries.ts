import { z } from "zod";
import { kinds, type Kind } from "../../../provider/list/kinds";
import { difference, type Entries } from "../../../provider/list/entries";
import type { Ownership } from "../../../provider/list/ownership";
import { parseState } from "../../../provider/resource/state";
import type { JournalEntry, Simulator } from "../../../provider/simulator/index";
import type { Properties } from "../hosts/host";

/** An entry of a list, such as `4321 com.a`: a text, so that sets can hold it. */
export type Entry = string;

/** Some entries of some lists. */
export type EntrySet = ReadonlySet<Entry>;

export const none: EntrySet = new Set();

export function entryOf(appListId: number, name: string): Entry {
  return `${appListId} ${name}`;
}

export function listOf(entry: Entry): number {
  return Number(entry.split(" ")[0]);
}

/** The kind of an entry, by the form that the tests give to each kind. */
export function kindOf(entry: Entry): Kind {
  const [, name = ""] = entry.split(" ");
  if (/^\d+-/u.test(name)) return "placementIds";
  return name.endsWith(".example") ? "websites" : "appBundles";
}

/** Names of entries by their kinds. */
export function byKinds(names: Iterable<string>): Partial<Record<Kind, readonly string[]>> {
  return Object.groupBy(names, (name) => kindOf(entryOf(0, name)));
}

/** Names of entries as inputs of a resource: a text for each kind. */
export function textsOf(names: Iterable<string>): Properties {
  const texts = Object.entries(byKinds(names)).map(([kind, some]) => [
    kind,
    some
      .toSorted()
      .map((name) => `${name}\n`)
      .join(""),
  ]);
  return z.record(z.string(), z.string()).parse(Object.fromEntries(texts));
}

function entriesIn(appListId: number, entries: Partial<Record<Kind, Iterable<string>>>): readonly Entry[] {
  return kinds.flatMap((kind) => [...(entries[kind] ?? [])].map((name) => entryOf(appListId, name)));
}

/** The entries of the lists of an API. */
export function listed(simulator: Pick<Simulator, "list">, appListIds: readonly number[]): EntrySet {
  return new Set(appListIds.flatMap((id) => entriesIn(id, simulator.list(id) ?? {})));
}

/** The entries that a request names. */
export function namedBy({ appListId = 0, entries = {} }: JournalEntry): readonly Entry[] {
  return entriesIn(appListId, entries);
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

/** The claims of an ownership. */
export function claimsOf(appListId: number, { managed, adopted, unconfirmed }: Ownership, missing?: Entries): Claims {
  const of = (entries: Entries): EntrySet => new Set(entriesIn(appListId, entries));
  return {
    managed: of(managed),
    certain: of(difference(managed, unconfirmed.remove)),
    adopted: of(adopted),
    added: of(managed).difference(of(adopted)).union(of(unconfirmed.add)),
    missing: missing === undefined ? none : of(missing),
  };
}

/** The claims of all resources of a stack, from their outputs. */
export function claimsIn(states: readonly Properties[]): Claims {
  const all = states.map((outputs) => {
    const { given, ownership, missing } = parseState(outputs);
    return claimsOf(given.appListId, ownership, missing);
  });
  const union = (of: (claims: Claims) => EntrySet): EntrySet => new Set(all.flatMap((claims) => [...of(claims)]));
  return {
    managed: union(({ managed }) => managed),
    certain: union(({ certain }) => certain),
    adopted: union(({ adopted }) => adopted),
    added: union(({ added }) => added),
    missing: union(({ missing }) => missing),
  };
}
