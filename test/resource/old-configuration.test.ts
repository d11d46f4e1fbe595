import { describe, expect, it } from "vitest";
import type { ResourceProvider } from "../../provider/resource/provider";
import type { KeyedAccount, Simulator, SimulatorOptions } from "../../provider/simulator/index";
import { simulatorForTest } from "../simulator/simulators";
import { startRun } from "./started";

const username = "user-of-lists";
const current: KeyedAccount = { username, password: "new-password", apiKey: "new-key", apiSecret: "new-secret" };
const old = { username, password: "old-password", apiKey: "old-key", apiSecret: "old-secret" };

async function start(options: SimulatorOptions = {}): Promise<Simulator> {
  const lists = [{ id: 7, name: "brand-safety", appBundles: ["com.adopted", "com.own"] }];
  return simulatorForTest({ lists, accounts: [current], ...options });
}

/** A provider with the old credentials in its configuration and the new ones in its environment. */
function providerOf(simulator: Simulator, config: Readonly<Record<string, string>> = {}): ResourceProvider {
  const environment = {
    APP_LIST_PASSWORD: current.password,
    APP_LIST_API_KEY: current.apiKey,
    APP_LIST_API_SECRET: current.apiSecret,
    APP_LIST_ACCOUNTS: JSON.stringify({ eu: current }),
  };
  return startRun({ baseUrl: simulator.url, ...old, ...config }, environment).provider;
}

const state = {
  stateVersion: 1,
  appListId: 7,
  name: "brand-safety",
  appBundles: "com.adopted\ncom.own\n",
  adopted: { appBundles: "com.adopted\n" },
};
const inputs = { appListId: 7, appBundles: "com.adopted\ncom.more\ncom.own\n" };

/** At most three sentences, and then the commands. */
const message = (command: string, names: (key: string) => string) =>
  "The API did not accept the login: invalid login credentials (POST /v1/authentication/token, status 401). " +
  "This request changed nothing.\n" +
  `Pulumi uses the configuration of the last pulumi up here; to use the current one:\n  ${command} --run-program\n` +
  "Or, with the resource in the program:\n  pulumi up\n" +
  `Check ${names("username")} and ${names("password")}, and `;

/** The error of a failed operation. */
async function failureOf(operation: Promise<unknown>): Promise<Error> {
  const failure: unknown = await operation.catch((error: unknown) => error);
  if (failure instanceof Error) return failure;
  throw new Error("The operation did not fail.");
}

describe("a read or a delete whose login is refused", () => {
  it.each<Readonly<Record<string, string>>>([{}, { accounts: JSON.stringify({ eu: old }) }])(
    "names the commands that use the new credentials, and uses none of the environment (%j)",
    async (config) => {
      const simulator = await start();
      const provider = providerOf(simulator, config);
      const known = "accounts" in config ? { ...state, account: "eu" } : state;
      const names = (key: string) => `app-list:${"accounts" in config ? "accounts.eu." : ""}${key}`;
      for (const [command, failure] of [
        ["pulumi refresh", await failureOf(provider.read(known))],
        ["pulumi destroy", await failureOf(provider.delete(known))],
      ] as const) {
        expect(failure).toMatchObject({ code: "AUTHENTICATION_FAILED" });
        expect(failure.message.slice(0, message(command, names).length)).toBe(message(command, names));
      }
      const answers = simulator.journal.map(({ action, status }) => `${action} ${status}`);
      expect([...new Set(answers)]).toEqual(["token 401"]);
    },
  );

  it("prints no secret that the API echoes", async () => {
    const simulator = await start();
    const body = JSON.stringify({ echoed: ["old-password"] });
    simulator.addFault({ on: { action: "token" }, effect: "before", answer: { kind: "status", status: 401, body } });
    expect((await failureOf(providerOf(simulator).delete(state))).message).not.toMatch(/old-password|new-secret/u);
  });

  it("does not name them for a create or an update, which use the configuration of the command", async () => {
    const provider = providerOf(await start());
    for (const operation of [provider.create(inputs), provider.update(state, inputs)]) {
      const failure = await failureOf(operation);
      expect(failure).toMatchObject({ code: "AUTHENTICATION_FAILED" });
      expect(failure.message).not.toContain("--run-program");
    }
  });
});

describe("a read that is refused after the login", () => {
  it.each([401, 403])("fails as it is (status %i)", async (status) => {
    const simulator = await start({ accounts: [{ ...old, username: "configured" }] });
    const on = { action: "remove", appListId: 7 } as const;
    for (let nth = 1; nth <= 2; nth += 1) {
      simulator.addFault({ on: { ...on, nth }, effect: "before", answer: { kind: "status", status } });
    }
    const provider = providerOf(simulator, { username: "configured" });
    const { message } = await failureOf(provider.read({ ...state, readBy: "probe" }));
    expect(message).toContain(`status ${status}`);
    expect(message).not.toContain("--run-program");
  });
});
