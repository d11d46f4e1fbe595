import { describe, expect, it } from "vitest";
import type { Properties } from "../../provider/resource/inputs";
import type { ResourceProvider } from "../../provider/resource/provider";
import { simulatorForTest } from "../simulator/simulators";
import { numbered, numberedText } from "./declared";
import { login, named, startRun } from "./started";

const twenty = { appListId: 1, appBundles: numberedText(20) };

/** The resource "blocked" in one of the lists 1 and 2, as an up has made it, and later runs. */
async function begin(inputs: Properties = twenty) {
  const simulator = await simulatorForTest({ lists: [1, 2].map((id) => ({ id, name: `list ${id}` })) });
  const settings = {
    baseUrl: simulator.url,
    ...login,
    accounts: JSON.stringify({ europe: login, asia: { ...login, baseUrl: "https://asia.example.com" } }),
  };
  const run = (environment: Readonly<Record<string, string>> = {}, baseUrl = simulator.url) =>
    startRun({ ...settings, baseUrl }, environment);
  const state = await created(run().provider, inputs);
  simulator.clearJournal();
  return { simulator, run, state, appBundles: (id = 1) => simulator.list(id)?.appBundles ?? [] };
}

async function created(provider: ResourceProvider, inputs: Properties): Promise<Properties> {
  await provider.check({}, inputs, named("blocked"));
  return (await provider.create(inputs)).state;
}

const overLimit = { code: "CHANGE_LIMIT" };
const blocked = { id: named("blocked").id };

describe("entries that end on a day", () => {
  const ending = (day: string): string => numberedText(12).replaceAll("\n", `  # until ${day}\n`);
  const stay = "com.z1\ncom.z2\n";
  const first = (day: string) => ({ appListId: 1, appBundles: ending(day) + stay });
  const rest = { appListId: 1, appBundles: `com.new\n${stay}` };

  it("do not count if the state has recorded that day, and the plan names their number", async () => {
    const { run, state, appBundles } = await begin(first("2020-11-20"));
    const { provider, lines } = run();
    expect(await provider.diff(state, rest)).toMatchObject({ changes: true });
    expect(lines.join("\n")).toContain("+1 −12 app bundles → 3 managed, 12 expired");
    await provider.update(state, rest);
    expect(appBundles()).toEqual(["com.z1", "com.z2", "com.new"]);
  });

  it("count in full if no state has recorded that day: a typing mistake in a file", async () => {
    const { run, state } = await begin(first("2999-11-20"));
    await expect(run().provider.diff(state, rest)).rejects.toMatchObject(overLimit);
  });

  it("are stored with another day by an update that sends nothing", async () => {
    const { run, state, simulator } = await begin(first("2020-11-20"));
    const extended = first("2999-12-31");
    expect(await run().provider.diff(state, extended)).toMatchObject({ changes: true });
    const { state: after } = await run().provider.update(state, extended);
    expect(simulator.journal).toEqual([]);
    expect(await run().provider.diff(after, extended)).toMatchObject({ changes: false });
    // A file that is truncated after the extension loses entries that have not ended.
    await expect(run().provider.diff(after, rest)).rejects.toMatchObject(overLimit);
  });
});

describe("a resource that is replaced or renamed without a diff", () => {
  const two = { ...twenty, appBundles: numberedText(2) };
  const emptied = { ...twenty, appBundles: "" };
  const moved = { ...twenty, appListId: 2 };
  const websites = { appListId: 1, removalLimit: "100%", websites: "a.example\n" };

  it.each<[what: string, before: Properties, declared: Properties, message: string]>([
    ["more than 30%", twenty, two, 'removalLimit "30%" allows 6 of 20; this change removes 18 app bundles,'],
    ["all of an emptied file", twenty, emptied, "allows 6 of 20; this change removes 20 app bundles,"],
    [
      "all of a kind",
      { ...twenty, appBundles: numberedText(9) },
      emptied,
      "allows 2 of 9; this change removes 9 app bundles,",
    ],
    [
      "all of a kind, of another list",
      two,
      { ...two, appListId: 2 },
      "allows 1 of 2; this change removes 2 app bundles,",
    ],
    ["more than 30%, of another list", twenty, moved, "allows 6 of 20; this change removes 20 app bundles,"],
    [
      "more than the program allows",
      { ...twenty, removalLimit: 18 },
      { ...two, removalLimit: 17 },
      "allows 17 entries",
    ],
    [
      "a kind that is not given",
      twenty,
      websites,
      "appBundles is not given, and this resource manages 20 app bundles.",
    ],
  ])("does not lose %s, in this run or in the next one", async (_, before, declared, message) => {
    const { run, state, appBundles } = await begin(before);
    const entries = appBundles();
    for (const { provider } of [run(), run()]) {
      await created(provider, declared);
      const failure = String(await provider.delete(state, blocked).catch(String));
      expect(failure).toContain(message);
      expect(failure).toMatch(/\bnothing was changed\./iu);
    }
    expect(appBundles()).toEqual(entries);
  });

  it("is judged in its delete as in its preview, of the entries that were missing in the last read, too", async () => {
    const { run, state, simulator } = await begin();
    simulator.edit(1, { remove: { appBundles: numbered(8) } });
    const { state: refreshed } = await run().provider.read(state);
    const { provider } = run();
    await provider.check({}, moved, named("blocked"));
    const messages = [
      await run().provider.diff(refreshed, moved).catch(String),
      await provider.delete(refreshed, blocked).catch(String),
    ];
    for (const message of messages) expect(message).toContain("allows 6 of 20; this change removes 12");
  });

  it("has an approval that holds for exactly what it removes, whatever replaces it", async () => {
    const { run, state, appBundles } = await begin();
    const failureWith = async (inputs: Properties, environment = {}) => {
      const { provider } = run(environment);
      await provider.check({}, inputs, named("blocked"));
      return provider.delete(state, blocked).catch(String);
    };
    const smaller = await failureWith(two);
    const [, digest = ""] = /APP_LIST_APPROVE=([0-9a-f]{16}) pulumi up/u.exec(String(smaller)) ?? [];
    for (const larger of [emptied, moved]) {
      expect(await failureWith(larger, { APP_LIST_APPROVE: digest })).toContain("this change removes 20");
    }
    expect(appBundles()).toHaveLength(20);
    expect(await failureWith(two, { APP_LIST_APPROVE: digest })).toBeUndefined();
    expect(appBundles()).toHaveLength(2);
  });

  it.each<[what: string, before: Properties, declared: Properties, name: string, left: number]>([
    ["the program's limit allows it", { ...twenty, removalLimit: 0 }, { ...two, removalLimit: 18 }, "blocked", 2],
    ["nobody declares a list with its ID", twenty, { ...twenty, appListId: 2 }, "other", 0],
  ])("loses its entries if %s", async (_, before, declared, name, left) => {
    const { run, state, appBundles } = await begin(before);
    const { provider } = run();
    await provider.check({}, declared, named(name));
    await provider.delete(state, blocked);
    expect(appBundles()).toHaveLength(left);
  });

  it("is judged also after another resource of the same list has got another one", async () => {
    const { run, state, appBundles } = await begin();
    const moving = { appListId: 1, appBundles: "com.moving\n" };
    const other = await created(run().provider, moving);
    const { provider } = run();
    expect(await provider.diff(other, { ...moving, appListId: 2 })).toMatchObject({ replaces: ["appListId"] });
    await provider.check(twenty, emptied, named("blocked"));
    await expect(provider.delete(state, blocked)).rejects.toMatchObject(overLimit);
    expect(appBundles()).toHaveLength(21);
  });

  it.each([
    ["another name", "renamed"],
    ["a replacement", "blocked"],
  ])("keeps what the run declares for this list, with another account and %s", async (_, name) => {
    const { run, state, appBundles } = await begin();
    const { provider, lines } = run();
    const elsewhere = { ...twenty, account: "europe", appBundles: numberedText(15) };
    await provider.check({}, elsewhere, named(name));
    expect(await provider.create(elsewhere, { id: named(name).id })).toMatchObject({ state: { adopted: {} } });
    await expect(provider.delete(state, blocked)).resolves.toBeUndefined();
    expect(appBundles()).toHaveLength(15);
    // What replaces a resource takes its entries over, without a word.
    const kept =
      name === "blocked" ? [] : ['kept in the list, because resource "renamed" declares them: 15 app bundles'];
    expect(lines.join("\n").match(/kept in the list.*?app bundles/gu) ?? []).toEqual(kept);
  });

  it("is judged if another resource has this ID at another base URL, which the stop names, and spares nothing of it", async () => {
    const { run, state, appBundles } = await begin();
    const { provider } = run();
    await provider.check({}, { ...twenty, account: "asia" }, named("other"));
    const failure = String(await provider.delete(state, blocked).catch(String));
    expect(failure).toContain("allows 6 of 20; this change removes 20 app bundles, because");
    expect(failure).toContain(
      'Resource "other" declares app list 1 at "https://asia.example.com". If both are one service, do not approve this.',
    );
    expect(appBundles()).toHaveLength(20);
  });

  it("keeps what a rejected resource declares for this list with another account", async () => {
    const { run, state, appBundles } = await begin({ appListId: 1, appBundles: "com.a\ncom.b\n" });
    const { provider, lines } = run();
    const rejected = { appListId: 1, account: "europe", appBundles: "com.a\ntwo words\n" };
    expect(await provider.check({}, rejected, named("rejected"))).toMatchObject({ outcome: "invalid" });
    await provider.delete(state, blocked);
    expect(appBundles()).toEqual(["com.a"]);
    expect(lines.join("\n")).toContain('kept in the list, because resource "rejected" declares them: 1 app bundle');
  });

  it("is judged once if it gets another list", async () => {
    const { run, state, appBundles } = await begin({ ...twenty, removalLimit: 20 });
    const { provider } = run();
    await provider.check({}, two, named("other"));
    const inputs = { ...moved, removalLimit: 20 };
    expect(await provider.diff(state, inputs)).toMatchObject({ replaces: ["appListId"] });
    await provider.create(inputs);
    await provider.delete(state);
    expect([appBundles(1).length, appBundles(2).length]).toEqual([2, 20]);
  });
});

it("another base URL and another ID in one step stop before anything is sent, and the error names the steps", async () => {
  const { run, state, simulator } = await begin();
  const { provider } = run({}, "https://other.example.com");
  const failure = await provider.diff(state, { ...twenty, appListId: 2, removalLimit: "100%" }).catch(String);
  expect(failure).toContain(
    "set app-list:baseUrl back. If the API has moved, first run pulumi up with the resource and",
  );
  expect(simulator.journal).toEqual([]);
});

it("an entry that its own resource no longer declares is not spared as another's", async () => {
  const both = { appListId: 1, appBundles: "com.a\ncom.ends\n" };
  const { run, state, appBundles } = await begin(both);
  const { provider, lines } = run();
  // The check declared an entry that the update does not, as a transform can change the inputs in between.
  await provider.check(state, both, named("blocked"));
  await provider.update(state, { appListId: 1, appBundles: "com.a\n" }, blocked);
  expect(appBundles()).toEqual(["com.a"]);
  expect(lines.join("\n")).not.toContain("another resource");
});
