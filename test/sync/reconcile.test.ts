import { describe, expect, it } from "vitest";
import { isEmpty, noChanges, noEntries, type Changes } from "../../provider/list/entries";
import type { Update } from "../../provider/list/update";
import { seenViews } from "../../provider/list/views";
import { bundles, entries } from "../list/entries";
import { endOf, fault, guardWith, numbered, testList, words, type TestList } from "./list";

const own = bundles("com.own.a");
const second = bundles("com.own.b");
const both = bundles("com.own.a", "com.own.b");

describe("a change without failures", () => {
  it("reads the list once and then adds all missing entries with one request", async () => {
    const list = await testList(["com.existing.a"]);
    const missing = { appBundles: ["com.own.a"], placementIds: ["1-a"], websites: ["own.example"] };
    expect(await list.end({ desired: entries(missing) })).toMatchObject({
      code: undefined,
      requests: "token 200, remove 200, add 200",
      appBundles: ["com.existing.a", "com.own.a"],
    });
    expect(list.simulator.journal.at(-1)?.entries).toEqual(missing);
  });

  it("adds before it removes, and sends only what differs", async () => {
    const list = await testList(["com.existing.a", "com.own.a", "com.own.b"]);
    expect(await list.end({ desired: bundles("com.own.b", "com.own.c"), managed: both })).toMatchObject({
      code: undefined,
      requests: "token 200, remove 200, add 200, remove 200",
      appBundles: ["com.existing.a", "com.own.b", "com.own.c"],
    });
    expect(list.simulator.journal.slice(-2).map(({ entries: sent }) => sent)).toEqual([
      { appBundles: ["com.own.c"] },
      { appBundles: ["com.own.a"] },
    ]);
  });

  it("reads the list by removing an app bundle that cannot exist", async () => {
    const list = await testList(["com.own.a"]);
    await list.end({ desired: own });
    await list.end({ desired: own });
    const probes = list.simulator.journal.flatMap(({ entries: sent }) => sent?.appBundles ?? []);
    expect(new Set(probes).size).toBe(2);
    for (const probe of probes) expect(probe).toMatch(/^invalid\.pulumiapplist\.x[0-9a-f]{32}$/u);
  });
});

describe("a declaration of another resource during a split removal", () => {
  const managed = bundles("com.own.a", "com.own.b", "com.own.c");

  it("is respected by the parts that were not sent yet", async () => {
    let elsewhere = noEntries;
    const list = await testList([...managed.appBundles], {
      policy: { maxEntriesPerRequest: 1 },
      onRequest: ({ entries: sent }) => {
        if (sent?.appBundles?.includes("com.own.a") === true) elsewhere = both;
      },
    });
    expect(await list.end({ desired: noEntries, managed, declaredElsewhere: () => elsewhere })).toMatchObject({
      code: undefined,
      appBundles: ["com.own.b"],
      // The removal of the first entry was on its way.
      handedOver: second,
      requests: "token 200, remove 200, remove 200, remove 200",
    });
  });

  it("is read after each part is marked as removed", async () => {
    const events: string[] = [];
    const list = await testList([...managed.appBundles], {
      policy: { maxEntriesPerRequest: 2 },
      onRequest: ({ action, entries: sent }) => events.push(`${action} ${sent?.appBundles?.length}`),
    });
    await list.end({
      desired: noEntries,
      managed,
      declaredElsewhere: (removing) => {
        if (!isEmpty(removing)) events.push(`mark ${removing.appBundles.size}`);
        return noEntries;
      },
    });
    expect(events.slice(-4)).toEqual(["mark 2", "remove 2", "mark 1", "remove 1"]);
  });
});

describe("entries that do not take effect", () => {
  it("are named if the API silently leaves them out, and nothing is removed then", async () => {
    const ignored = { behavior: { ignored: new Set(["com.bad.x"]) } };
    const goal = { desired: bundles("com.bad.x", "com.own.b"), managed: own };
    expect(await endOf(goal, ["com.own.a"], ignored)).toMatchObject({
      code: "ENTRIES_NOT_APPLIED",
      message: words('left out 1 app bundle ("com.bad.x")', "added 1 app bundle"),
      appBundles: ["com.own.a", "com.own.b"],
      requests: "token 200, remove 200, add 200",
    });
  });
});

describe("somebody who edits the list during a change", () => {
  it("makes it add removed entries again, and is not mistaken for an API that leaves entries out", async () => {
    const edits = [() => list.simulator.edit(7, { remove: { appBundles: ["com.own.a"] } })];
    const list = await testList(["com.old.x"], {
      policy: { maxEntriesPerRequest: 1 },
      // After the first addition was answered, as the second arrives.
      onRequest: ({ entries: sent }) => {
        if (sent?.appBundles?.includes("com.own.b") === true) edits.pop()?.();
      },
    });
    const desired = bundles("com.own.a", "com.own.b", "com.own.c");
    expect(await list.end({ desired, managed: bundles("com.old.x") })).toMatchObject({
      code: undefined,
      viewsAfter: seenViews(desired),
      requests: "token 200, remove 200, add 200, add 200, add 200, remove 200, add 200",
    });
  });

  it.each([
    ["", []],
    [", not an outcome that is known by now", [fault("add 1", "reset")]],
  ])("is named as the reason if additions are removed again and again%s", async (_, faults) => {
    const list = await testList([], {
      policy: { maxEntriesPerRequest: 1 },
      faults,
      onRequest: ({ action }) => {
        if (action === "add") list.simulator.edit(7, { remove: { appBundles: [...both.appBundles] } });
      },
    });
    const end = await list.end({ desired: both });
    const reason = "someone else is changing the list and removes entries that this change adds: 1 app bundle";
    expect(end).toMatchObject({
      code: "ENTRIES_NOT_APPLIED",
      message: words(`${reason} ("com.own.`),
    });
    expect(list.requests().length).toBeLessThan(12);
  });
});

describe("entries that the API refuses", () => {
  it("applies all others and names the one that is refused, in few requests", async () => {
    const good = numbered(999);
    const list = await testList([], { behavior: { refused: new Set(["com.x.bad"]) } });
    expect(await list.end({ desired: bundles(...good, "com.x.bad") })).toMatchObject({
      code: "ENTRIES_REFUSED",
      message: words('refused to add 1 app bundle ("com.x.bad")'),
      appBundles: good,
    });
    // Both halves of each refused request.
    expect(list.requests().length).toBeLessThanOrEqual(2 + 1 + 2 * 10 + 1);
  });

  it("reports the smallest groups if more is refused than 120 requests can separate", async () => {
    const all = numbered(400);
    const refused = new Set(all.filter((_, index) => index % 10 === 0));
    const list = await testList([], { behavior: { refused } });
    const { failure, ...end } = await list.end({ desired: bundles(...all) });
    expect(end).toMatchObject({ code: "ENTRIES_REFUSED", message: words("not narrowed down further") });
    expect(list.requests().length).toBeLessThanOrEqual(2 + 1 + 120 + 1);
    const groups = failure?.code === "ENTRIES_REFUSED" ? [failure.alone, failure.together] : [];
    const reported = new Set(groups.flatMap((group) => [...group.appBundles]));
    expect(reported).toEqual(new Set(all).difference(new Set(end.appBundles)));
    expect(refused.isSubsetOf(reported)).toBe(true);
  });

  it("does not remove anything when an addition was refused", async () => {
    const refusing = { behavior: { refused: new Set(["com.bad.x"]) } };
    const end = { message: words("No change was observed."), appBundles: ["com.own.a"] };
    expect(await endOf({ desired: bundles("com.bad.x"), managed: own }, ["com.own.a"], refusing)).toMatchObject(end);
  });
});

it.each([400, 413, 422])("a login that is refused with %i during a change is no refusal of entries", async (status) => {
  const list: TestList = await testList([], {
    faults: [fault("token 2", { kind: "status", status, body: '{"error":"no"}' })],
    onRequest: ({ action }) => {
      if (action === "remove") list.simulator.revokeTokens();
    },
  });
  expect(await list.end({ desired: bundles(...numbered(3)) })).toMatchObject({
    code: "CHANGE_INTERRUPTED",
    mayHaveChanged: false,
    requests: `token 200, remove 200, add 401, token ${status}`,
  });
});

it("a request that is too large is halved until the API accepts the parts, and the next ones have their size", async () => {
  const all = numbered(1000);
  expect(await endOf({ desired: bundles(...all) }, [], { behavior: { maxEntriesPerRequest: 300 } })).toMatchObject({
    code: undefined,
    appBundles: all,
    requests: "token 200, remove 200, add 413, add 413, add 200, add 200, add 200, add 200",
  });
});

describe("an outcome that is not known", () => {
  it("ends the change after a bounded number of rounds, with the rest", async () => {
    const end = await endOf({ desired: own }, [], { faults: [fault("add", "reset")] });
    const reason = "there was no response while 1 app bundle was being added: read ECONNRESET.";
    const round = "add none, remove 200, remove 200";
    expect(end).toMatchObject({ code: "CHANGE_INTERRUPTED", message: words(reason) });
    expect(end.requests).toBe(`token 200, remove 200, ${Array.from({ length: 4 }, () => round).join(", ")}`);
  });

  // With status 501, no request is sent again.
  it.each([501, 422])("is reported if the list cannot be read afterward, with status %d", async (status) => {
    const faults = [fault("add", "reset", "after"), fault("remove 2", status)];
    expect(await endOf({ desired: second, managed: own }, ["com.own.a"], { faults })).toMatchObject({
      code: "CHANGE_INTERRUPTED",
      message: words('being added: read ECONNRESET.\n1 app bundle ("com.own.b") may or may not be in the list.\n'),
      unconfirmed: { add: second, remove: noEntries },
      viewsAfter: seenViews(own),
      appBundles: ["com.own.a", "com.own.b"],
      requests: `token 200, remove 200, add none, remove ${status}`,
    });
  });
});

describe("a request that the API denies", () => {
  const denials = [302, 401, 403, 409, 413, 422] as const;

  it.each(denials)("although it took effect, is verified against the list, with status %d", async (status) => {
    const goal = { desired: second, managed: own };
    const added = { code: undefined, mayHaveChanged: true, appBundles: ["com.own.b"] };
    expect(await endOf(goal, ["com.own.a"], { faults: [fault("add", status, "after")] })).toMatchObject(added);

    const faults = [fault("remove 2", status, "after")];
    const removed = { code: undefined, mayHaveChanged: true, viewsAfter: seenViews(noEntries) };
    expect(await endOf({ desired: noEntries, managed: own }, ["com.own.a"], { faults })).toMatchObject(removed);
  });

  it.each(denials)("and that had no effect fails with its status %d and the entries of the list", async (status) => {
    const faults = [fault("add", status)];
    expect(await endOf({ desired: second, managed: own }, ["com.own.a"], { faults })).toMatchObject({
      message: words("No change was observed"),
      mayHaveChanged: false,
      unconfirmed: noChanges,
    });
  });

  it("may have removed entries if the list can no longer be read", async () => {
    const faults = [fault("remove 2", 403, "after"), fault("remove 3", 403)];
    expect(await endOf({ desired: noEntries, managed: own }, ["com.own.a"], { faults })).toMatchObject({
      message: words("\n1 app bundle may or may not be in the list.\n"),
      mayHaveChanged: true,
      unconfirmed: { add: noEntries, remove: own },
    });
  });
});

describe("the guard", () => {
  it("judges an exclusive list that only the response to an addition shows, and describes the rest", async () => {
    const unmanaged = numbered(20, "com.existing.x");
    // The API refuses the sentinel, the first entry that is added after it refuses the probe.
    const list = await testList(unmanaged, { behavior: { removeAbsent: "error" }, faults: [fault("add 1", 422)] });
    expect(await list.end({ desired: own, exclusive: true, guard: guardWith(noEntries) })).toMatchObject({
      code: "CHANGE_LIMIT",
      message: words("allows 6 of 20; this change removes 20 unmanaged app bundles", "This change added 1 app bundle."),
      appBundles: [...unmanaged, "com.own.a"],
    });
  });

  it.each([
    [
      "judges the unmanaged entries of an exclusive list, but none that are gone",
      {
        desired: both,
        managed: bundles("com.own.a", "com.gone"),
        guard: guardWith(bundles("com.own.a", "com.gone"), { unit: "entries", most: 0 }),
      },
      { message: words("removalLimit 0 allows 0 entries; this change removes 1 unmanaged app bundle") },
    ],
    [
      "lets one managed entry go, and no two unmanaged ones that are more than a share",
      { desired: noEntries, managed: own, guard: guardWith(own) },
      { code: "CHANGE_LIMIT", message: words("allows 1 of 3; this change removes 2 unmanaged app bundles") },
    ],
    [
      "does not count entries that others declare",
      {
        desired: noEntries,
        managed: own,
        guard: guardWith(own),
        declaredElsewhere: () => bundles("com.own.b", "com.x"),
      },
      { code: undefined, appBundles: ["com.own.b", "com.x"] },
    ],
  ])("%s", async (_, goal, end) => {
    expect(await endOf({ ...goal, exclusive: true }, ["com.own.a", "com.own.b", "com.x"])).toMatchObject(end);
  });

  it("judges the whole change, before anything is sent and before it removes", async () => {
    const all = numbered(10);
    const asked: Changes[] = [];
    const guard = (update: Update): readonly [] => {
      asked.push({ add: update.add, remove: update.remove.own });
      return [];
    };
    const declared = [...all.slice(4), "com.own.y"];
    const end = await endOf({ desired: bundles(...declared), managed: bundles(...all), guard }, all);
    expect(end).toMatchObject({ appBundles: declared });
    // Before anything is sent, and again before the removal, when the addition was sent already.
    const whole = { add: bundles("com.own.y"), remove: bundles(...all.slice(0, 4)) };
    expect(asked).toEqual([whole, whole]);
  });
});
