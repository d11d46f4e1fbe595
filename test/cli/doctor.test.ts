import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defaultAccount, type SimulatorOptions } from "../../provider/simulator/index";
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

const readPath = "/v1/app_list/{id}";

const resultSchema = z.object({
  results: z.array(z.object({ check: z.string(), status: z.string(), message: z.string() })),
  behavior: z.record(z.string(), z.string()),
});

interface ListCase extends SimulatorOptions {
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs `app-list doctor --list 4321 --json` against a simulator. */
async function checkList({ environment, ...options }: ListCase) {
  const bed = await listsAndFiles([list], {}, options);
  const before = bed.simulator.list(4321);
  const { code, output } = await bed.run("doctor --list 4321 --json", { environment });
  const { results, behavior } = resultSchema.parse(JSON.parse(output));
  // Of several results of a check, the first one.
  const checks = Object.fromEntries(results.toReversed().map(({ check, ...one }) => [check, one]));
  expect(bed.requests()).not.toContain("add");
  // One campaign shows the form of the listing.
  expect(bed.simulator.journal.flatMap(({ perPage }) => perPage ?? [])).toEqual([1]);
  expect(bed.simulator.list(4321)).toEqual(before);
  return { code, checks, behavior };
}

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

describe("app-list doctor with a list", () => {
  it("reports what the response does not show as not verified, and what this API does", async () => {
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

  const login = { token: "200", expires_in: "text, 1799" };
  const campaigns = { campaigns: "array in data", total_entries: "number" };
  const forms = {
    app_bundles: "text, no capitals",
    placement_ids: "text, no capitals",
    websites: "null",
  };
  const reads = { shows: { read: { kinds: ["appBundles", "placementIds"], others: "null" } } } as const;
  const failing = (action: "campaigns" | "remove", status: number): ListCase => ({
    faults: [{ on: { action }, effect: "before", answer: { kind: "status", status } }],
  });
  const observing = (path: string) => ({ APP_LIST_OBSERVE: "read", APP_LIST_READ_PATH: path });
  const probed = (status: string) => ({ ...login, absent_entry: status, ...campaigns });
  it.each<[string, ListCase, Readonly<Record<string, string>>, "ok" | "warning" | "error", RegExp]>([
    [
      "refuses the probe",
      { behavior: { removeAbsent: "error" } },
      probed("422"),
      "warning",
      /refused the probe.*set app-list:observe to read, and app-list:readPath/u,
    ],
    [
      "has no such list",
      { lists: [] },
      probed("404"),
      "error",
      /^App list 4321 was not found \(404\), or the API cannot show it\. .* Check the ID and app-list:baseUrl\.$/u,
    ],
    [
      "returns a success that cannot be read",
      failing("remove", 200),
      probed("200"),
      "error",
      /cannot be read: it is empty/u,
    ],
    ["fails", failing("remove", 403), probed("403"), "error", /403/u],
    [
      "is not asked",
      { environment: { APP_LIST_OBSERVE: "off" } },
      { ...login, ...campaigns },
      "warning",
      /app-list:observe is off.*Set app-list:observe to probe/u,
    ],
    [
      "has another read endpoint",
      { environment: observing("/v1/lists/{id}") },
      { ...probed("200"), read: "404", ...forms, websites: "text, no capitals" },
      "warning",
      /nothing under the path of app-list:readPath.*Set app-list:observe to probe/u,
    ],
    [
      "has a read endpoint",
      {
        behavior: { ...reads, read: readPath },
        environment: observing(readPath),
      },
      { ...login, read: "200", ...forms, ...campaigns },
      "ok",
      /^The read endpoint shows app list 4321 .*: 2 app bundles/u,
    ],
    [
      "does not list campaigns",
      failing("campaigns", 403),
      { ...login, absent_entry: "200", ...forms, websites: "text, no capitals", campaigns: "403" },
      "ok",
      /^The probe shows app list 4321/u,
    ],
  ])("if the API %s, shows what it does, and what to do", async (_, options, shown, status, message) => {
    const { code, checks, behavior } = await checkList(options);
    expect(behavior).toEqual(shown);
    expect(checks["list"]).toMatchObject({ status, message: expect.stringMatching(message) as unknown });
    const made = ["list", "login", "settings"];
    if (status === "ok") expect(Object.keys(checks)).toEqual(["associatedCampaigns", ...made]);
    else expect([code, Object.keys(checks)]).toEqual([status === "error" ? 1 : 2, made]);
  });
});
