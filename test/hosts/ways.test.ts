import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { getAppList, getCampaigns } from "../../provider/resource/data-functions";
import { defaultAccount, type Fault } from "../../provider/simulator/index";
import { sendJson, startServer, withTokens } from "../api/server";
import { runProgram } from "../cli/run-program";
import { plainConfig, stackFolder } from "../cli/stack";
import { leaksIn, secretsOf } from "../harness/canaries";
import { virtualClock } from "../harness/virtual-clock";
import type { HostProcess } from "../laws/hosts/host";
import { hosts } from "../laws/hosts/index";
import { login, startRun } from "../resource/started";
import { repeatedRequest } from "../simulator/gateway";
import { simulatorBehindGateway, simulatorForTest } from "../simulator/simulators";

type Texts = Readonly<Record<string, string>>;

/** Uses the API with the configuration of a stack and an environment. Returns all that is printed and written. */
type Way = (config: Texts, environment: Texts, account?: string) => Promise<string>;

/**
 * Commands that use the API, and what they print of an account. Those with --json print the data of errors, too. FOLDER
 * has a file, apps.txt.
 */
const commandLines: Readonly<Record<string, string>> = {
  "doctor --list 7 --verbose": 'account "eu"',
  "doctor --list 7 --json": String.raw`account \"eu\"`,
  "show 7 --verbose": "of eu",
  "diff 7 FOLDER/apps.txt --kind app-bundles": "of eu",
  "pull 7 --output FOLDER": 'account: "eu"',
  "campaigns --verbose": "",
};

/** A command with the configuration of a stack, which a stand-in for Pulumi prints. */
function command(commandLine: string): Way {
  return async (config, environment, account) => {
    const { folder, PATH } = stackFolder(plainConfig(config), { "apps.txt": "com.a\n" });
    const ofAccount = account === undefined ? "" : ` --account ${account}`;
    const words = `${commandLine} --stack dev${ofAccount}`.replaceAll("FOLDER", folder).split(" ");
    const { output, messages } = await runProgram(words, { environment: { ...environment, PATH } });
    const files = globSync(`${folder}/**/*.txt`).map((path) => readFileSync(path, "utf8"));
    return [output, messages, ...files].join("\n");
  };
}

/** How an operation failed; nothing if it did not. */
const failureOf = async (operation: Promise<unknown>): Promise<string> => operation.then(() => "", String);

const list = { __provider: "exports.handler = __f0;", appListId: 7 };

/** The inputs of a resource, and its state without a base URL. */
const ofAccount = (account?: string) => {
  const named = account === undefined ? list : { ...list, account };
  return {
    inputs: { ...named, appBundles: "com.a\ncom.b\n" },
    state: { ...named, stateVersion: 1, appBundles: "com.a\n" },
  };
};

/** The operations that send requests. */
type Operate = (host: HostProcess, resource: ReturnType<typeof ofAccount>) => Promise<unknown>;
const operations: Readonly<Record<string, Operate>> = {
  create: (host, { inputs }) => host.create("blocked", inputs),
  update: (host, { state, inputs }) => host.update("blocked", "7", state, inputs),
  refresh: (host, { state, inputs }) => host.read("blocked", "7", state, inputs),
  "destroy, with the settings of the state": (host, { state, inputs }) => host.delete("blocked", "7", state, inputs),
};

/** All that uses the API: every command, and each host. */
const ways: readonly (readonly [name: string, way: Way])[] = [
  ...Object.keys(commandLines).map((line) => [`app-list ${line}`, command(line)] as const),
  ...hosts.flatMap((host) =>
    Object.entries(operations).map(([operation, operate]): readonly [string, Way] => [
      `${operation}, in ${host.name}`,
      async (config, environment, account) => {
        const printed: string[] = [];
        const print = (line: string) => void printed.push(line);
        const started = await host.start({ config, environment, print, time: virtualClock() });
        printed.push(await failureOf(operate(started, ofAccount(account))));
        await started.stop();
        return printed.join("\n");
      },
    ]),
  ),
  ...([getAppList, getCampaigns] as const).map((read): readonly [string, Way] => [
    read.name,
    async (config, environment, account) => {
      const { run, lines } = startRun(config, environment);
      const given = { ...(read === getAppList && { appListId: 7 }), ...(account !== undefined && { account }) };
      const failure = await failureOf(read(run, given));
      await run.close();
      return failure + lines.join("\n");
    },
  ]),
];

const ofEnvironment = {
  APP_LIST_USERNAME: "user-of-environment@example.com",
  APP_LIST_PASSWORD: "password-of-environment",
  APP_LIST_API_KEY: "key-of-environment",
  APP_LIST_API_SECRET: "secret-of-environment",
};
const ofStack = { username: "stack@example.com", password: "of-stack", apiKey: "stack-key", apiSecret: "stack-secret" };
const basic = Buffer.from("key-of-environment:secret-of-environment").toString("base64");
const secrets = [...Object.values(ofEnvironment), basic];

/** Two APIs: that of the environment, and that of the stack, which refuses every login. */
async function twoOrigins() {
  const environment = await startServer((_, response) => sendJson(response, 500, {}));
  const stack = await startServer((_, response) => sendJson(response, 401, {}));
  return { environment, stack };
}

/** An account whose secrets differ in every encoding. */
const account = {
  apiKey: "key/7Q+é canary",
  apiSecret: 'secret"9Z=%41\\canary',
  username: "ad.ops@example.com",
  password: "pass&word<5X>ü canary",
};

/** Answers that repeat the request with its credentials, or end the exchange in another way. */
const faultAnswers: readonly Fault["answer"][] = [
  ...[200, 400, 401, 403, 404, 429, 500].map(repeatedRequest),
  { kind: "reset" },
  { kind: "cut" },
  { kind: "status", status: 302, headers: { location: "https://elsewhere.example/" } },
];

const key = "Qx7/canary+in query";
const readPath = `/lists/{id}?key=${encodeURIComponent(key)}&fields=entries`;

/** Answers to a request of the read endpoint; most repeat its query. */
const readAnswers = [
  [200, () => ({ id: 7, app_bundles: "com.a", placement_ids: "" })],
  [200, (url: string) => ({ id: 7, name: url, description: key, app_bundles: "com.a" })],
  [200, (url: string) => ({ error: `no list at ${url}` })],
  ...[400, 403, 404, 422, 429].map(
    (status) => [status, (url: string) => ({ error: `cannot GET ${url}`, message: `not allowed: ${key}` })] as const,
  ),
] as const;

describe.each(ways)("%s", (name, way) => {
  it("uses the account that it names, of the stack, else of the environment, and logs requests with --verbose", async () => {
    const [byDefault, eu, other] = ["default", "eu", "other"].map((of) => {
      return {
        ...defaultAccount,
        username: `${of}@example.com`,
        lists: [{ id: 7, name: `of ${of}`, appBundles: ["com.a"] }],
      };
    });
    const simulator = await simulatorForTest({ accounts: [byDefault, eu, other].flatMap((each) => each ?? []) });
    const [ofStack = "", ofOthers = ""] = [eu, other].map((each) =>
      JSON.stringify({ eu: { ...each, lists: undefined } }),
    );
    const config = { baseUrl: simulator.url, ...login, username: "default@example.com" };
    for (const [accounts, variables, sender] of [
      [{}, {}, 0],
      [{ accounts: ofStack }, {}, 1],
      [{ accounts: ofStack }, { APP_LIST_ACCOUNTS: ofOthers }, 1],
      [{}, { APP_LIST_ACCOUNTS: ofOthers }, 2],
    ] as const) {
      simulator.clearJournal();
      const environment = { APP_LIST_BASE_URL: simulator.url, ...variables };
      const printed = await way({ ...config, ...accounts }, environment, sender === 0 ? undefined : "eu");
      expect(new Set(simulator.journal.map(({ account }) => account))).toEqual(new Set([sender]));
      expect(printed.includes("Requests to ")).toBe(name.includes("--verbose"));
      if (sender === 1) expect(printed).toContain(commandLines[name.replace("app-list ", "")] ?? "");
    }
  });

  it("sends no credential of the environment to another origin than APP_LIST_BASE_URL", async () => {
    const { environment, stack } = await twoOrigins();
    const printed = await way({ baseUrl: stack.baseUrl }, { ...ofEnvironment, APP_LIST_BASE_URL: environment.baseUrl });
    expect(printed).toMatch(/baseUrl .*has another origin than APP_LIST_BASE_URL/u);
    expect([...stack.requests, ...environment.requests]).toEqual([]);
    expect(leaksIn([printed], secrets)).toEqual([]);
  });

  it("uses only the credentials of the stack if there are any, even if their login is refused", async () => {
    const { environment, stack } = await twoOrigins();
    const config = { baseUrl: stack.baseUrl, ...ofStack };
    const printed = await way(config, { ...ofEnvironment, APP_LIST_BASE_URL: environment.baseUrl });
    expect(stack.requests.length).toBeGreaterThan(0);
    expect(environment.requests).toEqual([]);
    expect(leaksIn([...stack.requests, printed], secrets)).toEqual([]);
  });

  it("prints no secret, whatever the response to any of its requests", async () => {
    const run = async (faults: readonly Fault[] = []) => {
      const lists = [{ id: 7, name: "scratch", appBundles: ["com.a"], hasAssociatedCampaigns: false }];
      const simulator = await simulatorBehindGateway({ accounts: [account], lists, campaigns: [{ id: 1 }], faults });
      // A fault that stays would be waited out otherwise.
      const config = { baseUrl: simulator.url, ...account, timeoutSeconds: faults.length === 0 ? "60" : "1" };
      const printed = await way(config, {});
      return { faults, printed, leaks: leaksIn([printed], secretsOf(simulator)), sent: simulator.journal.length };
    };
    const failure = /\[[A-Z_]{5,}\]|"error"|Error: /u;
    const usual = await run();
    expect(usual.printed).not.toMatch(failure);
    const each = Array.from({ length: usual.sent }, (_request, index) => ({ nth: index + 1 }));
    const ended = faultAnswers.flatMap((answer) => [...each, {}].map((on) => run([{ on, effect: "before", answer }])));
    const all = await Promise.all(ended);
    expect([usual, ...all].filter(({ leaks }) => leaks.length > 0)).toEqual([]);
    expect(all.some(({ printed }) => failure.test(printed))).toBe(true);
  });

  it("prints no query of readPath or baseUrl, whatever the API returns", async () => {
    for (const [status, body] of readAnswers) {
      const list = { id: 7, app_bundles: "com.a", placement_ids: "" };
      const server = await startServer(
        withTokens(({ method, url }, response) =>
          method === "PATCH" || url.includes("campaigns")
            ? sendJson(response, 200, url.includes("campaigns") ? [] : list)
            : response.writeHead(status, { "retry-after": "9999" }).end(JSON.stringify(body(url))),
        ),
      );
      const printed = await way({ baseUrl: server.baseUrl, ...login, observe: "read", readPath }, {});
      expect(leaksIn([printed], [key])).toEqual([]);
      expect(printed).not.toMatch(/fields=|\?key/u);
    }
    const printed = await way({ baseUrl: `https://api.example.com/?key=${encodeURIComponent(key)}`, ...login }, {});
    expect(printed).toContain("must not have a query");
    expect(leaksIn([printed], [key])).toEqual([]);
  });
});
