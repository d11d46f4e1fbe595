import { describe, expect, it } from "vitest";
import { defaultAccount, type KeyedAccount, type SimulatedAccount } from "../../provider/simulator/index";
import { dynamicHost } from "../laws/hosts/dynamic";
import type { Host } from "../laws/hosts/host";
import { inTwoProcesses } from "../laws/hosts/several-processes";
import { done, startStack } from "./started";

const hosts = [dynamicHost, inTwoProcesses(dynamicHost)];

const eu: KeyedAccount = { username: "eu@example.com", password: "eu-password", apiKey: "eu-key", apiSecret: "eu-s" };

/** An API with two accounts, and a stack with both: the default one and "eu". */
const start = async (host: Host, accounts: readonly SimulatedAccount[] = [defaultAccount, eu]) =>
  startStack({ accounts }, { accounts: JSON.stringify({ eu }) }, host);

/** A program with a resource of each account. */
function programWith(ofDefault: readonly string[], ofEu: readonly string[], more = {}) {
  const text = (entries: readonly string[]) => `${entries.join("\n")}\n`;
  return {
    here: { appListId: 1, appBundles: text(ofDefault), ...more },
    there: { appListId: 1, account: "eu", appBundles: text(ofEu) },
  };
}

describe.each(hosts)("two accounts with one list, with $name,", (host) => {
  it("are apart: what one of them drops is removed, although the other declares it, and added again after a refresh", async () => {
    const { appBundles, stack } = await start(host);
    expect(await stack.up(programWith(["com.a", "com.x"], ["com.b"]), { inSequence: true })).toEqual(done);
    const { here, there } = programWith(["com.a"], ["com.b", "com.x"]);
    // The engine shows the declaring resource before the other one changes the list.
    expect(await stack.up({ there, here }, { inSequence: true })).toEqual(done);
    expect(appBundles()).toEqual(["com.a", "com.b"]);
    expect(stack.state("there")).toMatchObject({ appBundles: "com.b\ncom.x\n", adopted: { appBundles: "com.x\n" } });
    expect(await stack.refresh()).toEqual(done);
    expect(await stack.up({ there, here })).toEqual(done);
    expect(appBundles()).toEqual(["com.a", "com.b", "com.x"]);
  });

  it("may both declare an entry: that is no conflict", async () => {
    const { stack } = await start(host);
    expect(await stack.up(programWith(["com.x"], ["com.x"]))).toEqual(done);
  });
});

describe.each(hosts)("two accounts with different lists of the same ID, with $name,", (host) => {
  /** The list of each account, with one entry that was there before in that of "eu". */
  async function startWithTwoLists(ofEu: readonly string[] = []) {
    const withList: SimulatedAccount = { ...eu, lists: [{ id: 1, name: "blocked", appBundles: ofEu }] };
    const { simulator, stack } = await start(host, [defaultAccount, withList]);
    const lists = () => [simulator.list(1), simulator.list(1, withList)].map((list) => list?.appBundles.toSorted());
    return { simulator, stack, lists };
  }

  it("keep their own ownership: an entry that was in one of them is adopted there, whatever the other declared", async () => {
    const { stack, lists } = await startWithTwoLists(["com.x"]);
    expect(await stack.up(programWith(["com.a", "com.x"], ["com.b"]), { inSequence: true })).toEqual(done);
    const { here, there } = programWith(["com.a"], ["com.b", "com.x"]);
    expect(await stack.up({ there, here }, { inSequence: true })).toEqual(done);
    expect(lists()).toEqual([["com.a"], ["com.b", "com.x"]]);
    expect(stack.state("there")).toMatchObject({ adopted: { appBundles: "com.x\n" } });
    expect(await stack.destroy()).toEqual(done);
    expect(lists()).toEqual([[], ["com.x"]]);
  });

  it("count an entry as added, although the other one has lost it in the same run", async () => {
    const { simulator, stack, lists } = await startWithTwoLists();
    simulator.edit(1, { add: { appBundles: ["com.x"] } });
    expect(await stack.up(programWith(["com.a", "com.x"], ["com.b"]), { inSequence: true })).toEqual(done);
    expect(await stack.up(programWith(["com.a"], ["com.b", "com.x"]), { inSequence: true })).toEqual(done);
    expect(lists()).toEqual([["com.a"], ["com.b", "com.x"]]);
    expect(stack.state("there")).not.toHaveProperty("adopted");
    expect(await stack.destroy()).toEqual(done);
    expect(lists()).toEqual([[], []]);
  });

  it("may both be exclusive, and each resource changes the list of its account only", async () => {
    const { simulator, stack, lists } = await startWithTwoLists(["com.unmanaged"]);
    simulator.edit(1, { add: { appBundles: ["com.unmanaged"] } });
    const { here, there } = programWith(["com.a"], ["com.b"], { exclusive: true, removalLimit: "100%" });
    const both = { here, there: { ...there, exclusive: true, removalLimit: "100%" } };
    expect(await stack.up(both)).toEqual(done);
    expect(lists()).toEqual([["com.a"], ["com.b"]]);
    const sent = simulator.journal.flatMap(({ account, action, entries }) =>
      action === "add" ? [[account, entries?.appBundles] as const] : [],
    );
    expect(sent).toHaveLength(2);
    expect(Object.fromEntries(sent)).toEqual({ 0: ["com.a"], 1: ["com.b"] });
  });

  it("have nothing removed through the old account when a resource moves between them", async () => {
    const { simulator, stack, lists } = await startWithTwoLists(["com.a"]);
    const { here } = programWith(["com.a", "com.b"], []);
    expect(await stack.up({ here })).toEqual(done);
    simulator.clearJournal();
    expect(await stack.up({ here: { ...here, account: "eu" } })).toEqual(done);
    const both = ["com.a", "com.b"];
    expect(lists()).toEqual([both, both]);
    expect(new Set(simulator.journal.map(({ account }) => account))).toEqual(new Set([1]));
    expect(stack.state("here")).toMatchObject({ account: "eu", adopted: { appBundles: "com.a\n" } });
  });
});
