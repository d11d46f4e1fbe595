import { describe, expect, it, onTestFinished } from "vitest";
import { findMove, shownUrl } from "../../provider/resource/identity";
import { parseState } from "../../provider/resource/state";
import { defaultAccount } from "../../provider/simulator/index";
import { startEngine, type Engine, type Stack } from "../laws/engine";
import { dynamicHost } from "../laws/hosts/dynamic";

const url = "https://api.example.com";

function stateOf(parts: Readonly<Record<string, unknown>>) {
  return parseState({ stateVersion: 1, appListId: 4321, ...parts });
}

describe("a move", () => {
  it("is another base URL", () => {
    const move = findMove(stateOf({ baseUrl: url }), { account: undefined, baseUrl: "https://other.example" });
    expect(move).toEqual({ before: `"${url}"`, now: '"https://other.example"' });
  });

  it("is another name of an account", () => {
    const move = findMove(stateOf({ baseUrl: url, account: "eu" }), { account: undefined, baseUrl: url });
    expect(move).toEqual({ before: 'account "eu"', now: "the default account" });
  });

  it("is nothing if neither differs, or a base URL is not known", () => {
    expect(findMove(stateOf({ baseUrl: url, account: "eu" }), { account: "eu", baseUrl: url })).toBeUndefined();
    expect(findMove(stateOf({ baseUrl: url }), { account: undefined, baseUrl: undefined })).toBeUndefined();
    expect(findMove(stateOf({}), { account: undefined, baseUrl: url })).toBeUndefined();
  });
});

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
  async function managedList(): Promise<{ readonly simulator: Engine["simulator"]; readonly stack: Stack }> {
    const eu = { ...defaultAccount, username: "eu@example.com" };
    const engine = await startEngine(dynamicHost, {
      lists: [{ id: 1, name: "blocked", appBundles: ["com.adopted"] }],
      accounts: [defaultAccount, eu],
    });
    onTestFinished(() => engine.close());
    const stack = engine.stack({ accounts: JSON.stringify({ eu }) });
    expect(await stack.up({ blocked: declared })).toEqual({ outcome: "done" });
    engine.simulator.clearJournal();
    return { simulator: engine.simulator, stack };
  }

  it("adopts what is there, removes nothing from the old list, and warns once", async () => {
    const { simulator, stack } = await managedList();
    const program = { blocked: { ...declared, account: "eu", appBundles: "com.adopted\ncom.new\n" } };
    expect(await stack.up(program)).toEqual({ outcome: "done" });
    expect(stack.printed.filter((line) => line.includes("moved"))).toEqual([moved]);
    expect(simulator.list(1)?.appBundles).toEqual(["com.adopted", "com.own.a", "com.own.b", "com.new"]);
    expect(stack.state("blocked")).toMatchObject({ account: "eu", adopted: { appBundles: "com.adopted\n" } });
    expect(await stack.destroy()).toEqual({ outcome: "done" });
    expect(simulator.list(1)?.appBundles).toEqual(["com.adopted", "com.own.a", "com.own.b"]);
  });

  it("has the entries of the same list as added ones with claimExisting for one up", async () => {
    const { simulator, stack } = await managedList();
    const program = { blocked: { ...declared, account: "eu" } };
    expect(await stack.up({ blocked: { ...program.blocked, claimExisting: true } })).toEqual({ outcome: "done" });
    expect(await stack.up(program)).toEqual({ outcome: "done" });
    expect(stack.state("blocked")).not.toHaveProperty("adopted");
    expect(await stack.destroy()).toEqual({ outcome: "done" });
    expect(simulator.list(1)?.appBundles).toEqual([]);
  });

  it("has nothing sent through the old account, and its preview sends nothing", async () => {
    const { simulator, stack } = await managedList();
    const program = { blocked: { ...declared, account: "eu" } };
    expect(await stack.preview(program)).toEqual({ outcome: "done" });
    expect(simulator.journal).toEqual([]);
    expect(stack.printed).toEqual([moved]);
    expect(await stack.up(program)).toEqual({ outcome: "done" });
    expect(new Set(simulator.journal.map(({ account }) => account))).toEqual(new Set([1]));
    expect(simulator.journal.map(({ action, entries }) => [action, entries?.appBundles?.[0]?.split("x")[0]])).toEqual([
      ["token", undefined],
      ["remove", "invalid.pulumiapplist."],
    ]);
  });
});

describe("a resource whose account gets another login", () => {
  it.each([{ password: "another one" }, { username: "other@example.com" }, { apiKey: "other-key" }])(
    "keeps what it manages, and nothing is sent, with %j",
    async (changed) => {
      const rotated = { ...defaultAccount, ...changed };
      const engine = await startEngine(dynamicHost, {
        lists: [{ id: 1, name: "blocked" }],
        accounts: [defaultAccount, rotated],
      });
      onTestFinished(() => engine.close());
      const stack = engine.stack();
      const program = { blocked: { appListId: 1, appBundles: "com.a\n" } };
      expect(await stack.up(program)).toEqual({ outcome: "done" });
      const state = stack.state("blocked");
      engine.simulator.clearJournal();
      expect(await stack.up(program, { settings: rotated })).toEqual({ outcome: "done" });
      expect(engine.simulator.journal).toEqual([]);
      expect(stack.printed).toEqual([]);
      expect(stack.state("blocked")).toEqual(state);
      expect(await stack.refresh({ settings: rotated })).toEqual({ outcome: "done" });
      expect(stack.printed).toEqual([]);
    },
  );
});
