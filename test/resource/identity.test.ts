import { describe, expect, it } from "vitest";
import { shownUrl } from "../../provider/resource/identity";
import { defaultAccount } from "../../provider/simulator/index";
import { done, startStack } from "./started";

it("shows a base URL that is not known as such", () => {
  expect(shownUrl(undefined)).toBe('"an unknown base URL"');
});

describe("a resource that gets another account", () => {
  const declared = { appListId: 1, appBundles: "com.adopted\ncom.own.a\ncom.own.b\n" };
  const moved =
    'app list 1 "blocked": warning: moved from the default account to account "eu". This is another list: pulumi up ' +
    "reads it, adopts the declared entries that are already there, and removes nothing from the old one. If it is the " +
    "same list, set claimExisting: true for one pulumi up.";

  /** A resource that has added two entries and adopted one, and the account "eu" of the same API. */
  async function managedList() {
    const eu = { ...defaultAccount, username: "eu@example.com" };
    const lists = [{ id: 1, name: "blocked", appBundles: ["com.adopted"] }];
    const started = await startStack({ lists, accounts: [defaultAccount, eu] }, { accounts: JSON.stringify({ eu }) });
    expect(await started.stack.up({ blocked: declared })).toEqual(done);
    started.simulator.clearJournal();
    return started;
  }

  it("adopts what is there, removes nothing from the old list, and warns once", async () => {
    const { appBundles, stack } = await managedList();
    const program = { blocked: { ...declared, account: "eu", appBundles: "com.adopted\ncom.new\n" } };
    expect(await stack.up(program)).toEqual(done);
    expect(stack.printed.filter((line) => line.includes("moved"))).toEqual([moved]);
    expect(appBundles()).toEqual(["com.adopted", "com.new", "com.own.a", "com.own.b"]);
    expect(stack.state("blocked")).toMatchObject({ account: "eu", adopted: { appBundles: "com.adopted\n" } });
    expect(await stack.destroy()).toEqual(done);
    expect(appBundles()).toEqual(["com.adopted", "com.own.a", "com.own.b"]);
  });

  it("has the entries of the same list as added ones with claimExisting for one up", async () => {
    const { appBundles, stack } = await managedList();
    const blocked = { ...declared, account: "eu" };
    expect(await stack.up({ blocked: { ...blocked, claimExisting: true } })).toEqual(done);
    expect(await stack.up({ blocked })).toEqual(done);
    expect(stack.state("blocked")).not.toHaveProperty("adopted");
    expect(await stack.destroy()).toEqual(done);
    expect(appBundles()).toEqual([]);
  });

  it("has nothing sent through the old account, and its preview sends nothing", async () => {
    const { simulator, stack } = await managedList();
    const program = { blocked: { ...declared, account: "eu" } };
    expect(await stack.preview(program)).toEqual(done);
    expect(simulator.journal).toEqual([]);
    expect(stack.printed).toEqual([moved]);
    expect(await stack.up(program)).toEqual(done);
    const sent = simulator.journal.map(({ account, action, entries }) => [account, action, entries?.appBundles?.[0]]);
    expect(sent).toEqual([
      [1, "token", undefined],
      [1, "remove", expect.stringMatching(/^invalid\.pulumiapplist\./u)],
    ]);
  });
});

describe("a resource whose account gets another login", () => {
  it.each([{ password: "another one" }, { username: "other@example.com" }, { apiKey: "other-key" }])(
    "keeps what it manages, and nothing is sent, with %j",
    async (changed) => {
      const settings = { ...defaultAccount, ...changed };
      const { simulator, stack } = await startStack({ accounts: [defaultAccount, settings] });
      const program = { blocked: { appListId: 1, appBundles: "com.a\n" } };
      expect(await stack.up(program)).toEqual(done);
      const state = stack.state("blocked");
      simulator.clearJournal();
      expect(await stack.up(program, { settings })).toEqual(done);
      expect([simulator.journal, stack.printed, stack.state("blocked")]).toEqual([[], [], state]);
      expect(await stack.refresh({ settings })).toEqual(done);
      expect(stack.printed).toEqual([]);
    },
  );
});
