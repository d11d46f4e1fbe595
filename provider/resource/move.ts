import { printableUpTo } from "../common/printable";
import { quote } from "../common/quote";
import { kinds } from "../list/kinds";
import type { Observation } from "../sync/observe";
import type { AppList } from "../service/schemas";
import type { AccountIdentity } from "./list-identity";
import type { State } from "./state";

/** A resource reaches its list at another base URL, or through another account, than when it added its entries. */
export interface Move {
  readonly before: string;
  readonly now: string;
  /** Whether only the account differs: the list can be the same one. */
  readonly isSameService: boolean;
}

type Account = Pick<AccountIdentity, "name" | "baseUrl" | "key" | "user">;

/**
 * Compares the base URL and the account with those in the state. Another name of the same account is no move.
 *
 * @param before the account in the state, as the settings show it now.
 * @param now the declared account.
 */
export function findMove(state: State, before: Account, now: Account): Move | undefined {
  const { baseUrl } = now;
  if (hasOtherBaseUrl(state, baseUrl)) {
    return { before: shownUrl(state.baseUrl), now: shownUrl(baseUrl), isSameService: false };
  }
  const isSameService = state.baseUrl !== undefined && state.baseUrl === baseUrl;
  if (before.key !== now.key) return { before: shownAccount(before.name), now: shownAccount(now.name), isSameService };
  return hasOtherUser(state, now) ? { before: "another user", now: shownAccount(now.name), isSameService } : undefined;
}

/** Whether the base URL is another one than that at which the resource added its entries. */
export function hasOtherBaseUrl({ baseUrl: before }: State, baseUrl: string | undefined): baseUrl is string {
  return before !== undefined && baseUrl !== undefined && before !== baseUrl;
}

/** Whether the user is another one than when the list was last changed: so may be the list with the same ID. */
function hasOtherUser({ user: before }: State, { user: now }: Pick<Account, "user">): boolean {
  return before !== undefined && now !== undefined && before !== now;
}

/** Why the entries of the list of a resource are unknown. */
export const otherUser =
  "the user name has changed since the list was last changed, and the new user has no list with this ID, its name and " +
  "all entries that this resource added";

/** Whether an observed list is not the one of the state: the user is another one, and it is not evidently the same list. */
export function belongsToOtherUser(
  state: State,
  now: Pick<Account, "user">,
  observed: Observation | { readonly outcome: "gone" },
): boolean {
  return hasOtherUser(state, now) && !(observed.outcome === "seen" && isEvidentlySame(state, observed.appList));
}

/**
 * Whether the list of another account is evidently the list of the state. Two accounts can have different lists with the
 * same ID at the same base URL, so the name must be the same as well, and all added entries must be in the list.
 */
export function isEvidentlySame({ facts, ownership: { managed, adopted } }: State, appList: AppList): boolean {
  if (facts.name === undefined || facts.name !== appList.name) return false;
  return kinds.every((kind) => managed[kind].difference(adopted[kind]).isSubsetOf(appList.entries[kind] ?? new Set()));
}

/** The most characters of a base URL that are printed. */
const longestShown = 300;

/** A base URL in a message, quoted: an edited state may contain any text. */
export function shownUrl(baseUrl: string | undefined): string {
  return JSON.stringify(printableUpTo(longestShown, baseUrl ?? "an unknown base URL"));
}

/** An account in a message. */
export function shownAccount(account: string | undefined): string {
  return account === undefined ? "the default account" : `account ${quote(account)}`;
}
