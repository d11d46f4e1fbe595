import { quote } from "../common/quote";

/** The keys of an account's settings, in the order in which problems with them are told. */
export const settingKeys = [
  "baseUrl",
  "apiKey",
  "apiSecret",
  "basicCredential",
  "username",
  "password",
  "observe",
  "readPath",
  "maxEntriesPerRequest",
  "timeoutSeconds",
] as const;

/** The name of one setting. */
export type SettingKey = (typeof settingKeys)[number];

/** A value for each setting that is set. */
export type RawSettings = Readonly<Partial<Record<SettingKey, string>>>;

/** The settings that identify the account; for a named account they are never mixed with those of the default one. */
export const credentialKeys: ReadonlySet<SettingKey> = new Set([
  "apiKey",
  "apiSecret",
  "basicCredential",
  "username",
  "password",
]);

/** The settings that are to be stored encrypted. */
const secretKeys: ReadonlySet<SettingKey> = new Set(["apiKey", "apiSecret", "basicCredential", "password"]);

/** The keys of the configuration whose values carry secrets. */
export const settingsWithSecrets: readonly string[] = [...secretKeys, "accounts"];

/** All keys that the configuration of a stack may have. */
export const configurationKeys: ReadonlySet<string> = new Set([...settingKeys, "accounts"]);

/** The environment variable that stands in for a config key: APP_LIST_BASE_URL for baseUrl. */
export function environmentName(key: SettingKey | "accounts"): string {
  return `APP_LIST_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** The config key as people write it: "app-list:password", "app-list:accounts.eu.password". */
export function configKey(key: SettingKey, account?: string): string {
  return account === undefined ? `app-list:${key}` : `${accountKey(account)}.${key}`;
}

/** The config path of a named account: "app-list:accounts.eu", `app-list:accounts["eu.west"]`. */
export function accountKey(account: string): string {
  return /^[A-Za-z_][A-Za-z0-9_-]*$/.test(account)
    ? `app-list:accounts.${account}`
    : `app-list:accounts[${quote(account)}]`;
}

/** How to set a setting: the command, and the environment variable. */
export function howToSet(key: SettingKey, account?: string): string {
  const command = `pulumi config set${secretKeys.has(key) ? " --secret" : ""}`;
  const value = secretKeys.has(key) ? "" : " <value>";
  return account === undefined
    ? `Set it with \`${command} ${configKey(key)}${value}\` or the environment variable ${environmentName(key)}.`
    : `Set it with \`${command} --path '${configKey(key, account)}'${value}\` or in the environment variable ${environmentName("accounts")}.`;
}
