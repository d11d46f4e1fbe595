import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { noEntries } from "../../provider/list/entries";
import type { Fault } from "../../provider/simulator/index";
import { bundles } from "../list/entries";
import { fault, testList } from "./list";

const own = ["com.own.a", "com.own.b"];
const desired = bundles(...own);

/** An addition on which the API works for some seconds, whether or not somebody still waits for the response. */
function slow(seconds: number, nth = 1): Fault {
  return { on: { action: "add", nth }, effect: "after", answer: { kind: "slow", seconds } };
}

/** A list that keeps every copy of an entry: an addition that is sent twice is seen. */
const multiset = { behavior: { addPresent: "duplicate" }, timeoutSeconds: 300 } as const;

describe("an addition on which the API works for long", () => {
  it("is not sent again if it takes effect after nobody waits for it any more, and before the second read", async () => {
    for (const seconds of [270, 279]) {
      const list = await testList([], { ...multiset, faults: [slow(seconds)] });
      const change = await list.change({ desired });
      expect(change.failure).toBeUndefined();
      expect(change.viewsAfter.appBundles.entries).toEqual(EntrySet.of(own));
      expect(list.requests().filter((request) => request.startsWith("add"))).toHaveLength(1);
      expect(list.appBundles()).toEqual(own);
    }
  });

  it("is not sent again in the time that is left, and may be of this resource when it takes effect later", async () => {
    const list = await testList([], { ...multiset, faults: [slow(298)] });
    const change = await list.change({ desired });
    expect(change.failure?.code).toBe("CHANGE_INTERRUPTED");
    expect(change.error?.message).toContain(
      "being added: the timeout was reached.\n2 app bundles may or may not be in the list.",
    );
    expect(change.unconfirmed).toEqual({ add: desired, remove: noEntries });
    expect(list.requests()).toEqual(["token 200", "remove 200", "remove 200", "remove 200"]);
    await list.clock.sleep(60_000, AbortSignal.any([]));
    expect(list.requests().at(-1)).toBe("add none");
    expect(list.appBundles()).toEqual(own);
  });

  it("leaves time for two reads of a list that takes long to read", async () => {
    const read: Fault = { on: { action: "remove" }, effect: "after", answer: { kind: "slow", seconds: 40 } };
    const list = await testList([], { ...multiset, faults: [read, slow(1000)] });
    const change = await list.change({ desired });
    expect(change.failure?.code).toBe("CHANGE_INTERRUPTED");
    expect(list.requests()).toEqual(["token 200", "remove 200", "remove 200", "remove 200"]);
    expect(list.clock.now()).toBeLessThanOrEqual(300_000);
  });
});

describe("a sentinel on which the API works for long", () => {
  it("is removed again, and the list is read", async () => {
    const list = await testList(["com.existing.a"], {
      behavior: { removeAbsent: "error" },
      timeoutSeconds: 300,
      faults: [slow(120)],
    });
    const change = await list.change({ desired });
    expect(change.failure).toBeUndefined();
    expect(change.viewsBefore.appBundles.entries).toEqual(EntrySet.of(["com.existing.a"]));
    expect(list.appBundles()).toEqual(["com.existing.a", ...own]);
  });
});

/** An addition on which the API works for some seconds, and the seconds after which a gateway answers in its place. */
const behindGateway = (seconds: number, gatewaySeconds: number): readonly Fault[] => [
  { ...slow(0), answer: { kind: "slow", seconds, gatewaySeconds } },
];

it.each<[wait: string, faults: readonly Fault[], seconds: readonly number[], requests: string]>([
  ["never, if all requests succeed", [], [], "add 200"],
  ["never for an addition that is slow, but answered", [slow(270)], [270], "add 200"],
  [
    "never for a moment that a request took",
    [fault("add 1", "reset")],
    [],
    "add none, remove 200, remove 200, add 200",
  ],
  ["as long as a gateway took", behindGateway(20, 10), [20, 10], "add none, remove 200"],
  ["as long, twice", behindGateway(29, 10), [29, 10, 10], "remove 200, add none, remove 200"],
  ["not longer than a minute", behindGateway(120, 70), [120, 60], "add none, remove 200"],
  ["a quarter of what is left for reads, twice", [slow(898)], [898, 5, 3.75], "remove 200, remove 200"],
  ["a second after a response that cannot be read", [fault("add 1", "cut", "after")], [1], "add 200, remove 200"],
  ["a second before the list is read again after a 404", [fault("remove 1", 404)], [1], "remove 200, add 200"],
])("a change waits %s", async (_, faults, seconds, requests) => {
  const list = await testList([], { ...multiset, timeoutSeconds: 900, faults });
  await list.change({ desired });
  // Those in which the API works are among them.
  expect(list.clock.delays.map((delay) => delay / 1000)).toEqual(seconds);
  expect(
    list
      .requests()
      .join(", ")
      .replace(/^token 200, remove \d+,? ?/u, ""),
  ).toBe(requests);
});
