import fc from "fast-check";
import { it } from "vitest";
import { addedEntries, nothingManaged, ownershipAfter, removableEntries } from "../../provider/list/ownership";
import type { Behaviour, Fault } from "../../provider/simulator/index";
import { bundles, testList, type TestList } from "../sync/list";
import { ledgerOf } from "./model/api";
import { claimsOf, listed, type Claims, type EntrySet } from "./oracle/entries";
import { factsOf } from "./oracle/facts";
import { afterEdit, type Ledger } from "./oracle/ledger";
import { judge, type Expectation } from "./oracle/oracle";
import { requireNone } from "./oracle/violations";

/** A change of the declared entries, or an edit by others. */
type Step =
  | { readonly kind: "declare"; readonly appBundles: readonly string[]; readonly fault: Fault | undefined }
  | { readonly kind: "edit"; readonly add: readonly string[]; readonly remove: readonly string[] };

const appListId = 7;
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

/** A resource without a host: the loop that changes its list, and the ownership that the state keeps. */
class Resource {
  readonly #list: TestList;
  #ledger: Ledger;
  #ownership = nothingManaged;

  constructor(list: TestList, behaviour: Partial<Behaviour>) {
    this.#list = list;
    this.#ledger = ledgerOf(behaviour);
  }

  edit(add: readonly string[], remove: readonly string[]): void {
    const before = this.#listed();
    this.#list.simulator.edit(appListId, { add: { appBundles: add }, remove: { appBundles: remove } });
    this.#ledger = afterEdit(this.#ledger, before, this.#listed());
  }

  /** Changes the list; fails if that breaks a law. */
  async run(command: "up" | "destroy", appBundles: readonly string[], expectation?: Expectation): Promise<void> {
    const { simulator } = this.#list;
    this.#list.restart();
    const [before, claimsBefore] = [this.#listed(), this.#claims()];
    simulator.clearJournal();
    const errors = await this.#change(command, appBundles);
    const facts = factsOf({
      command,
      outcome: errors.length === 0 ? "done" : "failed",
      errors,
      program: [{ name: "resource", appListId, entries: appBundles }],
      before,
      after: this.#listed(),
      requests: simulator.journal,
      claimsBefore,
      claims: this.#claims(),
    });
    const { ledger, found } = judge(this.#ledger, facts, expectation);
    requireNone(found);
    this.#ledger = ledger;
  }

  /** @returns the messages of its errors. */
  async #change(command: "up" | "destroy", appBundles: readonly string[]): Promise<readonly string[]> {
    const desired = bundles(...appBundles);
    const before = this.#ownership;
    const managed = command === "destroy" ? addedEntries(before) : removableEntries(before, desired);
    try {
      const change = await this.#list.change({ desired, managed, unconfirmedRemovals: before.unconfirmed.remove });
      this.#ownership =
        command === "destroy" ? nothingManaged : ownershipAfter({ ...change, desired, before, claimExisting: false });
      return change.failure === undefined ? [] : [change.failure.message];
    } catch (error) {
      // The list could not even be read: nothing was changed, and the state stays.
      return [error instanceof Error ? error.message : String(error)];
    }
  }

  #claims(): Claims {
    return claimsOf(String(appListId), this.#ownership);
  }

  #listed(): EntrySet {
    return listed(this.#list.simulator, [String(appListId)]);
  }
}

it("follows the laws in any history of one list, and converges", async () => {
  await fc.assert(
    fc.asyncProperty(someNames, behaviour, fc.array(step, { maxLength: 6 }), async (unmanaged, chosen, steps) => {
      const list = await testList(unmanaged, { behaviour: chosen });
      const resource = new Resource(list, chosen);
      for (const current of steps) {
        if (current.kind === "edit") {
          resource.edit(current.add, current.remove);
          continue;
        }
        if (current.fault !== undefined) list.simulator.addFault(current.fault);
        await resource.run("up", current.appBundles);
        list.simulator.clearFaults();
      }
      await resource.run("up", [...unmanaged.slice(0, 2), "com.own.last"], { mustSucceed: true });
      await resource.run("destroy", [], { mustSucceed: true });
    }),
    { numRuns: fc.readConfigureGlobal().numRuns ?? 300 },
  );
});
