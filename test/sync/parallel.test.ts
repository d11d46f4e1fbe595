import { describe, expect, it } from "vitest";
import { noEntries } from "../../provider/list/entries";
import { Cancellation } from "../../provider/service/cancellation";
import { Deadline } from "../../provider/service/deadline";
import { holdChanges } from "../harness/held-simulator";
import { bundles, entries, testList } from "./list";

const ten = Array.from({ length: 10 }, (_, index) => `com.own.a${index}`);
const one = { maxEntriesPerRequest: 1 };

/** Answers the first change alone, the next eight four at a time, and all others alone. */
function fourTogether(arrived: number): number {
  return arrived === 1 || arrived > 9 ? 1 : 4;
}

describe("many additions to one list", () => {
  it("are sent four at a time, but for the first and the last", async () => {
    const { start, waiting } = holdChanges({ together: fourTogether });
    const list = await testList([], { start, access: one });
    const change = await list.change({ desired: bundles(...ten) });
    expect(change.failure).toBeUndefined();
    expect(change.observedAfter.appBundles).toEqual(new Set(ten));
    expect(waiting).toEqual([1, 1, 2, 3, 4, 1, 2, 3, 4, 1]);
    expect(list.requests().filter((request) => request.startsWith("token"))).toHaveLength(1);
  });

  it("are sent one at a time if the API shows a kind of them in no response", async () => {
    const { start, waiting } = holdChanges({ together: () => 1 });
    const list = await testList([], { start, access: one, behaviour: { websites: "hidden" } });
    const desired = { ...bundles(...ten), websites: new Set(["own.example"]) };
    expect((await list.change({ desired })).failure).toBeUndefined();
    expect(waiting).toEqual(Array.from({ length: 11 }, () => 1));
    expect(list.simulator.list(7)?.websites).toEqual(["own.example"]);
  });

  it("are sent again one at a time if the API loses some of them", async () => {
    const { start, waiting } = holdChanges({ together: fourTogether, isRacing: true });
    const list = await testList(["com.existing.a"], { start, access: one });
    const change = await list.change({ desired: bundles(...ten) });
    expect(change.failure).toBeUndefined();
    expect(change.observedAfter.appBundles).toEqual(new Set([...ten, "com.existing.a"]));
    expect(list.appBundles()).toEqual(["com.existing.a", ...ten]);
    // Of each four, the API has lost three.
    expect(waiting).toEqual([1, 1, 2, 3, 4, 1, 2, 3, 4, 1, ...Array.from({ length: 6 }, () => 1)]);
  });

  it.each([409, 423, 429])("are sent one at a time if the API answers %d to others meanwhile", async (status) => {
    let refused = 0;
    const { start, waiting, answer } = holdChanges({
      together: (arrived) => (arrived === 2 ? Number.POSITIVE_INFINITY : 1),
      refuse: (waits) => {
        if (waits === 0) return undefined;
        refused += 1;
        if (refused === 3) answer();
        return { status, body: "{}" };
      },
    });
    const list = await testList([], { start, access: one });
    expect((await list.change({ desired: bundles(...ten) })).failure).toBeUndefined();
    expect(list.appBundles()).toEqual(ten);
    expect(waiting).toEqual(Array.from({ length: 10 }, () => 1));
  });

  it("are all added but those that the API refuses", async () => {
    const { start } = holdChanges({ together: (arrived) => (arrived < 6 ? fourTogether(arrived) : 1) });
    const refused = new Set(["com.own.a2", "com.own.a3"]);
    const list = await testList([], { start, access: one, behaviour: { refused } });
    const change = await list.change({ desired: bundles(...ten) });
    expect(change.failure?.message).toContain('app bundle "com.own.a2"; app bundle "com.own.a3"');
    expect(list.appBundles()).toEqual(ten.filter((entry) => !refused.has(entry)));
    expect(change.observedAfter.appBundles).toEqual(bundles(...list.appBundles()).appBundles);
  });

  it.each(["before", "after"] as const)("are completed if one of them has no known outcome, %s it", async (effect) => {
    const { start } = holdChanges({ together: (arrived) => (arrived < 6 ? fourTogether(arrived) : 1) });
    const answer = { kind: "status", status: 502 } as const;
    const list = await testList([], {
      start,
      access: one,
      faults: [{ on: { action: "add", nth: 3 }, effect, answer }],
    });
    const change = await list.change({ desired: bundles(...ten) });
    expect(change.failure).toBeUndefined();
    expect(list.appBundles()).toEqual(ten);
    expect(change.unconfirmed).toEqual({ add: noEntries, remove: noEntries });
  });

  it("are not confirmed if the list cannot be read after a failure", async () => {
    const { start } = holdChanges({ together: (arrived) => (arrived < 6 ? fourTogether(arrived) : 1) });
    const answer = { kind: "status", status: 403 } as const;
    const faults = Array.from({ length: 9 }, (_, index) => index + 6).map((nth) => ({
      on: { action: "add" as const, nth },
      effect: "before" as const,
      answer,
    }));
    const list = await testList([], { start, access: { ...one, observe: "off" }, faults });
    const change = await list.change({ desired: bundles(...ten) });
    expect(change.failure?.code).toBe("CHANGE_INTERRUPTED");
    expect(change.observedAfter.appBundles).toEqual(new Set(ten.slice(0, 1)));
    expect(change.unconfirmed.add).toEqual(bundles(...ten.slice(1, 5)));
    expect(list.appBundles()).toEqual(ten.slice(0, 5));
  });

  it("have a known outcome if they are canceled while the API works on them, and nothing follows", async () => {
    const cancellation = new Cancellation();
    const { start, waiting, answer } = holdChanges({
      together: (arrived) => {
        if (arrived === 5) {
          cancellation.cancel();
          answer();
        }
        return arrived === 1 ? 1 : 5;
      },
    });
    const deadline = Deadline.after(60, { cancellation });
    const list = await testList(["com.existing.a"], { start, access: { ...one, deadline } });
    const change = await list.change({ desired: bundles(...ten) });
    expect(change.failure?.code).toBe("COMMAND_CANCELED");
    expect(waiting).toHaveLength(5);
    expect(list.appBundles()).toEqual(["com.existing.a", ...ten.slice(0, 5)]);
    expect(change.observedAfter.appBundles).toEqual(new Set(["com.existing.a", ...ten.slice(0, 1)]));
    expect(change.unconfirmed.add).toEqual(bundles(...ten.slice(1, 5)));
  });

  it("are read after a failure", async () => {
    const { start } = holdChanges({ together: (arrived) => (arrived < 6 ? fourTogether(arrived) : 1) });
    const list = await testList([], { start, access: one, behaviour: { maxEntriesPerList: 5 } });
    const change = await list.change({ desired: bundles(...ten) });
    expect(change.failure?.code).toBe("ENTRIES_REFUSED");
    expect(change.observedAfter.appBundles).toEqual(new Set(list.appBundles()));
    expect(list.appBundles()).toHaveLength(5);
    expect(change.unconfirmed.add).toEqual(noEntries);
  });
});

describe("many removals from one list", () => {
  it("are sent one at a time: after a failure, one of them at most has no known outcome", async () => {
    const { start, waiting } = holdChanges({ together: () => 1 });
    const list = await testList(ten, { start, access: one });
    expect((await list.change({ desired: noEntries, managed: entries({ appBundles: ten }) })).failure).toBeUndefined();
    expect(waiting).toEqual(Array.from({ length: 10 }, () => 1));
  });
});
