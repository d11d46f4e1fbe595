import { z } from "zod";
import { quoteList, quote } from "../common/quote";
import { AppListError } from "../common/error";
import { parseAccounts, type Accounts } from "./accounts";
import { parseBaseUrl } from "./base-url";
import {
  configKey,
  credentialKeys,
  environmentName,
  howToSet,
  settingKeys,
  type RawSettings,
  type SettingKey,
} from "./keys";

/** How a list is looked at: by a change that changes nothing, by a read endpoint of the service, or not at all. */
export type Observe = "probe" | "read" | "off";

/** What is needed to talk to the service as one account. All of it has been checked. */
export interface Settings {
  /** The name of the account; undefined for the default one. */
  readonly account?: string;
  /** Scheme, host, port and path prefix of the service, without a trailing slash. */
  readonly baseUrl: string;
  /** What follows "Basic " in the Authorization header of the token call. */
  readonly basicCredential: string;
  /** The login e-mail of the platform account. */
  readonly username: string;
  readonly password: string;
  /** Default: "probe". */
  readonly observe: Observe;
  /** The path of a list at the read endpoint, with "{id}" for the list's id. Always there where observe is "read". */
  readonly readPath?: string;
  /** How many entries one change may carry; undefined: no limit but the service's own. */
  readonly maxEntriesPerRequest?: number;
  /** How long one operation may take in all, in seconds. From 1 to 3600, default 300. */
  readonly timeoutSeconds: number;
  /** All that must never be shown: API key and secret, the Basic value and what it decodes to, the password. */
  readonly secrets: readonly string[];
}

/** Where settings come from. Config wins over the environment. */
export interface SettingsSource {
  /** The raw text of a config key: "baseUrl" gives that of app-list:baseUrl. */
  readonly config: (key: string) => string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Settings are missing or wrong. The message lists everything that is, and never the value of a secret. */
export class SettingsError extends AppListError {
  readonly code = "SETTINGS_INVALID";
  /** One sentence or two for each thing that is wrong: what, and what sets it right. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[], account?: string) {
    const whose = account === undefined ? "app-list" : `the app-list account ${quote(account)}`;
    super(
      `The settings of ${whose} cannot be used. Nothing was sent and nothing was changed.` +
        problems.map((problem) => `\n  - ${problem}`).join(""),
    );
    this.problems = problems;
  }
}

/**
 * Reads the settings of the default account, or of a named one.
 *
 * A named account has its own credentials; its other settings fall back to those of the default account. A blank value
 * counts as not set.
 *
 * @throws {SettingsError} listing everything that is missing or wrong, each with the command that sets it.
 */
export function readSettings(source: SettingsSource, account?: string): Settings {
  const { raw, own, problems } = collect(source, account);
  if (raw === undefined) throw new SettingsError(problems, account);
  const parsed = settingsSchema.safeParse(raw);
  const credential = basicCredentialOf(raw);
  const wrong: readonly Wrong[] = [
    ...(parsed.success
      ? []
      : parsed.error.issues.map((issue) => ({ key: settingKeySchema.parse(issue.path[0]), problem: issue.message }))),
    ...(typeof credential === "string" ? [] : credential),
    ...(raw.observe === "read" && raw.readPath === undefined
      ? [{ key: "readPath", problem: 'is missing, and app-list:observe is "read"' } satisfies Wrong]
      : []),
  ].toSorted((one, other) => settingKeys.indexOf(one.key) - settingKeys.indexOf(other.key));
  if (!parsed.success || typeof credential !== "string" || wrong.length + problems.length > 0) {
    throw new SettingsError(
      [
        ...problems,
        ...wrong.map(({ key, problem, remedy }) => {
          const place = own.has(key) ? account : undefined;
          return `${configKey(key, place)} ${problem}. ${remedy ?? howToSet(key, place)}`;
        }),
      ],
      account,
    );
  }
  const { readPath, maxEntriesPerRequest, ...settings } = parsed.data;
  return {
    ...(account === undefined ? {} : { account }),
    ...settings,
    ...(readPath === undefined ? {} : { readPath }),
    ...(maxEntriesPerRequest === undefined ? {} : { maxEntriesPerRequest }),
    basicCredential: credential,
    secrets: secretsOf(raw, credential),
  };
}

/** The normalised base URL alone, which needs no credentials; undefined where it is missing or wrong. */
export function readBaseUrl(source: SettingsSource, account?: string): string | undefined {
  const text = collect(source, account).raw?.baseUrl;
  const parsed = text === undefined ? undefined : parseBaseUrl(text);
  return parsed?.outcome === "valid" ? parsed.baseUrl : undefined;
}

/** The raw settings of an account, with the keys that belong in the account itself. */
interface Collected {
  /** undefined where there is no such account. */
  readonly raw: RawSettings | undefined;
  /** The settings whose place is the named account, because it has them or because nothing else stands in for them. */
  readonly own: ReadonlySet<SettingKey>;
  readonly problems: readonly string[];
}

function collect(source: SettingsSource, account: string | undefined): Collected {
  const accounts = readAccounts(source);
  const defaults = defaultSettings(source);
  if (account === undefined) return { raw: defaults, own: new Set(), problems: accounts.problems };
  const named = accounts.byName.get(account);
  if (named === undefined) {
    const known = quoteList(accounts.byName.keys());
    const unknown =
      `There is no account ${quote(account)} in app-list:accounts. ` +
      (known === "" ? "No accounts are set there." : `The accounts are ${known}.`);
    // Where the accounts could not be read at all, that says nothing about which there are.
    const unread = accounts.byName.size === 0 && accounts.problems.length > 0;
    return { raw: undefined, own: new Set(), problems: unread ? accounts.problems : [...accounts.problems, unknown] };
  }
  const settings = withoutBlanks((key) => named[key]);
  return {
    raw: withoutBlanks((key) => settings[key] ?? (credentialKeys.has(key) ? undefined : defaults[key])),
    own: credentialKeys.union(new Set(settingKeys.filter((key) => settings[key] !== undefined))),
    problems: accounts.problems,
  };
}

function readAccounts(source: SettingsSource): Accounts {
  const text = notBlank(source.config("accounts")) ?? notBlank(source.environment[environmentName("accounts")]);
  return text === undefined ? { byName: new Map(), problems: [] } : parseAccounts(text);
}

function defaultSettings(source: SettingsSource): RawSettings {
  const config = withoutBlanks((key) => source.config(key));
  const environment = withoutBlanks((key) => source.environment[environmentName(key)]);
  // One way of identifying the application wins over the other as a whole: a basicCredential in the config must not
  // be at odds with an apiKey that the environment of a pipeline happens to have.
  const overridden = new Set<SettingKey>([
    ...(config.basicCredential === undefined ? [] : (["apiKey", "apiSecret"] as const)),
    ...(config.apiKey === undefined && config.apiSecret === undefined ? [] : (["basicCredential"] as const)),
  ]);
  return withoutBlanks((key) => config[key] ?? (overridden.has(key) ? undefined : environment[key]));
}

function withoutBlanks(read: (key: SettingKey) => string | undefined): RawSettings {
  return Object.fromEntries(
    settingKeys.flatMap((key) => {
      const text = notBlank(read(key));
      return text === undefined ? [] : [[key, text]];
    }),
  );
}

function notBlank(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === "" ? undefined : text;
}

const settingKeySchema = z.enum(settingKeys);

const login = z
  .string({ error: "is missing" })
  .regex(/^\P{Cc}*$/u, { error: "must not contain control characters, such as a newline at its end" });

function integer(smallest: number, largest: number, problem: string) {
  return z
    .string()
    .regex(/^[0-9]{1,15}$/, { error: problem })
    .transform(Number)
    .pipe(z.int().min(smallest, { error: problem }).max(largest, { error: problem }));
}

const settingsSchema = z.object({
  baseUrl: z.string({ error: "is missing" }).transform((text, context) => {
    const parsed = parseBaseUrl(text);
    if (parsed.outcome === "valid") return parsed.baseUrl;
    context.issues.push({ code: "custom", message: parsed.problem, input: text });
    return z.NEVER;
  }),
  username: login,
  password: login,
  observe: z.enum(["probe", "read", "off"], { error: 'must be "probe", "read" or "off"' }).default("probe"),
  readPath: z
    .string()
    // Visible ASCII without "#", which begins a fragment: what may stand in the target of a request.
    .regex(/^\/(?=.*\{id\})[\x21\x22\x24-\x7e]*$/, { error: 'must begin with "/" and contain "{id}", without blanks' })
    .optional(),
  maxEntriesPerRequest: integer(1, Number.MAX_SAFE_INTEGER, "must be a positive integer").optional(),
  timeoutSeconds: integer(1, 3600, "must be an integer from 1 to 3600").default(300),
});

/** What is wrong with a setting, as the end of a sentence that begins with its name. */
interface Wrong {
  readonly key: SettingKey;
  readonly problem: string;
  /** What sets it right, where that is not to set it. */
  readonly remedy?: string;
}

/** The value after "Basic ", given as it is or made from key and secret (RFC 7617, in UTF-8); or what is wrong. */
function basicCredentialOf(raw: RawSettings): string | readonly Wrong[] {
  const { apiKey, apiSecret, basicCredential } = raw;
  if (basicCredential !== undefined) {
    const value = basicCredential.trim().replace(/^Basic( +|$)/i, "");
    if (apiKey !== undefined || apiSecret !== undefined) {
      return [
        {
          key: "basicCredential",
          problem: "is set together with apiKey or apiSecret, and takes their place",
          remedy: "Remove one of the two, with `pulumi config rm` or from the environment.",
        },
      ];
    }
    if (/^[\x21-\x7e]+$/.test(value)) return value;
    return [{ key: "basicCredential", problem: 'must be one word of ASCII characters, what follows "Basic "' }];
  }
  const wrong = (["apiKey", "apiSecret"] as const).flatMap((key): readonly Wrong[] => {
    if (raw[key] === undefined) return [{ key, problem: "is missing, and there is no basicCredential in its place" }];
    const result = login.safeParse(raw[key]);
    return result.success ? [] : result.error.issues.map((issue) => ({ key, problem: issue.message }));
  });
  if (apiKey?.includes(":") === true) {
    wrong.push({ key: "apiKey", problem: "must not contain a colon, which separates key and secret (RFC 7617)" });
  }
  return wrong.length > 0 ? wrong : Buffer.from(`${apiKey}:${apiSecret}`).toString("base64");
}

function secretsOf(raw: RawSettings, basicCredential: string): readonly string[] {
  const secrets = [raw.apiKey, raw.apiSecret, raw.password, basicCredential, ...decodedCredential(basicCredential)];
  return [...new Set(secrets.filter((secret) => secret !== undefined))];
}

/** What a ready-made Basic value decodes to, whole and in parts; nothing where it is not base64 of a text. */
function decodedCredential(basicCredential: string): readonly string[] {
  const decoded = Buffer.from(basicCredential, "base64").toString();
  if (Buffer.from(decoded).toString("base64") !== basicCredential) return [];
  const colon = decoded.indexOf(":");
  const parts = colon === -1 ? [] : [decoded.slice(0, colon), decoded.slice(colon + 1)];
  return [decoded, ...parts].filter((part) => part !== "");
}
