import { expect, it } from "vitest";
import { nothingPermitted } from "../../provider/list/permit";
import { seenViews } from "../../provider/list/views";
import type { Fault } from "../../provider/simulator/index";
import { virtualClock } from "../harness/virtual-clock";
import { bundles } from "../list/entries";
import { simulatorForTest } from "../simulator/simulators";
import { login, start, startRun } from "./started";

type Settings = Readonly<Record<string, string>>;

const wait: Fault = {
  on: { action: "add", nth: 1 },
  effect: "before",
  answer: { kind: "status", status: 429, headers: { "retry-after": "30" } },
};
const hang: Fault = { on: { action: "add" }, effect: "before", answer: { kind: "slow", seconds: 100 } };

/** A setting or a variable, the requests of a create with it, and a part of what it prints or fails with. */
it.each<[settings: Settings, environment: Settings, requests: string, printed: string, faults?: readonly Fault[]]>([
  [{}, {}, "remove, add", "added 3 app bundles"],
  [{ maxEntriesPerRequest: "2" }, {}, "remove, add, add", "added 3 app bundles"],
  [{ observe: "off" }, {}, "add, add", "app-list:observe is off"],
  [{ observe: "read", readPath: "/v1/app_list/{id}" }, {}, "read, add", "added 3 app bundles"],
  [{}, { APP_LIST_LOG: "requests" }, "remove, add", "app-list: PATCH /v1/app_list/1/add"],
  [{}, { APP_LIST_OVER_LIMIT: "report" }, "", "APP_LIST_OVER_LIMIT"],
  [{}, {}, "remove, add, add", "app-list: the next request waits 30 s: ", [wait]],
  [{ timeoutSeconds: "10" }, {}, "remove, remove, remove", "the timeout was reached", [hang]],
])("a run obeys %j and %j", async (settings, environment, requests, printed, faults = []) => {
  const lists = [{ id: 1, name: "blocked" }];
  const clock = virtualClock();
  const simulator = await simulatorForTest({ lists, faults, clock, behavior: { read: "/v1/app_list/{id}" } });
  const { provider, lines } = startRun({ baseUrl: simulator.url, ...login, ...settings }, environment, clock);
  const failed = await provider.create({ appListId: 1, appBundles: "com.a\ncom.b\ncom.c\n" }).then(() => "", String);
  const sent = simulator.journal.map(({ action }) => action).filter((action) => action !== "token");
  expect(sent.join(", ")).toBe(requests);
  expect(lines.join("\n") + failed).toContain(printed);
});

it("changes as many lists at the same time as the engine asks for, with one token", async () => {
  const ids = Array.from({ length: 20 }, (_, index) => index + 1);
  const all = Promise.withResolvers<void>();
  const { simulator, run } = await start({
    lists: ids.map((id) => ({ id, name: `list ${id}` })),
    faults: [{ on: { action: "add" }, effect: "before", answer: { kind: "hang" } }],
    onRequest: ({ action }) => {
      const additions = simulator.journal.filter((each) => each.action === "add");
      if (action === "add" && additions.length === ids.length) setImmediate(all.resolve);
    },
  });
  const provider = run();
  const created = ids.map((appListId) => provider.create({ appListId, appBundles: "com.own.a\n" }));
  // None of the additions is answered before all of them are there.
  await all.promise;
  simulator.clearFaults();
  simulator.resetHanging();
  expect((await Promise.all(created)).map(({ id }) => id)).toEqual(ids.map(String));
  expect(simulator.journal.filter(({ action }) => action === "token")).toHaveLength(1);
});

it("a list at another base URL is another list for what this process has read", () => {
  const accounts = JSON.stringify({ far: { baseUrl: "https://other.example.com" } });
  const { run } = startRun({ ...login, baseUrl: "https://api.example.com", accounts });
  const lists = [{ appListId: 1 }, { appListId: 1, account: "far" }, { appListId: 2 }].map((each) => run.list(each));
  lists[0]?.addRefresh({ state: {}, inputs: undefined, hasOtherDrift: false }, seenViews(bundles("com.a")));
  expect(lists.map((list) => list.receive().observed !== undefined)).toEqual([true, false, false]);
});

it("operations on the same list run one after the other, although one failed or another one has just ended", async () => {
  const list = startRun({ ...login, baseUrl: "http://127.0.0.1:1" }).run.list({ appListId: 1 });
  const log: string[] = [];
  const start = (name: string) => {
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const operate = async () => {
      log.push(`${name} starts`);
      begun.resolve();
      await end.promise.finally(() => log.push(`${name} ends`));
      return name;
    };
    return { result: list.operate(nothingPermitted, {}, operate), begun: begun.promise, ...end };
  };
  const [first, second, third] = [start("first"), start("second"), start("third")];
  // All later ones may end at once: they still have to wait for the first one.
  third.resolve();
  await first.begun;
  first.reject(new Error("no first"));
  // Only its caller learns of the failure.
  await expect(first.result).rejects.toThrow("no first");
  await second.begun;
  const fourth = start("fourth");
  fourth.resolve();
  second.resolve();
  expect(await Promise.all([second.result, third.result, fourth.result])).toEqual(["second", "third", "fourth"]);
  const order = ["first", "second", "third", "fourth"];
  expect(log).toEqual(order.flatMap((name) => [`${name} starts`, `${name} ends`]));
});
