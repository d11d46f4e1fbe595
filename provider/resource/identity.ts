import { printableUpTo, quote } from "../common/quote";
import { bounds } from "./bounds";
import type { State } from "./state";

/** Identifies a list. The login is not part of it: another user name, key or password is a rotation. */
export interface ListIdentity {
  /** Undefined if it is not set or not valid. */
  readonly baseUrl: string | undefined;
  readonly account?: string | undefined;
  readonly appListId: number;
}

export function listKey({ baseUrl, account, appListId }: ListIdentity): string {
  return JSON.stringify([baseUrl ?? null, account ?? null, appListId]);
}

/** A resource has another list than in its state, with the same ID: at another base URL, or of another account. */
export interface Move {
  readonly before: string;
  readonly now: string;
}

/** Compares the declared account and its base URL with the account and the base URL in the state. */
export function findMove(
  state: Pick<State, "baseUrl" | "given">,
  now: Pick<ListIdentity, "account" | "baseUrl">,
): Move | undefined {
  const { account } = state.given;
  if (account !== now.account) return { before: shownAccount(account), now: shownAccount(now.account) };
  if (!hasOtherBaseUrl(state, now.baseUrl)) return undefined;
  return { before: shownUrl(state.baseUrl), now: shownUrl(now.baseUrl) };
}

/**
 * Whether the base URL differs from the one at which the list was last changed. An unknown base URL does not differ.
 */
export function hasOtherBaseUrl(
  { baseUrl: before }: Pick<State, "baseUrl" | "given">,
  baseUrl: string | undefined,
): baseUrl is string {
  return before !== undefined && baseUrl !== undefined && before !== baseUrl;
}

/** A base URL for a message, quoted and without a query. An edited state may contain any text. */
export function shownUrl(baseUrl = "an unknown base URL"): string {
  return JSON.stringify(printableUpTo(bounds.urlCharacters, baseUrl.replace(/[?#].*$/su, "")));
}

export function shownAccount(account: string | undefined): string {
  return account === undefined ? "the default account" : `account ${quote(account)}`;
}
