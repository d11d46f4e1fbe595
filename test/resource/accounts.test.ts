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

it("treats two accounts with one list as one: what one drops stays, because the other declares it", async () => {
  const { appBundles, stack } = await start();
  const [here, there] = [{ appListId: 1 }, { appListId: 1, account: "eu" }];
  const before = { here: { ...here, appBundles: "com.a\ncom.x\n" }, there: { ...there, appBundles: "com.b\n" } };
  expect(await stack.up(before, { inSequence: true })).toEqual(done);
  const after = { there: { ...there, appBundles: "com.b\ncom.x\n" }, here: { ...here, appBundles: "com.a\n" } };
  expect(await stack.up(after, { inSequence: true })).toEqual(done);
  expect(appBundles()).toEqual(["com.a", "com.b", "com.x"]);
});

it("names the accounts of resources of one list that declare the same entry", async () => {
  const { stack } = await start();
  const declared = { appListId: 1, appBundles: "com.a\n" };
  const error = errorsOf(await stack.up({ here: declared, there: { ...declared, account: "eu" } }));
  expect(error).toContain(
    'They have the default account and account "eu", and one base URL and ID is one list: if they are two lists, use ' +
      "two stacks",
  );
});

describe("a resource that gets another account", () => {
  const blocked = { appListId: 1, appBundles: "com.adopted\ncom.own\n" };

  it("keeps its state: its update reads the list once with the new login, and changes nothing", async () => {
    const { appBundles, simulator, stack } = await start(["com.adopted"]);
    expect(await stack.up({ blocked })).toEqual(done);
    const before = stack.state("blocked");
    // Drift: a rotation does not repair it.
    simulator.edit(1, { remove: { appBundles: ["com.own"] } });
    simulator.clearJournal();
    const program = { blocked: { ...blocked, account: "eu" } };
    expect(await stack.preview(program)).toEqual(done);
    expect([simulator.journal, stack.printed]).toEqual([[], []]);
    expect(await stack.up(program)).toEqual(done);
    expect(simulator.journal.map(({ account, action }) => `${account} ${action}`)).toEqual(["1 token", "1 remove"]);
    expect(appBundles()).toEqual(["com.adopted"]);
    expect(stack.state("blocked")).toEqual({ ...before, account: "eu" });
    simulator.clearJournal();
    expect(await stack.up(program)).toEqual(done);
    expect(simulator.journal).toEqual([]);
  });

  it("sends what has changed with the new login, and owns what it added with the old one", async () => {
    const { appBundles, simulator, stack } = await start(["com.adopted"]);
    expect(await stack.up({ blocked })).toEqual(done);
    simulator.clearJournal();
    expect(await stack.up({ blocked: { appListId: 1, account: "eu", appBundles: "com.adopted\ncom.new\n" } })).toEqual(
      done,
    );
    expect(new Set(simulator.journal.map(({ account }) => account))).toEqual(new Set([1]));
    expect(appBundles()).toEqual(["com.adopted", "com.new"]);
    expect(await stack.destroy()).toEqual(done);
    expect(appBundles()).toEqual(["com.adopted"]);
  });

  it("fails if the login cannot read the list, and needs no request once it is taken back", async () => {
    const { simulator, stack } = await start();
    expect(await stack.up({ blocked })).toEqual(done);
    const before = stack.state("blocked");
    simulator.deleteList(1);
    expect(errorsOf(await stack.up({ blocked: { ...blocked, account: "eu" } }))).toMatch(
      /pulumi state delete URN\nOr take the other account back: it was the default account\.$/u,
    );
    expect(stack.state("blocked")).toEqual(before);
    simulator.clearJournal();
    expect(await stack.up({ blocked })).toEqual(done);
    expect(simulator.journal).toEqual([]);
  });

  it("sends nothing if the login may not read", async () => {
    const { engine, simulator } = await start();
    const stack = engine.stack({ accounts: JSON.stringify({ eu: { ...eu, observe: "off" } }) });
    expect(await stack.up({ blocked })).toEqual(done);
    simulator.clearJournal();
    expect(await stack.up({ blocked: { ...blocked, account: "eu" } })).toEqual(done);
    expect([simulator.journal, stack.state("blocked")?.["account"]]).toEqual([[], "eu"]);
  });

  it("is a rename in the settings as long as both names are in them", async () => {
    const { appBundles, stack } = await start();
    const declared = { ...blocked, account: "eu" };
    expect(await stack.up({ blocked: declared })).toEqual(done);
    const both = { accounts: JSON.stringify({ eu, europe: eu }) };
    expect(await stack.up({ blocked: { ...declared, account: "europe" } }, { settings: both })).toEqual(done);
    expect(await stack.destroy({ settings: { accounts: JSON.stringify({ europe: eu }) } })).toEqual(done);
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
      expect(error).toContain("To rename an account, keep both names until one update has run");
      expect(error).not.toContain("--run-program");
    }
    expect(errorsOf(await stack.refresh({ settings }))).toContain("\n  pulumi refresh --run-program\n");
    for (const ended of [await stack.up({}, { settings }), await stack.destroy({ settings })]) {
      expect(errorsOf(ended)).toContain("\n  pulumi destroy --run-program\n");
    }
    expect(simulator.journal).toEqual([]);
  });

  it("fails its check, in a preview too, if accounts is known, and keeps its entries", async () => {
    const { appBundles, simulator, stack } = await start();
    expect(await stack.up({ blocked })).toEqual(done);
    simulator.clearJournal();
    const typo = { typo: { ...blocked, account: "euro" }, broken: { ...blocked, account: "broken" } };
    for (const [account, resource] of [
      ["eu", blocked],
      ["euro", typo.typo],
      ["broken", typo.broken],
    ] as const) {
      const errors = errorsOf(await stack.preview({ blocked: resource }, { settings }));
      expect(errors).toMatch(new RegExp(`^(?=.*accounts)(?=.*"?${account}).*\\[ARGUMENTS_INVALID\\]`, "u"));
    }
    // Another resource of the run removes nothing that a rejected one declares.
    expect(errorsOf(await stack.up({ other: { appListId: 1, exclusive: true }, blocked }, { settings }))).not.toBe("");
    expect(appBundles()).toEqual(["com.a"]);
    // A preview without secrets does not know the accounts.
    for (const accounts of ["", " "]) {
      expect(await stack.preview({ blocked: typo.typo }, { settings: { accounts } })).toEqual(done);
    }
    expect(simulator.journal.filter(({ action }) => action === "add")).toEqual([]);
  });
});
