import { byKind, kinds, type ByKind, type Kind } from "../list/kinds";
import type { ListFacts } from "../resource/state";
import type { Declared } from "./declared";
import type { Before, ResourceChange } from "./resource-change";

/** The entries that resources other than one declare for its list, and those that they hold of it now. */
export interface Neighbours {
  /** Whether another resource declares an entry for the same list. */
  declares(kind: Kind, entry: string): boolean;
  /** The name of another resource that holds an entry of the same list and no longer declares it. */
  letsGo(kind: Kind, entry: string): string | undefined;
  /**
   * The name of a resource of another account that declares an entry for a list of the same id, where it is not known
   * whether both accounts lead to one service.
   */
  mayDeclare(kind: Kind, entry: string): string | undefined;
  /** What is known of the list from any resource: its name and whether campaigns are associated with it. */
  readonly facts: Partial<Pick<ListFacts, "name" | "hasAssociatedCampaigns">>;
}

/** The resource of each entry. */
type Owners = ByKind<Map<string, ResourceChange>>;

/** What the resources of one list have to do with it. */
interface List {
  readonly declared: Owners;
  readonly released: Owners;
  facts: Neighbours["facts"];
}

/** Finds, for each resource of a preview, what the others have to do with its list. */
export function findNeighbours(changes: readonly ResourceChange[]): (change: ResourceChange) => Neighbours {
  const lists = new Map<string, List>();
  const placeOf = findPlaces(changes);
  const listOf = (change: ResourceChange): List => {
    const key = listKey(change, placeOf);
    const list = lists.get(key) ?? { declared: owners(), released: owners(), facts: {} };
    lists.set(key, list);
    return list;
  };
  for (const change of changes) {
    const { before, declared } = change;
    const list = listOf(change);
    for (const kind of kinds) {
      for (const entry of declared?.notes[kind].keys() ?? []) list.declared[kind].set(entry, change);
      for (const entry of heldBy(before, kind)) {
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
    const isOther = (owner: ResourceChange | undefined): owner is ResourceChange =>
      owner !== undefined && owner !== change;
    return {
      declares: (kind, entry) => isOther(declared[kind].get(entry)),
      letsGo: (kind, entry) => {
        const owner = released[kind].get(entry);
        return isOther(owner) ? owner.name : undefined;
      },
      mayDeclare: (kind, entry) => {
        const { appListId, account } = listOfChange(change);
        const isSecond = (other: ResourceChange): boolean =>
          other.urn !== change.urn &&
          listOfChange(other).appListId === appListId &&
          listOfChange(other).account !== account &&
          (placeOf(change) === undefined || placeOf(other) === undefined);
        if (appListId === undefined) return undefined;
        return changes.find((other) => other.declared?.notes[kind].has(entry) === true && isSecond(other))?.name;
      },
      facts,
    };
  };
}

/** Where the service of a change's account is, as far as the resources of that account agree on it. */
function findPlaces(changes: readonly ResourceChange[]): (change: ResourceChange) => string | undefined {
  const places = new Map<string | undefined, Set<string>>();
  for (const { before } of changes) {
    if (before?.state.baseUrl === undefined) continue;
    const { account } = before.state.given;
    places.set(account, (places.get(account) ?? new Set()).add(before.state.baseUrl));
  }
  return (change) => {
    const [place, ...others] = places.get(listOfChange(change).account) ?? [];
    return others.length === 0 ? place : undefined;
  };
}

/** The list that a change is about. */
export function listOfChange({ before, declared }: ResourceChange): {
  readonly appListId: number | undefined;
  readonly account: string | undefined;
} {
  const given: Partial<Pick<Declared, "appListId" | "account">> | undefined = declared ?? before?.state.given;
  return { appListId: given?.appListId, account: given?.account };
}

/** Two accounts of one service see the same lists; where it is not known to be one, they are taken for two. */
function listKey(change: ResourceChange, placeOf: (change: ResourceChange) => string | undefined): string {
  const { appListId, account } = listOfChange(change);
  // Where the id is not known yet, nothing is known of neighbours either.
  return JSON.stringify(appListId === undefined ? [change.urn] : [appListId, placeOf(change) ?? { account }]);
}

function heldBy(before: Before | undefined, kind: Kind): ReadonlySet<string> {
  return before?.state.ownership.managed[kind] ?? new Set();
}

function owners(): Owners {
  return byKind(() => new Map<string, ResourceChange>());
}
