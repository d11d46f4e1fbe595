import * as z from "zod";
import { quote } from "../common/quote";
import { accountName, settingKeys, settingName, type RawSettings, type SettingKey, type SettingPlace } from "./keys";

/** Its problems do not concern other accounts. */
interface NamedAccount {
  readonly settings: RawSettings;
  readonly problems: readonly string[];
}

export type Accounts =
  | { readonly outcome: "parsed"; readonly byName: ReadonlyMap<string, NamedAccount> }
  | { readonly outcome: "unreadable"; readonly problem: string };

/** Any JSON object. Not z.record, which drops a key named __proto__. */
const jsonObject = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
);

/** `pulumi config set --path` stores a text of digits as a number. */
const settingValue = z.union([z.string(), z.int().transform(String)]);

const example = '{"eu": {"username": "…", "password": "…", "apiKey": "…", "apiSecret": "…"}}';

/**
 * Parses the accounts setting: a JSON object of objects by account name. Problems never repeat a value.
 *
 * @param place where the setting is, for the problems.
 */
export function parseAccounts(text: string, place: SettingPlace = {}): Accounts {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  const accounts = jsonObject.safeParse(json).data;
  if (accounts === undefined) {
    const problem = `${settingName("accounts", place)} must be a JSON object of accounts by name, such as ${example}.`;
    return { outcome: "unreadable", problem };
  }
  const byName = Object.entries(accounts).map(([name, value]) => [name, parseAccount(name, value, place)] as const);
  return { outcome: "parsed", byName: new Map(byName) };
}

function parseAccount(name: string, value: unknown, place: SettingPlace): NamedAccount {
  const account = jsonObject.safeParse(value).data;
  const owner = accountName(name, place);
  if (account === undefined) return { settings: {}, problems: [`${owner} must be a JSON object.`] };
  const problems: string[] = [];
  const settings: Partial<Record<SettingKey, string>> = {};
  for (const [member, raw] of Object.entries(account)) {
    const key = settingKeys.find((known) => known === member);
    const text = settingValue.safeParse(raw).data;
    if (key === undefined) {
      const keys = settingKeys.join(", ");
      problems.push(`${owner} has the unknown key ${quote(member)}. The keys are ${keys}.`);
    } else if (text === undefined) {
      problems.push(`${settingName(key, { ...place, account: name })} must be text in quotes or an integer.`);
    } else {
      settings[key] = text;
    }
  }
  return { settings, problems };
}
