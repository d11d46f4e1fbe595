import * as z from "zod";
import { AppListError } from "../common/error";
import { quoteList, quote } from "../common/quote";
import { parseJson } from "./json";
import { configurationKeys, environmentName, ofOwner, sourceName } from "./keys";
import type { ConfigurationKey, RawSettings, SettingOwner } from "./keys";
import { baseUrlSchema, credentialKeys, settingKeys, settingsSchema, type SettingKey } from "./settings-table";

type Parsed = z.infer<typeof settingsSchema>;

export type Observe = Parsed["observe"];

export interface Settings extends Readonly<Omit<Parsed, "apiKey" | "apiSecret">> {
  readonly owner: SettingOwner;
  /** The value after "Basic " in the Authorization header of the token call. */
  readonly basicCredential: string;
  /** The values that must never be shown: API key, API secret, the Basic value (raw and decoded) and the password. */
  readonly secrets: readonly string[];
}

/** The config takes precedence over the environment. */
export interface SettingsSource extends Pick<SettingOwner, "provider" | "appList"> {
  /** Returns the unparsed value of a key: of app-list:baseUrl for "baseUrl". */
  readonly config: (key: string) => string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The message lists all problems, and never contains a secret. */
export class SettingsError extends AppListError {
  readonly code = "SETTINGS_INVALID";
  /** One or two sentences per problem: what is wrong, and how to fix it. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[], owner: SettingOwner = {}) {
    const items = problems.map((problem) => `\n  - ${problem}`).join("");
    super(`The settings of app-list${ofOwner(owner)} cannot be used, and no request was sent with them.${items}`);
    this.problems = problems;
  }
}

/** Where a person sets a setting, as a sentence. */
type HowToSet = (owner: SettingOwner, key: SettingKey) => string;

/**
 * Reads the settings of the default account, or of a named one.
 *
 * A named account has its own credentials. It takes other settings from the default account if it does not have them. A
 * value of only whitespace counts as missing.
 *
 * @param howToSet what fixes a problem. Default: the problem is only named.
 * @throws {SettingsError} listing all problems.
 */
export function readSettings(source: SettingsSource, account?: string, howToSet: HowToSet = () => ""): Settings {
  const collected = collect(source, account);
  const { raw, owner } = collected;
  if (collected.problems.length > 0) throw new SettingsError(collected.problems, owner);
  if (account === undefined && raw.accounts !== undefined && [...credentialKeys].every((key) => raw[key] === undefined))
    throw new SettingsError([noDefaultAccount], owner);
  const parsed = settingsSchema.safeParse(raw);
  const invalid = parsed.error === undefined ? {} : z.flattenError(parsed.error).fieldErrors;
  const issues: readonly Issue[] = [
    ...settingKeys.flatMap((key) => invalid[key]?.map((problem) => ({ key, problem })) ?? []),
    ...findConflicts(collected),
    ...findOtherOrigin(source, collected),
  ];
  const problems = settingKeys
    .flatMap((key) => issues.filter((issue) => issue.key === key))
    .map(({ key, problem, remedy = howToSet(owner, key) }) =>
      `${sourceName(owner, key)} ${problem}. ${remedy}`.trimEnd(),
    );
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems, owner);
  const { apiKey = "", apiSecret = "", ...others } = parsed.data;
  // RFC 7617, in UTF-8.
  const { basicCredential = Buffer.from(`${apiKey}:${apiSecret}`).toString("base64") } = others;
  const secrets = [others.password, basicCredential, ...decodeCredential(basicCredential)];
  return { owner, ...others, basicCredential, secrets: secrets.filter((secret) => secret !== "") };
}

const noDefaultAccount =
  "There are named accounts, and no credentials of a default one. Name an account: with `account` in the program, or " +
  "with --account in a command of app-list.";

interface Issue {
  readonly key: SettingKey;
  /** The end of a sentence that begins with the setting. */
  readonly problem: string;
  /** How to fix it. Default: to set the key. */
  readonly remedy?: string;
}

/** The problems of settings that contradict each other. */
function findConflicts({ raw, owner }: Collected): readonly Issue[] {
  const { apiKey, apiSecret, basicCredential, observe, readPath } = raw;
  const issues: Issue[] = [];
  if (basicCredential === undefined) {
    const problem = "is missing, and basicCredential is not set either";
    if (apiKey === undefined) issues.push({ key: "apiKey", problem });
    if (apiSecret === undefined) issues.push({ key: "apiSecret", problem });
  } else if (apiKey !== undefined || apiSecret !== undefined) {
    const problem = "is set together with apiKey or apiSecret, and replaces both";
    issues.push({ key: "basicCredential", problem, remedy: "Remove one of the two." });
  }
  if (observe === "read" && readPath === undefined) {
    issues.push({ key: "readPath", problem: `is missing, and ${sourceName(owner, "observe")} is "read"` });
  }
  return issues;
}

/** The decoded text of a Basic value, whole and in parts; nothing if it is not base64. */
function decodeCredential(basicCredential: string): readonly string[] {
  const decoded = Buffer.from(basicCredential, "base64").toString();
  if (Buffer.from(decoded).toString("base64").replace(/=+$/, "") !== basicCredential.replace(/=+$/, "")) return [];
  return /^([^:]*):(.*)$/su.exec(decoded) ?? [decoded];
}

/** The base URL of an account, even if its other settings are incomplete or invalid. */
export function readAccount(source: SettingsSource, account?: string) {
  const { raw, owner, problems } = collect(source, account);
  /** Whether the settings have the account. */
  const exists = problems.length === 0;
  return {
    exists,
    /** Why they have not, as in {@link SettingsError}; none if `accounts` is not set, as in a preview without secrets. */
    problems: raw.accounts === undefined ? [] : problems,
    /** The normalized base URL; undefined if it is missing or invalid. */
    baseUrl: exists ? baseUrlSchema.safeParse(raw.baseUrl).data : undefined,
    owner,
  };
}

export type AccountSettings = ReturnType<typeof readAccount>;

interface Collected {
  readonly raw: RawSettings;
  /** The settings that are read from the environment, even if they are not set there. */
  readonly inherited: ReadonlySet<ConfigurationKey>;
  readonly owner: SettingOwner;
  /** Why the account cannot be read, as sentences that never repeat a value. */
  readonly problems: readonly string[];
}

/**
 * The settings that replace another one. A basicCredential in the config does not conflict with an apiKey in the
 * environment of a pipeline.
 */
const replacements: Readonly<Partial<Record<ConfigurationKey, readonly SettingKey[]>>> = {
  apiKey: ["basicCredential"],
  apiSecret: ["basicCredential"],
  basicCredential: ["apiKey", "apiSecret"],
};

function collect(source: SettingsSource, account: string | undefined): Collected {
  const { environment, provider, appList } = source;
  const config = pickSet(source.config);
  const isReplaced = (key: ConfigurationKey) =>
    [key, ...(replacements[key] ?? [])].some((one) => config[one] !== undefined);
  const inherited = new Set(configurationKeys.filter((key) => !isReplaced(key)));
  const raw = pickSet((key) => (inherited.has(key) ? environment[environmentName(key)] : config[key]));
  const shared: Collected = { raw, inherited, owner: { provider, appList }, problems: [] };
  if (account === undefined) return shared;
  const { named, problems } = readNamed(shared, account);
  const ownKeys = credentialKeys.union(new Set(configurationKeys.filter((key) => named[key] !== undefined)));
  return {
    raw: pickSet((key) => (ownKeys.has(key) ? named : raw)[key]),
    inherited: inherited.has("accounts") ? inherited.union(ownKeys) : inherited.difference(ownKeys),
    owner: { account, provider, appList, ownKeys },
    problems,
  };
}

/**
 * If the environment has a base URL, its credentials are sent only to this origin. Otherwise, anyone who can change the
 * configuration of a stack, such as the author of a pull request, could have them sent elsewhere.
 */
function findOtherOrigin({ environment }: SettingsSource, { raw, inherited, owner }: Collected): readonly Issue[] {
  const variable = environmentName("baseUrl");
  const { [variable]: baseUrl = "" } = environment;
  const isSame = URL.parse(baseUrl)?.origin === URL.parse(raw.baseUrl ?? "")?.origin;
  // The query of readPath can contain a key.
  const used = raw.observe === "read" && raw.readPath?.includes("?") === true ? ["readPath" as const] : [];
  const isAtRisk = [...credentialKeys, ...used].some((key) => inherited.has(key) && raw[key] !== undefined);
  if (!isSet(baseUrl) || inherited.has("baseUrl") || isSame || !isAtRisk) return [];
  const place = owner.provider === undefined ? "in the stack's configuration" : "on the provider resource";
  const problem = `has another origin than ${variable}, so the credentials of the environment are not used`;
  const remedy =
    `Set both to the same API, or set the credentials ${place}. If the credentials of the environment are for ` +
    `${sourceName(owner, "baseUrl")}, unset ${variable}.`;
  return [{ key: "baseUrl", problem, remedy }];
}

function pickSet(read: (key: ConfigurationKey) => string | undefined): RawSettings {
  const values = configurationKeys.map((key) => [key, read(key)] as const);
  return Object.fromEntries(values.filter(([, text]) => isSet(text)));
}

/** Whitespace alone is no value. */
function isSet(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== "";
}

const exampleOfAccounts = '{"eu": {"username": "…", "password": "…", "apiKey": "…", "apiSecret": "…"}}';

/** `pulumi config set --path` stores a text of digits as a number. */
const settingValue = z.union([z.string(), z.int().transform(String)], {
  error: "must be text in quotes or an integer",
});

const accountSchema = z.strictObject(Object.fromEntries(settingKeys.map((key) => [key, settingValue.optional()])), {
  error: ({ code, keys }) =>
    code === "unrecognized_keys"
      ? `has the unknown key ${quoteList(keys)}. The keys are ${settingKeys.join(", ")}`
      : "must be a JSON object",
});

/** The settings of a named account itself. Problems never repeat a value. */
function readNamed(
  { raw, inherited, owner }: Collected,
  account: string,
): { readonly named: RawSettings; readonly problems: readonly string[] } {
  const isInEnvironment = inherited.has("accounts") && raw.accounts !== undefined;
  const name = isInEnvironment ? environmentName("accounts") : sourceName(owner, "accounts");
  const fail = (...problems: readonly string[]) => ({ named: {}, problems });
  const accounts = z.record(z.string(), z.unknown()).safeParse(parseJson(raw.accounts ?? "{}")).data;
  if (accounts === undefined)
    return fail(`${name} must be a JSON object of accounts by name, such as ${exampleOfAccounts}.`);
  if (!Object.hasOwn(accounts, account)) {
    const known = Object.keys(accounts);
    const others = known.length === 0 ? "which is empty" : `which has ${quoteList(known)}`;
    const remedy =
      "correct the name, or set the account there. To rename an account, keep both names until one update has run";
    return fail(`There is no account ${quote(account)} in ${name}, ${others}: ${remedy}.`);
  }
  const { data, error } = accountSchema.safeParse(accounts[account]);
  if (data !== undefined) return { named: pickSet((key) => data[key]), problems: [] };
  const keyOf = ([key]: readonly unknown[]) => settingKeys.find((known) => known === key) ?? "accounts";
  return fail(
    ...error.issues.map(({ path, message }) => `${sourceName({ ...owner, account }, keyOf(path))} ${message}.`),
  );
}
