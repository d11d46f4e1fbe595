import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { runProgram } from "./run-program";
import { startSimulator, type SimulatorOptions } from "../../provider/simulator/index";
import { sendJson, startServer, withTokens } from "../api/server";
import { environmentFor, testTerminal } from "./terminal";

const entries = {
  appBundles: ["com.example.b", "com.example.a"],
  placementIds: ["10-abc"],
  websites: ["example.com"],
};

const readPath = "/v1/app_list/{id}";

const resultSchema = z.object({
  results: z.array(z.object({ check: z.string(), status: z.string(), message: z.string() })),
});

async function runDoctor(environment: Readonly<Record<string, string>>, ...options: readonly string[]) {
  const terminal = testTerminal({ environment });
  const code = await runProgram(["doctor", ...options], terminal);
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
  const notVerified = result.results.flatMap(({ check, status }) => (status === "notVerified" ? [check] : []));
  const find = (check: string) => result.results.find((one) => one.check === check);
  expect(simulator.journal.filter(({ action }) => action === "add")).toEqual([]);
  expect(simulator.list(4321)).toEqual(before);
  return {
    code,
    result,
    notVerified,
    simulator,
    statusOf: (check: string) => find(check)?.status,
    messageOf: (check: string) => find(check)?.message,
  };
}

describe("app-list doctor without a list", () => {
  it("checks settings and login with one request, and ends with 0 if all are ok", async () => {
    const simulator = await simulate();
    const { code, output } = await runDoctor(environmentFor(simulator));
    expect(output).toBe("✓ The settings are complete.\n✓ The API accepts the credentials.\n");
    expect(code).toBe(0);
    expect(simulator.journal.map(({ action }) => action)).toEqual(["token"]);
  });

  it("names everything that is missing in the settings, and checks nothing else", async () => {
    const { code, output } = await runDoctor({});
    expect(code).toBe(1);
    expect(output.match(/^✗ app-list:/gmu)).toHaveLength(5);
    expect(output).not.toContain("✓");
  });

  it("reports that nothing listens", async () => {
    const gone = await startSimulator();
    await gone.close();
    const { code, output } = await runDoctor({ ...environmentFor(gone), APP_LIST_TIMEOUT_SECONDS: "1" });
    expect(code).toBe(1);
    expect(output).toMatch(/^✗ .*ECONNREFUSED/mu);
    expect(output).not.toContain("accepts the credentials");
  });

  it("waits for an API that does not respond no longer than the settings allow", async () => {
    const simulator = await simulate({
      faults: [{ on: { action: "token" }, effect: "before", answer: { kind: "hang" } }],
    });
    const environment = { ...environmentFor(simulator), APP_LIST_TIMEOUT_SECONDS: "1" };
    const { code, output } = await runDoctor(environment, "--list", "4321");
    expect(code).toBe(1);
    expect(output).toContain("✗ There was no response to POST /v1/authentication/token");
    expect(output).not.toContain("The probe shows");
  }, 20_000);

  it("refuses wrong credentials without showing them", async () => {
    const simulator = await simulate();
    const { code, output } = await runDoctor({
      ...environmentFor(simulator),
      APP_LIST_PASSWORD: "wrong-and-secret",
    });
    expect(code).toBe(1);
    expect(output).toMatch(/^✗ .*invalid login credentials/mu);
    expect(output).not.toContain("wrong-and-secret");
    // Many failed logins can lock an account.
    expect(simulator.journal.map(({ action }) => action)).toEqual(["token"]);
  });
});

describe("app-list doctor with a list", () => {
  it("reads the list with the probe, shows what the response shows, and does not change the list", async () => {
    const { code, result, messageOf, simulator } = await checkList();
    expect(result.results.filter(({ status }) => status !== "ok")).toEqual([]);
    expect(code).toBe(0);
    expect(messageOf("list")).toBe(
      'The probe shows app list 4321 "brand-safety": 2 app bundles, 1 placement ID, 1 website.',
    );
    expect(simulator.journal.filter(({ action }) => action === "remove")).toHaveLength(1);
  });

  it.each(["hidden", "null"] as const)("reports websites that are %s as not verified", async (websites) => {
    const { code, notVerified, messageOf } = await checkList({ behaviour: { websites } });
    expect(code).toBe(3);
    expect(notVerified).toEqual(["websites"]);
    expect(messageOf("list")).toContain(": 2 app bundles, 1 placement ID.");
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
    expect(output).toContain("? Not verified: the API does not show whether campaigns use the list.");
  });

  it("reads the list from the read endpoint if app-list:observe is read", async () => {
    const settings = { APP_LIST_OBSERVE: "read", APP_LIST_READ_PATH: readPath };
    const behaviour = { removeAbsent: "error", read: readPath } as const;
    const { code, messageOf, simulator } = await checkList({ behaviour, settings });
    expect(code).toBe(0);
    expect(messageOf("list")).toMatch(/^The read endpoint shows app list 4321 .*: 2 app bundles/u);
    expect(simulator.journal.map(({ action }) => action)).toEqual(["token", "token", "read"]);
  });

  it("warns if the API refuses the probe, and names the settings of a read endpoint", async () => {
    const { code, notVerified, statusOf, messageOf } = await checkList({ behaviour: { removeAbsent: "error" } });
    expect([code, statusOf("list"), notVerified]).toEqual([2, "warning", []]);
    expect(messageOf("list")).toMatch(/refuses to remove an entry.*app-list:observe to read and app-list:readPath/u);
  });

  it("warns if the list is not observed", async () => {
    const { code, messageOf } = await checkList({ settings: { APP_LIST_OBSERVE: "off" } });
    expect(code).toBe(2);
    expect(messageOf("list")).toContain("app-list:observe is off");
    expect(messageOf("list")).toContain("Set app-list:observe to probe");
  });

  it("warns if the read endpoint does not exist", async () => {
    const settings = { APP_LIST_OBSERVE: "read", APP_LIST_READ_PATH: "/v1/lists/{id}" };
    const { code, messageOf } = await checkList({ settings });
    expect(code).toBe(2);
    expect(messageOf("list")).toContain("the list exists, but the API has nothing under the path of app-list:readPath");
    expect(messageOf("list")).toContain("Set app-list:observe to probe");
  });

  it("reports a list that does not exist", async () => {
    const { code, notVerified, statusOf, messageOf } = await checkList({ lists: [] });
    expect([code, statusOf("list"), notVerified]).toEqual([1, "error", []]);
    expect(messageOf("list")).toContain(
      "app list 4321: the list does not exist, or the API returns 404 when an entry is not",
    );
    expect(messageOf("list")).toContain(". Check the ID of the app list and app-list:baseUrl.");
  });

  it("reports an API that fails to show the list", async () => {
    const { code, statusOf, messageOf } = await checkList({
      faults: [{ on: { action: "remove" }, effect: "before", answer: { kind: "status", status: 403 } }],
    });
    expect([code, statusOf("login"), statusOf("list")]).toEqual([1, "ok", "error"]);
    expect(messageOf("list")).toContain("403");
  });
});
