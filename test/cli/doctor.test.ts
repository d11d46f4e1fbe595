import { describe, expect, it } from "vitest";
import { defaultAccount } from "../../provider/simulator/index";
import { sendJson, startServer, withTokens } from "../api/server";
import { hidingWebsites } from "../harness/shows";
import { accountsSetting } from "../laws/accounts";
import { listsAndFiles } from "./lists";
import { stackFolder } from "./stack";
import { environmentFor } from "./terminal";

const list = {
  id: 4321,
  name: "brand-safety",
  appBundles: ["com.example.b", "com.example.a"],
  placementIds: ["10-abc"],
  websites: ["example.com"],
};

describe("app-list doctor without a list", () => {
  it.each([true, false])("names the user of a stack, and what is wrong: secrets %j", async (secret) => {
    const { run, simulator } = await listsAndFiles([list], {}, { behavior: hidingWebsites });
    const { username, password, apiKey } = defaultAccount;
    const config = {
      "app-list:username": { value: username, secret },
      "app-list:password": { value: password, secret },
      "app-list:accounts": { value: accountsSetting, secret: !secret },
      [secret ? "other:passwrod" : "app-list:passwrod"]: { value: "p" },
      "app-list:apiKey": { value: apiKey, secret: true },
    };
    const { PATH } = stackFolder(config);
    const environment = { ...environmentFor(simulator), PATH };
    const { code, output } = await run("doctor --stack dev", { environment });
    const inPlainText = (key: string) => `! app-list:${key} is in the stack's configuration file as plain text.`;
    const wrong = '! "app-list:passwrod" is not a setting and is ignored.';
    expect([code, ...output.replaceAll(/ Encrypt it: .*| The settings are base.*/gu, "").split("\n")]).toEqual([
      2,
      `✓ The settings are complete: ${username} at ${simulator.url}.`,
      ...(secret ? [inPlainText("accounts")] : [inPlainText("password"), wrong]),
      "✓ The API accepts the credentials.",
      "",
    ]);
    // A warning is worse than what is not verified.
    const ofList = await run("doctor --stack dev --list 4321", { environment });
    expect([ofList.code, ofList.output.match(/^[!?]/gmu)]).toEqual([2, secret ? ["!", "?"] : ["!", "!", "?"]]);
    const ofAccount = await run("doctor --stack dev --account eu", { environment });
    expect(ofAccount.output).toContain(`complete: eu+lists@example.com at ${simulator.url}, account "eu".`);
    const missing = await run("doctor --stack dev", { environment: { ...environment, APP_LIST_BASE_URL: undefined } });
    expect(missing.output).toContain("app-list:baseUrl is missing. Set it with `pulumi config set app-list:baseUrl <v");
  });
});

it.each([
  ["prod", {}, "no stack named 'prod' found"],
  ["dev", ["secret"], "the output of pulumi config is not a configuration"],
])(
  "app-list names why the configuration of the stack %s cannot be read, and sends nothing",
  async (stack, config, why) => {
    const { run, requests } = await listsAndFiles([]);
    const { code, messages } = await run(`show 1 --stack ${stack}`, {
      environment: { PATH: stackFolder(config).PATH },
    });
    expect([code, messages]).toEqual([
      1,
      `The configuration of stack "${stack}" cannot be read: ${why}. No request was sent. Run this command in the folder of the ` +
        "Pulumi project, with pulumi on PATH, a login to its backend and the passphrase of the stack. [STACK_CONFIG_UNREADABLE]\n",
    ]);
    expect(requests()).toEqual([]);
  },
);

it("app-list doctor names --account if there are named accounts only", async () => {
  const { run, simulator } = await listsAndFiles([]);
  const none = Object.fromEntries(Object.keys(environmentFor(simulator)).map((name) => [name, undefined]));
  const doctor = async (words: string, set: Readonly<Record<string, string>>) =>
    (await run(`doctor${words}`, { environment: { ...none, ...set } })).output;
  const all = accountsSetting.replace(':{"', `:{"baseUrl":"${simulator.url}","`);
  const missing = await doctor("", { APP_LIST_ACCOUNTS: all });
  expect(missing.match(/^✗ .*/gmu)).toEqual([
    expect.stringMatching(/^✗ There are named accounts, .* with --account /u),
  ]);
  expect(await doctor(" --account eu", { APP_LIST_ACCOUNTS: all })).toContain("✓ The settings are complete: eu+");
});

it("app-list doctor reports what the response of a list does not show as not verified, and what this API does", async () => {
  const shown = { id: 4321, name: "canary", app_bundles: ["com.canary.b", "com.canary.A"], placement_ids: "" };
  const campaigns = { canaries: [{ name: "canary" }], message: "canary" };
  const server = await startServer(
    withTokens(({ method }, response) => sendJson(response, 200, method === "GET" ? campaigns : shown)),
  );
  const { run } = await listsAndFiles([]);
  const { code, output } = await run("doctor --list 4321", { environment: { APP_LIST_BASE_URL: server.baseUrl } });
  expect(code).toBe(3);
  expect(output.split("\n").slice(2)).toEqual([
    '✓ The probe shows app list 4321 "canary": 2 app bundles, 0 placement IDs.',
    '? Not verified: the API does not show the websites of app list 4321 "canary".',
    "? Not verified: the API does not show whether campaigns use the list.",
    "",
    "What this API does",
    "  token: 200",
    "  expires_in: text, 1799",
    "  absent_entry: 200",
    "  app_bundles: array, capitals",
    "  placement_ids: text",
    "  websites: absent",
    "  campaigns: array in another member",
    "  total_entries: absent",
    "Please paste these lines into an issue of pulumi-app-list. They contain no entry, name, URL, message or credential.",
    "",
  ]);
});
