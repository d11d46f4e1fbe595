import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { doctorCommand } from "../../provider/cli/doctor/command";
import { recommendSettings } from "../../provider/cli/doctor/recommend";
import { runProgram } from "./run-program";
import { noEntries } from "../../provider/list/entries";
import { startSimulator, type SimulatorOptions } from "../../provider/simulator/index";
import { sendJson, settingsFor, startServer, withTokens } from "../service/server";
import { environmentFor, testTerminal } from "./terminal";

const entries = {
  appBundles: ["com.example.b", "com.example.a"],
  placementIds: ["10-abc"],
  websites: ["example.com"],
};

const readPath = "/v1/app_list/{id}";

const resultSchema = z.object({
  results: z.array(
    z.object({ check: z.string(), status: z.string(), message: z.string(), next: z.string().optional() }),
  ),
  settings: z.array(z.object({ key: z.string(), value: z.string(), command: z.string() })),
  notVerified: z.array(z.string()),
});

async function runDoctor(environment: Readonly<Record<string, string>>, ...options: readonly string[]) {
  const terminal = testTerminal({ environment });
  const code = await runProgram(["doctor", ...options], terminal, [doctorCommand]);
  return { code, output: terminal.output() };
}

async function simulate(options: SimulatorOptions = {}) {
  const simulator = await startSimulator(options);
  onTestFinished(() => simulator.close());
  return simulator;
}

interface ListCase extends SimulatorOptions {
  readonly settings?: Readonly<Record<string, string>>;
  readonly hasAssociatedCampaigns?: boolean;
}

/** Runs `app-list doctor --list 4321 --json` against a simulator. */
async function checkList({ settings, hasAssociatedCampaigns = false, ...options }: ListCase = {}) {
  const simulator = await simulate({
    lists: [{ id: 4321, name: "brand-safety", hasAssociatedCampaigns, ...entries }],
    ...options,
  });
  const before = simulator.list(4321);
  const environment = { ...environmentFor(simulator), ...settings };
  const { code, output } = await runDoctor(environment, "--list", "4321", "--json");
  const result = resultSchema.parse(JSON.parse(output));
  const find = (check: string) => result.results.find((one) => one.check === check);
  expect(simulator.journal.filter(({ action }) => action === "add")).toEqual([]);
  expect(simulator.list(4321)).toEqual(before);
  return {
    code,
    result,
    simulator,
    statusOf: (check: string) => find(check)?.status,
    messageOf: (check: string) => find(check)?.message,
    commands: result.settings.map(({ command }) => command),
  };
}

describe("app-list doctor without a list", () => {
  it("checks settings, connection, login and campaigns, and ends with 0 if all are ok", async () => {
    const simulator = await simulate();
    const { code, output } = await runDoctor(environmentFor(simulator));
    expect(output).toBe(
      [
        "✓ The settings are complete.",
        `✓ ${simulator.url} responds.`,
        "✓ The API accepts the credentials.",
        "✓ Campaigns can be listed. The account has none.",
        "",
      ].join("\n"),
    );
    expect(code).toBe(0);
  });

  it("names everything that is missing in the settings, and what it could not check", async () => {
    const { code, output } = await runDoctor({});
    expect(code).toBe(1);
    expect(output.match(/^✗ app-list:/gmu)).toHaveLength(5);
    expect(output).toContain("? Not verified: connection and login");
  });

  it("reports that nothing listens", async () => {
    const gone = await startSimulator();
    await gone.close();
    const { code, output } = await runDoctor({ ...environmentFor(gone), APP_LIST_TIMEOUT_SECONDS: "1" });
    expect(code).toBe(1);
    expect(output).toContain("ECONNREFUSED");
    expect(output).toContain("? Not verified: whether the API accepts the credentials.");
  });

  it("waits for an API that does not respond no longer than the settings allow", async () => {
    const simulator = await simulate({
      faults: [{ on: { action: "campaigns" }, effect: "before", answer: { kind: "hang" } }],
    });
    const environment = { ...environmentFor(simulator), APP_LIST_TIMEOUT_SECONDS: "1" };
    const { code, output } = await runDoctor(environment, "--list", "4321");
    expect(code).toBe(1);
    expect(output).toContain("✗ There was no response to GET /v1/meta/campaigns");
    expect(output).toContain("? Not verified: app list 4321");
  }, 20_000);

  it("refuses wrong credentials without showing them", async () => {
    const simulator = await simulate();
    const { code, output } = await runDoctor({
      ...environmentFor(simulator),
      APP_LIST_PASSWORD: "wrong-and-secret",
    });
    expect(code).toBe(1);
    expect(output).toContain(`✓ ${simulator.url} responds.`);
    expect(output).toMatch(/^✗ .*invalid login credentials/mu);
    expect(output).not.toContain("wrong-and-secret");
  });

  it("finds the campaigns of an API whose pages are counted from 0, and warns if it shows none", async () => {
    const campaigns = { wrapping: "data", maxPerPage: 100, firstPage: 0 } as const;
    const simulator = await simulate({ campaigns: [{ id: 1 }], behaviour: { campaigns } });
    expect((await runDoctor(environmentFor(simulator))).output).toMatch(/^✓ Campaigns can be listed\.$/mu);
    simulator.setCampaigns([{ id: 1 }, { id: 2 }, { id: 3 }]);
    expect((await runDoctor(environmentFor(simulator))).output).toMatch(/^✓ Campaigns can be listed\.$/mu);
    simulator.setBehaviour({ campaigns: { ...campaigns, shown: 0 } });
    const { code, output } = await runDoctor(environmentFor(simulator));
    expect(code).toBe(2);
    expect(output).toMatch(/^! .*the API listed 0 campaigns and announced 3/mu);
  });

  it("warns if campaigns cannot be listed", async () => {
    const simulator = await simulate({
      faults: [{ on: { action: "campaigns" }, effect: "before", answer: { kind: "status", status: 403 } }],
    });
    const { code, output } = await runDoctor(environmentFor(simulator));
    expect(code).toBe(2);
    expect(output).toMatch(/^! .*status 403/mu);
  });
});

describe("app-list doctor with a list", () => {
  it("shows how the list can be read and what the response shows, and does not change the list", async () => {
    const { code, result, commands, messageOf, simulator } = await checkList();
    expect(result.results.filter(({ status }) => status !== "ok")).toEqual([]);
    expect(code).toBe(0);
    expect(commands).toEqual([]);
    expect(messageOf("entries")).toBe(
      'The response for app list 4321 "brand-safety" shows 2 app bundles, 1 placement ID, and 1 website.',
    );
    expect(simulator.journal.filter(({ action }) => action === "remove")).toHaveLength(1);
  });

  it.each(["hidden", "null"] as const)("reports websites that are %s as not verified", async (websites) => {
    const { code, result, messageOf } = await checkList({ behaviour: { websites } });
    expect(code).toBe(3);
    expect(result.notVerified).toEqual(["websites"]);
    expect(messageOf("entries")).toContain("shows 2 app bundles and 1 placement ID.");
  });

  it("reports that campaigns use the list, or that the response does not show it", async () => {
    expect((await checkList({ hasAssociatedCampaigns: true })).messageOf("associatedCampaigns")).toBe(
      "Campaigns use the list.",
    );
    const server = await startServer(
      withTokens(({ method }, response) =>
        sendJson(response, 200, method === "GET" ? [] : { id: 4321, app_bundles: "", placement_ids: "", websites: "" }),
      ),
    );
    const { code, output } = await runDoctor(environmentFor({ url: server.baseUrl }), "--list", "4321");
    expect(code).toBe(3);
    expect(output).toContain("? Not verified: the response does not show whether campaigns use the list.");
  });

  it("recommends the read endpoint if only that works", async () => {
    const { code, commands, statusOf } = await checkList({
      behaviour: { removeAbsent: "error", read: readPath },
      settings: { APP_LIST_READ_PATH: readPath },
    });
    expect(code).toBe(2);
    expect([statusOf("probe"), statusOf("readEndpoint")]).toEqual(["warning", "ok"]);
    expect(commands).toEqual(["pulumi config set app-list:observe read"]);
  });

  it("names the command for the read path if the probe does not work and none is set", async () => {
    const { code, result, commands } = await checkList({ behaviour: { removeAbsent: "error" } });
    expect(code).toBe(2);
    expect(commands).toEqual([]);
    expect(result.results.find(({ check }) => check === "probe")?.next).toContain(
      "pulumi config set app-list:readPath",
    );
    expect(result.notVerified).toEqual(["entries"]);
  });

  it("recommends the probe if the list is not observed", async () => {
    const { commands } = await checkList({ settings: { APP_LIST_OBSERVE: "off" } });
    expect(commands).toEqual(["pulumi config set app-list:observe probe"]);
  });

  it("recommends the probe if the read endpoint does not exist", async () => {
    const settings = { APP_LIST_OBSERVE: "read", APP_LIST_READ_PATH: "/v1/lists/{id}" };
    const { commands, statusOf } = await checkList({ settings });
    expect(statusOf("readEndpoint")).toBe("warning");
    expect(commands).toEqual(["pulumi config set app-list:observe probe"]);
  });

  it("keeps a read endpoint that works", async () => {
    const settings = { APP_LIST_OBSERVE: "read", APP_LIST_READ_PATH: readPath };
    const { code, commands } = await checkList({ behaviour: { read: readPath }, settings });
    expect(code).toBe(0);
    expect(commands).toEqual([]);
  });

  it("recommends the read endpoint if it shows a kind that the probe does not show", async () => {
    const { server, environment } = await listServer({ app_bundles: "com.example.a", websites: "example.com" });
    const { output } = await runDoctor({ ...environment, APP_LIST_READ_PATH: readPath }, "--list", "4321");
    expect(output).toContain("✓ The read endpoint works.");
    expect(output).toContain("pulumi config set app-list:observe read");
    expect(output).toContain("shows 1 app bundle, 0 placement IDs, and 1 website.");
    expect(server.requests.length).toBeGreaterThan(0);
  });

  it("warns if the read endpoint and the probe return different entries", async () => {
    const { environment } = await listServer({ app_bundles: "com.example.other" });
    const { code, output } = await runDoctor({ ...environment, APP_LIST_READ_PATH: readPath }, "--list", "4321");
    expect(code).toBe(2);
    expect(output).toContain("! The read endpoint and the probe return different entries.");
  });

  /** An API whose read endpoint shows other members of a list than its answer to a change. */
  async function listServer(members: Readonly<Record<string, string>>) {
    const server = await startServer(
      withTokens(({ method, url }, response) => {
        const list = { id: 4321, has_associated_campaigns: false, placement_ids: "" };
        if (method === "PATCH") sendJson(response, 200, { ...list, app_bundles: "com.example.a" });
        else sendJson(response, 200, url.includes("app_list") ? { ...list, ...members } : []);
      }),
    );
    return { server, environment: environmentFor({ url: server.baseUrl }) };
  }

  it("writes the account and the stack into the commands", () => {
    const probed = { id: 4321, entries: noEntries, sentinels: new Set<string>() };
    expect(
      recommendSettings(
        { ...settingsFor("http://127.0.0.1:9", { observe: "off" }), account: "eu.west" },
        { probed, read: undefined },
        "my org/dev",
      ),
    ).toEqual([
      {
        key: 'app-list:accounts["eu.west"].observe',
        value: "probe",
        command: `pulumi config set --stack 'my org/dev' --path 'app-list:accounts["eu.west"].observe' probe`,
      },
    ]);
  });

  it("does not take a 404 for a missing list if the read endpoint shows it", async () => {
    const behaviour = { removeAbsent: "notFound", read: readPath } as const;
    const { statusOf, commands } = await checkList({ behaviour, settings: { APP_LIST_READ_PATH: readPath } });
    expect([statusOf("probe"), statusOf("readEndpoint")]).toEqual(["warning", "ok"]);
    expect(commands).toEqual(["pulumi config set app-list:observe read"]);
    const unread = await checkList({ behaviour });
    expect([unread.code, unread.statusOf("probe")]).toEqual([1, "error"]);
  });

  it("reports a list that does not exist", async () => {
    const { code, messageOf, result } = await checkList({ lists: [] });
    expect(code).toBe(1);
    expect(messageOf("probe")).toContain(
      "app list 4321: the list does not exist, or the API returns 404 when an entry is not",
    );
    expect(result.notVerified).toEqual(["entries"]);
  });
});
