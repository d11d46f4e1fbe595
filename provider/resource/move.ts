import { printableUpTo } from "../common/printable";
import { quote } from "../common/quote";
import { kinds } from "../list/kinds";
import type { AppList } from "../service/schemas";
import type { State } from "./state";

/** Another way to the list of a resource than that by which its entries were added: another base URL, or account. */
export interface Move {
  readonly before: string;
  readonly now: string;
  /** Whether only the account differs: the list can be the same one. */
  readonly isSameService: boolean;
}

/**
 * Compares the way to the list with that in the state.
 *
 * @param account the account that the program names.
 * @param baseUrl the base URL of that account by today's settings; undefined when they do not have a valid one.
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

/** Whether the settings lead to another base URL than that at which the resource added its entries. */
export function hasOtherBaseUrl({ baseUrl: before }: State, baseUrl: string | undefined): baseUrl is string {
  return before !== undefined && baseUrl !== undefined && before !== baseUrl;
}

/**
 * Whether a list that another account shows is evidently the one of the state. Two accounts of one service can have
 * different lists of the same ID, so the name and all entries that the resource added must be there as well.
 */
export function isEvidentlySame({ facts, ownership: { managed, adopted } }: State, appList: AppList): boolean {
  if (facts.name === undefined || facts.name !== appList.name) return false;
  return kinds.every((kind) => managed[kind].difference(adopted[kind]).isSubsetOf(appList.entries[kind] ?? new Set()));
}

/** The most characters of a base URL that are printed. */
const longestShown = 300;

/** A base URL in a message, quoted: an edited state may contain any text. */
export function shownUrl(baseUrl: string | undefined): string {
  return JSON.stringify(printableUpTo(longestShown, baseUrl ?? "an unknown place"));
}

/** An account in a message. */
export function shownAccount(account: string | undefined): string {
  return account === undefined ? "the default account" : `account ${quote(account)}`;
}
