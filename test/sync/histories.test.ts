import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byKind } from "../../provider/list/kinds";
import { noEntries, type Entries } from "../../provider/list/entries";
import {
  nothingManaged,
  addedEntries,
  ownershipAfter,
  removableEntries,
  type Ownership,
} from "../../provider/list/ownership";
import type { Behaviour, Fault } from "../../provider/simulator/index";
import { bundles, testList, type TestList } from "./list";

/** What a resource does with its list, or what others do behind its back. */
type Step =
  | { readonly kind: "declare"; readonly appBundles: readonly string[]; readonly fault: Fault | undefined }
  | { readonly kind: "edit"; readonly add: readonly string[]; readonly remove: readonly string[] };

const names = Array.from({ length: 8 }, (_, index) => `com.app.x${index}`);
const someNames = fc.subarray(names);

const fault: fc.Arbitrary<Fault> = fc.record({
  on: fc.record({ action: fc.constantFrom("token", "add", "remove"), nth: fc.integer({ min: 1, max: 3 }) }),
  effect: fc.constantFrom("before", "after"),
  answer: fc.oneof(
    fc.constantFrom({ kind: "reset" as const }, { kind: "cut" as const }),
    fc.record({
      kind: fc.constant("status" as const),
      status: fc.constantFrom(400, 401, 403, 409, 422, 429, 500, 503),
    }),
  ),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("declare" as const),
    appBundles: someNames,
    fault: fc.option(fault, { nil: undefined }),
  }),
  fc.record({ kind: fc.constant("edit" as const), add: someNames, remove: fc.subarray(names, { maxLength: 3 }) }),
);

const behaviour: fc.Arbitrary<Partial<Behaviour>> = fc.record({
  addPresent: fc.constantFrom("ignore", "duplicate", "error"),
  removeAbsent: fc.constantFrom("ignore", "error"),
  order: fc.constantFrom("append", "sorted", "reversed"),
  maxEntriesPerRequest: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
});

/** Carries out one declaration as the resource does: the change, then the state that is kept of it. */
async function declare(
  list: TestList,
  desired: Entries,
  before: Ownership,
): Promise<{ readonly ownership: Ownership; readonly isDone: boolean; readonly isSeen: boolean }> {
  try {
    const change = await list.change({
      desired,
      managed: removableEntries(before, desired),
      unconfirmedRemovals: before.unconfirmed.remove,
    });
    const ownership = ownershipAfter({ ...change, desired, before, claimExisting: false });
    const isSeen = change.observedAfter.appBundles !== undefined;
    return { ownership, isDone: change.failure === undefined, isSeen };
  } catch {
    // The list could not even be looked at: nothing was changed, and the state stays as it was.
    return { ownership: before, isDone: false, isSeen: false };
  }
}

function listed(list: TestList): ReadonlySet<string> {
  return new Set(list.appBundles());
}

describe("any history of declarations, faults and edits by others", () => {
  it("keeps entries of others, claims nothing that is not there, and converges with the next change", async () => {
    await fc.assert(
      fc.asyncProperty(someNames, behaviour, fc.array(step, { maxLength: 6 }), async (foreign, chosen, steps) => {
        const list = await testList(foreign, { behaviour: chosen });
        let ownership = nothingManaged;
        for (const current of steps) {
          const before = listed(list);
          if (current.kind === "edit") {
            list.simulator.edit(7, { add: { appBundles: current.add }, remove: { appBundles: current.remove } });
            continue;
          }
          const desired = bundles(...current.appBundles);
          const managed = ownership.managed.appBundles;
          if (current.fault !== undefined) list.simulator.addFault(current.fault);
          const done = await declare(list, desired, ownership);
          list.simulator.clearFaults();
          const after = listed(list);
          // Nothing goes that the resource did not hold, and nothing comes that it does not declare.
          expect(before.difference(after).isSubsetOf(managed.difference(desired.appBundles))).toBe(true);
          expect(after.difference(before).isSubsetOf(desired.appBundles)).toBe(true);
          // Where the service showed the list, what is said to be done is there, and so is what the state claims. A
          // removal without an answer may have taken what was seen just before.
          if (done.isSeen) {
            const claimed = done.ownership.managed.appBundles;
            expect(claimed.difference(desired.appBundles).isSubsetOf(before)).toBe(true);
            if (done.isDone) expect(desired.appBundles.isSubsetOf(after)).toBe(true);
            if (done.isDone) expect(claimed.isSubsetOf(after)).toBe(true);
          }
          ownership = done.ownership;
        }
        const goal = bundles(...foreign.slice(0, 2), "com.own.last");
        const last = await declare(list, goal, ownership);
        expect(last.isDone).toBe(true);
        expect(last.ownership.managed).toEqual(byKind((kind) => new Set([...goal[kind]].toSorted())));
        const own = addedEntries(last.ownership);
        const untouched = listed(list).difference(own.appBundles);
        await list.change({ desired: noEntries, managed: own });
        expect(listed(list)).toEqual(untouched);
      }),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 300 },
    );
  });
});
