import { describe, expect, it, onTestFinished } from "vitest";
import {
  defaultAccount,
  type KeyedAccount,
  type SimulatedAccount,
  type SimulatorOptions,
} from "../../provider/simulator/index";
import { startEngine, type Engine, type Stack } from "../laws/engine";
import { dynamicHost } from "../laws/hosts/dynamic";
import type { Host } from "../laws/hosts/host";
import { inTwoProcesses } from "../laws/hosts/two-processes";

const hosts = [dynamicHost, inTwoProcesses(dynamicHost)];

const eu: KeyedAccount = { username: "eu@example.com", password: "eu-password", apiKey: "eu-key", apiSecret: "eu-s" };

/** A service with two accounts, and a stack with both: the default one and "eu". */
async function start(
  host: Host,
  appBundles: readonly string[] = [],
  options: SimulatorOptions = {},
): Promise<{ readonly simulator: Engine["simulator"]; readonly stack: Stack }> {
  const engine = await startEngine(host, {
    lists: [{ id: 1, name: "blocked", appBundles }],
    accounts: [defaultAccount, eu],
    ...options,
  });
  onTestFinished(() => engine.close());
  return { simulator: engine.simulator, stack: engine.stack({ accounts: JSON.stringify({ eu }) }) };
}

/** A program with a resource of each account. */
function programWith(ofDefault: readonly string[], ofEu: readonly string[], more = {}) {
  const text = (entries: readonly string[]) =>
    entries
      .toSorted()
      .map((entry) => `${entry}\n`)
      .join("");
  return {
    here: { appListId: 1, appBundles: text(ofDefault), ...more },
    there: { appListId: 1, account: "eu", appBundles: text(ofEu) },
  };
}

const done = { outcome: "done" };

/** The warning about an entry that stays. */
function keptFor(account: string, entry = "com.x"): string {
  return (
    `app list 1 "blocked": warning: kept 1 app bundle ("${entry}") in the list. A resource of ${account} declares it for ` +
    `app list 1, which can be the same list. This resource does not manage it. If ${account} has another list, remove it ` +
    "on the ad platform."
  );
}

function warningsOf({ printed }: Stack): readonly string[] {
  return printed.filter((line) => line.includes("warning"));
}

describe.each(hosts)(
  "an entry that a resource of another account declares for a list of the same ID, with $name,",
  (host) => {
    it("stays when it is no longer declared, with a warning, and nobody takes it over", async () => {
      const { simulator, stack } = await start(host);
      expect(await stack.up(programWith(["com.a", "com.x"], ["com.b"]), { inSequence: true })).toEqual(done);
      const { here, there } = programWith(["com.a"], ["com.b", "com.x"]);
      // The engine shows the declaring resource before the other one changes the list.
      expect(await stack.up({ there, here }, { inSequence: true })).toEqual(done);
      expect(simulator.list(1)?.appBundles.toSorted()).toEqual(["com.a", "com.b", "com.x"]);
      expect(warningsOf(stack)).toEqual([keptFor('account "eu"')]);
      expect(stack.printed.join("\n")).not.toContain("another resource of this program");
      expect(stack.state("here")).toMatchObject({ appBundles: "com.a\n" });
      expect(stack.state("there")).toMatchObject({ appBundles: "com.b\ncom.x\n", adopted: { appBundles: "com.x\n" } });
      expect(await stack.up({ there, here })).toEqual(done);
      expect(stack.printed).toEqual([]);
    });

    it("stays when its resource is deleted, with a warning", async () => {
      const { simulator, stack } = await start(host);
      const { here, there } = programWith(["com.a", "com.x"], ["com.b", "com.x"]);
      expect(await stack.up({ here, there }, { inSequence: true })).toEqual(done);
      expect(await stack.up({ there })).toEqual(done);
      expect(simulator.list(1)?.appBundles.toSorted()).toEqual(["com.b", "com.x"]);
      expect(warningsOf(stack)).toEqual([keptFor('account "eu"')]);
    });

    it("stays in an exclusive list, with a warning, and other unmanaged entries are removed", async () => {
      const { simulator, stack } = await start(host, ["com.unmanaged"]);
      const { here, there } = programWith(["com.a"], ["com.x"], { exclusive: true, removalLimit: "100%" });
      expect(await stack.up({ there, here }, { inSequence: true })).toEqual(done);
      expect(simulator.list(1)?.appBundles).toEqual(["com.x", "com.a"]);
      expect(warningsOf(stack)).toEqual([keptFor('account "eu"')]);
      expect(await stack.up({ there })).toEqual(done);
      expect(simulator.list(1)?.appBundles).toEqual(["com.x"]);
      expect(warningsOf(stack)).toEqual([]);
    });

    it("is added again when the engine shows its resource only after the removal", async () => {
      const { simulator, stack } = await start(host);
      expect(await stack.up(programWith(["com.a", "com.x"], ["com.x"]), { inSequence: true })).toEqual(done);
      simulator.clearJournal();
      expect(await stack.up(programWith(["com.a"], ["com.x"]), { inSequence: true })).toEqual(done);
      expect(simulator.list(1)?.appBundles.toSorted()).toEqual(["com.a", "com.x"]);
      expect(simulator.journal.filter(({ action }) => action === "add")).toHaveLength(1);
    });

    it("stays also if the settings of that account are missing", async () => {
      const { simulator, stack } = await start(host);
      const { here, there } = programWith(["com.a"], ["com.x"]);
      expect(await stack.up({ here: { ...here, appBundles: "com.a\ncom.x\n" }, there }, { inSequence: true })).toEqual(
        done,
      );
      expect(await stack.up({ there, here }, { settings: { accounts: "{}" }, inSequence: true })).toEqual(done);
      expect(simulator.list(1)?.appBundles.toSorted()).toEqual(["com.a", "com.x"]);
      expect(warningsOf(stack)).toContain(keptFor('account "eu"'));
    });

    it("is not counted by the removal guard", async () => {
      const { simulator, stack } = await start(host);
      const many = Array.from({ length: 20 }, (_, index) => `com.x${index}`);
      expect(await stack.up(programWith(many, many), { inSequence: true })).toEqual(done);
      const { here, there } = programWith(many.slice(10), many);
      expect(await stack.up({ there, here }, { inSequence: true })).toEqual(done);
      expect(simulator.list(1)?.appBundles).toHaveLength(20);
    });
  },
);

describe.each(hosts)("two accounts with different lists of the same ID, with $name,", (host) => {
  /** The list of each account, with one entry that was there before in that of "eu". */
  async function startWithTwoLists(ofEu: readonly string[] = []) {
    const withList: SimulatedAccount = { ...eu, lists: [{ id: 1, name: "blocked", appBundles: ofEu }] };
    const { simulator, stack } = await start(host, [], { accounts: [defaultAccount, withList] });
    return {
      simulator,
      stack,
      lists: () => [simulator.list(1), simulator.list(1, withList)].map((list) => list?.appBundles.toSorted()),
    };
  }

  it("keep their own ownership: an entry that was in one of them is adopted there, whatever the other declared", async () => {
    const { stack, lists } = await startWithTwoLists(["com.x"]);
    expect(await stack.up(programWith(["com.a", "com.x"], ["com.b"]), { inSequence: true })).toEqual(done);
    const { here, there } = programWith(["com.a"], ["com.b", "com.x"]);
    expect(await stack.up({ there, here }, { inSequence: true })).toEqual(done);
    expect(lists()).toEqual([
      ["com.a", "com.x"],
      ["com.b", "com.x"],
    ]);
    expect(warningsOf(stack)).toEqual([keptFor('account "eu"')]);
    expect(stack.state("there")).toMatchObject({ adopted: { appBundles: "com.x\n" } });
    expect(await stack.destroy()).toEqual(done);
    expect(lists()).toEqual([["com.x"], ["com.x"]]);
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

  it("are read, but not changed, after a removal from the other one", async () => {
    const { simulator, stack, lists } = await startWithTwoLists();
    expect(await stack.up(programWith(["com.a", "com.x"], ["com.x"]), { inSequence: true })).toEqual(done);
    simulator.clearJournal();
    expect(await stack.up(programWith(["com.a"], ["com.x"]), { inSequence: true })).toEqual(done);
    expect(lists()).toEqual([["com.a"], ["com.x"]]);
    const ofEu = simulator.journal.filter(({ account }) => account === 1);
    expect(ofEu.map(({ action }) => action)).toEqual(["token", "remove"]);
    expect(stack.state("there")).toMatchObject({ appBundles: "com.x\n" });
    expect(stack.state("there")).not.toHaveProperty("adopted");
  });

  it("may both be exclusive, and each resource changes the list of its account only", async () => {
    const { simulator, stack, lists } = await startWithTwoLists(["com.unmanaged"]);
    simulator.edit(1, { add: { appBundles: ["com.unmanaged"] } });
    const { here, there } = programWith(["com.a"], ["com.b"], { exclusive: true, removalLimit: "100%" });
    const both = { here, there: { ...there, exclusive: true, removalLimit: "100%" } };
    expect(await stack.up(both)).toEqual(done);
    expect(lists()).toEqual([["com.a"], ["com.b"]]);
    expect(warningsOf(stack)).toEqual([]);
    const sent = simulator.journal.flatMap(({ account, action, entries }) =>
      action === "add" ? [[account, entries?.appBundles] as const] : [],
    );
    expect(sent).toHaveLength(2);
    expect(new Map(sent)).toEqual(
      new Map([
        [0, ["com.a"]],
        [1, ["com.b"]],
      ]),
    );
  });

  it("have nothing removed through the old account when a resource moves between them", async () => {
    const { simulator, stack, lists } = await startWithTwoLists(["com.a"]);
    const { here } = programWith(["com.a", "com.b"], []);
    expect(await stack.up({ here })).toEqual(done);
    simulator.clearJournal();
    expect(await stack.up({ here: { ...here, account: "eu" } })).toEqual(done);
    expect(lists()).toEqual([
      ["com.a", "com.b"],
      ["com.a", "com.b"],
    ]);
    expect(new Set(simulator.journal.map(({ account }) => account))).toEqual(new Set([1]));
    expect(stack.state("here")).toMatchObject({ account: "eu", adopted: { appBundles: "com.a\n" } });
  });
});

describe.each(hosts)("two names of one account, with $name,", (host) => {
  const login = { ...defaultAccount };
  const settings = { accounts: JSON.stringify({ eu: login }) };

  it("are one account: an entry that moves between them is taken over", async () => {
    const { simulator, stack } = await start(host);
    const options = { settings, inSequence: true };
    expect(await stack.up(programWith(["com.a", "com.x"], ["com.b"]), options)).toEqual(done);
    expect(await stack.up(programWith(["com.a"], ["com.b", "com.x"]), { settings })).toEqual(done);
    expect(simulator.list(1)?.appBundles.toSorted()).toEqual(["com.a", "com.b", "com.x"]);
    expect(warningsOf(stack)).toEqual([]);
    expect(stack.state("there")).not.toHaveProperty("adopted");
    expect(await stack.destroy({ settings })).toEqual(done);
    expect(simulator.list(1)?.appBundles).toEqual([]);
  });

  it("are one account: a resource that gets the other name only notes it", async () => {
    const { simulator, stack } = await start(host);
    const { here } = programWith(["com.a", "com.b"], []);
    expect(await stack.up({ here }, { settings })).toEqual(done);
    simulator.edit(1, { remove: { appBundles: ["com.b"] } });
    simulator.clearJournal();
    expect(await stack.up({ here: { ...here, account: "eu" } }, { settings })).toEqual(done);
    expect(simulator.journal).toEqual([]);
    expect(stack.printed).toEqual([]);
    expect(stack.state("here")).toMatchObject({ account: "eu", appBundles: "com.a\ncom.b\n" });
  });

  it("are two accounts if the settings differ in the user or the application", async () => {
    for (const other of [{ username: "other@example.com" }, { apiKey: "other-key" }]) {
      const { stack } = await start(host, [], { accounts: [defaultAccount, { ...defaultAccount, ...other }] });
      const options = { settings: { accounts: JSON.stringify({ eu: { ...login, ...other } }) }, inSequence: true };
      expect(await stack.up(programWith(["com.a", "com.x"], ["com.b"]), options)).toEqual(done);
      const { here, there } = programWith(["com.a"], ["com.b", "com.x"]);
      expect(await stack.up({ there, here }, options)).toEqual(done);
      expect(warningsOf(stack)).toEqual([keptFor('account "eu"')]);
    }
  });
});
