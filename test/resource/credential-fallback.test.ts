import { describe, expect, it, onTestFinished } from "vitest";
import { withCredentialFallback } from "../../provider/resource/credential-fallback";
import { Connections } from "../../provider/resource/connections";
import { startSimulator, type Simulator } from "../../provider/simulator/index";

const account = { username: "new@example.com", password: "new-password", apiKey: "new-key", apiSecret: "new-secret" };

async function serviceWithList(): Promise<Simulator> {
  const simulator = await startSimulator({ lists: [{ id: 7, name: "brand-safety" }], accounts: [account] });
  onTestFinished(() => simulator.close());
  return simulator;
}

/** Connections with the old credentials in its configuration. */
function connectionsWith(simulator: Simulator, environment: Readonly<Record<string, string>>, more = {}): Connections {
  const old = { baseUrl: simulator.url, username: "u", password: "old-password", apiKey: "k", apiSecret: "s", ...more };
  const config = new Map<string, string>(Object.entries(old));
  return new Connections({ config: (key) => config.get(key), environment }, {});
}

const newCredentials = {
  APP_LIST_USERNAME: account.username,
  APP_LIST_PASSWORD: account.password,
  APP_LIST_API_KEY: account.apiKey,
  APP_LIST_API_SECRET: account.apiSecret,
};

/** Logs in, which is what reads and deletes begin with. */
async function logIn(connections: Connections, name?: string): Promise<string> {
  return withCredentialFallback(connections, name, async () => {
    const { service } = await connections.connect(name);
    const { value } = await service.campaigns().next();
    return value === undefined ? "logged in" : "campaigns";
  });
}

function logins(simulator: Simulator): readonly (number | undefined)[] {
  return simulator.journal.filter(({ action }) => action === "token").map(({ status }) => status);
}

describe("an operation with the credentials of the state", () => {
  it("uses those of the environment after they are refused, once for all operations of the run", async () => {
    const simulator = await serviceWithList();
    const connections = connectionsWith(simulator, newCredentials);
    expect(await Promise.all([logIn(connections), logIn(connections)])).toEqual(["logged in", "logged in"]);
    expect(await logIn(connections)).toBe("logged in");
    expect(logins(simulator)).toEqual([401, 200]);
  });

  it("is not retried with the same credentials", async () => {
    const simulator = await serviceWithList();
    const connections = connectionsWith(simulator, { APP_LIST_PASSWORD: "old-password" });
    await expect(logIn(connections)).rejects.toThrow("Set the new ones in the environment: APP_LIST_USERNAME");
    expect(logins(simulator)).toEqual([401]);
  });

  it("names the environment variable of a named account", async () => {
    const simulator = await serviceWithList();
    const accounts = JSON.stringify({ eu: { username: "u", password: "p", apiKey: "k", apiSecret: "s" } });
    const connections = connectionsWith(simulator, newCredentials, { accounts });
    await expect(logIn(connections, "eu")).rejects.toThrow("in the environment variable APP_LIST_ACCOUNTS");
    expect(logins(simulator)).toEqual([401]);
  });

  it("sends nothing to another base URL of the environment's accounts", async () => {
    const simulator = await serviceWithList();
    const elsewhere = await serviceWithList();
    const eu = { username: "u", password: "p", apiKey: "k", apiSecret: "s" };
    const connections = connectionsWith(
      simulator,
      { APP_LIST_ACCOUNTS: JSON.stringify({ eu: { ...account, baseUrl: elsewhere.url } }) },
      { accounts: JSON.stringify({ eu }) },
    );
    await expect(logIn(connections, "eu")).rejects.toThrow("Or run pulumi up first");
    expect(elsewhere.journal).toEqual([]);
  });

  it("reports both refusals, and prints no secret of either", async () => {
    const simulator = await serviceWithList();
    const body = JSON.stringify({ echoed: ["old-password", "neither-password"] });
    simulator.addFault({ on: { action: "token" }, effect: "before", answer: { kind: "status", status: 401, body } });
    const connections = connectionsWith(simulator, { ...newCredentials, APP_LIST_PASSWORD: "neither-password" });
    const failure: unknown = await logIn(connections).catch((error: unknown) => error);
    expect(String(failure)).toContain("The credentials of the environment were refused as well");
    expect(String(failure)).not.toMatch(/old-password|neither-password/u);
    await expect(logIn(connections)).rejects.toThrow("The credentials of the environment were refused as well");
    expect(logins(simulator)).toEqual([401, 401, 401]);
  });

  it("fails with any other error as it is", async () => {
    const connections = connectionsWith(await serviceWithList(), newCredentials);
    await expect(
      withCredentialFallback(connections, undefined, () => Promise.reject(new Error("else"))),
    ).rejects.toThrow(/^else$/u);
    expect(connections.usesEnvironment(undefined)).toBe(false);
  });
});
