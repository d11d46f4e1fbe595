import { expect, it } from "vitest";
import { environmentName } from "../../provider/api/keys";
import { readSettings, type Settings } from "../../provider/api/settings";
import { credentialKeys, settingKeys, type SettingKey } from "../../provider/api/settings-table";

/** Where a setting can be: in an account by the configuration or the environment, or beside the accounts. */
const sources = ["account", "account of the environment", "configuration", "environment"] as const;
type Source = (typeof sources)[number];

/** The value of a setting in each source. Base URLs have one origin: the credentials of the environment are only for it. */
const values: Readonly<Record<SettingKey, readonly [string, string, string, string]>> = {
  baseUrl: ["https://api.example/1", "https://api.example/2", "https://api.example/3", "https://api.example/4"],
  apiKey: ["key-1", "key-2", "key-3", "key-4"],
  apiSecret: ["secret-1", "secret-2", "secret-3", "secret-4"],
  basicCredential: ["YTox", "YToy", "YToz", "YTo0"],
  username: ["user-1", "user-2", "user-3", "user-4"],
  password: ["password-1", "password-2", "password-3", "password-4"],
  observe: ["off", "probe", "read", "off"],
  readPath: ["/1/{id}", "/2/{id}", "/3/{id}", "/4/{id}"],
  maxEntriesPerRequest: ["1", "2", "3", "4"],
  timeoutSeconds: ["1", "2", "3", "4"],
};

const defaults: Readonly<Partial<Record<SettingKey, unknown>>> = { observe: "probe", timeoutSeconds: 300 };

/** The settings that a request needs, and one to read by. */
const others: Readonly<Record<string, string>> = {
  baseUrl: "https://api.example",
  username: "u",
  password: "p",
  readPath: "/{id}",
};

function settingIn(settings: Settings, key: SettingKey): unknown {
  const [apiKey, apiSecret] = Buffer.from(settings.basicCredential, "base64").toString().split(":");
  return { apiKey, apiSecret, ...settings }[key];
}

/** All sets of sources, each with the account that is asked for. */
const cases = Array.from({ length: 16 }, (_, bits) => sources.filter((_source, index) => (bits >> index) & 1)).flatMap(
  (given) => [undefined, "eu"].map((account) => ({ given, account })),
);

it.each(settingKeys)("%s is read from the first source that has it; an account needs credentials of its own", (key) => {
  const keys: Readonly<Record<string, string>> = key === "basicCredential" ? {} : { apiKey: "k", apiSecret: "s" };
  const { [key]: _, ...rest } = { ...others, ...keys };
  for (const { given, account } of cases) {
    const own = (source: Source) => (given.includes(source) ? { [key]: values[key][sources.indexOf(source)] } : {});
    const accounts = (source: Source) => JSON.stringify({ eu: { ...rest, ...own(source) } });
    const hasAccounts = given.includes("account");
    const config: Readonly<Record<string, string | undefined>> = {
      ...own("configuration"),
      ...(hasAccounts && { accounts: accounts("account") }),
    };
    const variables: Readonly<Record<string, string | undefined>> = {
      ...rest,
      ...own("environment"),
      accounts: accounts("account of the environment"),
    };
    const environment = Object.fromEntries(
      ([...settingKeys, "accounts"] as const).map((name) => [environmentName(name), variables[name]]),
    );
    const ofAccount: readonly Source[] = hasAccounts ? ["account"] : ["account of the environment"];
    const beside: readonly Source[] = ["configuration", "environment"];
    const order = account === undefined ? beside : credentialKeys.has(key) ? ofAccount : [...ofAccount, ...beside];
    const first = order.find((source) => given.includes(source));
    const read = () => readSettings({ config: (name) => config[name], environment }, account);
    if (first !== undefined)
      expect([given, String(settingIn(read(), key))]).toEqual([given, values[key][sources.indexOf(first)]]);
    else if (key === "baseUrl" || credentialKeys.has(key)) expect(read).toThrow(/ is missing/u);
    else expect(settingIn(read(), key)).toBe(defaults[key]);
  }
});
