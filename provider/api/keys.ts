import { quote } from "../common/quote";

/** In the order in which problems are reported. */
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

export type SettingKey = (typeof settingKeys)[number];

export type RawSettings = Readonly<Partial<Record<SettingKey, string>>>;

/** The settings that identify the account. A named account never takes them from the default account. */
export const credentialKeys: ReadonlySet<SettingKey> = new Set([
  "apiKey",
  "apiSecret",
  "basicCredential",
  "username",
  "password",
]);

const secretKeys: ReadonlySet<SettingKey> = new Set(["apiKey", "apiSecret", "basicCredential", "password"]);

export const settingsWithSecrets: readonly string[] = [...secretKeys, "accounts"];

export const configurationKeys: ReadonlySet<string> = new Set([...settingKeys, "accounts"]);

/** APP_LIST_BASE_URL for baseUrl. */
export function environmentName(key: SettingKey | "accounts"): string {
  return `APP_LIST_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

export interface SettingPlace {
  /** Undefined for the default account. */
  readonly account?: string | undefined;
  /** The name of the provider resource; undefined for the configuration of the stack. */
  readonly provider?: string | undefined;
}

export interface SettingOwner extends SettingPlace {
  /** The settings that the named account has of its own: it takes the others from the default account. */
  readonly ownKeys: ReadonlySet<SettingKey>;
}

/** A setting in a sentence: "app-list:accounts.eu.password", `accounts.eu.password of the provider "ads"`. */
export function settingName(key: SettingKey | "accounts", place: SettingPlace = {}): string {
  return settingPath(key, place) + ofProvider(place);
}

/** A named account in a sentence: "app-list:accounts.eu", `accounts["eu.west"] of the provider "ads"`. */
export function accountName(account: string, { provider }: SettingPlace): string {
  return inNamespace(accountPath(account), provider) + ofProvider({ provider });
}

/** The setting of an account that is to be fixed, in a sentence. */
export function sourceName(owner: SettingOwner, key: SettingKey): string {
  return settingName(key, sourcePlace(owner, key));
}

/** The same without the provider resource, for a sentence that ends with {@link ofProvider}. */
export function sourcePath(owner: SettingOwner, key: SettingKey): string {
  return settingPath(key, sourcePlace(owner, key));
}

/** The provider resource of settings, as the end of a phrase; empty if they are in the configuration of the stack. */
export function ofProvider({ provider }: SettingPlace): string {
  return provider === undefined ? "" : ` of the provider ${quote(provider)}`;
}

/** The place where a setting of an account is to be fixed. */
export function sourcePlace({ account, provider, ownKeys }: SettingOwner, key: SettingKey): SettingPlace {
  return { account: ownKeys.has(key) ? account : undefined, provider };
}

export function howToSet(key: SettingKey, place: SettingPlace = {}): string {
  const { account, provider } = place;
  const variable = environmentName(account === undefined ? key : "accounts");
  if (provider !== undefined) {
    return `Set it on this provider resource in the program, or in the environment variable ${variable}.`;
  }
  const [option, value] = secretKeys.has(key) ? [" --secret", ""] : ["", " <value>"];
  const name = settingName(key, { account });
  const [path, or] = account === undefined ? [name, "the"] : [`--path '${name}'`, "in the"];
  return `Set it with \`pulumi config set${option} ${path}${value}\` or ${or} environment variable ${variable}.`;
}

function settingPath(key: SettingKey | "accounts", { account, provider }: SettingPlace): string {
  return inNamespace(account === undefined ? key : `${accountPath(account)}.${key}`, provider);
}

function accountPath(account: string): string {
  return /^[A-Za-z_][A-Za-z0-9_-]*$/.test(account) ? `accounts.${account}` : `accounts[${quote(account)}]`;
}

/** The namespace belongs to the configuration of a stack: the properties of a provider resource have none. */
function inNamespace(path: string, provider: string | undefined): string {
  return provider === undefined ? `app-list:${path}` : path;
}
