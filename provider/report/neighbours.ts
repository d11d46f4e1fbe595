import { byKind, kinds, type ByKind, type Kind } from "../list/kinds";
import type { ListFacts } from "../resource/state";
import type { ResourceChange } from "./resource-change";

/** The other resources of a preview that manage or declare entries of the same list. */
export interface Neighbours {
  /** Whether another resource declares an entry. */
  declares(kind: Kind, entry: string): boolean;
  /** The name of another resource that manages an entry now and no longer declares it. */
  releasedBy(kind: Kind, entry: string): string | undefined;
  /**
   * The name of a resource of another account that declares an entry for a list of the same ID, unless both accounts are
   * known to have different base URLs.
   */
  mayBeDeclaredBy(kind: Kind, entry: string): string | undefined;
  /** The facts about the list that any resource knows. */
  readonly facts: Partial<Pick<ListFacts, "name" | "hasAssociatedCampaigns">>;
}

/** The resource of each entry. */
type Owners = ByKind<Map<string, ResourceChange>>;

/** The resources of one list. */
interface List {
  readonly declared: Owners;
  readonly released: Owners;
  facts: Neighbours["facts"];
}

/** Finds the neighbours of each resource of a preview. */
export function findNeighbours(changes: readonly ResourceChange[]): (change: ResourceChange) => Neighbours {
  const baseUrlOf = findBaseUrls(changes);
  const lists = new Map<string, List>();
  const listOf = (change: ResourceChange): List => {
    const key = listKey(change, baseUrlOf(change));
    const list = lists.get(key) ?? { declared: noOwners(), released: noOwners(), facts: {} };
    lists.set(key, list);
    return list;
  };
  for (const change of changes) {
    const { before, declared } = change;
    const list = listOf(change);
    for (const kind of kinds) {
      for (const entry of declared?.notes[kind].keys() ?? []) list.declared[kind].set(entry, change);
      for (const entry of before?.state.ownership.managed[kind] ?? []) {
        if (declared?.notes[kind].has(entry) !== true) list.released[kind].set(entry, change);
      }
    }
    const { name, hasAssociatedCampaigns } = before?.state.facts ?? {};
    list.facts = {
      name: name ?? list.facts.name,
      hasAssociatedCampaigns: hasAssociatedCampaigns ?? list.facts.hasAssociatedCampaigns,
    };
  }
  return (change) => {
    const { declared, released, facts } = listOf(change);
    const otherThan = (owner: ResourceChange | undefined) => (owner === change ? undefined : owner);
    const mayBeSameList = (other: ResourceChange): boolean => {
      const [one, two] = [listOfChange(change), listOfChange(other)];
      const isOtherAccount = other.urn !== change.urn && one.account !== two.account;
      return (
        isOtherAccount &&
        one.appListId === two.appListId &&
        (baseUrlOf(change) === undefined || baseUrlOf(other) === undefined)
      );
    };
    const isListKnown = listOfChange(change).appListId !== undefined;
    const candidates = isListKnown ? changes.filter(mayBeSameList) : [];
    return {
      declares: (kind, entry) => otherThan(declared[kind].get(entry)) !== undefined,
      releasedBy: (kind, entry) => otherThan(released[kind].get(entry))?.name,
      mayBeDeclaredBy: (kind, entry) => candidates.find((other) => other.declared?.notes[kind].has(entry))?.name,
      facts,
    };
  };
}

/** The base URL of each change's account, if its resources agree on it. */
function findBaseUrls(changes: readonly ResourceChange[]): (change: ResourceChange) => string | undefined {
  const baseUrls = new Map<string | undefined, Set<string>>();
  for (const { before } of changes) {
    if (before?.state.baseUrl === undefined) continue;
    const { account } = before.state.given;
    baseUrls.set(account, (baseUrls.get(account) ?? new Set()).add(before.state.baseUrl));
  }
  return (change) => {
    const [baseUrl, ...others] = baseUrls.get(listOfChange(change).account) ?? [];
    return others.length === 0 ? baseUrl : undefined;
  };
}

/** The list of a change. */
export function listOfChange({ before, declared }: ResourceChange): {
  readonly appListId: number | undefined;
  readonly account: string | undefined;
} {
  const { appListId, account } = declared ?? before?.state.given ?? {};
  return { appListId, account };
}

/** Two accounts of one base URL see the same lists; without a known base URL they count as two. */
function listKey(change: ResourceChange, baseUrl: string | undefined): string {
  const { appListId, account } = listOfChange(change);
  return JSON.stringify(appListId === undefined ? [change.urn] : [appListId, baseUrl ?? { account }]);
}

function noOwners(): Owners {
  return byKind(() => new Map<string, ResourceChange>());
}
