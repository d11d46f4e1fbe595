import { describe, expect, it } from "vitest";
import type { ResourceProvider } from "../../provider/resource/provider";
import type { KeyedAccount, Simulator } from "../../provider/simulator/index";
import { simulatorForTest } from "../simulator/simulators";
import { startRun } from "./started";

const username = "user-of-lists";
const current: KeyedAccount = { username, password: "new-password", apiKey: "new-key", apiSecret: "new-secret" };
const old = { username, password: "old-password", apiKey: "old-key", apiSecret: "old-secret" };

const lists = [{ id: 7, name: "brand-safety", appBundles: ["com.adopted", "com.own"] }];
const start = async (): Promise<Simulator> => simulatorForTest({ lists, accounts: [current] });

/** A provider with the old credentials in its configuration and the new ones in its environment. */
function providerOf(simulator: Simulator): ResourceProvider {
  const environment = {
    APP_LIST_PASSWORD: current.password,
    APP_LIST_API_KEY: current.apiKey,
    APP_LIST_API_SECRET: current.apiSecret,
  };
  return startRun({ baseUrl: simulator.url, ...old }, environment).provider;
}

const state = {
  stateVersion: 1,
  appListId: 7,
  name: "brand-safety",
  appBundles: "com.adopted\ncom.own\n",
  adopted: { appBundles: "com.adopted\n" },
};
const inputs = { appListId: 7, appBundles: "com.adopted\ncom.more\ncom.own\n" };

/** At most four sentences, and then the commands. */
const message = (command: string) =>
  "The API refused the login of app-list:username (401). The API returned: Authentication error; invalid login " +
  "credentials. Nothing was changed.\n" +
  `Pulumi uses the configuration of the last pulumi up here; to use the current one:\n  ${command} --run-program\n` +
  "Or, with the resource in the program:\n  pulumi up\n" +
  "Wrong is one of: username, password, apiKey, apiSecret (or basicCredential). The login was sent to URL\nTest new values: npx --no-install app-list doctor ";

/** The error of a failed operation. */
async function failureOf(operation: Promise<unknown>): Promise<Error> {
  const failure: unknown = await operation.catch((error: unknown) => error);
  if (failure instanceof Error) return failure;
  throw new Error("The operation did not fail.");
}

describe("a read, an import or a delete whose login is refused", () => {
  it("names the commands that use the new credentials, and uses none of the environment", async () => {
    const simulator = await start();
    const provider = providerOf(simulator);
    for (const [command, failure] of [
      ["pulumi refresh", await failureOf(provider.read(state))],
      ["pulumi destroy", await failureOf(provider.delete(state))],
    ] as const) {
      expect(failure).toMatchObject({ code: "AUTHENTICATION_FAILED" });
      expect(failure.message.replaceAll(/http:[^)\s]*/gu, "URL").slice(0, message(command).length)).toBe(
        message(command),
      );
    }
    const answers = simulator.journal.map(({ action, status }) => `${action} ${status}`);
    expect([...new Set(answers)]).toEqual(["token 401"]);
  });

  it("names no command if Pulumi runs the program, as in a pipeline: the current credentials are the refused ones", async () => {
    const { url: baseUrl } = await start();
    const { provider } = startRun({ baseUrl, ...old }, { PULUMI_RUN_PROGRAM: "true" });
    for (const operation of [provider.read(state), provider.delete(state), provider.import("7")]) {
      const failure = await failureOf(operation);
      expect(failure).toMatchObject({ code: "AUTHENTICATION_FAILED" });
      expect(failure.message).not.toMatch(/run-program|pulumi up/u);
    }
  });

  it("names pulumi up for an import, which no option runs with the current configuration", async () => {
    const failure = await failureOf(providerOf(await start()).import("7"));
    expect(failure).toMatchObject({ code: "AUTHENTICATION_FAILED" });
    expect(failure.message).toContain("last pulumi up here; to use the current one:\n  pulumi up\n");
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

it("a read that is refused after the login fails as it is", async () => {
  const simulator = await simulatorForTest({ lists, accounts: [old] });
  const on = { action: "remove", appListId: 7 } as const;
  for (const nth of [1, 2]) {
    simulator.addFault({ on: { ...on, nth }, effect: "before", answer: { kind: "status", status: 401 } });
  }
  const { message } = await failureOf(providerOf(simulator).read(state));
  expect(message).toContain("just issued (401)");
  expect(message).not.toContain("--run-program");
});
