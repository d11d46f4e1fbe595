import { describe, expect, it } from "vitest";
import type { Properties } from "../../provider/resource/inputs";
import type { ResourceProvider } from "../../provider/resource/provider";
import { simulatorForTest } from "../simulator/simulators";
import { numbered, numberedText } from "./declared";
import { login, named, startRun } from "./started";

/** A simulator with the empty lists 1 and 2, and runs with it on a day. */
async function begin() {
  const simulator = await simulatorForTest({ lists: [1, 2].map((id) => ({ id, name: `list ${id}` })) });
  const run = (today = "2026-11-21", environment: Readonly<Record<string, string>> = {}, baseUrl = simulator.url) =>
    startRun({ baseUrl, ...login }, environment, { today: () => today });
  return { simulator, run, appBundles: (id = 1) => simulator.list(id)?.appBundles ?? [] };
}

async function created(provider: ResourceProvider, inputs: Properties): Promise<Properties> {
  await provider.check({}, inputs, named("blocked"));
  return (await provider.create(inputs)).state;
}

const twenty = { appListId: 1, appBundles: numberedText(20) };
const overLimit = { code: "CHANGE_LIMIT" };

describe("entries that end on a day", () => {
  const ending = (day: string): string => numberedText(12).replaceAll("\n", `  # until ${day}\n`);
  const stay = "com.z1\ncom.z2\n";

  it("do not count if the state has recorded that day, and the plan names their number", async () => {
    const { run, appBundles } = await begin();
    const state = await created(run().provider, { appListId: 1, appBundles: ending("2026-11-20") + stay });
    const { provider, lines } = run("2026-11-21");
    const inputs = { appListId: 1, appBundles: `com.new\n${stay}` };
    expect(await provider.diff(state, inputs)).toMatchObject({ changes: true });
    expect(lines.join("\n")).toContain("+1 −12 app bundles → 3 managed, 12 expired");
    await provider.update(state, inputs);
    expect(appBundles()).toEqual(["com.z1", "com.z2", "com.new"]);
  });

  it("count in full if no state has recorded that day: a typing mistake in a file", async () => {
    const { run } = await begin();
    const state = await created(run().provider, { appListId: 1, appBundles: ending("2027-11-20") + stay });
    await expect(run().provider.diff(state, { appListId: 1, appBundles: stay })).rejects.toMatchObject(overLimit);
  });

  it("are stored with another day by an update that sends nothing", async () => {
    const { run, simulator } = await begin();
    const state = await created(run().provider, { appListId: 1, appBundles: ending("2026-11-20") + stay });
    simulator.clearJournal();
    const extended = { appListId: 1, appBundles: ending("2026-12-31") + stay };
    expect(await run().provider.diff(state, extended)).toMatchObject({ changes: true });
    const { state: after } = await run().provider.update(state, extended);
    expect(simulator.journal).toEqual([]);
    expect(await run().provider.diff(after, extended)).toMatchObject({ changes: false });
    // A file that is truncated after the extension loses entries that have not ended.
    await expect(run().provider.diff(after, { appListId: 1, appBundles: stay })).rejects.toMatchObject(overLimit);
  });
});

describe("a resource that is replaced or renamed without a diff", () => {
  const two = { appListId: 1, appBundles: numberedText(2) };

  it("does not remove more than the limit while the run declares some of its entries, unless it is approved", async () => {
    const { run, appBundles } = await begin();
    const state = await created(run().provider, twenty);
    const replaced = run();
    const adopting = await created(replaced.provider, two);
    const failure = await replaced.provider.delete(state).catch(String);
    expect(failure).toContain('removalLimit "30%" allows 6 of 20; this change removes 18.');
    expect(failure).toContain("\nNothing was changed.\n");
    expect(appBundles()).toHaveLength(20);
    const [, digest = ""] = /APP_LIST_APPROVE=([0-9a-f]{16}) pulumi up/u.exec(String(failure)) ?? [];
    const approved = run(undefined, { APP_LIST_APPROVE: digest });
    await approved.provider.check({}, two, named("blocked"));
    await approved.provider.diff(adopting, two);
    await approved.provider.delete(state);
    expect(appBundles()).toHaveLength(2);
  });

  it("is judged in its delete as in its preview, of the entries that were missing in the last read, too", async () => {
    const { run, simulator } = await begin();
    const state = await created(run().provider, twenty);
    simulator.edit(1, { remove: { appBundles: numbered(8) } });
    const { state: refreshed } = await run().provider.read(state);
    const moved = { ...twenty, appListId: 2 };
    const { provider } = run();
    await provider.check({}, moved, named("blocked"));
    const messages = [
      await run().provider.diff(refreshed, moved).catch(String),
      await provider.delete(refreshed, { id: named("blocked").id }).catch(String),
    ];
    for (const message of messages) expect(message).toContain("allows 6 of 20; this change removes 12");
  });

  it("has an approval that holds for exactly what it removes, whatever replaces it", async () => {
    const { run, appBundles } = await begin();
    const state = await created(run().provider, twenty);
    const failureWith = async (inputs: Properties, environment = {}) => {
      const { provider } = run(undefined, environment);
      await provider.check({}, inputs, named("blocked"));
      return provider.delete(state, { id: named("blocked").id }).catch(String);
    };
    const emptied = { appListId: 1, appBundles: "" };
    const smaller = await failureWith(two);
    const [, digest = ""] = /APP_LIST_APPROVE=([0-9a-f]{16}) pulumi up/u.exec(String(smaller)) ?? [];
    for (const larger of [emptied, { ...twenty, appListId: 2 }]) {
      expect(await failureWith(larger, { APP_LIST_APPROVE: digest })).toContain("this change removes 20");
    }
    expect(appBundles()).toHaveLength(20);
    expect(await failureWith(two, { APP_LIST_APPROVE: digest })).toBeUndefined();
    expect(appBundles()).toHaveLength(2);
  });

  it("does not remove more than the limit if its file was emptied, in this run and in the next one", async () => {
    const { run, appBundles } = await begin();
    const state = await created(run().provider, twenty);
    const replaced = run();
    const emptied = { appListId: 1, appBundles: "" };
    await replaced.provider.check(twenty, emptied, named("blocked"));
    await created(replaced.provider, emptied);
    await expect(replaced.provider.delete(state, { id: named("blocked").id })).rejects.toMatchObject(overLimit);
    // The engine deletes the old resource again.
    const later = run();
    await later.provider.check(emptied, emptied, named("blocked"));
    await expect(later.provider.delete(state, { id: named("blocked").id })).rejects.toMatchObject(overLimit);
    expect(appBundles()).toHaveLength(20);
  });

  it("removes as much as the limit of the program allows, whatever the limit in its state", async () => {
    const { run, appBundles } = await begin();
    const state = await created(run().provider, { ...twenty, removalLimit: 0 });
    const { provider } = run();
    await created(provider, { ...two, removalLimit: "80%" });
    await expect(provider.delete(state, { id: named("blocked").id })).rejects.toMatchObject(overLimit);
    const allowed = run().provider;
    await created(allowed, { ...two, removalLimit: 18 });
    await allowed.delete(state, { id: named("blocked").id });
    expect(appBundles()).toHaveLength(2);
  });

  it("is deleted as before if no resource of the run declares one of its entries", async () => {
    const { run, appBundles } = await begin();
    const state = await created(run().provider, twenty);
    const { provider } = run();
    await provider.check({}, { appListId: 1, appBundles: "com.other\n" }, named("other team"));
    await provider.delete(state);
    expect(appBundles()).toEqual([]);
  });

  it("is judged also after another resource of the same list has got another one", async () => {
    const { run, appBundles } = await begin();
    const state = await created(run().provider, twenty);
    const moving = { appListId: 1, appBundles: "com.moving\n" };
    const moved = await created(run().provider, moving);
    const { provider } = run();
    expect(await provider.diff(moved, { ...moving, appListId: 2 })).toMatchObject({ replaces: ["appListId"] });
    await provider.check(twenty, { appListId: 1, appBundles: "" }, named("blocked"));
    await expect(provider.delete(state, { id: named("blocked").id })).rejects.toMatchObject(overLimit);
    expect(appBundles()).toHaveLength(21);
  });

  it.each([
    ["all of a kind: 9 entries, and an emptied file", 9, { appListId: 1, appBundles: "" }],
    ["all of a kind, of another list: 5 entries, and another ID", 5, { appListId: 2, appBundles: numberedText(5) }],
    ["more than 30%, of another list", 20, { appListId: 2, appBundles: numberedText(20) }],
  ])("does not lose %s", async (_, size, inputs) => {
    const { run, appBundles } = await begin();
    const state = await created(run().provider, { appListId: 1, appBundles: numberedText(size) });
    const replaced = run();
    await created(replaced.provider, inputs);
    await expect(replaced.provider.delete(state, { id: named("blocked").id })).rejects.toMatchObject(overLimit);
    expect(appBundles()).toHaveLength(size);
  });

  it("loses no entry of a kind that is not given, whatever the limit", async () => {
    const { run, appBundles } = await begin();
    const state = await created(run().provider, twenty);
    const { provider } = run();
    await created(provider, { appListId: 1, removalLimit: "100%", websites: "a.example\n" });
    await expect(provider.delete(state, { id: named("blocked").id })).rejects.toThrow(
      "appBundles is not given, and this resource manages 20 app bundles.",
    );
    expect(appBundles()).toHaveLength(20);
  });

  it.each([
    ["another name", "renamed", "blocked"],
    ["a replacement", "blocked", "blocked"],
  ])("keeps what the run declares for a list with this ID, with another account and %s", async (_, name, old) => {
    const { simulator, appBundles } = await begin();
    const accounts = JSON.stringify({ europe: login });
    const settings = { baseUrl: simulator.url, ...login, accounts };
    const state = await created(startRun(settings).provider, twenty);
    const { provider, lines } = startRun(settings);
    const moved = { ...twenty, account: "europe", appBundles: numberedText(15) };
    await provider.check({}, moved, named(name));
    expect(await provider.create(moved, { id: named(name).id })).toMatchObject({ state: { adopted: {} } });
    await expect(provider.delete(state, { id: named(old).id })).resolves.toBeUndefined();
    expect(appBundles()).toHaveLength(15);
    expect(lines).toContain(
      `app list 1 "list 1": warning: 15 app bundles stay in list 1, because resource "${name}" declares them for a list ` +
        'with this ID (account "europe"), which may be the same list. To remove them, declare [] first, approve it, then ' +
        "delete the resource.",
    );
    // The next delete of the resource in the other account keeps them too: it has adopted them.
    const later = startRun(settings);
    expect(await later.provider.diff(state, { ...twenty, appBundles: numberedText(15) }).catch(String)).toBeDefined();
  });

  it("keeps what a rejected resource declares for a list with this ID in another account", async () => {
    const { simulator, appBundles } = await begin();
    const settings = { baseUrl: simulator.url, ...login, accounts: JSON.stringify({ europe: login }) };
    const state = await created(startRun(settings).provider, { appListId: 1, appBundles: "com.a\ncom.b\n" });
    const { provider, lines } = startRun(settings);
    const rejected = { appListId: 1, account: "europe", appBundles: "com.a\ntwo words\n" };
    expect(await provider.check({}, rejected, named("rejected"))).toMatchObject({ outcome: "invalid" });
    await provider.delete(state, { id: named("blocked").id });
    expect(appBundles()).toEqual(["com.a"]);
    expect(lines.join("\n")).toContain(
      "1 app bundle stays in list 1, because a rejected resource declares it for a list",
    );
  });

  it("is judged once if it gets another list", async () => {
    const { run, appBundles } = await begin();
    const state = await created(run().provider, { ...twenty, removalLimit: 20 });
    const { provider } = run();
    await provider.check({}, { appListId: 1, appBundles: numberedText(2) }, named("other"));
    const inputs = { ...twenty, appListId: 2, removalLimit: 20 };
    expect(await provider.diff(state, inputs)).toMatchObject({ replaces: ["appListId"] });
    await provider.create(inputs);
    await provider.delete(state);
    expect([appBundles(1).length, appBundles(2).length]).toEqual([2, 20]);
  });
});

it("another base URL and another ID in one step stop before anything is sent, and the error names the steps", async () => {
  const { run, simulator } = await begin();
  const state = await created(run().provider, twenty);
  simulator.clearJournal();
  const { provider } = run(undefined, {}, "https://other.example.com");
  const failure = await provider.diff(state, { ...twenty, appListId: 2, removalLimit: "100%" }).catch(String);
  expect(failure).toContain("appListId has changed as well. Do it in steps: set app-list:baseUrl and the ID back");
  expect(failure).toContain("pulumi state delete URN");
  expect(simulator.journal).toEqual([]);
});

it("an ID that is not known yet is an update, so that the list is not emptied before it is known", async () => {
  const { run } = await begin();
  const state = await created(run().provider, twenty);
  const { provider } = run();
  const inputs = { ...twenty, appListId: "unknown" };
  expect(await provider.diff(state, inputs, { unknown: new Set(["appListId"]) })).toEqual({
    changes: true,
    replaces: [],
  });
});

it("prints the plan of a new resource, without the names of secret entries", async () => {
  const { provider, lines } = (await begin()).run();
  const inputs = { appListId: 1, appBundles: "com.canary\n", websites: "a.example\n", purpose: "block" };
  await provider.check({}, inputs, named("blocked"), { isSecret: true });
  expect(lines).toEqual(["app list 1: plan: +1 app bundle blocked, +1 website blocked → 2 managed"]);
});

it("an entry that its own resource no longer declares is not spared as another's", async () => {
  const { run, appBundles } = await begin();
  const state = await created(run().provider, { appListId: 1, appBundles: "com.a\ncom.ends\n" });
  const { provider, lines } = run();
  const call = { id: named("blocked").id };
  // The check declared an entry that the update does not, as a transform can change the inputs in between.
  await provider.check(state, { appListId: 1, appBundles: "com.a\ncom.ends\n" }, named("blocked"));
  await provider.update(state, { appListId: 1, appBundles: "com.a\n" }, call);
  expect(appBundles()).toEqual(["com.a"]);
  expect(lines.join("\n")).not.toContain("another resource");
});
