import { describe, expect, it } from "vitest";
import { createProvider, type Provider } from "../../provider/resource/provider";
import { Run } from "../../provider/resource/run";
import type { KeyedAccount, Simulator, SimulatorOptions } from "../../provider/simulator/index";
import { simulatorForTest } from "../simulator/simulators";

const current: KeyedAccount = {
  username: "user-of-lists",
  password: "new-password",
  apiKey: "new-key",
  apiSecret: "new-secret",
};
const old = { username: "user-of-lists", password: "old-password", apiKey: "old-key", apiSecret: "old-secret" };
const newCredentials = {
  APP_LIST_PASSWORD: current.password,
  APP_LIST_API_KEY: current.apiKey,
  APP_LIST_API_SECRET: current.apiSecret,
};

async function start(options: SimulatorOptions = {}): Promise<Simulator> {
  const lists = [{ id: 7, name: "brand-safety", appBundles: ["com.adopted", "com.own"] }];
  return simulatorForTest({ lists, accounts: [current], ...options });
}

/** A provider with the old credentials in its configuration, and the lines that it prints. */
function providerWith(
  simulator: Simulator,
  environment: Readonly<Record<string, string>>,
  config: Readonly<Record<string, string>> = {},
  provider?: string,
): { readonly provider: Provider; readonly lines: readonly string[] } {
  const all = new Map(Object.entries({ baseUrl: simulator.url, ...old, ...config }));
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  return {
    provider: createProvider(new Run({ config: (key) => all.get(key), provider, environment }, print), print),
    lines,
  };
}

const state = {
  stateVersion: 1,
  appListId: 7,
  name: "brand-safety",
  appBundles: "com.adopted\ncom.own\n",
  adopted: { appBundles: "com.adopted\n" },
};
const inputs = { appListId: 7, appBundles: "com.adopted\ncom.more\ncom.own\n" };

function requests(simulator: Simulator): readonly string[] {
  return simulator.journal.map(({ action, status }) => `${action} ${status ?? "none"}`);
}

/** What a failed operation prints as its error. */
function errorOf(result: Awaited<ReturnType<Provider["read"]>> | Awaited<ReturnType<Provider["delete"]>>): string {
  return result.outcome === "failed" ? result.failure.message : result.outcome;
}

describe("a read or a delete whose login is refused", () => {
  it("uses the credentials of the environment, and prints it", async () => {
    const simulator = await start();
    const { provider, lines } = providerWith(simulator, newCredentials);
    expect(await provider.read("7", state)).toMatchObject({ outcome: "done", state: { appBundles: state.appBundles } });
    const notice = (operation: string) =>
      'app list 7 "brand-safety": warning: the API refused the credentials of the configuration, so this ' +
      `${operation} uses those of the environment (APP_LIST_API_KEY, APP_LIST_API_SECRET, APP_LIST_PASSWORD).`;
    expect(lines).toEqual([notice("read")]);
    expect(await provider.delete(state)).toEqual({ outcome: "done" });
    expect(lines[1]).toBe(notice("delete"));
    expect(simulator.list(7)?.appBundles).toEqual(["com.adopted"]);
  });

  it("needs one login of each in 30 operations", async () => {
    const simulator = await start();
    const { provider } = providerWith(simulator, newCredentials);
    const first = await Promise.all(Array.from({ length: 15 }, () => provider.read("7", state)));
    for (let nth = 0; nth < 15; nth += 1) first.push(await provider.read("7", state));
    expect(new Set(first.map(({ outcome }) => outcome))).toEqual(new Set(["done"]));
    expect(requests(simulator).filter((request) => request.startsWith("token"))).toEqual(["token 401", "token 200"]);
  });

  it("leaves creates and updates with the credentials of the configuration", async () => {
    const simulator = await start();
    const { provider, lines } = providerWith(simulator, newCredentials);
    expect(await provider.read("7", state)).toMatchObject({ outcome: "done" });
    simulator.clearJournal();
    for (const result of [await provider.update("7", state, inputs), await provider.create(inputs)]) {
      expect(result).toMatchObject({ outcome: "failed", failure: { code: "AUTHENTICATION_FAILED" } });
    }
    expect(requests(simulator).filter((request) => !request.startsWith("token 401"))).toEqual([]);
    expect(lines).toHaveLength(1);
  });

  it("fails without another login if the environment has no other credentials", async () => {
    const simulator = await start();
    const { provider, lines } = providerWith(simulator, { APP_LIST_PASSWORD: old.password });
    const error = errorOf(await provider.read("7", state));
    expect(error).toContain("invalid login credentials");
    expect(error).toContain("The environment has no other credentials to try.");
    expect(error).toContain("Set the new ones in the environment: APP_LIST_USERNAME");
    expect(error).toContain("Or run pulumi up first, without --refresh and with the resource in the program");
    expect(requests(simulator)).toEqual(["token 401"]);
    expect(lines).toEqual([]);
  });

  it("fails with the variables that were tried if those are refused as well, and prints no secret", async () => {
    const simulator = await start();
    const body = JSON.stringify({ echoed: ["old-password", "neither-password"] });
    simulator.addFault({ on: { action: "token" }, effect: "before", answer: { kind: "status", status: 401, body } });
    const { provider, lines } = providerWith(simulator, { ...newCredentials, APP_LIST_PASSWORD: "neither-password" });
    const error = errorOf(await provider.delete(state));
    expect(error).toContain(
      "The credentials of the environment (APP_LIST_API_KEY, APP_LIST_API_SECRET, APP_LIST_PASSWORD) were refused as well",
    );
    expect(error + lines.join("\n")).not.toMatch(/old-password|neither-password|new-secret/u);
    expect(requests(simulator)).toEqual(["token 401", "token 401"]);
  });

  it("uses those of a named account only at the same base URL", async () => {
    const [simulator, elsewhere] = [await start(), await start()];
    const accounts = JSON.stringify({ eu: old });
    const ofEu = { ...state, account: "eu" };
    const read = (eu: object) =>
      providerWith(simulator, { APP_LIST_ACCOUNTS: JSON.stringify({ eu }) }, { accounts }).provider.read("7", ofEu);
    expect(errorOf(await read({ ...current, baseUrl: elsewhere.url }))).toContain(
      "The credentials of the environment (APP_LIST_ACCOUNTS) are for another base URL, and were not tried. " +
        "Set the accounts with the new ones in the environment variable APP_LIST_ACCOUNTS.",
    );
    expect(elsewhere.journal).toEqual([]);
    expect(errorOf(await read({ username: old.username }))).toContain("(APP_LIST_ACCOUNTS) cannot be used");
    // Only the credentials: with these settings, the list could not be read.
    expect(await read({ ...current, observe: "off" })).toMatchObject({ outcome: "done", inputs: { appListId: 7 } });
  });

  it("uses those of another user only if that user has evidently the same list", async () => {
    const simulator = await start();
    const { provider, lines } = providerWith(simulator, newCredentials, { username: "old-user" });
    const environment = { ...newCredentials, APP_LIST_USERNAME: current.username };
    const other = providerWith(simulator, environment, { username: "old-user" });
    expect(await other.provider.read("7", state)).toMatchObject({ outcome: "done" });
    expect(other.lines).toHaveLength(1);
    for (const different of [
      { ...state, name: "another list" },
      { ...state, appListId: 8 },
    ]) {
      const error = errorOf(await other.provider.delete(different));
      expect(error).toContain("APP_LIST_USERNAME, APP_LIST_PASSWORD) are those of another user.");
    }
    expect(simulator.list(7)?.appBundles).toEqual(["com.adopted", "com.own"]);
    expect(other.lines).toHaveLength(1);
    // The user name alone is missing in the environment: that is the old user with the new password.
    expect(errorOf(await provider.read("7", state))).toContain("were refused as well");
    expect(lines).toHaveLength(1);
  });
});

describe("a read that is refused after the login", () => {
  it.each([401, 403])("fails as it is, and the account stays the configured one (status %i)", async (status) => {
    const other = { ...old, username: "configured" };
    const simulator = await start({ accounts: [other, current] });
    const on = { action: "remove", appListId: 7 } as const;
    for (let nth = 1; nth <= 2; nth += 1) {
      simulator.addFault({ on: { ...on, nth }, effect: "before", answer: { kind: "status", status } });
    }
    const environment = { ...newCredentials, APP_LIST_USERNAME: current.username };
    const { provider, lines } = providerWith(simulator, environment, { username: other.username });
    const error = errorOf(await provider.read("7", { ...state, readBy: "probe" }));
    expect(error).toContain(`status ${status}`);
    expect(error).not.toContain("rotated");
    simulator.clearFaults();
    expect(await provider.update("7", state, inputs)).toMatchObject({ outcome: "done" });
    expect(lines.join("\n")).not.toContain("environment");
    expect(new Set(simulator.journal.map(({ account }) => account))).toEqual(new Set([0]));
  });
});
