import { digest } from "../sharing/private-folder";
import { readAccount, type SettingsSource } from "../settings/settings";

/** A list, and the settings that lead to it. */
export interface ListIdentity {
  /** Undefined if it is not set, or not valid. */
  readonly baseUrl: string | undefined;
  readonly account: string | undefined;
  readonly appListId: number;
}

/** An account as the settings show it. */
export interface AccountIdentity {
  readonly name: string | undefined;
  /** Undefined if it is not set, or not valid. */
  readonly baseUrl: string | undefined;
  /** The config key with which to fix the base URL. */
  readonly baseUrlKey: string;
  /**
   * Equal for names of the same account. If the settings do not show the login, each name is an account of its own. May
   * contain secrets.
   */
  readonly key: string;
  /** A digest of the user name; undefined if it is not set. */
  readonly user: string | undefined;
}

/** Identifies an account. */
export function identifyAccount(settings: SettingsSource, name: string | undefined): AccountIdentity {
  const { baseUrl, baseUrlKey, username, login } = readAccount(settings, name);
  const key = JSON.stringify(login === undefined ? { name } : { login });
  return { name, baseUrl, baseUrlKey, key, user: username === undefined ? undefined : digest(username) };
}

/**
 * Identifies what is changed one at a time: at one base URL, two accounts can have the same list, or different ones of
 * the same ID.
 */
export function listKey({ baseUrl, account, appListId }: ListIdentity): string {
  return `${baseUrl ?? account ?? ""} ${appListId}`;
}
