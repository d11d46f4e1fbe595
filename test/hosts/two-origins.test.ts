import { chmodSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { getAppList, getCampaigns } from "../../provider/resource/data-functions";
import { sendJson, startServer, withTokens } from "../api/server";
import { runProgram } from "../cli/run-program";
import { testTerminal } from "../cli/terminal";
import { folderWith } from "../files/folder";
import { leaksIn } from "../harness/canaries";
import { hosts } from "../laws/hosts/index";
import type { HostProcess } from "../laws/hosts/host";
import { startRun } from "../resource/started";

type Texts = Readonly<Record<string, string>>;

/** Uses the API with the configuration of a stack and an environment, and returns all that is printed. */
type Way = (config: Texts, environment: Texts, account?: string) => Promise<string>;

async function failureOf(operation: Promise<unknown>): Promise<string> {
  return operation.then(() => "", String);
}

/** A command with the configuration of a stack, which a stand-in for Pulumi prints. */
function command(commandLine: string): Way {
  return async (config, environment, account) => {
    const values = Object.entries(config).map(([key, value]) => [`app-list:${key}`, { value }] as const);
    const folder = folderWith({
      pulumi: '#!/bin/sh\ncat "${0%/*}/config.json"\n',
      "config.json": JSON.stringify(Object.fromEntries(values)),
      "apps.txt": "com.a\n",
    });
    chmodSync(join(folder, "pulumi"), 0o755);
    const path = `${folder}${delimiter}${process.env["PATH"] ?? ""}`;
    const terminal = testTerminal({ environment: { ...environment, PATH: path } });
    const words = commandLine.replaceAll("FOLDER", folder).split(" ");
    await runProgram([...words, "--stack", "dev", ...(account === undefined ? [] : ["--account", account])], terminal);
    return terminal.output() + terminal.messages();
  };
}

const inputs = { appListId: 7, appBundles: "com.a\ncom.b\n" };
const __provider = "exports.handler = __f0;";
const state = { __provider, stateVersion: 1, appListId: 7, appBundles: "com.a\n", readBy: "probe" };

const operations: Readonly<Record<string, (host: HostProcess, account: object) => Promise<unknown>>> = {
  create: (host, account) => host.create("blocked", { ...inputs, ...account }),
  update: (host, account) => host.update("blocked", "7", { ...state, ...account }, { ...inputs, ...account }),
  refresh: (host, account) => host.read("blocked", "7", { ...state, ...account }, { ...inputs, ...account }),
  "destroy, with the settings of the state": (host, account) =>
    host.delete("blocked", "7", { ...state, ...account }, { ...inputs, ...account }),
};

const ways: readonly (readonly [name: string, way: Way])[] = [
  ...["doctor --list 7", "doctor --list 7 --json --verbose", "show 7", "diff 7 FOLDER/apps.txt --kind app-bundles"].map(
    (line) => [`app-list ${line}`, command(line)] as const,
  ),
  ...["find com.a --list 7", "pull 7 --output FOLDER", "campaigns --verbose"].map(
    (line) => [`app-list ${line}`, command(line)] as const,
  ),
  ...hosts.flatMap((host) =>
    Object.entries(operations).map(([operation, operate]): readonly [string, Way] => [
      `${operation}, in ${host.name}`,
      async (config, environment, account) => {
        const printed: string[] = [];
        const started = await host.start({ config, environment, print: (line) => void printed.push(line) });
        printed.push(await failureOf(operate(started, account === undefined ? {} : { account })));
        await started.stop();
        return printed.join("\n");
      },
    ]),
  ),
  ...([getAppList, getCampaigns] as const).map((read): readonly [string, Way] => [
    read.name,
    async (config, environment, account) => {
      const { run, lines } = startRun(config, environment);
      const list = read === getAppList ? { appListId: 7 } : {};
      const failure = await failureOf(read(run, { ...list, ...(account !== undefined && { account }) }));
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

/** Two APIs: that of the environment and that of the stack, whose logins have this status. */
async function twoOrigins(status = 200) {
  const list = { id: 7, app_bundles: "com.a", placement_ids: "" };
  const answer = withTokens(({ url }, response) => sendJson(response, 200, url.includes("campaigns") ? [] : list));
  const environment = await startServer(answer);
  const stack = await startServer((received, response, number) =>
    status !== 200 && received.method === "POST" ? sendJson(response, status, {}) : answer(received, response, number),
  );
  return { environment, stack };
}

describe.each(ways)("%s", (_, way) => {
  it("sends no credential of the environment to another origin than APP_LIST_BASE_URL", async () => {
    const { environment, stack } = await twoOrigins();
    const variables = { ...ofEnvironment, APP_LIST_BASE_URL: environment.baseUrl };
    const eu = { username: "eu@example.com", password: "password-of-eu", apiKey: "eu-key", apiSecret: "eu-secret" };
    const accounts = { APP_LIST_ACCOUNTS: JSON.stringify({ eu }) };
    const printed = [
      await way({ baseUrl: stack.baseUrl }, variables),
      await way({ baseUrl: stack.baseUrl, ...ofStack, password: "" }, variables),
      await way({ baseUrl: stack.baseUrl }, { ...variables, ...accounts }, "eu"),
    ];
    for (const text of printed) expect(text).toMatch(/baseUrl .*has another origin than APP_LIST_BASE_URL/u);
    expect([...stack.requests, ...environment.requests]).toEqual([]);
    expect(leaksIn(printed, [...secrets, ...Object.values(eu)])).toEqual([]);
  });

  it.each([200, 401])("uses only the credentials of the stack if there are any (login %i)", async (status) => {
    const { environment, stack } = await twoOrigins(status);
    const config = { baseUrl: stack.baseUrl, ...ofStack };
    const printed = await way(config, { ...ofEnvironment, APP_LIST_BASE_URL: environment.baseUrl });
    expect(stack.requests.length).toBeGreaterThan(0);
    expect(environment.requests).toEqual([]);
    expect(leaksIn([...stack.requests, printed], secrets)).toEqual([]);
  });

  it("uses the credentials of the environment if APP_LIST_BASE_URL is not set, or has the same origin", async () => {
    for (const path of [undefined, "", "/ads"]) {
      const { stack } = await twoOrigins();
      const variables: Texts = path === undefined ? {} : { APP_LIST_BASE_URL: stack.baseUrl + path };
      await way({ baseUrl: stack.baseUrl }, { ...ofEnvironment, ...variables });
      expect(stack.tokenCalls()[0]?.headers.authorization).toBe(`Basic ${basic}`);
    }
  });
});
