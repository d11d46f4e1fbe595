import * as z from "zod";
import { AppListError } from "../common/error";
import { quoteList, quote } from "../common/quote";
import { parseAccounts, type Accounts } from "./accounts";
import { baseUrlSchema } from "./base-url";
import { decodeCredential, loginSchema, parseCredential, type Issue } from "./credential";
import {
  credentialKeys,
  environmentName,
  howToSet,
  ofProvider,
  settingKeys,
  settingName,
  sourceName,
  sourcePlace,
  type RawSettings,
  type SettingKey,
  type SettingOwner,
  type SettingPlace,
} from "./keys";

/** How a list is read: with a removal that changes nothing, from a read endpoint of the API, or not at all. */
export type Observe = "probe" | "read" | "off";

export interface Settings extends SettingOwner {
  /** Scheme, host, port and path prefix of the API, without a slash at the end. */
  readonly baseUrl: string;
  /** The value after "Basic " in the Authorization header of the token call. */
  readonly basicCredential: string;
  /** The login e-mail of the platform account. */
  readonly username: string;
  readonly password: string;
  /** Default: "probe". */
  readonly observe: Observe;
  /** The path of the read endpoint, with "{id}" for the list's ID. Always set if observe is "read". */
  readonly readPath?: string;
  /** The most entries in one change; undefined: no limit but the API's own. */
  readonly maxEntriesPerRequest?: number;
  /** The longest duration of one operation, in seconds. From 1 to 3600, default 300. */
  readonly timeoutSeconds: number;
  /** The values that must never be shown: API key and secret, the Basic value, raw and decoded, and the password. */
  readonly secrets: readonly string[];
}

/** The config takes precedence over the environment. */
export interface SettingsSource {
  /** The unparsed value of a config key: "baseUrl" gives that of app-list:baseUrl. */
  readonly config: (key: string) => string | undefined;
  /** The name of the provider resource whose properties the config contains; undefined for that of the stack. */
  readonly provider?: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The message lists all problems, and never the value of a secret. */
export class SettingsError extends AppListError {
  readonly code = "SETTINGS_INVALID";
  /** One or two sentences per problem: what is wrong, and how to fix it. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[], place: SettingPlace = {}) {
    const owner = nameOwner(place);
    const items = problems.map((problem) => `\n  - ${problem}`).join("");
    super(`The settings of ${owner} cannot be used. No request was sent with them.${items}`);
    this.problems = problems;
  }
}

function nameOwner({ account, provider }: SettingPlace): string {
  if (account !== undefined) return `the app-list account ${quote(account)}${ofProvider({ provider })}`;
  return provider === undefined ? "app-list" : `the provider ${quote(provider)}`;
}

/**
 * Reads the settings of the default account, or of a named one.
 *
 * A named account has its own credentials; its other settings default to those of the default account. A value of
 * whitespace counts as missing.
 *
 * @throws {SettingsError} listing all problems, each with the command that fixes it.
 */
export function readSettings(source: SettingsSource, account?: string): Settings {
  const settings = tryReadSettings(source, account);
  if (settings instanceof SettingsError) throw settings;
  return settings;
}

export function tryReadSettings(source: SettingsSource, account?: string): Settings | SettingsError {
  const collected = collect(source, account);
  if (collected instanceof SettingsError) return collected;
  const { raw, ownKeys, problems } = collected;
  const { provider } = source;
  const owner = { account, provider, ownKeys };
  const parsed = settingsSchema.safeParse(raw);
  const credential = parseCredential(raw, source);
  const issues = [...(parsed.error?.issues.map(toIssue) ?? []), ...credential.issues];
  if (raw.observe === "read" && raw.readPath === undefined) {
    issues.push({
      key: "readPath",
      problem: `is missing, and ${sourceName(owner, "observe")} is "read"`,
    });
  }
  if (!parsed.success || issues.length + problems.length > 0) {
    const described = issues
      .toSorted((one, other) => settingKeys.indexOf(one.key) - settingKeys.indexOf(other.key))
      .map(({ key, problem, remedy }) => {
        const place = sourcePlace(owner, key);
        return `${settingName(key, place)} ${problem}. ${remedy ?? howToSet(key, place)}`;
      });
    return new SettingsError([...problems, ...described], owner);
  }
  const secrets = [raw.apiKey, raw.apiSecret, raw.password, credential.value, ...decodeCredential(credential.value)];
  return {
    ...owner,
    ...parsed.data,
    basicCredential: credential.value,
    secrets: [...new Set(secrets.filter((secret) => secret !== undefined))],
  };
}

/** None of it needs to be complete. */
export interface AccountSettings {
  /** The normalized base URL; undefined if it is missing or invalid. */
  readonly baseUrl: string | undefined;
  /** The setting of the base URL, in a sentence. */
  readonly baseUrlKey: string;
}

export function readAccount(source: SettingsSource, account?: string): AccountSettings {
  const collected = collect(source, account);
  if (collected instanceof SettingsError) {
    return { baseUrl: undefined, baseUrlKey: settingName("baseUrl", source) };
  }
  const { raw, ownKeys } = collected;
  return {
    baseUrl: baseUrlSchema.safeParse(raw.baseUrl).data,
    baseUrlKey: sourceName({ account, provider: source.provider, ownKeys }, "baseUrl"),
  };
}

interface Collected {
  readonly raw: RawSettings;
  /** The settings that are to be fixed in the named account, and not in the default one. */
  readonly ownKeys: ReadonlySet<SettingKey>;
  readonly problems: readonly string[];
}

/** @returns the error if it is not known what the account is. */
function collect(source: SettingsSource, account: string | undefined): Collected | SettingsError {
  const defaults = readDefaults(source);
  if (account === undefined) return { raw: defaults, ownKeys: new Set(), problems: [] };
  const accounts = readAccounts(source);
  if (accounts.outcome === "unreadable")
    return new SettingsError([accounts.problem], { account, provider: source.provider });
  const named = accounts.byName.get(account);
  if (named === undefined) return unknownAccount(account, [...accounts.byName.keys()], source);
  const own = pickSet((key) => named.settings[key]);
  return {
    raw: pickSet((key) => own[key] ?? (credentialKeys.has(key) ? undefined : defaults[key])),
    ownKeys: credentialKeys.union(new Set(settingKeys.filter((key) => own[key] !== undefined))),
    problems: named.problems,
  };
}

function unknownAccount(account: string, accounts: readonly string[], { provider }: SettingPlace): SettingsError {
  const known = accounts.length === 0 ? "No accounts are set there." : `The accounts are ${quoteList(accounts)}.`;
  const problem = `There is no account ${quote(account)} in ${settingName("accounts", { provider })}. ${known}`;
  return new SettingsError([`${problem} Correct the name, or set the account there.`], { account, provider });
}

function readAccounts({ config, environment, provider }: SettingsSource): Accounts {
  const text = [config("accounts"), environment[environmentName("accounts")]].find(isSet);
  return text === undefined ? { outcome: "parsed", byName: new Map() } : parseAccounts(text, { provider });
}

function readDefaults(source: SettingsSource): RawSettings {
  const config = pickSet(source.config);
  const environment = pickSet((key) => source.environment[environmentName(key)]);
  // An application is identified by the config or by the environment: a basicCredential in the config must not conflict
  // with an apiKey that the environment of a pipeline happens to have.
  const overridden = new Set<SettingKey>([
    ...(config.basicCredential === undefined ? [] : (["apiKey", "apiSecret"] as const)),
    ...(config.apiKey === undefined && config.apiSecret === undefined ? [] : (["basicCredential"] as const)),
  ]);
  return pickSet((key) => config[key] ?? (overridden.has(key) ? undefined : environment[key]));
}

function pickSet(read: (key: SettingKey) => string | undefined): RawSettings {
  const values = settingKeys.map((key) => [key, read(key)] as const);
  return Object.fromEntries(values.filter(([, text]) => isSet(text)));
}

/** Whitespace alone is no value. */
function isSet(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== "";
}

const settingKeySchema = z.enum(settingKeys);

function toIssue({ path, message }: z.core.$ZodIssue): Issue {
  return { key: settingKeySchema.parse(path[0]), problem: message };
}

function integer(smallest: number, largest: number, error: string) {
  return z
    .string()
    .regex(/^[0-9]{1,15}$/, { error })
    .transform(Number)
    .pipe(z.int().min(smallest, { error }).max(largest, { error }));
}

const settingsSchema = z.object({
  baseUrl: baseUrlSchema,
  username: loginSchema,
  password: loginSchema,
  observe: z.enum(["probe", "read", "off"], { error: 'must be "probe", "read" or "off"' }).default("probe"),
  readPath: z
    .string()
    // Visible ASCII without "#", which starts a fragment: the characters of a request target.
    .regex(/^\/(?=.*\{id\})[\x21\x22\x24-\x7e]*$/, {
      error: 'must begin with "/" and contain "{id}", without whitespace',
    })
    .optional(),
  maxEntriesPerRequest: integer(1, Number.MAX_SAFE_INTEGER, "must be a positive integer").optional(),
  timeoutSeconds: integer(1, 3600, "must be an integer from 1 to 3600").default(300),
});
