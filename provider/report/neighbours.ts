import { count, difference, noEntries, union, type Entries } from "../list/entries";
import { byKind } from "../list/kinds";
import { listOf, type Change } from "./changes";

/** The other resources of a preview that have the same list. */
export interface Neighbours {
  readonly same: readonly Change[];
  /** Resources that may have it: with another provider, or with an ID or account that the preview does not show. */
  readonly perhaps: readonly Change[];
  /** The entries that the others declare: they are not removed. */
  readonly declared: Entries;
  /** The entries that the others manage and no longer declare. */
  readonly released: Entries;
  /** The number of entries that the others manage, if the preview read their list. */
  readonly managed: number;
}

export function findNeighbours(changes: readonly Change[]): (change: Change) => Neighbours {
  const byId = Map.groupBy(changes, (change) => listOf(change).appListId);
  return (change) => {
    const { appListId } = listOf(change);
    const candidates = appListId === undefined ? [] : [...(byId.get(appListId) ?? []), ...(byId.get(undefined) ?? [])];
    const others = candidates.filter((other) => other !== change);
    const same = others.filter((other) => relation(change, other) === "same");
    return {
      same,
      perhaps: others.filter((other) => relation(change, other) === "perhaps"),
      declared: unionOf(same.map(({ declared }) => declared?.entries ?? noEntries)),
      released: unionOf(same.map(releasedEntries)),
      managed: same.reduce((sum, { before, isRefreshed }) => {
        return before !== undefined && isRefreshed ? sum + count(before.state.ownership.managed) : sum;
      }, 0),
    };
  };
}

/** Whether two resources have one list, if the IDs of their lists are equal or not known. */
function relation(one: Change, other: Change): "same" | "perhaps" | "other" {
  const [first, second] = [listOf(one), listOf(other)];
  if ([one, other].some(({ declared }) => declared?.hidden.has("account") === true)) return "perhaps";
  if (first.account !== second.account) return "other";
  return first.appListId === second.appListId && first.provider === second.provider ? "same" : "perhaps";
}

/** The entries that a resource manages and no longer declares, of the kinds that the preview shows. */
export function releasedEntries({ before, declared }: Change): Entries {
  const released = difference(before?.state.ownership.managed ?? noEntries, declared?.entries ?? noEntries);
  return byKind((kind) => (declared?.hidden.has(kind) === true ? noEntries[kind] : released[kind]));
}

function unionOf(all: readonly Entries[]): Entries {
  return all.reduce(union, noEntries);
}
