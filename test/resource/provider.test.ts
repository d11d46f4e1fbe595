import { describe, expect, it } from "vitest";
import { declareInputs } from "../../provider/resource/declare";
import { PartialChangeError } from "../../provider/resource/lifecycle";
import type { ResourceProvider } from "../../provider/resource/provider";
import type { SimulatorOptions } from "../../provider/simulator/index";
import { temporaryFolder } from "../harness/shared-files";
import { simulatorForTest } from "../simulator/simulators";
import { numberedText } from "./declared";
import { login, start, startRun } from "./started";

type Properties = Readonly<Record<string, unknown>>;

/** The state of a resource after its create. */
async function created(provider: ResourceProvider, inputs: Properties): Promise<Properties> {
  return (await provider.create(inputs)).state;
}

const inputs = { appListId: 1, appBundles: "com.a\ncom.b\n" };

describe("a create", () => {
  it("returns the ID and the state", async () => {
    const { run } = await start();
    expect(await run().create(inputs)).toMatchObject({ id: "1", state: { ...inputs, name: "blocked" } });
  });

  it("returns the failure with the true state when it was done in part", async () => {
    const { run } = await start({ behaviour: { silentlyDropped: new Set(["com.b"]) } });
    await expect(run().create(inputs)).rejects.toMatchObject({
      cause: { code: "ENTRIES_NOT_APPLIED" },
      resource: { id: "1", state: { appListId: 1, appBundles: "com.a\n" } },
    });
  });

  it("returns the failure alone when nothing was changed", async () => {
    const { run } = await start();
    await expect(run().create({ ...inputs, appListId: 2 })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("adopts all entries, and reports that, if the API refuses the probe and the sentinel", async () => {
    const behaviour = { removeAbsent: "error", reservedNames: "refuse" } as const;
    const { run, simulator, lines } = await start({ behaviour });
    simulator.edit(1, { add: { appBundles: ["com.b"] } });
    expect(await created(run(), inputs)).toMatchObject({ ...inputs, adopted: { appBundles: inputs.appBundles } });
    expect(lines).toEqual([
      expect.stringContaining('adopted 2 app bundles ("com.a", "com.b") that may have been in the list before'),
      expect.stringContaining(
        "not verified before the change: the API refuses to remove an entry that is not in the list",
      ),
    ]);
    const claimed = await created(run(), { ...inputs, claimExisting: true });
    expect(claimed).not.toHaveProperty("adopted");
  });
});

describe("a read", () => {
  it("returns the observed state and inputs", async () => {
    const { run, simulator } = await start();
    const state = await created(run(), inputs);
    simulator.edit(1, { remove: { appBundles: ["com.b"] } });
    expect(await run().read(state)).toMatchObject({
      state: { appBundles: "com.a\n", missing: { appBundles: "com.b\n" } },
      inputs: { appListId: 1, appBundles: "com.a\n" },
    });
  });

  it("returns no inputs when the list is not verified, also if the API returns 404", async () => {
    const { run, simulator, lines } = await start();
    const state = await created(run(), inputs);
    const unverified = await run({ observe: "off" }).read(state);
    expect(unverified).toMatchObject({ state: { notVerified: ["appBundles"] }, inputs: undefined });
    simulator.deleteList(1);
    expect(await run().read(state)).toEqual(unverified);
    expect(lines.at(-1)).toMatch(
      /^app list 1 "blocked": not verified, so drift is not known: the API returns 404 .* If app list 1 no longer exists, remove its resource from the program, and from the state with pulumi state delete <URN> \(docs\/how-to\/operate\.md\)\.$/u,
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
    await expect(provider.diff(state, fewer)).rejects.toMatchObject({ code: "REMOVAL_LIMIT" });
    const one = { ...fewer, appBundles: numberedText(19) };
    expect(await provider.diff(state, one)).toMatchObject({ changes: true });
    expect(lines).toEqual([expect.stringContaining("−1 app bundle → 19 entries")]);
  });

  it("is not confused with the diff of another resource of the same list", async () => {
    const { run } = await start();
    const [one, other] = [numberedText(20), numberedText(20, 5000)];
    const first = await created(run(), { appListId: 1, appBundles: one });
    const second = await created(run(), { appListId: 1, appBundles: other });
    const provider = run();
    const read = await provider.read(first);
    const fewer = { appListId: 1, appBundles: "com.new\n" };
    await expect(provider.diff(second, fewer)).rejects.toMatchObject({ code: "REMOVAL_LIMIT" });
    await provider.diff(read.state, fewer);
  });
});

describe("an update", () => {
  it("returns the failure with the true state when it was done in part", async () => {
    const { run } = await start({ behaviour: { silentlyKept: new Set(["com.b"]) } });
    const state = await created(run(), inputs);
    await expect(run().update(state, { ...inputs, appBundles: "com.c\n" })).rejects.toMatchObject({
      resource: { id: "1", state: { appBundles: "com.b\ncom.c\n" } },
    });
  });

  it("fails before anything is sent with inputs or a state that cannot be parsed", async () => {
    const { run, simulator } = await start();
    const state = await created(run(), inputs);
    simulator.clearJournal();
    await expect(run().update(state, { ...inputs, refused: ['appBundles[0]: "" is empty'] })).rejects.toMatchObject({
      message: 'The arguments are not valid: appBundles[0]: "" is empty. No request was sent.',
    });
    await expect(run().update({}, inputs)).rejects.toMatchObject({ code: "STATE_UNREADABLE" });
    expect(simulator.journal).toEqual([]);
  });
});

describe("a delete", () => {
  it("removes what was added, and adds no sentinel while no removal is refused", async () => {
    const { run, simulator } = await start({ behaviour: { removeAbsent: "error" } });
    const state = await created(run(), inputs);
    simulator.clearJournal();
    await run().delete(state);
    expect(simulator.list(1)?.appBundles).toEqual([]);
    const answers = simulator.journal.map(({ action, status }) => `${action} ${status}`);
    expect(answers).toEqual(["token 200", "remove 422", "remove 200"]);
  });

  it("warns about a website that counts as removed, as the API refuses the removal and does not show it", async () => {
    const { run, simulator, lines } = await start({ behaviour: { removeAbsent: "error", websites: "hidden" } });
    const state = await created(run(), { appListId: 1, websites: "a.example\nb.example\n", claimExisting: true });
    simulator.edit(1, { remove: { websites: ["a.example"] } });
    lines.length = 0;
    await run().delete(state);
    expect(simulator.list(1)?.websites).toEqual([]);
    expect(lines).toEqual([
      'app list 1 "blocked": removed 1 website ("b.example").',
      'app list 1 "blocked": warning: the API refused to remove 1 website ("a.example"), as it refuses to remove absent ' +
        "entries, and it does not show them. It counts as removed, which is not verified.",
      expect.stringContaining("not verified before the change"),
    ]);
  });

  it("fails at another base URL, with nothing sent", async () => {
    const { run, simulator } = await start();
    const state = await created(run(), inputs);
    simulator.clearJournal();
    const deletion = run({ baseUrl: "https://api.example.com" }).delete(state);
    await expect(deletion).rejects.toMatchObject({ code: "BASE_URL_CHANGED" });
    expect(simulator.journal).toEqual([]);
  });

  it("keeps what another resource of the run declares", async () => {
    const { run, simulator } = await start();
    const state = await created(run(), inputs);
    const provider = run();
    expect((await provider.check({}, { ...inputs, appBundles: "com.b\n" })).outcome).toBe("valid");
    await provider.delete(state);
    expect(simulator.list(1)?.appBundles).toEqual(["com.b"]);
  });
});

describe("an adopted entry that moves to a resource which the engine shows only after its removal", () => {
  it("is added again and stays adopted, so destroy keeps it", async () => {
    const { run, simulator } = await start({ lists: [{ id: 1, name: "blocked", appBundles: ["com.shared"] }] });
    const one = { appListId: 1, appBundles: "com.a\ncom.shared\n" };
    const state = await created(run(), one);
    expect(state).toMatchObject({ adopted: { appBundles: "com.shared\n" } });

    const provider = run();
    const less = { appListId: 1, appBundles: "com.a\n" };
    await provider.check({}, less);
    await provider.diff(state, less);
    await provider.update(state, less);
    expect(simulator.list(1)?.appBundles).toEqual(["com.a"]);

    const other = { appListId: 1, appBundles: "com.b\ncom.shared\n" };
    await provider.check({}, other);
    const moved = await created(provider, other);
    expect(moved).toMatchObject({ appBundles: "com.b\ncom.shared\n", adopted: { appBundles: "com.shared\n" } });
    await run().delete(moved);
    expect(simulator.list(1)?.appBundles).toEqual(["com.a", "com.shared"]);
  });
});

describe("a diff", () => {
  it("reports a change for inputs of an older version that this one would refuse", async () => {
    const { run } = await start();
    const state = await created(run(), inputs);
    expect(await run().diff(state, { appListId: 1, appBundles: "com.a,com.b\n" })).toEqual({
      changes: true,
      replaces: [],
    });
  });

  it("lets the entries that move to another resource of the run stay added", async () => {
    const { run, simulator } = await start();
    const state = await created(run(), inputs);
    const provider = run();
    const less = { appListId: 1, appBundles: "com.a\n" };
    const other = { appListId: 1, appBundles: "com.b\n" };
    await provider.check({}, less);
    await provider.check({}, other);
    expect(await provider.diff(state, less)).toMatchObject({ changes: true });
    await provider.update(state, less);
    expect(simulator.list(1)?.appBundles).toEqual(["com.a", "com.b"]);
    const moved = await created(provider, other);
    expect(moved).not.toHaveProperty("adopted");
    await run().delete(moved);
    expect(simulator.list(1)?.appBundles).toEqual(["com.a"]);
  });

  it("lets the entries of a resource that Pulumi replaces without a difference stay added", async () => {
    const { run, simulator } = await start();
    const state = await created(run(), inputs);
    const provider = run();
    await provider.check(inputs, inputs);
    expect(await provider.diff(state, inputs)).toEqual({ changes: false, replaces: [] });
    // pulumi up --replace, and another provider resource, still replace it.
    const replacement = await created(provider, inputs);
    expect(replacement).not.toHaveProperty("adopted");
    await provider.delete(state);
    expect(simulator.list(1)?.appBundles).toEqual(["com.a", "com.b"]);
    await run().delete(replacement);
    expect(simulator.list(1)?.appBundles).toEqual([]);
  });

  it("is guarded, also when another list is declared", async () => {
    const { run } = await start({ lists: [1, 2].map((id) => ({ id, name: `list ${id}` })) });
    const state = await created(run(), { appListId: 1, appBundles: numberedText(20) });
    for (const appListId of [1, 2]) {
      await expect(run().diff(state, { appListId, appBundles: "com.a\n" })).rejects.toMatchObject({
        code: "REMOVAL_LIMIT",
      });
    }
    expect(await run().diff(state, { appListId: 2, appBundles: "com.a\n", removalLimit: 20 })).toEqual({
      changes: true,
      replaces: ["appListId"],
    });
  });
});

it("prints a drift once in a refresh, also if the host adds members to the state that was read", async () => {
  const { simulator, lines, run } = await start();
  const state = await created(run(), inputs);
  simulator.edit(1, { remove: { appBundles: ["com.a"] } });
  lines.length = 0;
  const provider = run();
  const read = await provider.read(state);
  // As Pulumi's dynamic providers do.
  Object.assign(read.state, { __provider: "code" });
  await provider.diff(read.state, inputs);
  expect(lines).toEqual([expect.stringContaining("drift: 1 app bundle missing")]);
});

/** The state of a resource that manages both entries: as after a move that failed midway. */
const bothManaged = { stateVersion: 1, appListId: 1, name: "blocked", appBundles: "com.a\ncom.x\n" };

/** Two resources in one process, or in one each. `onRemoval` is called during the first removal that names an entry. */
async function startRace(isOneProcess: boolean, entry: RegExp, onRemoval: (second: ResourceProvider) => Promise<void>) {
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
  return { simulator, one, other, state: { ...bothManaged, baseUrl: simulator.url }, removals, printed: first.lines };
}

const less = { appListId: 1, appBundles: "com.a\n" };
const declared = { appListId: 1, appBundles: "com.x\n" };

describe.each([
  ["one process", true],
  ["two processes", false],
])("an entry that two resources manage, in %s,", (_, isOneProcess) => {
  it("stays if the engine shows the resource that declares it before its removal is sent", async () => {
    // The first removal is the probe.
    const { simulator, one, state, removals, printed } = await startRace(isOneProcess, /./u, async (second) => {
      await second.check(declared, declared);
    });
    await one.check(bothManaged, less);
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
  const started = await startRace(isOneProcess, /^com\.x$/u, async (second) => {
    await second.check(declared, declared);
    diffs.push(await second.diff({ ...started.state, appBundles: "com.x\n" }, declared));
  });
  const { one, state, removals, printed } = started;
  await one.check(bothManaged, less);
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

/**
 * A run in which the engine asks for no check and no diff, as in the update after a preview in which the settings of the
 * provider resource were unknown.
 */
async function startUnchecked() {
  const { simulator, run } = await start({ lists: [{ id: 1, name: "blocked", appBundles: ["com.shared"] }] });
  return { simulator, provider: run() };
}

/** Inputs as a program wrote them: lists instead of texts. */
function raw(args: Properties): Properties {
  return declareInputs(args, new Set(), new Date("2027-01-31T12:00:00Z")).inputs;
}

const valid = { appListId: 1, appBundles: ["com.b", { entry: "com.a", note: "a note" }] };

describe("inputs that were never checked", () => {
  it("are normalized as a check does", async () => {
    const { provider, simulator } = await startUnchecked();
    const checked = await provider.check({}, raw(valid));
    expect(checked).toMatchObject({ inputs: { appBundles: "com.a  # a note\ncom.b\n" } });
    const created = await provider.create(raw(valid));
    expect(created).toMatchObject({ state: { appBundles: "com.a  # a note\ncom.b\n" } });
    expect(simulator.list(1)?.appBundles.toSorted()).toEqual(["com.a", "com.b", "com.shared"]);
  });

  it("lose the entries that have expired", async () => {
    const { provider, simulator } = await startUnchecked();
    const appBundles = [
      { entry: "com.old", until: "2027-01-30" },
      { entry: "com.new", until: "2027-01-31" },
    ];
    await provider.create(raw({ appListId: 1, appBundles }));
    expect(simulator.list(1)?.appBundles).toEqual(["com.shared", "com.new"]);
  });

  it.each<[string, Properties, string]>([
    ["an unknown argument", { ...valid, appBundle: [] }, "appBundle"],
    ["an invalid entry", { ...valid, websites: ["a,b"] }, "websites"],
    ["an invalid day", { ...valid, appBundles: [{ entry: "com.a", until: "2027-02-30" }] }, "2027-02-30"],
    ["no list", { appBundles: ["com.a"] }, "appListId"],
    ["an invalid limit", { ...valid, removalLimit: "most" }, "removalLimit"],
    ["an unknown account", { ...valid, account: "eu" }, "eu"],
  ])("are refused by a create and an update without a request if they contain %s", async (_, args, named) => {
    const { provider, simulator } = await startUnchecked();
    const state = { stateVersion: 1, appListId: 1, appBundles: "com.shared\n", baseUrl: simulator.url };
    for (const operation of [provider.create(raw(args)), provider.update(state, raw(args))]) {
      const error: unknown = await operation.catch((error: unknown) => error);
      expect(String(error)).toContain(named);
      expect(error).not.toBeInstanceOf(PartialChangeError);
    }
    expect(simulator.journal).toEqual([]);
  });

  it("cannot move a resource to another list in an update", async () => {
    const { provider, simulator } = await startUnchecked();
    const state = { stateVersion: 1, appListId: 2, appBundles: "com.shared\n", baseUrl: simulator.url };
    const update = provider.update(state, raw({ appListId: 1, appBundles: ["com.a"] }));
    await expect(update).rejects.toMatchObject({ code: "ARGUMENTS_INVALID" });
    expect(simulator.journal).toEqual([]);
  });

  it("are refused by the removal guard of an update, which removes nothing", async () => {
    const { provider, simulator } = await startUnchecked();
    const { state } = await provider.create({ appListId: 1, appBundles: numberedText(100) });
    const update = provider.update(state, raw({ appListId: 1, appBundles: ["com.b"] }));
    await expect(update).rejects.toMatchObject({ code: "REMOVAL_LIMIT" });
    expect(simulator.list(1)?.appBundles).toHaveLength(101);
  });

  it("keep the entries that a refused update declared before", async () => {
    const { provider, simulator } = await startUnchecked();
    const { state } = await provider.create({ appListId: 1, appBundles: "com.a\ncom.b\n" });
    await expect(provider.update(state, raw({ ...valid, exclusiv: true }))).rejects.toThrow("exclusiv");
    // Another resource of the run that managed one of them as well is deleted.
    await provider.delete({ stateVersion: 1, appListId: 1, appBundles: "com.a\n", baseUrl: simulator.url });
    expect(simulator.list(1)?.appBundles).toContain("com.a");
  });
});
