import { describe, expect, it } from "vitest";
import { PartialChangeError } from "../../provider/resource/execute";
import type { Properties } from "../../provider/resource/inputs";
import type { ResourceProvider } from "../../provider/resource/provider";
import type { SimulatorOptions } from "../../provider/simulator/index";
import { temporaryFolder } from "../harness/shared-files";
import { simulatorForTest } from "../simulator/simulators";
import { numberedText } from "./declared";
import { login, named, start, startRun } from "./started";

/** The state of a resource after its create. */
async function created(provider: ResourceProvider, inputs: Properties): Promise<Properties> {
  return (await provider.create(inputs)).state;
}

const inputs = { appListId: 1, appBundles: "com.a\ncom.b\n" };

describe("a read", () => {
  it("is not confused with the diff of another resource of the same list", async () => {
    const { run } = await start();
    const [one, other] = [numberedText(20), numberedText(20, 5000)];
    const first = await created(run(), { appListId: 1, appBundles: one });
    const second = await created(run(), { appListId: 1, appBundles: other });
    const provider = run();
    const read = await provider.read(first);
    const fewer = { appListId: 1, appBundles: "com.new\n" };
    await expect(provider.diff(second, fewer)).rejects.toMatchObject({ code: "CHANGE_LIMIT" });
    await provider.diff(read.state, fewer);
  });
});

it("removes what another resource of the run declared before, and declares no longer", async () => {
  const { run, simulator } = await start();
  const state = await created(run(), inputs);
  const provider = run();
  for (const appBundles of ["com.b\n", "com.c\n"]) await provider.check({}, { ...inputs, appBundles }, named("other"));
  await provider.update(state, { ...inputs, appBundles: "com.a\n" }, { id: "blocked" });
  expect(simulator.list(1)?.appBundles).toEqual(["com.a"]);
});

it("an entry that its own resource no longer declares is not spared as another's", async () => {
  const { run, simulator, lines } = await start();
  const state = await created(run(), inputs);
  const provider = run();
  // The check declared an entry that the update does not, as a transform can change the inputs in between.
  await provider.check(state, inputs, named("blocked"));
  await provider.update(state, { ...inputs, appBundles: "com.a\n" }, { id: "blocked" });
  expect(simulator.list(1)?.appBundles).toEqual(["com.a"]);
  expect(lines.join("\n")).not.toContain("another resource");
});

it("an attempt continues from the failed one of the same call, and from no other", async () => {
  const { run, simulator } = await start({ behavior: { refused: new Set(["com.b"]) } });
  const id = "blocked";
  const [again, other] = [run(), run()];
  for (const provider of [again, other]) await expect(provider.create(inputs, { id })).rejects.toThrow("com.b");
  simulator.setBehavior({ refused: new Set() });
  expect((await other.create({ ...inputs, appBundles: "com.a\ncom.c\n" }, { id })).state).toMatchObject({
    adopted: { appBundles: "com.a\n" },
  });
  expect((await again.create(inputs, { id })).state).not.toHaveProperty("adopted");
});

describe("a delete", () => {
  it("fails at another base URL, where a refresh is not verified, and shows it without its query", async () => {
    const { run, simulator, lines } = await start();
    const state = { ...(await created(run(), inputs)), baseUrl: "https://old.example.com/ads?key=canary#canary" };
    simulator.clearJournal();
    lines.length = 0;
    await expect(run().delete(state)).rejects.toThrow(
      `added its entries at "https://old.example.com/ads", but app-list:baseUrl is "${simulator.url}" now. This operation`,
    );
    await run().read(state);
    expect(lines).toEqual([expect.stringMatching(/baseUrl was "https:\/\/old\.example\.com\/ads", and is/u)]);
    expect(simulator.journal).toEqual([]);
  });
});

it("a resource can get another list and an account with another base URL at once: its delete uses the old ones", async () => {
  const { run, simulator } = await start();
  const far = { ...login, baseUrl: "https://other.example.com" };
  const provider = run({ accounts: JSON.stringify({ far }) });
  const state = await created(provider, inputs);
  const next = { ...inputs, appListId: 2, account: "far", removalLimit: 5 };
  await expect(provider.diff(state, next)).resolves.toEqual({ changes: true, replaces: ["appListId"] });
  await provider.delete(state);
  expect(simulator.list(1)?.appBundles).toEqual([]);
});

/** The state of a resource that manages both entries: as after a move that failed midway. */
const bothManaged = { stateVersion: 1, appListId: 1, name: "blocked", appBundles: "com.a\ncom.x\n" };

/**
 * Two resources in a process each, of which one drops an entry that the other one declares. `onRemoval` is called during
 * the first removal that names an entry.
 */
async function startRace(entry: RegExp, onRemoval: (other: ResourceProvider) => Promise<void>) {
  const removals: Promise<void>[] = [];
  const onRequest: SimulatorOptions["onRequest"] = ({ action, entries }) => {
    const isNamed = action === "remove" && (entries?.appBundles ?? []).some((each) => entry.test(each));
    if (isNamed && removals.length === 0) removals.push(onRemoval(other));
  };
  const lists = [{ id: 1, name: "blocked", appBundles: ["com.a", "com.x"] }];
  const simulator = await simulatorForTest({ lists, onRequest });
  const environment = { XDG_CACHE_HOME: temporaryFolder() };
  const startProcess = () =>
    startRun({ baseUrl: simulator.url, ...login }, environment, { engineAddress: "127.0.0.1:40000" });
  const [{ provider: one, lines }, { provider: other }] = [startProcess(), startProcess()];
  const state = { ...bothManaged, baseUrl: simulator.url };
  await one.check(bothManaged, less, named("one"));
  const updated = await one.update(state, less);
  expect(await Promise.all(removals)).toHaveLength(1);
  expect(updated).toMatchObject({ state: { appBundles: "com.a\n" } });
  return { simulator, other, state, printed: lines.join("\n") };
}

const less = { appListId: 1, appBundles: "com.a\n" };
const declared = { appListId: 1, appBundles: "com.x\n" };

it("an entry that another process declares before its removal is sent stays", async () => {
  // The first removal is the probe.
  const { simulator, printed } = await startRace(/./u, async (other) => {
    await other.check(declared, declared, named("other"));
  });
  expect(simulator.list(1)?.appBundles).toEqual(["com.a", "com.x"]);
  expect(printed).toContain('kept in the list, because resource "other" declares them');
  expect(simulator.journal.flatMap(({ entries }) => [...(entries?.appBundles ?? [])])).not.toContain("com.x");
});

it("an entry that another process declares during its removal is missing until the next pulumi up --refresh", async () => {
  const diffs: unknown[] = [];
  const { simulator, other, state, printed } = await startRace(/^com\.x$/u, async (second) => {
    await second.check(declared, declared, named("other"));
    diffs.push(await second.diff({ ...bothManaged, appBundles: "com.x\n" }, declared));
  });
  expect(printed).not.toContain("kept in the list");
  expect(diffs).toMatchObject([{ changes: false }]);
  expect(simulator.list(1)?.appBundles).toEqual(["com.a"]);
  const { state: refreshed } = await other.read({ ...state, appBundles: "com.x\n" });
  expect(refreshed).toMatchObject({ missing: { appBundles: "com.x\n" } });
  await other.diff(refreshed, declared);
  expect(await other.diff(refreshed, declared)).toMatchObject({ changes: true });
  await other.update(refreshed, declared);
  expect(simulator.list(1)?.appBundles.toSorted()).toEqual(["com.a", "com.x"]);
});

/** As in the update after a preview in which the settings of the provider resource were unknown. */
describe("inputs that were never checked", () => {
  const state = { stateVersion: 1, appListId: 1, appBundles: "com.a\ncom.b\n" };

  it.each<[what: string, args: Properties, named: string]>([
    ["a problem that the program found", { ...inputs, problems: ["appBundle is not an argument"] }, "appBundle is not"],
    ["no list", { appBundles: "com.a\n" }, "appListId"],
    ["an unknown account", { ...inputs, account: "eu" }, "eu"],
  ])("are refused by a create and an update without a request if they contain %s", async (_, args, named) => {
    const { run, simulator } = await start();
    const provider = run();
    for (const operation of [provider.create(args), provider.update({ ...state, baseUrl: simulator.url }, args)]) {
      const error: unknown = await operation.catch((error: unknown) => error);
      expect(String(error)).toContain(named);
      expect(error).not.toBeInstanceOf(PartialChangeError);
    }
    expect(simulator.journal).toEqual([]);
  });

  it("cannot move a resource to another list in an update, nor change one whose state cannot be read", async () => {
    const { run, simulator } = await start();
    const update = run().update({ ...state, appListId: 2 }, inputs);
    await expect(update).rejects.toMatchObject({ code: "ARGUMENTS_INVALID" });
    await expect(run().update({}, inputs)).rejects.toMatchObject({ code: "STATE_UNREADABLE" });
    expect(simulator.journal).toEqual([]);
  });

  it("keep the entries that a refused update declared before", async () => {
    const { run, simulator } = await start();
    const provider = run();
    const managed = await created(provider, inputs);
    await expect(
      provider.update(managed, { ...inputs, appBundles: "com.b\n", problems: ["exclusiv"] }),
    ).rejects.toThrow("exclusiv");
    // Another resource of the run that managed one of them as well is deleted.
    await provider.delete({ ...state, appBundles: "com.a\n", baseUrl: simulator.url });
    expect(simulator.list(1)?.appBundles).toContain("com.a");
  });
});
