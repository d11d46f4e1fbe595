import { describe, expect, it, onTestFinished } from "vitest";
import { byKind } from "../../provider/list/kinds";
import { isEvidentlySame, shownUrl } from "../../provider/resource/move";
import { parseState } from "../../provider/resource/state";
import type { AppList } from "../../provider/service/schemas";
import { defaultAccount } from "../../provider/simulator/index";
import { startEngine, type Engine, type Stack } from "../laws/engine";
import { dynamicHost } from "../laws/hosts/dynamic";
import { moveOf } from "./declared";

const url = "https://api.example.com";

function stateOf(parts: Readonly<Record<string, unknown>>) {
  return parseState({ stateVersion: 1, appListId: 4321, ...parts });
}

describe("a move", () => {
  it("is another base URL if the list cannot be the same one", () => {
    expect(moveOf(stateOf({ baseUrl: url }), undefined, "https://other.example")).toEqual({
      before: `"${url}"`,
      now: '"https://other.example"',
      isSameService: false,
    });
  });

  it("is another account if the list can be the same one at the same base URL", () => {
    expect(moveOf(stateOf({ baseUrl: url, account: "eu" }), undefined, url)).toEqual({
      before: 'account "eu"',
      now: "the default account",
      isSameService: true,
    });
  });

  it("is to another service if one of the base URLs is not known", () => {
    expect(moveOf(stateOf({ account: "eu" }), "us", url)?.isSameService).toBe(false);
    expect(moveOf(stateOf({ account: "eu" }), "us", undefined)?.isSameService).toBe(false);
    expect(moveOf(stateOf({ account: "eu", baseUrl: url }), "us", undefined)?.isSameService).toBe(false);
  });

  it("is nothing if the settings show that both names are the same account", () => {
    expect(moveOf(stateOf({ baseUrl: url, account: "eu" }), "europe", url, { key: "eu" })).toBeUndefined();
    expect(
      moveOf(stateOf({ baseUrl: url, account: "eu" }), "europe", "https://other.example", { key: "eu" }),
    ).toBeDefined();
  });

  it("is another user of the same account name", () => {
    expect(moveOf(stateOf({ baseUrl: url, user: "a" }), undefined, url, { user: "b" })).toEqual({
      before: "another user",
      now: "the default account",
      isSameService: true,
    });
    expect(moveOf(stateOf({ baseUrl: url, user: "a" }), undefined, url, { user: "a" })).toBeUndefined();
    expect(moveOf(stateOf({ baseUrl: url, user: "a" }), undefined, url)).toBeUndefined();
    expect(moveOf(stateOf({ baseUrl: url }), undefined, url, { user: "b" })).toBeUndefined();
  });

  it("is nothing if neither differs, or a base URL is not known", () => {
    expect(moveOf(stateOf({ baseUrl: url, account: "eu" }), "eu", url)).toBeUndefined();
    expect(moveOf(stateOf({ baseUrl: url }), undefined, undefined)).toBeUndefined();
    expect(moveOf(stateOf({}), undefined, url)).toBeUndefined();
  });
});

it("shows a base URL that is not known as such", () => {
  expect(shownUrl(undefined)).toBe('"an unknown base URL"');
});

describe("a list that another account shows", () => {
  const state = parseState({
    stateVersion: 1,
    appListId: 4321,
    name: "brand-safety",
    appBundles: "com.added\ncom.adopted\n",
    adopted: { appBundles: "com.adopted\n" },
  });
  const listWith = (name: string | undefined, appBundles: readonly string[] | undefined): AppList => ({
    id: 4321,
    name,
    description: undefined,
    hasAssociatedCampaigns: undefined,
    entries: { ...byKind(() => undefined), appBundles: appBundles && new Set(appBundles) },
    sentinels: new Set(),
  });

  it.each([
    ["all added entries", "brand-safety", ["com.added", "com.other"], true],
    ["not all added entries", "brand-safety", ["com.adopted"], false],
    ["another name", "blocked", ["com.added"], false],
    ["no name", undefined, ["com.added"], false],
    ["no entries of their kind", "brand-safety", undefined, false],
  ])("is evidently the same one or not when it has %s", (_, name, appBundles, isSame) => {
    expect(isEvidentlySame(state, listWith(name, appBundles))).toBe(isSame);
  });

  it("is not evidently the same one when the name is not known", () => {
    const unnamed = { ...state, facts: { ...state.facts, name: undefined } };
    expect(isEvidentlySame(unnamed, listWith(undefined, ["com.added"]))).toBe(false);
  });
});

describe("a resource that gets another account", () => {
  const declared = { appListId: 1, appBundles: "com.adopted\ncom.own.a\ncom.own.b\n" };

  /** A resource that has added two entries and adopted one, and the account "eu" of the same service. */
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

  it("remains the owner of what it added when the list is evidently the same one", async () => {
    const { simulator, stack } = await managedList();
    const program = { blocked: { ...declared, account: "eu", appBundles: "com.adopted\ncom.own.a\n" } };
    expect(await stack.up(program)).toEqual({ outcome: "done" });
    expect(stack.printed.join("\n")).toContain("The resource still manages them.");
    expect(simulator.list(1)?.appBundles).toEqual(["com.adopted", "com.own.a"]);
    expect(stack.state("blocked")).toMatchObject({ account: "eu", adopted: { appBundles: "com.adopted\n" } });
    expect(await stack.destroy()).toEqual({ outcome: "done" });
    expect(simulator.list(1)?.appBundles).toEqual(["com.adopted"]);
  });

  it("removes nothing and adopts what is there when an added entry is missing", async () => {
    const { simulator, stack } = await managedList();
    simulator.edit(1, { remove: { appBundles: ["com.own.b"] } });
    const program = { blocked: { ...declared, account: "eu", appBundles: "com.adopted\ncom.new\n" } };
    expect(await stack.up(program)).toEqual({ outcome: "done" });
    expect(stack.printed.join("\n")).toContain("Nothing is removed from the old list.");
    expect(simulator.list(1)?.appBundles).toEqual(["com.adopted", "com.own.a", "com.new"]);
    expect(stack.state("blocked")).toMatchObject({ account: "eu", adopted: { appBundles: "com.adopted\n" } });
    expect(await stack.destroy()).toEqual({ outcome: "done" });
    expect(simulator.list(1)?.appBundles).toEqual(["com.adopted", "com.own.a"]);
  });

  it("has nothing deleted through the old account, and its preview sends nothing", async () => {
    const { simulator, stack } = await managedList();
    const program = { blocked: { ...declared, account: "eu" } };
    expect(await stack.preview(program)).toEqual({ outcome: "done" });
    expect(simulator.journal).toEqual([]);
    expect(stack.printed).toEqual([
      'app list 1 "blocked": moved from the default account to account "eu". pulumi up reads the list there.',
    ]);
    expect(await stack.up(program)).toEqual({ outcome: "done" });
    // One probe finds out whether it is the same list, and begins the change.
    expect(simulator.journal.map(({ action, entries }) => [action, entries?.appBundles?.[0]?.split("x")[0]])).toEqual([
      ["token", undefined],
      ["remove", "invalid.pulumiapplist."],
    ]);
  });
});
