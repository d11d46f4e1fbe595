import { describe, expect, it } from "vitest";
import type { ResourceProvider } from "../../provider/resource/provider";
import type { SimulatorOptions } from "../../provider/simulator/index";
import { temporaryFolder } from "../harness/shared-files";
import { simulatorForTest } from "../simulator/simulators";
import { login, startRun } from "./started";

/** The state of a resource that manages both entries: as after a move that failed midway. */
const before = { stateVersion: 1, appListId: 1, name: "blocked", appBundles: "com.a\ncom.x\n" };

/** Two resources in one process, or in one each. `onRemoval` is called during the first removal that names an entry. */
async function start(isOneProcess: boolean, entry: RegExp, onRemoval: (second: ResourceProvider) => Promise<void>) {
  const removals: Promise<void>[] = [];
  const providers: ResourceProvider[] = [];
  const onRequest: SimulatorOptions["onRequest"] = ({ action, entries }) => {
    const [, second] = providers;
    const isNamed = action === "remove" && (entries?.appBundles ?? []).some((each) => entry.test(each));
    if (isNamed && removals.length === 0 && second !== undefined) removals.push(onRemoval(second));
  };
  const simulator = await simulatorForTest({
    lists: [{ id: 1, name: "blocked", appBundles: ["com.a", "com.x"] }],
    onRequest,
  });
  const settings = { baseUrl: simulator.url, ...login };
  const environment = { XDG_CACHE_HOME: temporaryFolder() };
  const startProcess = () => startRun(settings, environment, { engineAddress: "127.0.0.1:40000" });
  const first = startProcess();
  providers.push(first.provider, isOneProcess ? first.provider : startProcess().provider);
  const [one, other] = providers;
  if (one === undefined || other === undefined) throw new Error("There are two providers.");
  return { simulator, one, other, state: { ...before, baseUrl: simulator.url }, removals, printed: first.lines };
}

const less = { appListId: 1, appBundles: "com.a\n" };
const declared = { appListId: 1, appBundles: "com.x\n" };

describe.each([
  ["one process", true],
  ["two processes", false],
])("an entry that two resources manage, in %s,", (_, isOneProcess) => {
  it("stays if the engine shows the resource that declares it before its removal is sent", async () => {
    // The first removal is the probe.
    const { simulator, one, state, removals, printed } = await start(isOneProcess, /./u, async (second) => {
      await second.check(declared, declared);
    });
    await one.check(before, less);
    const updated = await one.update(state, less);
    expect(updated).toMatchObject({ state: { appBundles: "com.a\n" } });
    expect(await Promise.all(removals)).toHaveLength(1);
    expect(simulator.list(1)?.appBundles).toEqual(["com.a", "com.x"]);
    expect(printed.join("\n")).toContain('another resource of this program declares them: 1 app bundle ("com.x")');
    expect(simulator.journal.flatMap(({ entries }) => [...(entries?.appBundles ?? [])])).not.toContain("com.x");
  });
});

/** The engine shows the second resource while the first one removes the entry. */
async function shownDuringRemoval(isOneProcess: boolean) {
  const diffs: unknown[] = [];
  const started = await start(isOneProcess, /^com\.x$/u, async (second) => {
    await second.check(declared, declared);
    diffs.push(await second.diff({ ...started.state, appBundles: "com.x\n" }, declared));
  });
  const { one, state, removals, printed } = started;
  await one.check(before, less);
  await one.update(state, less);
  await Promise.all(removals);
  expect(printed.join("\n")).not.toContain("kept in the list");
  return { ...started, diffs, stateOfOther: { ...state, appBundles: "com.x\n" } };
}

describe("an entry whose removal is on its way when the engine shows the resource that declares it", () => {
  it("is added again in one process", async () => {
    const { simulator, other, stateOfOther, diffs } = await shownDuringRemoval(true);
    expect(diffs).toMatchObject([{ changes: true }]);
    await other.update(stateOfOther, declared);
    expect(simulator.list(1)?.appBundles.toSorted()).toEqual(["com.a", "com.x"]);
  });

  it("is missing with two processes, until the next pulumi up --refresh adds it", async () => {
    const { simulator, other, stateOfOther, diffs } = await shownDuringRemoval(false);
    expect(diffs).toMatchObject([{ changes: false }]);
    expect(simulator.list(1)?.appBundles).toEqual(["com.a"]);
    const read = await other.read(stateOfOther);
    expect(read).toMatchObject({ state: { missing: { appBundles: "com.x\n" } } });
    const refreshed = read.state;
    await other.diff(refreshed, declared);
    expect(await other.diff(refreshed, declared)).toMatchObject({ changes: true });
    await other.update(refreshed, declared);
    expect(simulator.list(1)?.appBundles.toSorted()).toEqual(["com.a", "com.x"]);
  });
});
