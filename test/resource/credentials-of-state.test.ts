import { describe, expect, it, onTestFinished } from "vitest";
import { withCredentialsOfState } from "../../provider/resource/credentials-of-state";
import { Run } from "../../provider/resource/run";
import { startSimulator, type Simulator } from "../../provider/simulator/index";

const account = { username: "new@example.com", password: "new-password", apiKey: "new-key", apiSecret: "new-secret" };

async function serviceWithList(): Promise<Simulator> {
  const simulator = await startSimulator({ lists: [{ id: 7, name: "brand-safety" }], accounts: [account] });
  onTestFinished(() => simulator.close());
  return simulator;
}

/** A run with the old credentials in its configuration. */
function runWith(simulator: Simulator, environment: Readonly<Record<string, string>>, more = {}): Run {
  const old = { baseUrl: simulator.url, username: "u", password: "old-password", apiKey: "k", apiSecret: "s", ...more };
  const config = new Map<string, string>(Object.entries(old));
  return new Run({ config: (key) => config.get(key), environment }, () => {});
}

const newCredentials = {
  APP_LIST_USERNAME: account.username,
  APP_LIST_PASSWORD: account.password,
  APP_LIST_API_KEY: account.apiKey,
  APP_LIST_API_SECRET: account.apiSecret,
};

/** Logs in, which is what reads and deletes begin with. */
async function logIn(run: Run, name?: string): Promise<string> {
  return withCredentialsOfState(run, name, async () => {
    const { service } = await run.connect(name);
    const { value } = await service.campaigns().next();
    return value === undefined ? "logged in" : "campaigns";
  });
}

function logins(simulator: Simulator): readonly (number | undefined)[] {
  return simulator.journal.filter(({ action }) => action === "token").map(({ status }) => status);
}

describe("an operation with the credentials of the state", () => {
  it("tries those of the environment where they are refused, once for all operations of the run", async () => {
    const simulator = await serviceWithList();
    const run = runWith(simulator, newCredentials);
    expect(await Promise.all([logIn(run), logIn(run)])).toEqual(["logged in", "logged in"]);
    expect(await logIn(run)).toBe("logged in");
    expect(logins(simulator)).toEqual([401, 200]);
  });

  it("is not tried again with the same credentials", async () => {
    const simulator = await serviceWithList();
    const run = runWith(simulator, { APP_LIST_PASSWORD: "old-password" });
    await expect(logIn(run)).rejects.toThrow("Set the new ones in the environment: APP_LIST_USERNAME");
    expect(logins(simulator)).toEqual([401]);
  });

  it("names the environment variable of a named account", async () => {
    const simulator = await serviceWithList();
    const accounts = JSON.stringify({ eu: { username: "u", password: "p", apiKey: "k", apiSecret: "s" } });
    const run = runWith(simulator, newCredentials, { accounts });
    await expect(logIn(run, "eu")).rejects.toThrow("in the environment variable APP_LIST_ACCOUNTS");
    expect(logins(simulator)).toEqual([401]);
  });

  it("sends nothing to another place that the environment's accounts name", async () => {
    const simulator = await serviceWithList();
    const elsewhere = await serviceWithList();
    const eu = { username: "u", password: "p", apiKey: "k", apiSecret: "s" };
    const run = runWith(
      simulator,
      { APP_LIST_ACCOUNTS: JSON.stringify({ eu: { ...account, baseUrl: elsewhere.url } }) },
      { accounts: JSON.stringify({ eu }) },
    );
    await expect(logIn(run, "eu")).rejects.toThrow("Or run pulumi up first");
    expect(elsewhere.journal).toEqual([]);
  });

  it("is refused a second time in words that say what was tried, and shows no secret of either", async () => {
    const simulator = await serviceWithList();
    const body = JSON.stringify({ echoed: ["old-password", "neither-password"] });
    simulator.addFault({ on: { action: "token" }, effect: "before", answer: { kind: "status", status: 401, body } });
    const run = runWith(simulator, { ...newCredentials, APP_LIST_PASSWORD: "neither-password" });
    const failure: unknown = await logIn(run).catch((error: unknown) => error);
    expect(String(failure)).toContain("were tried as well, and refused, too");
    expect(String(failure)).not.toMatch(/old-password|neither-password/u);
    await expect(logIn(run)).rejects.toThrow("were tried as well, and refused, too");
    expect(logins(simulator)).toEqual([401, 401, 401]);
  });

  it("fails with any other error as it is", async () => {
    const run = runWith(await serviceWithList(), newCredentials);
    await expect(withCredentialsOfState(run, undefined, () => Promise.reject(new Error("else")))).rejects.toThrow(
      /^else$/u,
    );
    expect(run.usesEnvironment(undefined)).toBe(false);
  });
});
