import { printableUpTo } from "../common/printable";
import { quote } from "../common/quote";
import { kinds } from "../list/kinds";
import type { AppList } from "../service/schemas";
import type { State } from "./state";

/** A resource reaches its list at another base URL, or through another account, than when it added its entries. */
export interface Move {
  readonly before: string;
  readonly now: string;
  /** Whether only the account differs: the list can be the same one. */
  readonly isSameService: boolean;
}

/**
 * Compares the base URL and the account with those in the state.
 *
 * @param account the declared account.
 * @param baseUrl the base URL of that account now; undefined if the settings have no valid one.
 */
export function findMove(state: State, account: string | undefined, baseUrl: string | undefined): Move | undefined {
  if (hasOtherBaseUrl(state, baseUrl)) {
    return { before: shownUrl(state.baseUrl), now: shownUrl(baseUrl), isSameService: false };
  }
  if (account === state.given.account) return undefined;
  return {
    before: shownAccount(state.given.account),
    now: shownAccount(account),
    isSameService: state.baseUrl !== undefined && state.baseUrl === baseUrl,
  };
}

/** Whether the base URL is another one than that at which the resource added its entries. */
export function hasOtherBaseUrl({ baseUrl: before }: State, baseUrl: string | undefined): baseUrl is string {
  return before !== undefined && baseUrl !== undefined && before !== baseUrl;
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
