import { printableUpTo } from "../common/quote";
import { bounds } from "./bounds";

/**
 * Identifies a list: it is its URL. The login is not part of it: another account, user name, key or password is a
 * rotation.
 */
export interface ListIdentity {
  /** Undefined if it is not set or not valid. */
  readonly baseUrl?: string | undefined;
  readonly appListId: number;
}

export function isSameList(one: ListIdentity, other: ListIdentity): boolean {
  return one.appListId === other.appListId && one.baseUrl === other.baseUrl;
}

/**
 * Whether the base URL differs from the one at which the list was last changed: then it is another list. An unknown base
 * URL does not differ.
 */
export function hasOtherBaseUrl({ baseUrl }: Pick<ListIdentity, "baseUrl">, now: string | undefined): now is string {
  return baseUrl !== undefined && now !== undefined && baseUrl !== now;
}

/** A base URL for a message, quoted and without a query. An edited state may contain any text. */
export function shownUrl(baseUrl = "an unknown base URL"): string {
  return JSON.stringify(printableUpTo(bounds.urlCharacters, baseUrl.replace(/[?#].*$/su, "")));
}
