import { describe, expect, it } from "vitest";
import { z } from "zod";
import { startSimulator, type SimulatorOptions } from "../../provider/simulator/index";
import { sendJson, startServer, withTokens } from "../api/server";
import { listsAndFiles } from "./lists";
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
});

interface ListCase extends SimulatorOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly hasAssociatedCampaigns?: boolean;
}

/** Runs `app-list doctor --list 4321 --json` against a simulator. */
async function checkList({ environment, hasAssociatedCampaigns, ...options }: ListCase = {}) {
  const bed = await listsAndFiles([{ ...list, hasAssociatedCampaigns }], {}, options);
  const before = bed.simulator.list(4321);
  const { code, output } = await bed.run("doctor --list 4321 --json", { environment });
  const { results } = resultSchema.parse(JSON.parse(output));
  const checks = Object.fromEntries(results.map(({ check, ...one }) => [check, one]));
  expect(bed.requests()).not.toContain("add");
  expect(bed.simulator.list(4321)).toEqual(before);
  return { code, checks, requests: bed.requests() };
}

describe("app-list doctor without a list", () => {
  it("checks settings and login with one request, and ends with 0 if all are ok", async () => {
    const { run, requests } = await listsAndFiles([]);
    const { code, output } = await run("doctor");
    expect(output).toBe("✓ The settings are complete.\n✓ The API accepts the credentials.\n");
    expect([code, requests()]).toEqual([0, ["token"]]);
  });

  it("names everything that is missing in the settings, and checks nothing else", async () => {
    const { run } = await listsAndFiles([]);
    const names = Object.keys(environmentFor({ url: "" }));
    const environment = Object.fromEntries(names.map((name) => [name, undefined] as const));
    const { code, output } = await run("doctor", { environment });
    expect(code).toBe(1);
    expect(output.match(/^✗ app-list:/gmu)).toHaveLength(5);
    expect(output).not.toContain("✓");
  });

  it("reports that nothing listens", async () => {
    const { run } = await listsAndFiles([]);
    const gone = await startSimulator();
    await gone.close();
    const { code, output } = await run("doctor", {
      environment: { APP_LIST_BASE_URL: gone.url, APP_LIST_TIMEOUT_SECONDS: "1" },
    });
    expect(code).toBe(1);
    expect(output).toMatch(/^✗ .*ECONNREFUSED/mu);
    expect(output).not.toContain("accepts the credentials");
  });

  it("waits for an API that does not respond no longer than the settings allow", async () => {
    const faults = [{ on: { action: "token" }, effect: "before", answer: { kind: "hang" } }] as const;
    const { run } = await listsAndFiles([], {}, { faults });
    const { code, output } = await run("doctor --list 4321", { environment: { APP_LIST_TIMEOUT_SECONDS: "1" } });
    expect(code).toBe(1);
    expect(output).toContain("✗ There was no response to POST /v1/authentication/token");
    expect(output).not.toContain("The probe shows");
  }, 20_000);

  it("refuses wrong credentials without showing them", async () => {
    const { run, requests } = await listsAndFiles([]);
    const { code, output } = await run("doctor", { environment: { APP_LIST_PASSWORD: "wrong-and-secret" } });
    expect(code).toBe(1);
    expect(output).toMatch(/^✗ .*invalid login credentials/mu);
    expect(output).not.toContain("wrong-and-secret");
    // Many failed logins can lock an account.
    expect(requests()).toEqual(["token"]);
  });
});

describe("app-list doctor with a list", () => {
  it("reads the list with the probe, shows what the response shows, and does not change the list", async () => {
    const { code, checks, requests } = await checkList();
    expect(code).toBe(0);
    expect(checks).toMatchObject({
      settings: { status: "ok" },
      login: { status: "ok" },
      list: {
        status: "ok",
        message: 'The probe shows app list 4321 "brand-safety": 2 app bundles, 1 placement ID, 1 website.',
      },
      associatedCampaigns: { status: "ok", message: "No campaigns use the list." },
    });
    expect(requests.filter((action) => action === "remove")).toHaveLength(1);
  });

  it.each(["hidden", "null"] as const)("reports websites that are %s as not verified", async (websites) => {
    const { code, checks } = await checkList({ behaviour: { websites } });
    expect(code).toBe(3);
    expect(checks).toMatchObject({ websites: { status: "notVerified" }, associatedCampaigns: { status: "ok" } });
    expect(checks["list"]?.message).toContain(": 2 app bundles, 1 placement ID.");
  });

  it("reports that campaigns use the list, or that the response does not show it", async () => {
    const { checks } = await checkList({ hasAssociatedCampaigns: true });
    expect(checks["associatedCampaigns"]?.message).toBe("Campaigns use the list.");
    const server = await startServer(
      withTokens(({ method }, response) =>
        sendJson(response, 200, method === "GET" ? [] : { id: 4321, app_bundles: "", placement_ids: "", websites: "" }),
      ),
    );
    const { run } = await listsAndFiles([]);
    const { code, output } = await run("doctor --list 4321", { environment: { APP_LIST_BASE_URL: server.baseUrl } });
    expect(code).toBe(3);
    expect(output).toContain("? Not verified: the API does not show whether campaigns use the list.");
  });

  it("reads the list from the read endpoint if app-list:observe is read", async () => {
    const environment = { APP_LIST_OBSERVE: "read", APP_LIST_READ_PATH: readPath };
    const behaviour = { removeAbsent: "error", read: readPath } as const;
    const { code, checks, requests } = await checkList({ behaviour, environment });
    expect(code).toBe(0);
    expect(checks["list"]?.message).toMatch(/^The read endpoint shows app list 4321 .*: 2 app bundles/u);
    expect(requests).toEqual(["token", "token", "read"]);
  });

  it.each<[string, ListCase, RegExp]>([
    [
      "the API refuses the probe, and names the settings of a read endpoint",
      { behaviour: { removeAbsent: "error" } },
      /refuses to remove an entry.*app-list:observe to read and app-list:readPath/u,
    ],
    [
      "the list is not observed",
      { environment: { APP_LIST_OBSERVE: "off" } },
      /app-list:observe is off.*Set app-list:observe to probe/u,
    ],
    [
      "the read endpoint does not exist",
      { environment: { APP_LIST_OBSERVE: "read", APP_LIST_READ_PATH: "/v1/lists/{id}" } },
      /the list exists, but the API has nothing under the path of app-list:readPath.*Set app-list:observe to probe/u,
    ],
  ])("warns if %s", async (_, options, message) => {
    const { code, checks } = await checkList(options);
    expect([code, Object.keys(checks)]).toEqual([2, ["settings", "login", "list"]]);
    expect(checks["list"]?.status).toBe("warning");
    expect(checks["list"]?.message).toMatch(message);
  });

  it.each<[string, ListCase, RegExp]>([
    [
      "a list that does not exist",
      { lists: [] },
      /app list 4321: the list does not exist, or the API returns 404 when .*\. Check the ID of the app list and app-list:baseUrl\./u,
    ],
    [
      "an API that fails to show the list",
      { faults: [{ on: { action: "remove" }, effect: "before", answer: { kind: "status", status: 403 } }] },
      /403/u,
    ],
  ])("reports %s", async (_, options, message) => {
    const { code, checks } = await checkList(options);
    expect([code, Object.keys(checks)]).toEqual([1, ["settings", "login", "list"]]);
    expect(checks["list"]?.status).toBe("error");
    expect(checks["list"]?.message).toMatch(message);
  });
});
