import { expect, it } from "vitest";
import { noEntries } from "../../provider/list/entries";
import { EntrySet } from "../../provider/list/entry-set";
import type { Fault } from "../../provider/simulator/index";
import { bundles } from "../list/entries";
import { endOf, fault, testList, words } from "./list";

const own = ["com.own.a", "com.own.b"];
const desired = bundles(...own);

/** A request on which the API works for some seconds, whether or not somebody still waits for the response. */
function slow(seconds: number, action: "add" | "remove" = "add", nth?: number): Fault {
  return { on: { action, nth }, effect: "after", answer: { kind: "slow", seconds } };
}

/** A list that keeps every copy of an entry: an addition that is sent twice is seen. */
const multiset = { behavior: { addPresent: "duplicate" }, timeoutSeconds: 300 } as const;

it.each([270, 279])(
  "an addition that takes effect after %d s, when nobody waits any more, is not repeated",
  async (seconds) => {
    const end = await endOf({ desired }, [], { ...multiset, faults: [slow(seconds, "add", 1)] });
    expect(end).toMatchObject({
      code: undefined,
      viewsAfter: { appBundles: { entries: EntrySet.of(own) } },
      appBundles: own,
    });
    expect(end.requests.match(/add/gu)).toHaveLength(1);
  },
);

it("an addition is not repeated in the time that is left, and belongs to nobody when it takes effect later", async () => {
  const list = await testList([], { ...multiset, faults: [slow(298, "add", 1)] });
  expect(await list.end({ desired })).toMatchObject({
    code: "CHANGE_INTERRUPTED",
    message: words(
      'being added: the timeout was reached.\n2 app bundles ("com.own.a", "com.own.b") may or may not be in the list.',
    ),
    unconfirmed: { add: desired, remove: noEntries },
    requests: "token 200, remove 200, remove 200, remove 200",
  });
  await list.clock.sleep(60_000, AbortSignal.any([]));
  expect(list.requests().at(-1)).toBe("add none");
  expect(list.appBundles()).toEqual(own);
});

it("an addition leaves time for two reads of a list that takes long to read", async () => {
  const list = await testList([], { ...multiset, faults: [slow(40, "remove"), slow(1000, "add", 1)] });
  const requests = "token 200, remove 200, remove 200, remove 200";
  expect(await list.end({ desired })).toMatchObject({ code: "CHANGE_INTERRUPTED", requests });
  expect(list.clock.now()).toBeLessThanOrEqual(300_000);
});

it("a sentinel on which the API works for long is removed again, and the list is read", async () => {
  const options = { behavior: { removeAbsent: "error" }, timeoutSeconds: 300, faults: [slow(120, "add", 1)] } as const;
  expect(await endOf({ desired }, ["com.existing.a"], options)).toMatchObject({
    code: undefined,
    viewsBefore: { appBundles: { entries: EntrySet.of(["com.existing.a"]) } },
    appBundles: ["com.existing.a", ...own],
  });
});

it.each<
  [wait: string, faults: readonly Fault[], seconds: readonly number[], requests: string, gatewaySeconds?: number]
>([
  ["never, if all requests succeed", [], [], "add 200"],
  ["never for an addition that is slow, but answered", [slow(270)], [270], "add 200"],
  [
    "never for a moment that a request took",
    [fault("add 1", "reset")],
    [],
    "add none, remove 200, remove 200, add 200",
  ],
  ["as long as a gateway took", [slow(20, "add", 1)], [20, 10], "add none, remove 200", 10],
  ["as long, twice", [slow(29, "add", 1)], [29, 10, 10], "remove 200, add none, remove 200", 10],
  ["not longer than a minute", [slow(120, "add", 1)], [120, 60], "add none, remove 200", 70],
  ["a quarter of what is left for reads, twice", [slow(898)], [898, 5, 3.75], "remove 200, remove 200"],
  ["a second after a response that cannot be read", [fault("add 1", "cut", "after")], [1], "add 200, remove 200"],
  ["a second before the list is read again after a 404", [fault("remove 1", 404)], [1], "remove 200, add 200"],
])("a change waits %s", async (_, faults, seconds, requests, gatewaySeconds) => {
  const list = await testList([], { ...multiset, timeoutSeconds: 900, faults, gatewaySeconds });
  const end = await list.end({ desired });
  // Those in which the API works are among them.
  expect(list.clock.delays.map((delay) => delay / 1000)).toEqual(seconds);
  expect(end.requests.replace(/^token 200, remove \d+,? ?/u, "")).toBe(requests);
});
