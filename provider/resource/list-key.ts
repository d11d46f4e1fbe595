import { readBaseUrl, type SettingsSource } from "../settings/settings";

/** Names a list among the lists of all accounts: two accounts of one service see the same lists. */
export function listKey(source: SettingsSource, account: string | undefined, appListId: number): string {
  return `${readBaseUrl(source, account) ?? account ?? ""} ${appListId}`;
}
