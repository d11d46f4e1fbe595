import { describe, expect, it } from "vitest";
import { PartialChangeError } from "../../provider/resource/execute";
import type { Properties } from "../../provider/resource/inputs";
import type { ResourceProvider } from "../../provider/resource/provider";
import type { Fault, SimulatorOptions } from "../../provider/simulator/index";
import { temporaryFolder } from "../harness/shared-files";
import { simulatorForTest } from "../simulator/simulators";
import { numberedText } from "./declared";
import { login, named, start, startRun } from "./started";

/** The state of a resource after its create. */
async function created(provider: ResourceProvider, inputs: Properties): Promise<Properties> {
  return (await provider.create(inputs)).state;
}

const inputs = { appListId: 1, appBundles: "com.a\ncom.b\n" };

it("a create or an update fails with the true state if a part was done", async () => {
  const { run, simulator } = await start({ behavior: { ignored: new Set(["com.b"]) } });
  await expect(run().create(inputs)).rejects.toMatchObject({
    cause: { code: "ENTRIES_NOT_APPLIED" },
    resource: { id: "1", state: { appListId: 1, appBundles: "com.a\n" } },
  });
  simulator.setBehavior({ ignored: new Set() });
  const state = await created(run(), inputs);
  simulator.setBehavior({ ignored: new Set(["com.b"]) });
  await expect(run().update(state, { ...inputs, appBundles: "com.c\n", removalLimit: 2 })).rejects.toMatchObject({
    resource: { id: "1", state: { appBundles: "com.b\ncom.c\n" } },
  });
  await expect(run().create({ ...inputs, appListId: 2 })).rejects.not.toBeInstanceOf(PartialChangeError);
});

it("a list that the API does not know is named with the commands that check and forget it", async () => {
  const { run, simulator } = await start();
  const state = await created(run(), inputs);
  simulator.deleteList(1);
  const lines: readonly unknown[] = [
    expect.stringMatching(/^ApiError: App list 1 was not found \(404\)\. /u),
    "Check the ID of the list and app-list:baseUrl: npx --no-install app-list doctor --stack STACK --list 1",
    "If app list 1 no longer exists, remove its resource from the state, then from the program: pulumi state delete URN",
  ];
  const less = { ...inputs, appBundles: "com.a\n" };
  const failures = await Promise.allSettled([run().update(state, less), run().create(inputs)]);
  const printed = failures.map((failure) => (failure.status === "rejected" ? String(failure.reason).split("\n") : []));
  // A new resource has no state to forget.
  expect(printed).toEqual([lines, lines.slice(0, 2)]);
});

describe("a read", () => {
  it("returns no inputs when the list is not verified, even if the API returns 404", async () => {
    const { run, simulator, lines } = await start();
    const state = await created(run(), inputs);
    const unverified = await run({ observe: "off" }).read(state);
    expect(unverified).toMatchObject({ state: { notVerified: ["appBundles"] }, inputs: undefined });
    const empty = { ...state, appBundles: undefined };
    const none = await run({ observe: "off" }).read(empty);
    expect(none.state["notVerified"]).toEqual(["appBundles", "placementIds", "websites"]);
    simulator.setBehavior({ removeAbsent: "error" });
    expect(await run().read(state)).toEqual(unverified);
    // A refusal says nothing about whether the list exists.
    expect(lines.at(-1)).toMatch(/warning: not verified: .* refused the probe \(422/su);
    expect(lines.at(-1)).not.toContain("pulumi state delete");
    simulator.deleteList(1);
    expect(await run().read(state)).toEqual(unverified);
    expect(lines.at(-1)).toMatch(
      /^app list 1 "blocked": warning: not verified: .* returns 404 .* pulumi state delete URN$/su,
    );
  });

  it("is followed by a diff with the old inputs, which prints nothing and is not guarded", async () => {
    const { run, lines } = await start();
    const state = await created(run(), { appListId: 1, appBundles: numberedText(20) });
    const provider = run();
    await provider.read(state);
    lines.length = 0;
    const fewer = { appListId: 1, appBundles: numberedText(2) };
    expect(await provider.diff(state, fewer)).toEqual({ changes: true, replaces: [] });
    expect(lines).toEqual([]);
    await expect(provider.diff(state, fewer)).rejects.toMatchObject({ code: "CHANGE_LIMIT" });
    const one = { ...fewer, appBundles: numberedText(19) };
    expect(await run().diff(state, one)).toMatchObject({ changes: true });
    expect(lines).toEqual([expect.stringContaining("−1 app bundle → 19 managed")]);
  });

  it("counts an addition without a known outcome, as an old state can have it, as unmanaged", async () => {
    const { run, simulator } = await start();
    const state = await created(run(), inputs);
    simulator.edit(1, { add: { appBundles: ["com.lost", "com.theirs"] } });
    const old = { ...state, stateVersion: 1, unconfirmed: { add: { appBundles: "com.lost\n" } } };
    const read = await run().read(old);
    expect(read.state).toMatchObject({ stateVersion: 2, appBundles: "com.a\ncom.b\n", unmanaged: 2 });
  });

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

  it("prints a drift once in a refresh, even if the host adds members to the state that was read", async () => {
    const { simulator, lines, run } = await start();
    const state = await created(run(), inputs);
    expect(lines.splice(0)).toEqual(['app list 1 "blocked": added 2 app bundles ("com.a", "com.b").']);
    simulator.edit(1, { remove: { appBundles: ["com.a"] } });
    const provider = run();
    const read = await provider.read(state);
    expect(read).toMatchObject({
      state: { missing: { appBundles: "com.a\n" } },
      inputs: { appBundles: "com.a\ncom.b\n" },
    });
    // As Pulumi's dynamic providers do.
    Object.assign(read.state, { __provider: "code" });
    expect(await provider.diff(read.state, inputs)).toMatchObject({ changes: true });
    expect(lines).toEqual([expect.stringMatching(/drift: 1 app bundle .* missing/u)]);
    const again = await provider.read(read.state);
    expect(again).toMatchObject({ state: { missing: { appBundles: "com.a\n" } } });
    // The state has the drift already, so the refresh changes nothing.
    expect(await provider.diff(again.state, again.inputs ?? {})).toMatchObject({ changes: false });
    // The update puts it back, so nobody else did.
    await run().update(read.state, inputs);
    expect(lines.at(-1)).toBe('app list 1 "blocked": added 1 app bundle ("com.a").');
  });
});

/** A response to the first request of an action, which shows these app bundles. */
function answer(action: "add" | "remove", appBundles: string): Fault {
  const body = JSON.stringify({ id: 1, name: "blocked", app_bundles: appBundles, placement_ids: "" });
  return { on: { action, nth: 1 }, effect: "after", answer: { kind: "status", status: 200, body } };
}

it("names entries that are in the list again after a refresh that showed an older list, unless they are secret", async () => {
  const { run, simulator, lines } = await start();
  const { state } = await run().create({ appListId: 1, appBundles: "com.a\ncom.b\n" });
  simulator.addFault(answer("remove", ""));
  const { state: missing } = await run().read(state);
  expect(missing).toMatchObject({ missing: { appBundles: "com.a\ncom.b\n" } });
  const other = { appListId: 1, appBundles: "com.c\n" };
  await run().update(missing, other);
  expect(lines.join("\n")).toContain('warning: in the list again: 2 app bundles ("com.a", "com.b").');
  // What another resource of the run declares is there because of it.
  const provider = run();
  await provider.check({}, { appListId: 1, appBundles: "com.a\n" }, named("other"));
  await provider.update(missing, other);
  expect(lines.at(-1)).toContain('in the list again: 1 app bundle ("com.b").');
  await run().update(missing, other, { isSecret: true });
  expect(lines.join("\n")).toContain("in the list again: 2 app bundles.");
});

it("a delete names entries that are in the list again once: not if it fails, because the state keeps them as missing", async () => {
  const { run, simulator, lines } = await start();
  const state = { ...(await created(run(), inputs)), missing: { appBundles: "com.c\n" } };
  simulator.edit(1, { add: { appBundles: ["com.c"] } });
  const returned = (): number => lines.filter((line) => line.includes("in the list again")).length;
  simulator.setBehavior({ ignored: new Set(["com.b"]) });
  await expect(run().delete(state)).rejects.toMatchObject({ code: "ENTRIES_NOT_APPLIED" });
  expect(returned()).toBe(0);
  simulator.setBehavior({ ignored: new Set() });
  await run().delete(state);
  expect(returned()).toBe(1);
});

it("names a helper entry that it left in the list, also if the change itself had no effect", async () => {
  const { run, simulator, lines } = await start({ behavior: { removeAbsent: "error", refused: new Set(["com.a"]) } });
  simulator.addFault({ on: { action: "remove", nth: 2 }, effect: "before", answer: { kind: "status", status: 503 } });
  simulator.addFault({ on: { action: "remove" }, effect: "before", answer: { kind: "status", status: 422 } });
  await expect(run().create({ ...inputs, appBundles: "com.a\n" })).rejects.toMatchObject({ code: "ENTRIES_REFUSED" });
  const [left = ""] = simulator.list(1)?.appBundles ?? [];
  expect(lines.filter((line) => line.includes(`a helper entry is still in the list: "${left}"`))).toHaveLength(1);
});

it("names what it adopted in the change that adopts it, and in no later one", async () => {
  const { run, simulator, lines } = await start();
  simulator.edit(1, { add: { appBundles: ["com.a"] } });
  const state = await created(run(), inputs);
  expect(lines.splice(0).join("\n")).toContain('adopted 1 app bundle ("com.a") already in the list.');
  await run().update(state, { ...inputs, appBundles: `${inputs.appBundles}com.c\n` });
  expect(lines).toEqual(['app list 1 "blocked": added 1 app bundle ("com.c").']);
});

it("removes what another resource of the run declared before, and declares no longer", async () => {
  const { run, simulator } = await start();
  const state = await created(run(), inputs);
  const provider = run();
  for (const appBundles of ["com.b\n", "com.c\n"]) await provider.check({}, { ...inputs, appBundles }, named("other"));
  await provider.update(state, { ...inputs, appBundles: "com.a\n" }, { id: "blocked" });
  expect(simulator.list(1)?.appBundles).toEqual(["com.a"]);
});

it("warns about entries of others that disappear in the response to a change", async () => {
  const { run, simulator, lines } = await start();
  simulator.edit(1, { add: { appBundles: ["com.theirs"] } });
  simulator.addFault(answer("add", "com.a"));
  await run().create({ appListId: 1, appBundles: "com.a\n" });
  expect(lines.join("\n")).toMatch(
    /warning: unmanaged entries disappeared from the list: 1 app bundle \("com\.theirs"\)/u,
  );
});

describe("a delete", () => {
  it("removes what was added, and adds no sentinel while no removal is refused", async () => {
    const { run, simulator } = await start({ behavior: { removeAbsent: "error" } });
    const state = await created(run(), inputs);
    simulator.clearJournal();
    await run().delete(state);
    expect(simulator.list(1)?.appBundles).toEqual([]);
    const answers = simulator.journal.map(({ action, status }) => `${action} ${status}`);
    expect(answers).toEqual(["token 200", "remove 422", "remove 200"]);
  });

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

describe("a diff", () => {
  it("leaves the entries of a resource that Pulumi replaces without a difference in the list, as adopted ones", async () => {
    const { run, simulator } = await start();
    const state = await created(run(), inputs);
    const provider = run();
    await provider.check(inputs, inputs, named("blocked"));
    expect(await provider.diff(state, inputs)).toEqual({ changes: false, replaces: [] });
    // pulumi up --replace, and another provider resource, still replace it.
    const replacement = await created(provider, inputs);
    expect(replacement).toMatchObject({ adopted: { appBundles: "com.a\ncom.b\n" } });
    await provider.delete(state);
    await run().delete(replacement);
    expect(simulator.list(1)?.appBundles).toEqual(["com.a", "com.b"]);
  });
});

describe("a change that fails half-way", () => {
  const given = { exclusive: true, claimExisting: true, removalLimit: "100%" };
  const program = { ...inputs, appBundles: "com.a\ncom.b\ncom.c\n", ...given };

  it("notes neither a claim nor that the list is exclusive, so that the next update settles both", async () => {
    const { run, simulator } = await start({ behavior: { refused: new Set(["com.b"]) } });
    simulator.edit(1, { add: { appBundles: ["com.a"] } });
    const failure: unknown = await run()
      .create(program)
      .catch((error: unknown) => error);
    const state = failure instanceof PartialChangeError ? failure.resource.state : {};
    expect(state).toMatchObject({ appBundles: "com.a\ncom.c\n", adopted: { appBundles: "com.a\n" } });
    expect(Object.keys(state)).not.toEqual(expect.arrayContaining(["exclusive"]));
    expect(Object.keys(state)).not.toEqual(expect.arrayContaining(["claimExisting"]));
    // The program without them has nothing to undo.
    expect(await run().diff(state, { appListId: 1, appBundles: "com.a\ncom.c\n", removalLimit: "100%" })).toMatchObject(
      {
        changes: false,
      },
    );
    simulator.setBehavior({ refused: new Set() });
    expect(await run().diff(state, program)).toMatchObject({ changes: true });
    const { state: settled } = await run().update(state, program);
    expect(settled).toMatchObject(given);
    expect(settled).not.toHaveProperty("adopted");
  });
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
