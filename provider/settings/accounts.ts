import { z } from "zod";
import { quote } from "../common/quote";
import { accountKey, settingKeys, type RawSettings, type SettingKey } from "./keys";

/** The named accounts, and everything that is wrong with them. */
export interface Accounts {
  readonly byName: ReadonlyMap<string, RawSettings>;
  readonly problems: readonly string[];
}

/** Any JSON object. Not z.record, which drops a key named __proto__ without a word. */
const jsonObject = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
);

const settingKey = z.enum(settingKeys);

/** `pulumi config set --path` stores what looks like an integer as a number. */
const settingValue = z.union([z.string(), z.int().transform(String)]);

/**
 * Reads the accounts setting: a JSON object of objects by account name.
 *
 * Names of accounts and of keys are repeated in problems, values never are.
 */
export function parseAccounts(text: string): Accounts {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  const accounts = jsonObject.safeParse(json);
  if (!accounts.success) {
    const example = '{"eu": {"username": "…", "password": "…", "apiKey": "…", "apiSecret": "…"}}';
    return {
      byName: new Map(),
      problems: [`app-list:accounts must be a JSON object of accounts by name, such as ${example}.`],
    };
  }
  const parsed = Object.entries(accounts.data).map(([name, value]) => ({ name, ...parseAccount(name, value) }));
  return {
    byName: new Map(parsed.map(({ name, settings }) => [name, settings])),
    problems: parsed.flatMap(({ problems }) => problems),
  };
}

function parseAccount(
  name: string,
  value: unknown,
): { readonly settings: RawSettings; readonly problems: readonly string[] } {
  const account = jsonObject.safeParse(value);
  if (!account.success) return { settings: {}, problems: [`${accountKey(name)} must be a JSON object.`] };
  const settings: Partial<Record<SettingKey, string>> = {};
  const problems: string[] = [];
  for (const [key, raw] of Object.entries(account.data)) {
    const known = settingKey.safeParse(key);
    if (!known.success) {
      problems.push(`${accountKey(name)} has the unknown key ${quote(key)}. The keys are ${settingKeys.join(", ")}.`);
      continue;
    }
    const text = settingValue.safeParse(raw);
    if (text.success) settings[known.data] = text.data;
    else problems.push(`${accountKey(name)}.${key} must be text in quotes or an integer.`);
  }
  return { settings, problems };
}
