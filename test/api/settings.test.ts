import { describe, expect, it } from "vitest";
import { appListCommand, sourceName } from "../../provider/api/keys";
import { readAccount, readSettings, SettingsError, type SettingsSource } from "../../provider/api/settings";

const withoutKeys = { baseUrl: "https://api.example.com/", username: "ads@example.com", password: "password-1" };

const complete = { ...withoutKeys, apiKey: "key-1", apiSecret: "secret-1" };

function source(
  config: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
): SettingsSource {
  return { config: (key) => (Object.hasOwn(config, key) ? config[key] : undefined), environment };
}

function problemsOf(from: SettingsSource, account?: string): readonly string[] {
  const { message, problems } = errorOf(from, account);
  expect(message.includes(` of the account ${JSON.stringify(account)}`)).toBe(account !== undefined);
  return problems;
}

function errorOf(from: SettingsSource, account?: string): SettingsError {
  try {
    readSettings(from, account);
  } catch (error) {
    if (error instanceof SettingsError) return error;
    throw error;
  }
  throw new Error("The settings were expected to be refused.");
}

describe("the settings of the default account", () => {
  it("are read from the config, with defaults", () => {
    expect(readSettings(source(complete))).toEqual({
      baseUrl: "https://api.example.com",
      basicCredential: Buffer.from("key-1:secret-1").toString("base64"),
      username: "ads@example.com",
      password: "password-1",
      owner: {},
      observe: "probe",
      timeoutSeconds: 300,
      secrets: ["password-1", "a2V5LTE6c2VjcmV0LTE=", "key-1:secret-1", "key-1", "secret-1"],
    });
  });

  it("encode key and secret in UTF-8", () => {
    const { basicCredential } = readSettings(source({ ...complete, apiSecret: "pâss:wörd" }));
    expect(Buffer.from(basicCredential, "base64").toString()).toBe("key-1:pâss:wörd");
  });

  const value = Buffer.from("key-1:secret-1").toString("base64");
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

  it("identify the application by the config rather than by the environment", () => {
    const basicOf = (config: Readonly<Record<string, string>>, environment: Readonly<Record<string, string>>) =>
      readSettings(source({ ...withoutKeys, ...config }, environment)).basicCredential;
    expect(basicOf(complete, { APP_LIST_BASIC_CREDENTIAL: "from-environment" })).toBe(value);
    const keys = { APP_LIST_API_KEY: "k", APP_LIST_API_SECRET: "s" };
    expect(basicOf({ basicCredential: "from-config" }, keys)).toBe("from-config");
    expect(basicOf({ apiKey: "k2" }, keys)).toBe(Buffer.from("k2:s").toString("base64"));
  });

  it("are refused with all that is missing and how to set it", () => {
    const error = errorOf(source({}));
    expect(error.code).toBe("SETTINGS_INVALID");
    expect(error.message).toBe(
      [
        "The settings of app-list cannot be used, and no request was sent with them.",
        "  - app-list:baseUrl is missing. Set it with `pulumi config set app-list:baseUrl <value>` or the environment variable APP_LIST_BASE_URL.",
        "  - app-list:apiKey is missing, and basicCredential is not set either. Set it with `pulumi config set --secret app-list:apiKey` or the environment variable APP_LIST_API_KEY.",
        "  - app-list:apiSecret is missing, and basicCredential is not set either. Set it with `pulumi config set --secret app-list:apiSecret` or the environment variable APP_LIST_API_SECRET.",
        "  - app-list:username is missing. Set it with `pulumi config set app-list:username <value>` or the environment variable APP_LIST_USERNAME.",
        "  - app-list:password is missing. Set it with `pulumi config set --secret app-list:password` or the environment variable APP_LIST_PASSWORD.",
      ].join("\n"),
    );
  });

  it.each([
    ["baseUrl", "http://api.example.com", /app-list:baseUrl must begin with https:\/\//],
    ["apiKey", "a:b", /app-list:apiKey must not contain a colon/],
    ["apiKey", "a\u0000b", /app-list:apiKey must not contain control characters/],
    ["apiSecret", "secret\n", /app-list:apiSecret must not contain control characters/],
    ["password", "password\n", /app-list:password must not contain control characters/],
    ["basicCredential", "abc", /app-list:basicCredential is set together with apiKey or apiSecret/],
    ["observe", "Probe", /app-list:observe must be "probe", "read" or "off"/],
    ["observe", "read", /app-list:readPath is missing, and app-list:observe is "read"/],
    ["readPath", "v1/{id}", /app-list:readPath must begin with "\/"/],
    ["readPath", "/v1/list", /app-list:readPath must .* contain "{id}"/],
    ["readPath", "/v1/{id}#x", /app-list:readPath must/],
    ["readPath", "/v1/{id} x", /app-list:readPath must/],
    ["maxEntriesPerRequest", "0", /app-list:maxEntriesPerRequest must be a positive integer/],
    ["maxEntriesPerRequest", "1.5", /app-list:maxEntriesPerRequest must be a positive integer/],
    ["maxEntriesPerRequest", "ten", /app-list:maxEntriesPerRequest must be a positive integer/],
    ["timeoutSeconds", "0", /app-list:timeoutSeconds must be an integer from 1 to 3600/],
    ["timeoutSeconds", "3601", /app-list:timeoutSeconds must be an integer from 1 to 3600/],
    ["password", " ", /app-list:password is missing/],
  ])("are refused for %s %j", (key, value, problem) => {
    expect(problemsOf(source({ ...complete, [key]: value }))).toEqual([expect.stringMatching(problem)]);
  });

  it.each(["two words", "käse", "Basic "])("are refused for a Basic value that no header can carry: %j", (text) => {
    const problems = problemsOf(source({ ...withoutKeys, basicCredential: text }));
    expect(problems).toEqual([expect.stringMatching(/app-list:basicCredential must be one word/)]);
  });
});

describe("a wrong setting", () => {
  const eu = (more: Readonly<Record<string, unknown>>) => JSON.stringify({ eu: { ...complete, ...more } });
  const [wrong, long] = [{ APP_LIST_OBSERVE: "Probe" }, { timeoutSeconds: 9999 }];
  const observe =
    'app-list:observe must be "probe", "read" or "off". Correct it in the environment variable APP_LIST_OBSERVE.';
  const timeout = "app-list:accounts.eu.timeoutSeconds must be an integer from 1 to 3600.";
  const accounts = "must be a JSON object of accounts by name, such as ";

  it.each<[string, SettingsSource, string | undefined, string]>([
    ["of the environment", source(complete, wrong), undefined, observe],
    [
      "of the environment, for a provider resource",
      { ...source(complete, wrong), provider: "ads" },
      undefined,
      observe.replace("app-list:observe", 'observe of the provider "ads"'),
    ],
    ["of the environment, for an account", source({ accounts: eu({}) }, wrong), "eu", observe],
    [
      "of the stack, where the environment has a right one",
      source({ ...complete, observe: "x" }, { APP_LIST_OBSERVE: "off" }),
      undefined,
      observe.replace(
        /Correct.*/u,
        "Set it with `pulumi config set app-list:observe <value>` or the environment variable APP_LIST_OBSERVE.",
      ),
    ],
    [
      "of an account of the environment",
      source({}, { APP_LIST_ACCOUNTS: eu(long) }),
      "eu",
      `${timeout} Correct it in the environment variable APP_LIST_ACCOUNTS.`,
    ],
    ["of an account of the stack", source({ accounts: eu(long) }), "eu", `${timeout} Set it with `],
    [
      "of accounts in the environment",
      source({ accounts: " " }, { APP_LIST_ACCOUNTS: "x" }),
      "eu",
      `APP_LIST_ACCOUNTS ${accounts}`,
    ],
    [
      "of accounts in the stack",
      source({ accounts: "x" }, { APP_LIST_ACCOUNTS: "{}" }),
      "eu",
      `app-list:accounts ${accounts}`,
    ],
  ])("%s is named with its place", (_, from, account, problem) => {
    const [first = "", ...others] = problemsOf(from, account);
    expect([first.slice(0, problem.length), ...others]).toEqual([problem]);
  });
});

describe("the settings of a named account", () => {
  const eu = { username: "eu@example.com", password: "password-2", apiKey: "key-2", apiSecret: "secret-2" };

  it("never take a credential of the default account", () => {
    const accounts = JSON.stringify({ eu: { username: "eu@example.com" } });
    expect(problemsOf(source({ ...complete, accounts }), "eu")).toEqual([
      "app-list:accounts.eu.apiKey is missing, and basicCredential is not set either. Set it with `pulumi config set --secret --path 'app-list:accounts.eu.apiKey'` or in the environment variable APP_LIST_ACCOUNTS.",
      expect.stringContaining("app-list:accounts.eu.apiSecret is missing"),
      expect.stringContaining("app-list:accounts.eu.password is missing"),
    ]);
  });

  it("are refused for an unknown name, with the names that there are", () => {
    const accounts = JSON.stringify({ eu, "us.west": eu });
    expect(problemsOf(source({ ...complete, accounts }), "asia")).toEqual([
      'There is no account "asia" in app-list:accounts, which has "eu", "us.west": correct the name, or set the account there.',
    ]);
    expect(problemsOf(source(complete), "asia")).toEqual([
      'There is no account "asia" in app-list:accounts, which is empty: correct the name, or set the account there.',
    ]);
  });

  it("are found under any name, even one of an object's prototype", () => {
    for (const name of ["constructor", "toString"]) {
      expect(problemsOf(source(complete), name)).toEqual([expect.stringContaining("There is no account")]);
      const accounts = `{${JSON.stringify(name)}: ${JSON.stringify(eu)}}`;
      expect(readSettings(source({ ...complete, accounts }), name).username).toBe("eu@example.com");
    }
  });

  it.each([
    ["not json", /app-list:accounts must be a JSON object/],
    ["[]", /app-list:accounts must be a JSON object/],
    ["null", /app-list:accounts must be a JSON object/],
    ['{"eu": "x"}', /app-list:accounts\.eu must be a JSON object/],
    ['{"eu": {"pasword": "x"}}', /app-list:accounts\.eu has the unknown key "pasword"/],
    ['{"eu": {"__proto__": "x"}}', /app-list:accounts\.eu has the unknown key "__proto__"/],
    ['{"eu": {"password": true}}', /app-list:accounts\.eu\.password must be text in quotes or an integer/],
    ['{"eu": {"password": 12345678901234567890}}', /app-list:accounts\.eu\.password must be text/],
  ])("are refused if the accounts are %s, and those of the default account are not", (accounts, problem) => {
    expect(problemsOf(source({ ...complete, accounts }), "eu")).toContainEqual(expect.stringMatching(problem));
    expect(readSettings(source({ ...complete, accounts })).username).toBe("ads@example.com");
  });

  it("are not refused for a problem of another account", () => {
    const accounts = JSON.stringify({ eu, "us.west": { password: true }, asia: "x" });
    expect(readSettings(source({ ...complete, accounts }), "eu").username).toBe("eu@example.com");
    expect(problemsOf(source({ ...complete, accounts }), "us.west")).toContainEqual(
      expect.stringContaining('app-list:accounts["us.west"].password must be text in quotes or an integer'),
    );
  });

  it("name the keys of the account, or of the default account if they come from there", () => {
    const accounts = JSON.stringify({
      eu: { ...eu, observe: "read" },
      us: { ...eu, baseUrl: "https://us.example.com" },
    });
    const from = source({ ...complete, accounts });
    expect(problemsOf(from, "eu")).toEqual([expect.stringContaining('app-list:accounts.eu.observe is "read"')]);
    const settings = readSettings(from, "us").owner;
    expect(sourceName(settings, "password")).toBe("app-list:accounts.us.password");
    expect(sourceName(settings, "observe")).toBe("app-list:observe");
    expect(["us", "eu"].map((name) => readAccount(from, name).baseUrlKey)).toEqual([
      "app-list:accounts.us.baseUrl",
      "app-list:baseUrl",
    ]);
  });
});

describe("the credentials of the environment", () => {
  const { baseUrl: _, ...login } = complete;
  const { username: APP_LIST_USERNAME, password: APP_LIST_PASSWORD } = login;
  const own = { APP_LIST_USERNAME, APP_LIST_PASSWORD, APP_LIST_API_KEY: "key-2", APP_LIST_API_SECRET: "secret-2" };
  const all = { ...own, APP_LIST_BASE_URL: "https://api.example.com/ads", APP_LIST_READ_PATH: "/lists/{id}?key=1" };
  const accounts = (more = {}) => JSON.stringify({ eu: { ...login, ...more } });
  const stack = { baseUrl: "https://stack.example.com" };

  it.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>, string?]>([
    ["with the stack's base URL, if the environment has none", stack, own],
    ["with another path or case of the same origin", { baseUrl: "https://API.example.com:443/other" }, all],
    ["if they replace none of the stack's, and the path with a query is not used", { ...stack, ...login }, all],
    ["of an account, with its own base URL", {}, { ...all, APP_LIST_ACCOUNTS: accounts(stack) }, "eu"],
    ["if the account has its own", { ...stack, accounts: accounts() }, all, "eu"],
  ])("are no problem %s", (_, config, environment, account) => {
    expect(readSettings(source(config, environment), account)).toMatchObject({ username: login.username });
  });

  const inAccount = accounts({ ...stack, observe: "read" });

  it.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>, string?, string?]>([
    ["another host", stack, all],
    ["another scheme", { baseUrl: "http://127.0.0.1" }, { ...all, APP_LIST_BASE_URL: "https://127.0.0.1" }],
    ["another port", { baseUrl: "https://api.example.com:8443" }, all],
    ["no origin", stack, { ...all, APP_LIST_BASE_URL: "api.example.com" }],
    ["another host, if only one of them is used", { ...stack, ...login, password: "" }, all],
    ["another host, for an account", stack, { ...all, APP_LIST_ACCOUNTS: accounts() }, "eu"],
    ["another host, if only the key in a path is used", { ...stack, ...login, observe: "read" }, all],
    ["another host, for the path of an account", { accounts: inAccount }, all, "eu", "app-list:accounts.eu.baseUrl"],
  ])("are refused for a base URL of the stack if that of the environment has %s", (...given) => {
    const [, config, environment, account, name = "app-list:baseUrl"] = given;
    expect(problemsOf(source(config, environment), account)).toEqual([
      `${name} has another origin than APP_LIST_BASE_URL, so the credentials of the environment are not used. Set both to ` +
        "the same API, or set the credentials in the stack's configuration. If the credentials of the environment are for " +
        `${name}, unset APP_LIST_BASE_URL.`,
    ]);
  });

  it("are refused for the base URL of a provider resource", () => {
    expect(problemsOf({ ...source(stack, all), provider: "ads" })).toEqual([
      expect.stringMatching(
        /^baseUrl of the provider "ads" has another .* or set the credentials on the provider resource\. /u,
      ),
    ]);
  });
});

describe("the base URL alone", () => {
  const accounts = JSON.stringify({ eu: { baseUrl: "https://eu.example.com" }, us: {} });

  it.each([
    ["needs no credentials", { baseUrl: "https://api.example.com/x/" }, undefined, "https://api.example.com/x"],
    ["is that of the account if it has one", { ...complete, accounts }, "eu", "https://eu.example.com"],
    ["is that of the default account otherwise", { ...complete, accounts }, "us", "https://api.example.com"],
    ["is undefined if it is missing", {}, undefined, undefined],
    ["is undefined if it is invalid", { baseUrl: "http://api.example.com" }, undefined, undefined],
    ["is undefined if the account is unknown", complete, "eu", undefined],
  ])("%s", (_, config, account, baseUrl) => {
    expect(readAccount(source(config), account).baseUrl).toBe(baseUrl);
  });
});

describe("the settings of a provider resource", () => {
  const ofProvider = (config: Readonly<Record<string, string>>) => ({ ...source(config), provider: "ads" });
  const { baseUrl: _, ...eu } = complete;

  it("are named with it, and how to set them in the program and in the environment", () => {
    expect(errorOf(ofProvider({ ...complete, baseUrl: "api" })).message).toContain(
      'The settings of app-list of the provider "ads" cannot be used, and no request was sent',
    );
    expect(problemsOf(ofProvider({ ...complete, baseUrl: "api", password: "" }))).toEqual([
      'baseUrl of the provider "ads" is not a URL such as https://api.example.com. Set it on this provider resource in ' +
        "the program, or in the environment variable APP_LIST_BASE_URL.",
      'password of the provider "ads" is missing. Set it on this provider resource in the program, or in the environment ' +
        "variable APP_LIST_PASSWORD.",
    ]);
  });

  it("are named with the account that has them", () => {
    const accounts = JSON.stringify({ eu: { ...eu, observe: "read" }, "us.west": eu, asia: "x" });
    const from = ofProvider({ ...complete, accounts });
    expect(problemsOf(from, "eu")).toEqual([
      'readPath of the provider "ads" is missing, and accounts.eu.observe of the provider "ads" is "read". Set it on ' +
        "this provider resource in the program, or in the environment variable APP_LIST_READ_PATH.",
    ]);
    expect(sourceName(readSettings(from, "us.west").owner, "password")).toBe(
      'accounts["us.west"].password of the provider "ads"',
    );
    expect(problemsOf(from, "asia")).toContain('accounts.asia of the provider "ads" must be a JSON object.');
    expect(errorOf(from, "eu").message).toContain(
      'The settings of app-list of the account "eu" of the provider "ads" cannot be used,',
    );
    expect(problemsOf(from, "africa")).toEqual([
      expect.stringContaining('There is no account "africa" in accounts of the provider "ads", which has'),
    ]);
    expect(problemsOf(ofProvider({ accounts: "[]" }), "eu")).toEqual([
      expect.stringMatching(/^accounts of the provider "ads" must be a JSON object of accounts by name/u),
    ]);
    expect(readAccount(from, "eu").baseUrlKey).toBe('baseUrl of the provider "ads"');
  });

  it("are never to be removed with a command for the configuration", () => {
    const both = problemsOf(ofProvider({ ...complete, basicCredential: "a2V5OnNlY3JldA==" }));
    expect(both).toEqual([expect.stringContaining("Remove one of the two, from the provider resource or from the")]);
    expect(both.join("\n")).not.toContain("pulumi config");
  });
});

describe("the owner of settings, for messages", () => {
  it("names the command app-list as it can be called there, with the stack and the account", () => {
    const words = ["doctor", "--list 4321"] as const;
    expect(appListCommand({}, ...words)).toBe("npx --no-install app-list doctor --stack STACK --list 4321");
    const appList = { program: "app-list", stack: "dev" } as const;
    const command = appListCommand({ account: "e u", appList }, ...words);
    expect(command).toBe("app-list doctor --stack dev --account 'e u' --list 4321");
    expect(appListCommand({ appList: { program: "app-list" } }, "doctor")).toBe("app-list doctor");
  });
});
