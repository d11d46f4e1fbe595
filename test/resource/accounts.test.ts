import { describe, expect, it } from "vitest";
import { defaultAccount } from "../../provider/simulator/index";
import { done, errorsOf, startStack } from "./started";

const eu = { ...defaultAccount, username: "eu@example.com" };

/** A stack whose API shows one list to both its accounts: the default one and "eu". */
const start = async (appBundles: readonly string[] = []) =>
  startStack(
    { lists: [{ id: 1, name: "blocked", appBundles }], accounts: [defaultAccount, eu] },
    { accounts: JSON.stringify({ eu }) },
  );

it("keeps accounts with one list apart: what one drops is removed, although the other declares it", async () => {
  const { appBundles, stack } = await start();
  const [here, there] = [{ appListId: 1 }, { appListId: 1, account: "eu" }];
  const before = { here: { ...here, appBundles: "com.a\ncom.x\n" }, there: { ...there, appBundles: "com.b\n" } };
  expect(await stack.up(before, { inSequence: true })).toEqual(done);
  // The engine shows the declaring resource before the other one changes the list.
  const after = { there: { ...there, appBundles: "com.b\ncom.x\n" }, here: { ...here, appBundles: "com.a\n" } };
  expect(await stack.up(after, { inSequence: true })).toEqual(done);
  expect(appBundles()).toEqual(["com.a", "com.b"]);
  expect(stack.state("there")).toMatchObject({ adopted: { appBundles: "com.x\n" } });
  expect(await stack.up(after, { refresh: true })).toEqual(done);
  expect(appBundles()).toEqual(["com.a", "com.b", "com.x"]);
});

describe("a resource that gets another account", () => {
  it("adopts what is there, warns once, and neither removes nor sends anything with the old account", async () => {
    const { appBundles, simulator, stack } = await start(["com.adopted"]);
    expect(await stack.up({ blocked: { appListId: 1, appBundles: "com.adopted\ncom.own\n" } })).toEqual(done);
    simulator.clearJournal();
    const program = { blocked: { appListId: 1, account: "eu", appBundles: "com.adopted\ncom.new\n" } };
    expect(await stack.preview(program)).toEqual(done);
    expect(stack.printed).toEqual([expect.stringContaining('moved from the default account to account "eu"')]);
    expect(simulator.journal).toEqual([]);
    expect(await stack.up(program)).toEqual(done);
    expect(stack.printed.filter((line) => line.includes("moved"))).toHaveLength(1);
    expect(new Set(simulator.journal.map(({ account }) => account))).toEqual(new Set([1]));
    expect(appBundles()).toEqual(["com.adopted", "com.new", "com.own"]);
    expect(stack.state("blocked")).toMatchObject({ account: "eu", adopted: { appBundles: "com.adopted\n" } });
    expect(await stack.destroy()).toEqual(done);
    expect(appBundles()).toEqual(["com.adopted", "com.own"]);
  });

  it("has its entries as added with claimExisting for one up, as after a rename in the settings", async () => {
    const { appBundles, stack } = await start();
    const blocked = { appListId: 1, account: "eu", appBundles: "com.a\n" };
    expect(await stack.up({ blocked })).toEqual(done);
    const settings = { accounts: JSON.stringify({ europe: eu }) };
    const renamed = { ...blocked, account: "europe" };
    expect(await stack.up({ blocked: { ...renamed, claimExisting: true } }, { settings })).toEqual(done);
    expect(await stack.up({ blocked: renamed }, { settings })).toEqual(done);
    expect(stack.state("blocked")).not.toHaveProperty("adopted");
    expect(await stack.destroy({ settings })).toEqual(done);
    expect(appBundles()).toEqual([]);
  });
});

it("keeps what a resource manages, and sends nothing, if its account gets another login", async () => {
  const settings = {
    username: "other@example.com",
    password: "another",
    apiKey: "other-key",
    apiSecret: "other-secret",
  };
  const { simulator, stack } = await startStack({ accounts: [defaultAccount, settings] });
  const program = { blocked: { appListId: 1, appBundles: "com.a\n" } };
  expect(await stack.up(program)).toEqual(done);
  const state = stack.state("blocked");
  simulator.clearJournal();
  expect(await stack.up(program, { settings })).toEqual(done);
  expect([simulator.journal, stack.printed, stack.state("blocked")]).toEqual([[], [], state]);
  expect(await stack.refresh({ settings })).toEqual(done);
  expect(stack.printed).toEqual([]);
});

it("reads and deletes what an account with a base URL of its own has, whatever the default one is", async () => {
  const { engine, appBundles, simulator } = await start();
  const accounts = JSON.stringify({ eu: { ...eu, baseUrl: simulator.url } });
  const stack = engine.stack({ baseUrl: "https://unused.example.com", accounts });
  expect(await stack.up({ blocked: { appListId: 1, account: "eu", appBundles: "com.a\n" } })).toEqual(done);
  expect(await stack.refresh()).toEqual(done);
  expect(stack.printed).toEqual([]);
  expect(await stack.destroy()).toEqual(done);
  expect(appBundles()).toEqual([]);
});

describe("a resource whose account is no longer in the settings", () => {
  const blocked = { appListId: 1, account: "eu", appBundles: "com.a\n" };
  const settings = { accounts: JSON.stringify({ europe: eu, broken: { observe: true } }) };

  it("fails to be read, updated (also with another unknown account) and deleted, and nothing is sent", async () => {
    const { simulator, stack } = await start();
    expect(await stack.up({ blocked })).toEqual(done);
    simulator.clearJournal();
    for (const account of ["eu", "us"]) {
      const error = errorsOf(await stack.up({ blocked: { ...blocked, account, appBundles: "com.b\n" } }, { settings }));
      expect(error).toContain(`There is no account "${account}" in app-list:accounts`);
      expect(error).not.toContain("--run-program");
    }
    expect(errorsOf(await stack.refresh({ settings }))).toContain("\n  pulumi refresh --run-program\n");
    for (const ended of [await stack.up({}, { settings }), await stack.destroy({ settings })]) {
      expect(errorsOf(ended)).toContain("\n  pulumi destroy --run-program\n");
    }
    expect(simulator.journal).toEqual([]);
  });

  it("leaves the resources of other accounts as they are", async () => {
    const { appBundles, stack } = await start();
    expect(await stack.up({ blocked })).toEqual(done);
    expect(await stack.up({ other: { appListId: 1, appBundles: "com.other\n" }, blocked }, { settings })).toEqual(done);
    expect(appBundles()).toEqual(["com.a", "com.other"]);
  });
});
