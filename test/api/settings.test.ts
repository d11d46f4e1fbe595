import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { messageWithCode } from "../../provider/common/error";
import { appListCommand, sourceName } from "../../provider/api/keys";
import { readAccount, readSettings, type SettingsSource } from "../../provider/api/settings";
import { howToSet } from "../../provider/resource/texts/settings";
import { expectExamples } from "../harness/example-texts";
import { rejectionOf } from "./server";

type Texts = Readonly<Record<string, string>>;

const withoutKeys = { baseUrl: "https://api.example.com/", username: "ads@example.com", password: "password-1" };
const complete = { ...withoutKeys, apiKey: "key-1", apiSecret: "secret-1" };
const { baseUrl: _, ...login } = complete;
const value = Buffer.from("key-1:secret-1").toString("base64");

function source(config: Texts, environment: Texts = {}): SettingsSource {
  return { config: (key) => (Object.hasOwn(config, key) ? config[key] : undefined), environment };
}

function ofProvider(config: Texts, environment?: Texts): SettingsSource {
  return { ...source(config, environment), provider: "ads" };
}

/** The default account, and accounts by name, as a setting or a variable. */
function accounts(byName: Readonly<Record<string, unknown>>) {
  const text = JSON.stringify(byName);
  return { setting: { ...complete, accounts: text }, variable: { APP_LIST_ACCOUNTS: text } };
}

const { APP_LIST_BASE_URL, ...credentials } = {
  APP_LIST_BASE_URL: "https://api.example.com/ads",
  APP_LIST_USERNAME: "env@example.com",
  APP_LIST_PASSWORD: "password-2",
  APP_LIST_API_KEY: "key-2",
  APP_LIST_API_SECRET: "secret-2",
};
const all = { ...credentials, APP_LIST_BASE_URL, APP_LIST_READ_PATH: "/lists/{id}?key=1" };
const stack = { baseUrl: "https://stack.example.com" };

describe("the settings of the default account", () => {
  it("are read from the config, with defaults", () => {
    expect(readSettings(source(complete))).toEqual({
      baseUrl: "https://api.example.com",
      basicCredential: value,
      username: "ads@example.com",
      password: "password-1",
      owner: {},
      observe: "probe",
      timeoutSeconds: 300,
      secrets: ["password-1", value, "key-1:secret-1", "key-1", "secret-1"],
    });
  });

  it("encode key and secret in UTF-8", () => {
    const { basicCredential } = readSettings(source({ ...complete, apiSecret: "pâss:wörd" }));
    expect(Buffer.from(basicCredential, "base64").toString()).toBe("key-1:pâss:wörd");
  });

  const decoded = ["key-1:secret-1", "key-1", "secret-1"];

  it.each([
    [value, value, decoded],
    [`Basic ${value}`, value, decoded],
    [` basic  ${value}\n`, value, decoded],
    [value.replace("=", ""), value.replace("=", ""), decoded],
    ["key~secret", "key~secret", []],
  ])("take a ready-made Basic value of any making, with or without the word before it: %j", (text, basic, parts) => {
    const settings = readSettings(source({ ...withoutKeys, basicCredential: text }));
    expect(settings).toMatchObject({ basicCredential: basic, secrets: ["password-1", basic, ...parts] });
  });

  it.each<[Texts, Texts, string]>([
    [complete, { APP_LIST_BASIC_CREDENTIAL: "from-environment" }, value],
    [{ basicCredential: "from-config" }, { APP_LIST_API_KEY: "k", APP_LIST_API_SECRET: "s" }, "from-config"],
    [{ apiKey: "k2" }, { APP_LIST_API_SECRET: "s" }, btoa("k2:s")],
  ])("identify the application by the config rather than by the environment: %j, %j", (config, environment, basic) => {
    const settings = readSettings(source({ ...withoutKeys, ...config }, environment));
    expect(settings.basicCredential).toBe(basic);
  });
});

const named = accounts({
  eu: { ...login, observe: "read" },
  us: { ...login, baseUrl: "https://us.example.com" },
  "us.west": { ...login, password: true },
  asia: "x",
  latin: { username: "latin@example.com" },
  long: { ...login, timeoutSeconds: 9999 },
  large: { ...login, password: 2 ** 70 },
  misspelt: { pasword: "x" },
});

const hosts = ["api.example.com", "127.0.0.1.example.com", "localhost.example.com", "example-localhost"];
const extras = ["?key=1", "#top", "?", "v1", "v1//", "x/../v1/."].map((end) => `https://api.example.com/${end}`);

const wrongValues = {
  baseUrl: [
    "api",
    "ftp://api",
    "https://user@api",
    "https://:x@api",
    ...hosts.map((host) => `http://${host}`),
    ...extras,
  ],
  apiKey: ["a:b", "a\u0000b"],
  apiSecret: ["secret\n"],
  password: ["password\n", " "],
  basicCredential: ["abc"],
  observe: ["Probe", "read"],
  readPath: ["v1/{id}", "/v1/list", "/v1/{id}#x", "/v1/{id} x"],
  maxEntriesPerRequest: ["0", "1.5", "ten"],
  timeoutSeconds: ["0", "3601"],
};

/** Settings that are refused, and the account that is asked for. */
const refused: Readonly<Record<string, readonly [SettingsSource, account?: string]>> = {
  "nothing is set": [source({})],
  ...Object.fromEntries(
    Object.entries(wrongValues).flatMap(([key, texts]) =>
      texts.map((text) => [`${key}: ${JSON.stringify(text)}`, [source({ ...complete, [key]: text })]] as const),
    ),
  ),
  "a Basic value of two words": [source({ ...withoutKeys, basicCredential: "two words" })],
  "a Basic value that is not ASCII": [source({ ...withoutKeys, basicCredential: "käse" })],
  "an empty Basic value": [source({ ...withoutKeys, basicCredential: "Basic " })],
  "a wrong value of the environment": [source(complete, { APP_LIST_OBSERVE: "Probe" })],
  "a wrong value of the stack, and a right one of the environment": [
    source({ ...complete, observe: "x" }, { APP_LIST_OBSERVE: "off" }),
  ],
  "a wrong value of the environment, for an account": [source(named.setting, { APP_LIST_OBSERVE: "Probe" }), "us"],
  "a wrong value of an account of the environment": [source(complete, named.variable), "long"],
  "a wrong value of an account of the stack": [source(named.setting), "long"],
  "a wrong value of the environment, for a provider resource": [ofProvider(complete, { APP_LIST_OBSERVE: "Probe" })],
  "wrong values of a provider resource": [ofProvider({ ...complete, baseUrl: "api", password: "" })],
  "two ways to log in of a provider resource": [ofProvider({ ...complete, basicCredential: "a2V5OnNlY3JldA==" })],
  "accounts of the environment that are not JSON": [source({ accounts: " " }, { APP_LIST_ACCOUNTS: "x" }), "eu"],
  "accounts of the stack that are not JSON": [source({ accounts: "x" }, { APP_LIST_ACCOUNTS: "{}" }), "eu"],
  "accounts that are an array": [source({ accounts: "[]" }), "eu"],
  "accounts that are null": [source({ accounts: "null" }), "eu"],
  "a named account without credentials": [source({ accounts: '{"eu":{}}', baseUrl: complete.baseUrl }), "eu"],
  "accounts of a provider resource that are an array": [ofProvider({ accounts: "[]" }), "eu"],
  "no accounts": [source(complete), "constructor"],
  "an unknown account": [source(named.setting), "africa"],
  "an unknown account of a provider resource": [ofProvider(named.setting), "africa"],
  "an account that is no object": [source(named.setting), "asia"],
  "an account of a provider resource that is no object": [ofProvider(named.setting), "asia"],
  "an account with a misspelt key": [source(named.setting), "misspelt"],
  "an account with a name of prototypes": [source({ accounts: '{"eu": {"__proto__": "x"}}' }), "eu"],
  "an account with a value of another type": [source(named.setting), "us.west"],
  "an account with a number that is no integer": [source(named.setting), "large"],
  "an account without credentials of its own": [source(named.setting), "latin"],
  "an account that lacks what its own setting needs": [source(named.setting), "eu"],
  "an account of a provider resource that lacks it": [ofProvider(named.setting), "eu"],
  "credentials of the environment for another host": [source(stack, all)],
  "one of them for another host": [source({ ...stack, ...login, password: "" }, all)],
  "them for another scheme": [
    source({ baseUrl: "http://127.0.0.1" }, { ...all, APP_LIST_BASE_URL: "https://127.0.0.1" }),
  ],
  "them for another port": [source({ baseUrl: "https://api.example.com:8443" }, all)],
  "them for no host": [source(stack, { ...all, APP_LIST_BASE_URL: "api.example.com" })],
  "the key in a path of the environment for another host": [source({ ...stack, ...login, observe: "read" }, all)],
  "an account of the environment for another host": [
    source(stack, { ...all, ...accounts({ eu: login }).variable }),
    "eu",
  ],
  "the key in a path for another host of an account": [
    source({ accounts: JSON.stringify({ eu: { ...login, ...stack, observe: "read" } }) }, all),
    "eu",
  ],
  "credentials of the environment for another host of a provider resource": [ofProvider(stack, all)],
};

it("refuses settings with all problems, each with its place and how to fix it", async () => {
  const errors = Object.values(refused).map(([from, account]) =>
    rejectionOf((async () => readSettings(from, account, howToSet))()),
  );
  const messages = (await Promise.all(errors)).map((error) => messageWithCode(error).split("\n"));
  const printed = Object.keys(refused).map((title, index) => [title, messages[index] ?? []] as const);
  expectExamples(join(import.meta.dirname, "settings.txt"), Object.fromEntries(printed));
});

describe("the settings of a named account", () => {
  it("are found under any name, and are not refused for a problem of another account or of the accounts", () => {
    const { setting } = accounts({ constructor: { ...login, username: "eu@example.com" }, asia: "x" });
    expect(readSettings(source(setting), "constructor").username).toBe("eu@example.com");
    expect(readSettings(source({ ...complete, accounts: "not json" })).username).toBe("ads@example.com");
  });

  it("name the keys of the account, or of the default account if they come from there", () => {
    const { owner } = readSettings(source(named.setting), "us");
    expect([sourceName(owner, "password"), sourceName(owner, "observe")]).toEqual([
      "app-list:accounts.us.password",
      "app-list:observe",
    ]);
    const west = accounts({ "us.west": login }).setting;
    expect(sourceName(readSettings(ofProvider(west), "us.west").owner, "password")).toBe(
      'accounts["us.west"].password of the provider "ads"',
    );
  });
});

it.each<[string, Texts, Texts, string?]>([
  ["the stack's base URL, if the environment has none", stack, credentials],
  ["another path or case of the same origin", { baseUrl: "https://API.example.com:443/other" }, all],
  ["another host, if they replace none of the stack's, and the path is not used", { ...stack, ...login }, all],
  ["another host of an account in it", {}, { ...all, ...accounts({ eu: { ...login, ...stack } }).variable }, "eu"],
  ["another host, if the account has its own", { ...accounts({ eu: login }).setting, ...stack }, all, "eu"],
])("accepts credentials of the environment with %s", (__, config, environment, account) => {
  expect(readSettings(source(config, environment), account)).toBeDefined();
});

describe("the base URL alone", () => {
  it.each<[SettingsSource, account?: string, exists?: boolean, baseUrl?: string, key?: string]>([
    [source({ baseUrl: "https://api.example.com/x/" }), undefined, true, "https://api.example.com/x"],
    [source(named.setting), "us", true, "https://us.example.com", "app-list:accounts.us.baseUrl"],
    [source(named.setting), "eu", true, "https://api.example.com"],
    [ofProvider(named.setting), "eu", true, "https://api.example.com", 'baseUrl of the provider "ads"'],
    [source({})],
    [source({ baseUrl: "http://api.example.com" })],
    [source(complete), "eu", false],
  ])("is read without credentials, if it is valid: case %#", (...given) => {
    const [from, account, exists = true, baseUrl, baseUrlKey = "app-list:baseUrl"] = given;
    const { owner, ...read } = readAccount(from, account);
    expect([read, sourceName(owner, "baseUrl")]).toEqual([{ exists, problems: [], baseUrl }, baseUrlKey]);
  });

  it.each<[SettingsSource, account: string, problem?: RegExp]>([
    [source(named.setting), "fr", /^There is no account "fr" in app-list:accounts, which has/u],
    [source({}, named.variable), "fr", /^There is no account "fr" in APP_LIST_ACCOUNTS, which has/u],
    [source({ accounts: "{}" }), "eu", /which is empty/u],
    [source({ accounts: "[]" }), "eu", /^app-list:accounts must be a JSON object/u],
    [source({ accounts: '{"eu": {"observe": true}}' }), "eu", /observe must be text/u],
    [source({ accounts: " " }), "eu"],
    [source(complete), "eu"],
  ])(
    "is not known for an account that accounts lacks, if it is set, with the reason: case %#",
    (from, account, problem) => {
      const problems = problem === undefined ? [] : [expect.stringMatching(problem)];
      expect(readAccount(from, account)).toMatchObject({ exists: false, problems });
    },
  );
});

it.each([
  ["https://api.example.com", "https://api.example.com"],
  ["https://api.example.com/", "https://api.example.com"],
  ["https://API.example.com:443//", "https://api.example.com"],
  ["https://api.example.com:8443/ads/", "https://api.example.com:8443/ads"],
  ["http://localhost:8080", "http://localhost:8080"],
  ["http://127.0.0.1:1/x", "http://127.0.0.1:1/x"],
  ["http://127.9.9.9", "http://127.9.9.9"],
  ["http://[::1]:80", "http://[::1]"],
  [`https://api.example.com/ads${"/".repeat(1_000_000)}`, "https://api.example.com/ads"],
])("the base URL %s is normalized to %s", (text, normalized) => {
  expect(readAccount(source({ baseUrl: text })).baseUrl).toBe(normalized);
});

it("names the command app-list as it can be called there, with the stack and the account", () => {
  const words = ["doctor", "--list 4321"] as const;
  expect(appListCommand({}, ...words)).toBe("npx --no-install app-list doctor --stack STACK --list 4321");
  const appList = { program: "app-list", stack: "dev" } as const;
  const command = appListCommand({ account: "e u", appList }, ...words);
  expect(command).toBe("app-list doctor --stack dev --account 'e u' --list 4321");
  expect(appListCommand({ appList: { program: "app-list" } }, "doctor")).toBe("app-list doctor");
});
