import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { noEntries } from "../../provider/list/entries";
import { bundles, testList, type TestList } from "./list";

const own = bundles("com.own.a");

/** A list that holds an entry so many times, in an API that takes out one of them with each removal. */
async function listWithCopies(copies: number): Promise<TestList> {
  const holds = Array.from({ length: copies }, () => "com.own.a");
  return testList(holds, { behaviour: { removedCopies: "first" } });
}

describe("the four rounds of a change", () => {
  it("suffice for an entry that is in the list four times", async () => {
    const list = await listWithCopies(4);
    const change = await list.change({ desired: noEntries, managed: own });
    expect(change.failure).toBeUndefined();
    expect(list.appBundles()).toEqual([]);
  });

  it("are not followed by a fifth: what is still there is named", async () => {
    const list = await listWithCopies(5);
    const change = await list.change({ desired: noEntries, managed: own });
    expect(change.failure?.code).toBe("ENTRIES_NOT_APPLIED");
    expect(change.failure?.message).toContain('kept app bundle "com.own.a". No other change was observed.');
    expect(list.requests().filter((request) => request === "remove 200")).toHaveLength(1 + 4);
  });

  it("end with the reason if the last request had no response", async () => {
    const list = await testList([], {
      faults: [{ on: { action: "add" }, effect: "before", answer: { kind: "reset" } }],
    });
    const change = await list.change({ desired: own });
    expect(change.failure?.code).toBe("CHANGE_INTERRUPTED");
    expect(change.failure?.message).toContain("There was no response to PATCH /v1/app_list/7/add");
    expect(list.requests().filter((request) => request === "add none")).toHaveLength(4);
  });
});

describe("a change without a removal guard", () => {
  it("removes all that is managed, however much it is", async () => {
    const all = Array.from({ length: 20 }, (_, index) => `com.own.x${index}`);
    const list = await testList(all);
    await list.change({ desired: noEntries, managed: bundles(...all), removalGuard: "off" });
    expect(list.appBundles()).toEqual([]);
  });
});

describe("an entry with a comma in it, which a request would take for two", () => {
  it("is left in an exclusive list, and named", async () => {
    const body = '{"id": 7, "app_bundles": ["com.own.a", "com.x,com.y"]}';
    const list = await testList([], {
      faults: [{ on: { action: "remove" }, effect: "before", answer: { kind: "status", status: 200, body } }],
    });
    const change = await list.change({ desired: own, exclusive: true });
    expect(change.failure?.code).toBe("ENTRIES_NOT_APPLIED");
    expect(change.failure?.message).toContain('kept app bundle "com.x,com.y".');
    expect(list.requests()).toEqual(["token 200", "remove 200"]);
  });
});

describe("a change of which a part is done", () => {
  it("reports its changes before it was stopped, and the rest", async () => {
    const list = await testList(["com.own.a", "com.own.b"], {
      policy: { maxEntriesPerRequest: 1 },
      faults: [{ on: { action: "remove", nth: 3 }, effect: "before", answer: { kind: "status", status: 403 } }],
    });
    const change = await list.change({ desired: bundles("com.own.c"), managed: bundles("com.own.a", "com.own.b") });
    expect(change.failure?.message).toContain('app list 7 "brand-safety": the change was interrupted.');
    expect(change.failure?.message).toContain(
      "This change added 1 app bundle and removed 1 app bundle. Remaining: 1 app bundle to remove. Try again.",
    );
    expect(change.acknowledged).toEqual({ add: bundles("com.own.c"), remove: own });
    expect(change).toMatchObject({ mayHaveChanged: true, unconfirmed: { add: noEntries, remove: noEntries } });
  });

  it("counts what it added without an answer, once it is seen", async () => {
    const list = await testList(["com.own.b"], {
      faults: [
        { on: { action: "add", nth: 1 }, effect: "after", answer: { kind: "reset" } },
        { on: { action: "remove", nth: 3 }, effect: "before", answer: { kind: "status", status: 403 } },
      ],
    });
    const change = await list.change({ desired: own, managed: bundles("com.own.b") });
    expect(change.failure?.message).toContain(
      "This change added 1 app bundle. Remaining: 1 app bundle to remove. Try again.",
    );
  });

  it("does not count entries as added that another writer added in the meantime", async () => {
    const list = await testList([], {
      faults: [{ on: { action: "add", nth: 1 }, effect: "before", answer: { kind: "status", status: 403 } }],
      onRequest: ({ action }) => {
        if (action === "add") list.simulator.edit(7, { add: { appBundles: ["com.existing.a"] } });
      },
    });
    const change = await list.change({ desired: own });
    expect(change.failure?.message).toContain("No other change was observed. Remaining: 1 app bundle to add.");
    expect(change.observedAfter.appBundles).toEqual(EntrySet.of(["com.existing.a"]));
  });
});
