import { count } from "../list/entries";
import { kinds, type Kind } from "../list/kinds";
import type { ListFacts } from "../resource/state";
import type { ResourceChange } from "./resource-change";

/** The other resources of a preview that manage or declare entries of the same list. */
export interface Neighbours {
  /** Whether another resource declares an entry, so that it is not removed. */
  declares(kind: Kind, entry: string): boolean;
  /** The number of entries that the other resources manage, if the preview read their list. */
  readonly managed: number;
  /** The name of another resource that manages an entry now and no longer declares it. */
  releasedBy(kind: Kind, entry: string): string | undefined;
  /** The names of resources with another provider resource and a list of the same ID and account: it can be the same list. */
  readonly withOtherProviders: readonly string[];
  /** The facts about the list that any resource knows. */
  readonly facts: Partial<Pick<ListFacts, "name" | "hasAssociatedCampaigns">>;
}

export function findNeighbours(changes: readonly ResourceChange[]): (change: ResourceChange) => Neighbours {
  const listOf = (change: ResourceChange): string => {
    const { appListId } = listOfChange(change);
    // Accounts can have different lists of the same ID.
    return JSON.stringify(appListId === undefined ? change.urn : [appListId, accountOf(change)]);
  };
  const facts = new Map<string, Neighbours["facts"]>();
  const declaring = new Map<string, ResourceChange>();
  const releasing = new Map<string, ResourceChange>();
  const managed = new Map<string, (readonly [ResourceChange, number])[]>();
  for (const change of changes) {
    const { before, declared } = change;
    const list = listOf(change);
    for (const kind of kinds) {
      for (const entry of declared?.entries[kind] ?? []) declaring.set(entryKey(list, kind, entry), change);
      for (const entry of before?.state.ownership.managed[kind] ?? []) {
        if (declared?.entries[kind].has(entry) !== true) releasing.set(entryKey(list, kind, entry), change);
      }
    }
    if (before !== undefined && change.isRefreshed) {
      const sizes = managed.get(list) ?? [];
      managed.set(list, sizes);
      sizes.push([change, count(before.state.ownership.managed)]);
    }
    const { name, hasAssociatedCampaigns } = before?.state.facts ?? {};
    const known = facts.get(list);
    facts.set(list, {
      name: name ?? known?.name,
      hasAssociatedCampaigns: hasAssociatedCampaigns ?? known?.hasAssociatedCampaigns,
    });
  }
  return (change) => {
    const list = listOf(change);
    const { appListId, account, provider } = listOfChange(change);
    const otherIn = (owners: ReadonlyMap<string, ResourceChange>, kind: Kind, entry: string) => {
      const owner = owners.get(entryKey(list, kind, entry));
      return owner === change ? undefined : owner;
    };
    const withOtherProviders = changes.filter((other) => {
      const theirs = listOfChange(other);
      if (appListId === undefined || theirs.appListId !== appListId) return false;
      return theirs.account === account && theirs.provider !== provider;
    });
    return {
      declares: (kind, entry) => otherIn(declaring, kind, entry) !== undefined,
      managed: (managed.get(list) ?? []).reduce((sum, [other, size]) => sum + (other === change ? 0 : size), 0),
      releasedBy: (kind, entry) => otherIn(releasing, kind, entry)?.name,
      withOtherProviders: withOtherProviders.map(({ name }) => name),
      facts: facts.get(list) ?? {},
    };
  };
}

function entryKey(list: string, kind: Kind, entry: string): string {
  return `${list} ${kind} ${entry}`;
}

/** The list of a change, and the account that it belongs to: one of the settings of an explicit or a default provider. */
export function listOfChange({ before, declared }: ResourceChange): {
  readonly appListId: number | undefined;
  readonly account: string | undefined;
  readonly provider: string | undefined;
} {
  const { appListId, account } = declared ?? before?.state.given ?? {};
  return { appListId, account, provider: (declared ?? before)?.provider };
}

export function accountOf(change: ResourceChange): string {
  const { provider, account } = listOfChange(change);
  return JSON.stringify([provider, account]);
}
