import { expect, it, onTestFinished } from "vitest";
import { ResourceProvider } from "../../provider/resource/provider";
import { Run } from "../../provider/resource/run";
import { defaultAccount, type SimulatorOptions } from "../../provider/simulator/index";
import { simulatorForTest } from "../simulator/simulators";

const { apiKey, apiSecret, username, password } = defaultAccount;

/** A provider that manages lists of a simulator. */
async function start(options: SimulatorOptions, others: Readonly<Record<string, string>> = {}) {
  const simulator = await simulatorForTest(options);
  const settings: Readonly<Record<string, string>> = {
    baseUrl: simulator.url,
    apiKey,
    apiSecret,
    username,
    password,
    ...others,
  };
  const run = new Run({ config: (key) => settings[key], environment: {} }, () => {});
  onTestFinished(() => run.close());
  return { simulator, provider: new ResourceProvider(run, () => {}) };
}

it("sends no more entries in one request than app-list:maxEntriesPerRequest", async () => {
  const { simulator, provider } = await start({}, { maxEntriesPerRequest: "2" });
  const inputs = { appListId: 1, appBundles: "com.a\ncom.b\ncom.c\ncom.d\ncom.e\n" };
  await provider.create(inputs);
  const sent = simulator.journal.filter(({ action }) => action === "add");
  expect(sent.map(({ entries }) => entries?.appBundles?.length)).toEqual([2, 2, 1]);
});

it("does not remove an entry that another resource declares after the update has begun", async () => {
  let declareMeanwhile = (): void => {};
  const { simulator, provider } = await start({
    lists: [{ id: 1, name: "blocked", appBundles: ["com.a", "com.x"] }],
    onRequest: ({ action }) => {
      if (action === "add") declareMeanwhile();
    },
  });
  const state = {
    stateVersion: 1,
    appListId: 1,
    name: "blocked",
    appBundles: "com.a\ncom.x\n",
    baseUrl: simulator.url,
  };
  const other = { appListId: 1, appBundles: "com.x\n" };
  const checks: unknown[] = [];
  declareMeanwhile = () => checks.push(provider.check({}, other));
  const inputs = { appListId: 1, appBundles: "com.a\ncom.new\n" };
  await provider.check(state, inputs);
  await provider.update(state, inputs);
  expect(await Promise.all(checks)).toMatchObject([{ outcome: "valid" }]);
  expect(simulator.list(1)?.appBundles.toSorted()).toEqual(["com.a", "com.new", "com.x"]);
});
