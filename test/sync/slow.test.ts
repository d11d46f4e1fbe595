import { join } from "node:path";
import { expect, it } from "vitest";
import type { Fault } from "../../provider/simulator/index";
import { bundles } from "../list/entries";
import { examplesFor, fault, testChanges, testList, type Example } from "./list";

const own = ["com.own.a", "com.own.b"];
const desired = bundles(...own);

/** A request on which the API works for some seconds, whether or not somebody still waits for the response. */
function slow(seconds: number, action: "add" | "remove" = "add", nth?: number): Fault {
  return { on: { action, nth }, effect: "after", answer: { kind: "slow", seconds } };
}

/** A list that keeps every copy of an entry: an addition that is sent twice is seen. */
const multiset = { behavior: { addPresent: "duplicate" }, timeoutSeconds: 300 } as const;

const waits: Readonly<Record<string, Example[2]>> = {
  "never, if all requests succeed": {},
  "never for an addition that is slow, but answered": { faults: [slow(270)] },
  "never for a moment that a request took": { faults: [fault("add 1", "reset")] },
  "as long as a gateway took": { faults: [slow(20, "add", 1)], gatewaySeconds: 10 },
  "as long, twice": { faults: [slow(29, "add", 1)], gatewaySeconds: 10 },
  "not longer than a minute": { faults: [slow(120, "add", 1)], gatewaySeconds: 70 },
  "a quarter of what is left for reads, twice": { faults: [slow(898)] },
  "a second after a response that cannot be read": { faults: [fault("add 1", "cut", "after")] },
  "a second before the list is read again after a 404": { faults: [fault("remove 1", 404)] },
};

testChanges(join(import.meta.dirname, "slow.txt"), {
  "an addition that takes effect when nobody waits any more is not repeated": [
    { desired },
    [],
    { ...multiset, faults: [slow(235, "add", 1)] },
  ],
  "an addition is not repeated in the time that is left": [
    { desired },
    [],
    { ...multiset, faults: [slow(298, "add", 1)] },
  ],
  "an addition leaves time for a read of a list that takes long to read": [
    { desired },
    [],
    { ...multiset, faults: [slow(30, "remove"), slow(1000, "add", 1)] },
  ],
  "a sentinel on which the API works for long is removed again, and the list is read": [
    { desired },
    ["com.existing.a"],
    { behavior: { removeAbsent: "error" }, timeoutSeconds: 300, faults: [slow(120, "add", 1)] },
  ],
  ...examplesFor(Object.keys(waits), (wait) => ({
    "a change waits": [{ desired }, [], { ...multiset, timeoutSeconds: 900, ...waits[wait] }],
  })),
});

it("an addition that takes effect after its change has ended belongs to nobody", async () => {
  const list = await testList([], { ...multiset, faults: [slow(298, "add", 1)] });
  await list.change({ desired });
  await list.clock.sleep(60_000, AbortSignal.any([]));
  expect(list.requests().at(-1)).toBe("add of 2: none");
  expect(list.simulator.list(7)?.appBundles).toEqual(own);
});
