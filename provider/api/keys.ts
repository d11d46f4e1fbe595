import { quote, shellWord } from "../common/quote";
import { secretKeys, settingKeys, type SettingKey } from "./settings-table";

/** A setting, or the named accounts. */
export type ConfigurationKey = SettingKey | "accounts";

export type RawSettings = Readonly<Partial<Record<ConfigurationKey, string>>>;

export const settingsWithSecrets: readonly string[] = [...secretKeys, "accounts"];

/** Whether Pulumi must not print a setting. A readPath with a query is secret, because the query can contain a key. */
export function isSecretSetting(key: string, value: unknown): boolean {
  return settingsWithSecrets.includes(key) || (key === "readPath" && typeof value === "string" && value.includes("?"));
}

export const configurationKeys: readonly ConfigurationKey[] = [...settingKeys, "accounts"];

/** APP_LIST_BASE_URL for baseUrl. */
export function environmentName(key: ConfigurationKey): string {
  return `APP_LIST_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** The account of settings, and the place where they are set. */
export interface SettingOwner {
  /** Undefined for the default account. */
  readonly account?: string | undefined;
  /** The name of the provider resource; undefined for the configuration of the stack. */
  readonly provider?: string | undefined;
  /** The settings that the named account itself has. The default account has the others. Default: all. */
  readonly ownKeys?: ReadonlySet<string>;
  /** How a person runs the command app-list with these settings. Default: as a package of the project. */
  readonly appList?: AppListCommand | undefined;
}

interface AppListCommand {
  /**
   * Without npm, app-list is on PATH. Never `npx app-list`: it would run another package if ours is not installed.
   */
  readonly program: "app-list" | "npx --no-install app-list";
  /** The stack, or a placeholder if its name is not known. Default: the environment has the settings. */
  readonly stack?: string | undefined;
}

/** A command of app-list with the settings of an owner: `npx --no-install app-list doctor --stack STACK --list 4321`. */
export function appListCommand(
  { account, appList }: SettingOwner,
  command: string,
  ...words: readonly string[]
): string {
  const { program, stack }: AppListCommand = appList ?? { program: "npx --no-install app-list", stack: "STACK" };
  const options = [stack === undefined ? [] : ["--stack", stack], account === undefined ? [] : ["--account", account]];
  return [program, command, ...options.flat().map(shellWord), ...words].join(" ");
}

/**
 * The name of a setting in a message: "app-list:accounts.eu.password", `baseUrl of the provider "ads"`.
 *
 * @param key - "accounts" for the account itself, "app-list:accounts.eu", or for all accounts if the owner names none.
 */
export function sourceName(owner: SettingOwner, key: ConfigurationKey): string {
  const account = sourceAccount(owner, key);
  const inAccount = key === "accounts" ? "" : `.${key}`;
  const path = account === undefined ? key : accountPath(account) + inAccount;
  // Only the configuration of a stack has the namespace. The properties of a provider resource do not.
  return owner.provider === undefined ? `app-list:${path}` : path + ofOwner({ provider: owner.provider });
}

/** The account and the provider resource of settings, as the end of a phrase; empty for the default account of the stack. */
export function ofOwner({ account, provider }: SettingOwner): string {
  const ofAccount = account === undefined ? "" : ` of the account ${quote(account)}`;
  return provider === undefined ? ofAccount : `${ofAccount} of the provider ${quote(provider)}`;
}

/** The account whose setting is used; undefined for the default account. */
export function sourceAccount({ account, ownKeys }: SettingOwner, key: ConfigurationKey): string | undefined {
  return ownKeys === undefined || ownKeys.has(key) ? account : undefined;
}

function accountPath(account: string): string {
  return /^[A-Za-z_][A-Za-z0-9_-]*$/.test(account) ? `accounts.${account}` : `accounts[${quote(account)}]`;
}
