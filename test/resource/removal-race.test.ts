import { describe, expect, it, onTestFinished } from "vitest";
import { createProvider, type Provider } from "../../provider/resource/provider";
import { Run } from "../../provider/resource/run";
import { defaultAccount, type SimulatorOptions } from "../../provider/simulator/index";
import { simulatorForTest } from "../simulator/simulators";
import { temporaryFolder } from "../sharing/temporary-folder";

const { apiKey, apiSecret, username, password } = defaultAccount;

/** The state of a resource that manages both entries: as after a move that failed midway. */
const before = { stateVersion: 1, appListId: 1, name: "blocked", appBundles: "com.a\ncom.x\n" };

/** Two resources with a provider process each. `onRemoval` is called during the first removal of com.x. */
async function start(onRemoval: (second: Provider) => Promise<void>, isOneProcess: boolean) {
  const removals: Promise<void>[] = [];
  const providers: Provider[] = [];
  const onRequest: SimulatorOptions["onRequest"] = ({ action, entries }) => {
    const [, second] = providers;
    if (action !== "remove" || !(entries?.appBundles ?? []).includes("com.x") || removals.length > 0) return;
    if (second !== undefined) removals.push(onRemoval(second));
  };
  const simulator = await simulatorForTest({
    lists: [{ id: 1, name: "blocked", appBundles: ["com.a", "com.x"] }],
    onRequest,
  });
  const settings: Readonly<Record<string, string>> = { baseUrl: simulator.url, apiKey, apiSecret, username, password };
  const sharing = { engineAddress: "127.0.0.1:40000", temporaryFolder: temporaryFolder() };
  const startRun = (): Run => {
    const run = new Run({ config: (key) => settings[key], environment: {} }, () => {}, sharing);
    onTestFinished(async () => {
      await run.connections.close();
      run.end();
    });
    return run;
  };
  const first = startRun();
  for (const run of [first, isOneProcess ? first : startRun()]) providers.push(createProvider(run, () => {}));
  const [one, other] = providers;
  if (one === undefined || other === undefined) throw new Error("There are two providers.");
  return { simulator, one, other, state: { ...before, baseUrl: simulator.url }, removals };
}

describe.each([
  ["one process", true],
  ["two processes", false],
])("an entry that two resources manage, in %s", (_, isOneProcess) => {
  it("is added again if the engine shows the resource that declares it while the other one removes it", async () => {
    const declared = { appListId: 1, appBundles: "com.x\n" };
    const changes: unknown[] = [];
    const shown = async (second: Provider): Promise<void> => {
      await second.check(declared, declared);
      changes.push(await second.diff("1", { ...before, appBundles: "com.x\n" }, declared));
    };
    const { simulator, one, other, state, removals } = await start(shown, isOneProcess);
    const less = { appListId: 1, appBundles: "com.a\n" };
    await one.check(before, less);
    expect(await one.update("1", state, less)).toMatchObject({ outcome: "done" });
    await Promise.all(removals);
    expect(changes).toMatchObject([{ outcome: "done", changes: true }]);
    await other.update("1", { ...state, appBundles: "com.x\n" }, declared);
    expect(simulator.list(1)?.appBundles.toSorted()).toEqual(["com.a", "com.x"]);
  });
});
