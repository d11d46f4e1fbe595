import { describe, expect, it } from "vitest";
import { readInputs, type Properties } from "../../provider/resource/inputs";
import { defaultAccount } from "../../provider/simulator/index";
import { bundles, entries } from "../list/entries";
import { done, startStack } from "./started";

it.each<[reason: string, failing: Properties, isFirst?: boolean, account?: string]>([
  ["a problem that the program found", { appBundles: "com.moved\ncom.other\n", problems: ["a conflict"] }],
  ["an account that the settings do not have", { appBundles: "com.moved\ncom.other\n", account: "mian" }],
  ["such an account in place of one", { appBundles: "com.moved\ncom.other\n", account: "mian" }, false, "eu"],
  ["the removal guard", { appBundles: "com.moved\n", removalLimit: 0 }],
  ["a refused entry", { appBundles: "com.moved\ncom.other\ncom.refused\n" }, true],
])(
  "an entry that moves to a resource that fails stays in the list and with its own, because of %s",
  async (_, failing, isFirst = false, account) => {
    const started = await startStack({ behavior: { refused: new Set(["com.refused"]) } });
    const { appBundles, engine, simulator } = started;
    const accounts = JSON.stringify({ eu: { ...defaultAccount, baseUrl: simulator.url } });
    const stack = account === undefined ? started.stack : engine.stack({ baseUrl: "http://127.0.0.1:9", accounts });
    const list = { appListId: 1, ...(account && { account }) };
    const one = { ...list, appBundles: "com.kept\ncom.moved\n" };
    await stack.up({ two: { ...list, appBundles: "com.other\n" }, one });
    const less = { ...list, appBundles: "com.kept\n" };
    const two = { ...list, ...failing };
    expect((await stack.up(isFirst ? { two, one: less } : { one: less, two })).outcome).toBe("failed");
    expect(appBundles()).toEqual(["com.kept", "com.moved", "com.other"]);
    expect(stack.state("one")).toMatchObject(one);

    const more = { ...list, appBundles: "com.moved\ncom.other\n" };
    expect(await stack.up({ two: more, one: less })).toEqual(done);
    expect(stack.state("one")).toMatchObject(less);
    expect(stack.state("two")).toMatchObject(more);
    expect(await stack.destroy()).toEqual(done);
    // It was in the list before the second resource declared it.
    expect(appBundles()).toEqual(["com.moved"]);
  },
);

it("what a resource has in its old list stays if the program moves it to another base URL with a mistake", async () => {
  const elsewhere = JSON.stringify({ eu: { ...defaultAccount, baseUrl: "http://127.0.0.1:9" } });
  const { stack, appBundles } = await startStack({}, { accounts: elsewhere });
  const one = { appListId: 1, appBundles: "com.one\n" };
  const two = { appListId: 1, appBundles: "com.two\n" };
  expect(await stack.up({ one, two })).toEqual(done);
  const moved = { one: { ...one, exclusive: true }, two: { ...two, account: "eu", problems: ["a conflict"] } };
  expect((await stack.up(moved)).outcome).toBe("failed");
  expect(appBundles()).toEqual(["com.one", "com.two"]);
  expect(await stack.up({ one: moved.one })).toEqual(done);
  expect(appBundles()).toEqual(["com.one"]);
});

describe("the valid parts of rejected inputs", () => {
  const before = readInputs({ appListId: 1, account: "main", appBundles: "com.old\n" });

  it("have the account and the list that they name", () => {
    expect(before).toEqual({ account: "main", appListId: 1, entries: bundles("com.old") });
    const now = readInputs({ appListId: 2, appBundles: "com.new\n" }, before);
    expect(now).toEqual({ account: undefined, appListId: 2, entries: bundles("com.new") });
  });

  it.each<[what: string, spoilt: Properties]>([
    ["an account that cannot be read", { account: 5 }],
    ["a list ID that cannot be read", { account: "main", appListId: "4321 or so" }],
    ["no list ID, and another kind that cannot be read", { account: "main", appListId: undefined, placementIds: [1] }],
    ["a malformed line", { account: "main", appBundles: "two words\n" }],
  ])("are of the old list if the new inputs have %s", (_, spoilt) => {
    const now = readInputs({ appListId: 1, websites: "new.example\n", ...spoilt }, before);
    expect(now).toEqual({ account: "main", appListId: 1, entries: entries({ websites: ["new.example"] }) });
  });
});
