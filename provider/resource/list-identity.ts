import { readAccount, type AccountSettings, type SettingsSource } from "../settings/settings";

/** Which list it is. The login is not part of it: another user name, key or password is a rotation. */
export interface ListIdentity {
  /** Undefined if it is not set, or not valid. */
  readonly baseUrl: string | undefined;
  readonly account: string | undefined;
  readonly appListId: number;
}

export interface AccountIdentity extends AccountSettings {
  readonly name: string | undefined;
}

export function identifyAccount(settings: SettingsSource, name: string | undefined): AccountIdentity {
  return { name, ...readAccount(settings, name) };
}

export function listKey({ baseUrl, account, appListId }: ListIdentity): string {
  return JSON.stringify([baseUrl ?? null, account ?? null, appListId]);
}
