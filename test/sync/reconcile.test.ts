import { describe, expect, it } from "vitest";
import { count, noChanges, noEntries, type Changes } from "../../provider/list/entries";
import type { Update } from "../../provider/list/update";
import { seenViews } from "../../provider/list/views";
import { bundles, entries } from "../list/entries";
import { fault, guardWith, numbered, refusedBy, testList, words, type TestList } from "./list";

/** The API refuses the sentinel, the first entry that is added after it refuses the probe. */
const unreadable = { behavior: { removeAbsent: "error" }, faults: [fault("add 1", 422)] } as const;

const own = bundles("com.own.a");

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
    const managed = bundles("com.own.a", "com.own.b");
    expect(await list.end({ desired: bundles("com.own.b", "com.own.c"), managed })).toMatchObject({
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
    const list = await testList(["com.existing.a"]);
    await list.change({ desired: bundles("com.existing.a") });
    await list.change({ desired: bundles("com.existing.a") });
    const probes = list.simulator.journal.flatMap(({ entries: sent }) => sent?.appBundles ?? []);
    expect(probes).toHaveLength(2);
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
        if (sent?.appBundles?.includes("com.own.a") === true) elsewhere = bundles("com.own.a", "com.own.b");
      },
    });
    expect(await list.end({ desired: noEntries, managed, declaredElsewhere: () => elsewhere })).toMatchObject({
      code: undefined,
      appBundles: ["com.own.b"],
      // The removal of the first entry was on its way.
      handedOver: bundles("com.own.b"),
      requests: "token 200, remove 200, remove 200, remove 200",
    });
  });

  it("is read after each part is marked as removed", async () => {
    const events: string[] = [];
    const list = await testList([...managed.appBundles], {
      policy: { maxEntriesPerRequest: 2 },
      onRequest: ({ action, entries: sent }) => events.push(`${action} ${sent?.appBundles?.length}`),
    });
    await list.change({
      desired: noEntries,
      managed,
      beforeRemoval: ({ appBundles }) => events.push(`mark ${appBundles.size}`),
      declaredElsewhere: () => {
        if (events.at(-1)?.startsWith("mark") === true) events.push("read");
        return noEntries;
      },
    });
    // The first removal is the probe.
    expect(events.slice(-6)).toEqual(["mark 2", "read", "remove 2", "mark 1", "read", "remove 1"]);
  });
});

describe("what the API does not show", () => {
  it("adds managed entries that the first response lacks, if it could not read the list before", async () => {
    const list = await testList(["com.own.a"], { access: { observe: "off" } });
    const managed = bundles("com.own.a", "com.lost.b");
    expect(await list.end({ desired: bundles("com.own.a", "com.lost.b", "com.own.c"), managed })).toMatchObject({
      code: undefined,
      appBundles: ["com.lost.b", "com.own.a", "com.own.c"],
    });
  });
});

describe("a read endpoint whose path is wrong", () => {
  it("does not hide what the probe shows, also after a request without a known outcome", async () => {
    const list = await testList([], { access: { observe: "read" }, faults: [fault("add 1", "reset", "after")] });
    expect(await list.end({ desired: own })).toMatchObject({
      code: undefined,
      requests: "token 200, other 404, remove 200, add none, other 404, remove 200",
    });
  });
});

describe("entries that do not take effect", () => {
  it("names entries that the API silently leaves out, and removes nothing then", async () => {
    const list = await testList(["com.own.a"], { behavior: { ignored: new Set(["com.bad.x"]) } });
    expect(await list.end({ desired: bundles("com.bad.x", "com.own.b"), managed: own })).toMatchObject({
      code: "ENTRIES_NOT_APPLIED",
      message: words('left out 1 app bundle ("com.bad.x")', "added 1 app bundle"),
      appBundles: ["com.own.a", "com.own.b"],
      requests: "token 200, remove 200, add 200",
    });
  });
});

describe("somebody who edits the list between two requests of a change", () => {
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
      appBundles: ["com.own.a", "com.own.b", "com.own.c"],
      viewsAfter: seenViews(bundles("com.own.b", "com.own.c", "com.own.a")),
      requests: "token 200, remove 200, add 200, add 200, add 200, remove 200, add 200",
    });
  });
});

describe("another writer who repeatedly removes the additions of a change", () => {
  it("is named as the reason, after a bounded number of requests", async () => {
    const list = await testList(["com.old.x"], {
      policy: { maxEntriesPerRequest: 1 },
      onRequest: ({ action }) => {
        if (action === "add") list.simulator.edit(7, { remove: { appBundles: ["com.own.a", "com.own.b"] } });
      },
    });
    const end = await list.end({ desired: bundles("com.own.a", "com.own.b") });
    const reason = "someone else is changing the list and removes entries that this change adds: 1 app bundle";
    expect(end).toMatchObject({
      code: "ENTRIES_NOT_APPLIED",
      message: words(`${reason} ("com.own.`),
      viewsAfter: { appBundles: { entries: { size: 2 } } },
    });
    expect(end.message).not.toContain("operator");
    expect(list.requests().length).toBeLessThan(10);
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
    // One of them finds out that the number of entries is not the reason.
    expect(list.requests().length).toBeLessThanOrEqual(2 + 1 + 12);
  });

  it("reports the smallest groups if more is refused than 72 requests can separate", async () => {
    const all = numbered(400);
    const refused = new Set(all.filter((_, index) => index % 10 === 0));
    const list = await testList([], { behavior: { refused } });
    const end = await list.end({ desired: bundles(...all) });
    expect(end).toMatchObject({ code: "ENTRIES_REFUSED", message: words("not narrowed down further") });
    expect(list.requests().length).toBeLessThanOrEqual(2 + 1 + 72 + 1);
    const reported = new Set(refusedBy(end).flatMap(({ entries: { appBundles } }) => [...appBundles]));
    expect(reported).toEqual(new Set(all).difference(new Set(end.appBundles)));
    expect(refused.isSubsetOf(reported)).toBe(true);
  });

  it("does not remove anything when an addition was refused", async () => {
    const list = await testList(["com.own.a"], { behavior: { refused: new Set(["com.bad.x"]) } });
    const end = { message: words("No change was observed."), appBundles: ["com.own.a"] };
    expect(await list.end({ desired: bundles("com.bad.x"), managed: own })).toMatchObject(end);
  });
});

describe("a login that is refused", () => {
  it.each([400, 413, 422])(
    "with %i in the middle of a change is not taken for a refusal of entries",
    async (status) => {
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
    },
  );
});

describe("requests that are too large", () => {
  it("halves them until the API accepts them, and keeps that size", async () => {
    const all = numbered(1000);
    const list = await testList([], { behavior: { maxEntriesPerRequest: 300 } });
    expect(await list.end({ desired: bundles(...all) })).toMatchObject({
      code: undefined,
      appBundles: all,
      requests: "token 200, remove 200, add 413, add 413, add 200, add 200, add 200, add 200",
    });
  });
});

describe("an outcome that is not known", () => {
  it("gives up after a bounded number of rounds and reports the rest", async () => {
    const list = await testList([], { faults: [fault("add", "reset")] });
    const end = await list.end({ desired: own });
    const reason = "there was no response while 1 app bundle was being added: read ECONNRESET.";
    expect(end).toMatchObject({
      code: "CHANGE_INTERRUPTED",
      message: words(reason),
    });
    expect(end.requests.match(/add none/gu)).toHaveLength(4);
    expect(list.requests().length).toBeLessThanOrEqual(2 + 4 * 3 + 1);
  });

  it("manages no entry that was not observed if the list cannot be read afterwards", async () => {
    // With status 501, no request is sent again.
    const list = await testList(["com.own.a"], { faults: [fault("add", "reset", "after"), fault("remove 2", 501)] });
    expect(await list.end({ desired: bundles("com.own.a", "com.own.b"), managed: own })).toMatchObject({
      code: "CHANGE_INTERRUPTED",
      message: words("being added: read ECONNRESET.\n1 app bundle may or may not be in the list.\n"),
      unconfirmed: { add: bundles("com.own.b"), remove: noEntries },
      viewsAfter: seenViews(own),
    });
  });
});

describe("a request that the API denies", () => {
  const denials = [302, 401, 403, 409, 413, 422] as const;
  const desired = bundles("com.own.b");

  it.each(denials)("although it took effect, is verified against the list, with status %d", async (status) => {
    const adding = await testList(["com.own.a"], { faults: [fault("add", status, "after")] });
    const added = { code: undefined, mayHaveChanged: true, appBundles: ["com.own.b"] };
    expect(await adding.end({ desired, managed: own })).toMatchObject(added);

    const removing = await testList(["com.own.a"], { faults: [fault("remove 2", status, "after")] });
    const removed = { code: undefined, mayHaveChanged: true, viewsAfter: seenViews(noEntries) };
    expect(await removing.end({ desired: noEntries, managed: own })).toMatchObject(removed);
  });

  it.each(denials)("and that had no effect fails with its status %d and the entries of the list", async (status) => {
    const list = await testList(["com.own.a"], { faults: [fault("add", status)] });
    expect(await list.end({ desired, managed: own })).toMatchObject({
      message: words("No change was observed"),
      mayHaveChanged: false,
      unconfirmed: noChanges,
    });
  });

  it("may have removed entries if the list can no longer be read", async () => {
    const list = await testList(["com.own.a"], { faults: [fault("remove 2", 403, "after"), fault("remove 3", 403)] });
    expect(await list.end({ desired: noEntries, managed: own })).toMatchObject({
      message: words("\n1 app bundle may or may not be in the list.\n"),
      mayHaveChanged: true,
      unconfirmed: { add: noEntries, remove: own },
    });
  });
});

describe("a change that cannot begin", () => {
  it("guards an exclusive list that it comes to see only by the answer to an addition, and describes the rest", async () => {
    const unmanaged = numbered(20, "com.existing.x");
    const list = await testList(unmanaged, unreadable);
    const usual = guardWith();
    const guard = (update: Update) => {
      const { add, remove } = update.remaining;
      const over = usual(update);
      return over && { ...over, commands: [`+${count(add)} −${count(remove)}`] };
    };
    expect(await list.end({ desired: own, exclusive: true, guard })).toMatchObject({
      code: "CHANGE_LIMIT",
      message: words("allows 6 of 20; this change removes 20", "This change added 1 app bundle.", "\n+0 −20"),
      appBundles: [...unmanaged, "com.own.a"],
    });
  });

  it("judges the whole change, before anything is sent and before it removes", async () => {
    const all = numbered(10);
    const list = await testList(all);
    const asked: Changes[] = [];
    const guard = (update: Update): undefined => void asked.push({ add: update.add, remove: update.remove.own });
    const declared = [...all.slice(4), "com.own.y"];
    const end = await list.end({ desired: bundles(...declared), managed: bundles(...all), guard });
    expect(end).toMatchObject({ appBundles: declared });
    // Before anything is sent, and again before the removal, when the addition was sent already.
    const whole = { add: bundles("com.own.y"), remove: bundles(...all.slice(0, 4)) };
    expect(asked).toEqual([whole, whole]);
  });
});
