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
function providerOf(simulator: Simulator, more: Readonly<Record<string, string>> = {}): ResourceProvider {
  const environment = {
    APP_LIST_PASSWORD: current.password,
    APP_LIST_API_KEY: current.apiKey,
    APP_LIST_API_SECRET: current.apiSecret,
    ...more,
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

/** The error of a failed operation. */
async function failureOf(operation: Promise<unknown>): Promise<Error> {
  const failure: unknown = await operation.catch((error: unknown) => error);
  if (failure instanceof Error) return failure;
  throw new Error("The operation did not fail.");
}

const all = (provider: ResourceProvider) =>
  [
    ["pulumi refresh --run-program", () => provider.read(state)],
    ["pulumi destroy --run-program", () => provider.delete(state)],
    ["pulumi up", () => provider.import("7")],
    [undefined, () => provider.create(inputs)],
    [undefined, () => provider.update(state, inputs)],
  ] as const;

describe("an operation whose login is refused", () => {
  it.each<readonly [title: string, environment: Readonly<Record<string, string>>]>([
    ["names the command that uses the new credentials, if Pulumi used old ones, and uses none of the environment", {}],
    ...["true", "1"].map((value) => {
      const title = `names none if Pulumi runs the program (${value}): the current credentials are the refused ones`;
      return [title, { PULUMI_RUN_PROGRAM: value }] as const;
    }),
  ])("%s", async (_, environment) => {
    const simulator = await start();
    for (const [command, operate] of all(providerOf(simulator, environment))) {
      const failure = await failureOf(operate());
      expect(failure).toMatchObject({ code: "AUTHENTICATION_FAILED" });
      const named = /to use the current one:\n {2}(.*)\n/u.exec(failure.message)?.[1];
      expect(named).toBe("PULUMI_RUN_PROGRAM" in environment ? undefined : command);
    }
    const answers = simulator.journal.map(({ action, status }) => `${action} ${status}`);
    expect([...new Set(answers)]).toEqual(["token 401"]);
  });

  it("has a message of at most four sentences, and then the commands", async () => {
    const { message } = await failureOf(providerOf(await start()).read(state));
    expect(message.replaceAll(/http:[^)\s]*/gu, "URL").split("\n")).toEqual([
      "The API refused the login of app-list:username (401). The API returned: Authentication error; invalid login " +
        "credentials. Nothing was changed.",
      "Pulumi uses the configuration of the last pulumi up here; to use the current one:",
      "  pulumi refresh --run-program",
      "Or, with the resource in the program:",
      "  pulumi up",
      "Wrong is one of: username, password, apiKey, apiSecret (or basicCredential). The login was sent to URL",
      expect.stringContaining("Test new values: npx --no-install app-list doctor "),
    ]);
  });
});

it("a delete whose second login is refused names the command that uses the new credentials", async () => {
  const simulator = await simulatorForTest({ lists, accounts: [old] });
  const answer = { kind: "status", status: 401 } as const;
  simulator.addFault({ on: { action: "remove", nth: 2 }, effect: "before", answer });
  simulator.addFault({ on: { action: "token", nth: 2 }, effect: "before", answer });
  const failure = await failureOf(startRun({ baseUrl: simulator.url, ...old }).provider.delete(state));
  expect(failure.message).toContain("\n  pulumi destroy --run-program\n");
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
