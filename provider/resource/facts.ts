import { count, type Entries } from "../list/entries";
import { kinds, type Kind } from "../list/kinds";
import { unmanagedEntries } from "../list/plan";
import type { AppList } from "../api/schemas";
import type { ReadBy } from "../sync/observe";
import type { ListFacts } from "./state";

export const unknownFacts: ListFacts = { notVerified: [...kinds] };

/**
 * The facts about a list that the API shows.
 *
 * @param readBy how the list was read before.
 */
export function listFacts(
  appList: AppList,
  readBy: ReadBy | undefined,
  managed: Entries,
  exclusive: boolean,
): ListFacts {
  const { name, description, hasAssociatedCampaigns, entries } = appList;
  const hidden = kinds.filter((kind) => entries[kind] === undefined);
  return {
    name,
    description,
    hasAssociatedCampaigns,
    readBy,
    unmanaged: hidden.length === kinds.length ? undefined : count(unmanagedEntries(entries, managed)),
    notVerified: unverifiedKinds(managed, exclusive, hidden),
  };
}

/**
 * The hidden kinds that matter: those with managed entries; of an exclusive list all, as it must not contain unmanaged ones.
 *
 * @param hidden the kinds that the API does not show. Default: all.
 */
export function unverifiedKinds(managed: Entries, exclusive: boolean, hidden: readonly Kind[] = kinds): Kind[] {
  return hidden.filter((kind) => exclusive || managed[kind].size > 0);
}
