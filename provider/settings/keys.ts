import { quote } from "../common/quote";

/** The settings of an account, in the order in which problems are reported. */
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

/** The name of a setting. */
export type SettingKey = (typeof settingKeys)[number];

/** The unparsed values of the settings that are set. */
export type RawSettings = Readonly<Partial<Record<SettingKey, string>>>;

/** The settings that identify the account. A named account never takes them from the default account. */
export const credentialKeys: ReadonlySet<SettingKey> = new Set([
  "apiKey",
  "apiSecret",
  "basicCredential",
  "username",
  "password",
]);

/** The settings that are stored encrypted. */
const secretKeys: ReadonlySet<SettingKey> = new Set(["apiKey", "apiSecret", "basicCredential", "password"]);

/** The keys of the configuration whose values contain secrets. */
export const settingsWithSecrets: readonly string[] = [...secretKeys, "accounts"];

/** All keys of this package in the configuration of a stack. */
export const configurationKeys: ReadonlySet<string> = new Set([...settingKeys, "accounts"]);

/** The environment variable of a setting: APP_LIST_BASE_URL for baseUrl. */
export function environmentName(key: SettingKey | "accounts"): string {
  return `APP_LIST_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** The config key as people write it: "app-list:password", "app-list:accounts.eu.password". */
export function configKey(key: SettingKey, account?: string): string {
  return account === undefined ? `app-list:${key}` : `${accountKey(account)}.${key}`;
}

/** Where the settings of an account come from. */
export interface SettingOwner {
  /** The name of the account; undefined for the default one. */
  readonly account?: string | undefined;
  /** The settings that the named account has of its own: it takes the others from the default account. */
  readonly ownKeys: ReadonlySet<SettingKey>;
}

/** The config key where a setting of an account is to be fixed. */
export function sourceKey({ account, ownKeys }: SettingOwner, key: SettingKey): string {
  return configKey(key, ownKeys.has(key) ? account : undefined);
}

/** The config path of a named account: "app-list:accounts.eu", `app-list:accounts["eu.west"]`. */
export function accountKey(account: string): string {
  return /^[A-Za-z_][A-Za-z0-9_-]*$/.test(account)
    ? `app-list:accounts.${account}`
    : `app-list:accounts[${quote(account)}]`;
}

/** How to set a setting: the command, and the environment variable. */
export function howToSet(key: SettingKey, account?: string): string {
  const [option, value] = secretKeys.has(key) ? [" --secret", ""] : ["", " <value>"];
  const [path, variable] =
    account === undefined
      ? [configKey(key), `the environment variable ${environmentName(key)}`]
      : [`--path '${configKey(key, account)}'`, `in the environment variable ${environmentName("accounts")}`];
  return `Set it with \`pulumi config set${option} ${path}${value}\` or ${variable}.`;
}
