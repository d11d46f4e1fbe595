import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { count, noEntries, type Changes } from "../../provider/list/entries";
import { Deadline } from "../../provider/api/deadline";
import type { Fault, FaultAnswer } from "../../provider/simulator/fault";
import type { RequestProgress } from "../../provider/sync/access";
import { bundles, entries, testList, type TestList, refusedBy } from "./list";

/** The API refuses the sentinel, the first entry that is added after it refuses the probe. */
const sentinelRefused: Fault = {
  on: { action: "add", nth: 1 },
  effect: "before",
  answer: { kind: "status", status: 422 },
};

/** A guard with the usual limit, and a person who approves nothing. */
const usualGuard = { limit: undefined, isApproved: () => false, howToApprove: () => "Or approve it." };

describe("the progress of a change", () => {
  it("counts the requests of each action that were answered, and those that are left", async () => {
    const reports: string[] = [];
    const onProgress = ({ sent, left }: RequestProgress): void => void reports.push(`${sent} of ${sent + left}`);
    const list = await testList([], { policy: { maxEntriesPerRequest: 2 }, access: { onProgress } });
    await list.change({ desired: bundles("com.a", "com.b", "com.c", "com.d", "com.e") });
    expect(reports).toEqual(["1 of 3", "2 of 3", "3 of 3"]);
  });

  it("learns from the answers how many requests there will be", async () => {
    const reports: string[] = [];
    const onProgress = ({ sent, left }: RequestProgress): void => void reports.push(`${sent} of ${sent + left}`);
    const list = await testList([], { behaviour: { maxEntriesPerRequest: 2 }, access: { onProgress } });
    await list.change({ desired: bundles("com.a", "com.b", "com.c", "com.d") });
    expect(reports).toEqual(["1 of 3", "2 of 3", "3 of 3"]);
  });
});

describe("a change without failures", () => {
  it("reads the list once and then adds all missing entries with one request", async () => {
    const list = await testList(["com.existing.a"]);
    const change = await list.change({
      desired: entries({ appBundles: ["com.own.a"], placementIds: ["1-a"], websites: ["own.example"] }),
    });
    expect(change.failure).toBeUndefined();
    expect(list.requests()).toEqual(["token 200", "remove 200", "add 200"]);
    expect(list.appBundles()).toEqual(["com.existing.a", "com.own.a"]);
    expect(list.simulator.journal.at(-1)?.entries).toEqual({
      appBundles: ["com.own.a"],
      placementIds: ["1-a"],
      websites: ["own.example"],
    });
  });

  it("adds before it removes, and sends only what differs", async () => {
    const list = await testList(["com.existing.a", "com.own.a", "com.own.b"]);
    const change = await list.change({
      desired: bundles("com.own.b", "com.own.c"),
      managed: bundles("com.own.a", "com.own.b"),
    });
    expect(change.failure).toBeUndefined();
    expect(list.requests()).toEqual(["token 200", "remove 200", "add 200", "remove 200"]);
    expect(list.simulator.journal.slice(-2).map(({ entries: sent }) => sent)).toEqual([
      { appBundles: ["com.own.c"] },
      { appBundles: ["com.own.a"] },
    ]);
    expect(list.appBundles()).toEqual(["com.existing.a", "com.own.b", "com.own.c"]);
  });

  it("sends only the read if the list is as declared", async () => {
    const list = await testList(["com.own.a"]);
    const change = await list.change({ desired: bundles("com.own.a") });
    expect(change.failure).toBeUndefined();
    expect(change.mayHaveChanged).toBe(false);
    expect(list.requests()).toEqual(["token 200", "remove 200"]);
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

  it("keeps unmanaged entries unless the list is exclusive", async () => {
    const list = await testList(["com.existing.a", "com.own.a"]);
    await list.change({ desired: bundles("com.own.a") });
    expect(list.appBundles()).toEqual(["com.existing.a", "com.own.a"]);
    await list.change({ desired: bundles("com.own.a"), exclusive: true });
    expect(list.appBundles()).toEqual(["com.own.a"]);
  });

  it("keeps entries that another resource declares during the change", async () => {
    const list = await testList(["com.moved.a", "com.own.a"]);
    let elsewhere = noEntries;
    const change = await list.change({
      desired: bundles("com.own.b"),
      managed: bundles("com.moved.a", "com.own.a"),
      declaredElsewhere: () => {
        const known = elsewhere;
        elsewhere = bundles("com.moved.a");
        return known;
      },
    });
    expect(list.appBundles()).toEqual(["com.moved.a", "com.own.b"]);
    expect(change.handedOver).toEqual(bundles("com.moved.a"));
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
    const change = await list.change({ desired: noEntries, managed, declaredElsewhere: () => elsewhere });
    expect(change.failure).toBeUndefined();
    expect(list.appBundles()).toEqual(["com.own.b"]);
    // The removal of the first entry was on its way.
    expect(change.handedOver).toEqual(bundles("com.own.b"));
    expect(list.requests()).toEqual(["token 200", "remove 200", "remove 200", "remove 200"]);
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
  it.each(["ignore", "duplicate", "error"] as const)(
    "works when adding a present entry means %s",
    async (addPresent) => {
      const list = await testList(["com.present.a"], { behaviour: { addPresent } });
      const change = await list.change({ desired: bundles("com.present.a", "com.own.a") });
      expect(change.failure).toBeUndefined();
      expect(list.appBundles()).toEqual(["com.own.a", "com.present.a"]);
    },
  );

  it.each(["append", "sorted", "reversed"] as const)(
    "works if the API lists entries in the order %s",
    async (order) => {
      const list = await testList(["com.b", "com.a"], { behaviour: { order } });
      const change = await list.change({ desired: bundles("com.c"), managed: bundles("com.a") });
      expect(change.failure).toBeUndefined();
      expect(list.appBundles()).toEqual(["com.b", "com.c"]);
    },
  );

  it("is not verified when the probe and the sentinel are refused, and is verified by the responses", async () => {
    const list = await testList(["com.existing.a", "com.own.a"], {
      behaviour: { removeAbsent: "error" },
      faults: [sentinelRefused],
    });
    const change = await list.change({ desired: bundles("com.own.b"), managed: bundles("com.own.a") });
    expect(change.failure).toBeUndefined();
    expect(change.notVerified).toContain("refuses to remove an entry that is not in the list");
    expect(change.observedBefore.appBundles).toBeUndefined();
    expect(change.observedAfter.appBundles).toEqual(EntrySet.of(["com.existing.a", "com.own.b"]));
    expect(list.appBundles()).toEqual(["com.existing.a", "com.own.b"]);
  });

  it("adds managed entries that the first response lacks, if it could not read the list before", async () => {
    const list = await testList(["com.own.a"], { access: { observe: "off" } });
    const change = await list.change({
      desired: bundles("com.own.a", "com.lost.b", "com.own.c"),
      managed: bundles("com.own.a", "com.lost.b"),
    });
    expect(change.failure).toBeUndefined();
    expect(list.appBundles()).toEqual(["com.lost.b", "com.own.a", "com.own.c"]);
  });

  it("takes a removal that was refused because the entry is gone already for done", async () => {
    const list = await testList(["com.own.a"], { behaviour: { removeAbsent: "error" } });
    const change = await list.change({ desired: noEntries, managed: bundles("com.gone.a", "com.own.a") });
    expect(change.failure).toBeUndefined();
    expect(list.appBundles()).toEqual([]);
  });

  it("counts it as done also if the path of the read endpoint is wrong", async () => {
    const list = await testList([], { behaviour: { removeAbsent: "error" }, access: { observe: "read" } });
    const change = await list.change({ desired: noEntries, managed: bundles("com.gone.a") });
    expect(change.failure).toBeUndefined();
    expect(list.requests()).toEqual(["token 200", "other 404", "remove 422", "remove 422", "add 200", "remove 200"]);
  });

  it.each(["hidden", "null"] as const)(
    "tracks websites as acknowledged when answers have them %s",
    async (websites) => {
      const list = await testList([], { behaviour: { websites } });
      const change = await list.change({ desired: entries({ websites: ["own.example"] }) });
      expect(change.failure).toBeUndefined();
      expect(change.observedAfter.websites).toBeUndefined();
      expect(change.acknowledged.add).toEqual(entries({ websites: ["own.example"] }));
      expect(list.requests()).toEqual(["token 200", "remove 200", "add 200"]);
    },
  );

  it("reads the list from the read endpoint if the settings have one", async () => {
    const list = await testList(["com.own.a"], {
      behaviour: { read: "/v1/app_list/{id}" },
      access: { observe: "read" },
    });
    await list.change({ desired: bundles("com.own.a", "com.own.b") });
    expect(list.requests()).toEqual(["token 200", "read 200", "add 200"]);
  });

  it("reads the list with the probe if the path of the read endpoint is wrong", async () => {
    const list = await testList(["com.own.a"], { access: { observe: "read" } });
    const change = await list.change({ desired: bundles("com.own.a", "com.own.b") });
    expect(change).toMatchObject({ readBy: "probe", notVerified: undefined });
    expect(list.appBundles()).toEqual(["com.own.a", "com.own.b"]);
    expect(list.requests()).toEqual(["token 200", "other 404", "remove 200", "add 200"]);
  });
});

describe("a read endpoint whose path is wrong", () => {
  it("does not hide what the probe shows, also after a request without a known outcome", async () => {
    const list = await testList([], {
      access: { observe: "read" },
      faults: [{ on: { action: "add", nth: 1 }, effect: "after", answer: { kind: "reset" } }],
    });
    const change = await list.change({ desired: bundles("com.own.a") });
    expect(change.failure).toBeUndefined();
    expect(list.requests()).toEqual(["token 200", "other 404", "remove 200", "add none", "other 404", "remove 200"]);
  });
});

describe("entries that do not take effect", () => {
  it("names entries that the API silently leaves out, and removes nothing then", async () => {
    const list = await testList(["com.own.a"], { behaviour: { silentlyDropped: new Set(["com.bad.x"]) } });
    const change = await list.change({ desired: bundles("com.bad.x", "com.own.b"), managed: bundles("com.own.a") });
    expect(change.failure?.code).toBe("ENTRIES_NOT_APPLIED");
    expect(change.failure?.message).toContain('left out app bundle "com.bad.x"');
    expect(change.failure?.message).toContain("added 1 app bundle");
    expect(list.appBundles()).toEqual(["com.own.a", "com.own.b"]);
    expect(list.requests()).toEqual(["token 200", "remove 200", "add 200"]);
  });

  it("reports the form of an entry if the API changes its letter case", async () => {
    const list = await testList([], { behaviour: { letterCase: "lower" } });
    const change = await list.change({ desired: bundles("com.Own.A") });
    expect(change.failure?.code).toBe("ENTRIES_NOT_APPLIED");
    expect(change.failure?.message).toContain('The API stores "com.Own.A" as "com.own.a"');
  });

  it("removes an entry as often as it is in the list", async () => {
    const list = await testList(["com.own.a", "com.existing.b", "com.own.a"], {
      behaviour: { removedCopies: "first" },
    });
    const change = await list.change({ desired: noEntries, managed: bundles("com.own.a") });
    expect(change.failure).toBeUndefined();
    expect(list.appBundles()).toEqual(["com.existing.b"]);
    expect(list.requests()).toEqual(["token 200", "remove 200", "remove 200", "remove 200"]);
  });

  it("names entries that the API silently keeps, after a bounded number of requests", async () => {
    const list = await testList(["com.own.a", "com.own.b"], { behaviour: { silentlyKept: new Set(["com.own.a"]) } });
    const change = await list.change({ desired: noEntries, managed: bundles("com.own.a", "com.own.b") });
    expect(change.failure?.code).toBe("ENTRIES_NOT_APPLIED");
    expect(change.failure?.message).toContain('kept app bundle "com.own.a"');
    expect(list.requests().length).toBeLessThanOrEqual(6);
  });
});

describe("somebody who edits the list between two requests of a change", () => {
  it("makes it add removed entries again, and is not mistaken for an API that leaves entries out", async () => {
    const edits = [() => list.simulator.edit(7, { remove: { appBundles: ["com.own.a"] } })];
    const list = await testList(["com.old.x"], {
      policy: { maxEntriesPerRequest: 1 },
      // After the first addition was answered, as the second arrives.
      onRequest: ({ entries }) => {
        if (entries?.appBundles?.includes("com.own.b") === true) edits.pop()?.();
      },
    });
    const change = await list.change({
      desired: bundles("com.own.a", "com.own.b", "com.own.c"),
      managed: bundles("com.old.x"),
    });
    expect(change.failure).toBeUndefined();
    expect(list.appBundles()).toEqual(["com.own.a", "com.own.b", "com.own.c"]);
    expect(change.observedAfter.appBundles).toEqual(EntrySet.of(["com.own.b", "com.own.c", "com.own.a"]));
    expect(list.requests()).toEqual([
      "token 200",
      "remove 200",
      "add 200",
      "add 200",
      "add 200",
      "remove 200",
      "add 200",
    ]);
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
    const { failure, observedAfter } = await list.change({ desired: bundles("com.own.a", "com.own.b") });
    expect(failure?.code).toBe("ENTRIES_NOT_APPLIED");
    expect(failure?.message).toContain(
      'someone else is changing the list and removes entries that this change adds: app bundle "com.own.',
    );
    expect(failure?.message).not.toContain("operator");
    expect(failure?.message).toContain("Remaining: 1 app bundle to add.");
    expect(observedAfter.appBundles?.size).toBe(2);
    expect(list.requests().length).toBeLessThan(10);
  });
});

describe("entries that the API refuses", () => {
  it("applies all others and names the one that is refused, in few requests", async () => {
    const good = Array.from({ length: 999 }, (_, index) => `com.good.x${index}`);
    const list = await testList([], { behaviour: { refused: new Set(["com.bad.x"]) } });
    const change = await list.change({ desired: bundles(...good, "com.bad.x") });
    expect(change.failure?.code).toBe("ENTRIES_REFUSED");
    expect(change.failure?.message).toContain('refused to add app bundle "com.bad.x"');
    expect(list.appBundles()).toEqual(good.toSorted());
    expect(list.requests().length).toBeLessThanOrEqual(2 + 1 + 11);
  });

  it("reports the smallest groups if more is refused than 64 requests can separate", async () => {
    const all = Array.from({ length: 400 }, (_, index) => `com.app.x${String(index).padStart(3, "0")}`);
    const refused = new Set(all.filter((_, index) => index % 10 === 0));
    const list = await testList([], { behaviour: { refused } });
    const change = await list.change({ desired: bundles(...all) });
    expect(change.failure?.code).toBe("ENTRIES_REFUSED");
    expect(change.failure?.message).toContain("not narrowed down further");
    expect(list.requests().length).toBeLessThanOrEqual(2 + 1 + 64 + 1);
    const unapplied = new Set(all).difference(new Set(list.appBundles()));
    const reported = new Set(refusedBy(change).flatMap(({ entries: { appBundles } }) => [...appBundles]));
    expect(reported).toEqual(unapplied);
    expect(refused.isSubsetOf(reported)).toBe(true);
  });

  it("does not remove anything when an addition was refused", async () => {
    const list = await testList(["com.own.a"], { behaviour: { refused: new Set(["com.bad.x"]) } });
    const change = await list.change({ desired: bundles("com.bad.x"), managed: bundles("com.own.a") });
    expect(change.failure?.message).toContain("1 app bundle to remove");
    expect(list.appBundles()).toEqual(["com.own.a"]);
  });

  it("reports the additions if the removal is refused", async () => {
    const list = await testList(["com.own.a", "com.own.b"], { behaviour: { removalRefused: new Set(["com.own.a"]) } });
    const change = await list.change({ desired: bundles("com.own.c"), managed: bundles("com.own.a", "com.own.b") });
    expect(change.failure?.code).toBe("ENTRIES_REFUSED");
    expect(change.failure?.message).toContain('refused to remove app bundle "com.own.a"');
    expect(change.failure?.message).toContain("added 1 app bundle and removed 1 app bundle");
    expect(list.appBundles()).toEqual(["com.own.a", "com.own.c"]);
  });
});

describe("a login that is refused", () => {
  it.each([409, 410, 413, 422])("with %i is not mistaken for a refusal of the probe's entry", async (status) => {
    const list = await testList(["com.existing.a"], {
      faults: [{ on: { action: "token" }, effect: "before", answer: { kind: "status", status } }],
    });
    await expect(list.change({ desired: bundles("com.own.a") })).rejects.toThrow("/v1/authentication/token");
    expect(list.requests()).toEqual([`token ${status}`]);
  });

  it.each([400, 413, 422])(
    "with %i in the middle of a change is not taken for a refusal of entries",
    async (status) => {
      const list: TestList = await testList([], {
        faults: [{ on: { action: "token", nth: 2 }, effect: "before", answer: { kind: "status", status } }],
        onRequest: ({ action }) => {
          if (action === "remove") list.simulator.revokeTokens();
        },
      });
      const change = await list.change({ desired: bundles("com.own.a", "com.own.b", "com.own.c") });
      expect(change.failure?.code).toBe("CHANGE_INTERRUPTED");
      expect(change.mayHaveChanged).toBe(false);
      expect(list.requests()).toEqual(["token 200", "remove 200", "add 401", `token ${status}`]);
    },
  );
});

describe("an answer that does not end well", () => {
  it.each<[string, FaultAnswer]>([
    ["stops in its middle, for longer than the operation may take", { kind: "stall" }],
    ["is larger than any list", { kind: "flood", bytes: 200_000_000 }],
    ["inflates to more than any list", { kind: "flood", bytes: 200_000_000, encoding: "gzip" }],
    ["is a web page", { kind: "status", status: 200, headers: { "content-type": "text/html" }, body: "<html>" }],
    ["is about another list", { kind: "status", status: 200, body: '{"id": 8, "app_bundles": ""}' }],
    ["is deeper than any list", { kind: "status", status: 200, body: "[".repeat(100_000) }],
  ])("is not trusted if it %s", async (_, answer) => {
    const stop = new AbortController();
    const list = await testList(["com.existing.a"], {
      faults: [{ on: { action: "add", nth: 1 }, effect: "after", answer }],
      access: { deadline: Deadline.after(60, { end: stop.signal }) },
      onRequest: ({ action }) => {
        if (answer.kind === "stall" && action === "add") stop.abort();
      },
    });
    const change = await list.change({ desired: bundles("com.own.a") });
    expect(list.appBundles()).toEqual(["com.existing.a", "com.own.a"]);
    if (answer.kind === "stall") {
      expect(change.failure?.code).toBe("CHANGE_INTERRUPTED");
      expect(change.unconfirmed.add).toEqual(bundles("com.own.a"));
    } else {
      // The list was read again, and the additions are in it.
      expect(change.failure).toBeUndefined();
      expect(list.requests()).toEqual(["token 200", "remove 200", "add 200", "remove 200"]);
    }
  });
});

describe("requests that are too large", () => {
  it("halves them until the API accepts them, and keeps that size", async () => {
    const all = Array.from({ length: 1000 }, (_, index) => `com.app.x${index}`);
    const list = await testList([], { behaviour: { maxEntriesPerRequest: 300 } });
    const change = await list.change({ desired: bundles(...all) });
    expect(change.failure).toBeUndefined();
    expect(list.appBundles()).toHaveLength(1000);
    expect(list.requests()).toEqual([
      "token 200",
      "remove 200",
      "add 413",
      "add 413",
      "add 200",
      "add 200",
      "add 200",
      "add 200",
    ]);
  });

  it("sends a very long list in one request if the API accepts it", async () => {
    const all = Array.from({ length: 150_000 }, (_, index) => `com.app.x${index}`);
    const list = await testList();
    const change = await list.change({ desired: entries({ appBundles: all }) });
    expect(change.failure).toBeUndefined();
    expect(list.appBundles()).toHaveLength(150_000);
    expect(list.requests()).toEqual(["token 200", "remove 200", "add 200"]);
  });

  it("never sends more than the settings allow", async () => {
    const all = Array.from({ length: 10 }, (_, index) => `com.app.x${index}`);
    const list = await testList([], { policy: { maxEntriesPerRequest: 4 } });
    await list.change({ desired: bundles(...all) });
    expect(
      list.simulator.journal
        .filter(({ action }) => action === "add")
        .map(({ entries: sent }) => sent?.appBundles?.length),
    ).toEqual([4, 4, 2]);
  });
});

describe("an outcome that is not known", () => {
  it.each(["reset", "cut"] as const)(
    "reads the list after a %s, and does not resend changes that took effect",
    async (kind) => {
      const list = await testList(["com.own.a"], {
        faults: [{ on: { action: "add", nth: 1 }, effect: "after", answer: { kind } }],
      });
      const change = await list.change({ desired: bundles("com.own.b"), managed: bundles("com.own.a") });
      expect(change.failure).toBeUndefined();
      expect(list.requests().filter((request) => request.startsWith("add"))).toHaveLength(1);
      expect(list.appBundles()).toEqual(["com.own.b"]);
    },
  );

  it("sends again what did not take effect, after it has read the list twice", async () => {
    const list = await testList([], {
      faults: [{ on: { action: "add", nth: 1 }, effect: "before", answer: { kind: "status", status: 502 } }],
    });
    const change = await list.change({ desired: bundles("com.own.b") });
    expect(change.failure).toBeUndefined();
    expect(list.requests()).toEqual(["token 200", "remove 200", "add 502", "remove 200", "remove 200", "add 200"]);
  });

  it("gives up after a bounded number of rounds and reports the rest", async () => {
    const list = await testList([], {
      faults: [{ on: { action: "add" }, effect: "before", answer: { kind: "reset" } }],
    });
    const change = await list.change({ desired: bundles("com.own.b") });
    expect(change.failure?.code).toBe("CHANGE_INTERRUPTED");
    expect(change.failure?.message).toContain("1 app bundle to add");
    expect(list.requests().length).toBeLessThanOrEqual(2 + 4 * 3 + 1);
  });

  it("manages no entry that was not observed if the list cannot be read afterwards", async () => {
    const list = await testList(["com.own.a"], {
      faults: [
        { on: { action: "add" }, effect: "after", answer: { kind: "reset" } },
        // A status with which no request is sent again.
        { on: { action: "remove", nth: 2 }, effect: "before", answer: { kind: "status", status: 501 } },
      ],
    });
    const change = await list.change({ desired: bundles("com.own.a", "com.own.b"), managed: bundles("com.own.a") });
    expect(change.failure?.code).toBe("CHANGE_INTERRUPTED");
    expect(change.failure?.message).toContain(
      "Outcome unknown: the last request for 1 app bundle may have taken effect",
    );
    expect(change.unconfirmed).toEqual({ add: bundles("com.own.b"), remove: noEntries });
    expect(change.observedAfter.appBundles).toEqual(EntrySet.of(["com.own.a"]));
  });

  it("does not send websites twice that may have been added and are not shown", async () => {
    const list = await testList([], {
      behaviour: { websites: "hidden" },
      faults: [{ on: { action: "add", nth: 1 }, effect: "after", answer: { kind: "reset" } }],
    });
    const change = await list.change({ desired: entries({ websites: ["own.example"] }) });
    expect(change.failure?.code).toBe("CHANGE_INTERRUPTED");
    expect(change.unconfirmed).toEqual({ add: entries({ websites: ["own.example"] }), remove: noEntries });
    expect(list.requests().filter((request) => request.startsWith("add"))).toHaveLength(1);
  });

  it("removes nothing while it is not known whether an addition took effect, and gives the reason for that", async () => {
    const list = await testList(["com.old.a"], {
      behaviour: { websites: "hidden" },
      faults: [{ on: { action: "add", nth: 1 }, effect: "before", answer: { kind: "reset" } }],
    });
    const change = await list.change({
      desired: entries({ websites: ["own.example"] }),
      managed: bundles("com.old.a"),
    });
    expect(change.failure?.message).toContain("There was no response to PATCH /v1/app_list/7/add");
    expect(list.appBundles()).toEqual(["com.old.a"]);
  });

  it("reads again if the read itself gets no response", async () => {
    const list = await testList(["com.own.a"], {
      faults: [{ on: { action: "remove", nth: 1 }, effect: "before", answer: { kind: "reset" } }],
    });
    const change = await list.change({ desired: bundles("com.own.a") });
    expect(change.failure).toBeUndefined();
    expect(list.requests()).toEqual(["token 200", "remove none", "remove 200"]);
  });
});

describe("a request that the API denies", () => {
  const denials = [302, 401, 403, 409, 413, 422] as const;
  const desired = bundles("com.own.b");
  const managed = bundles("com.own.a");

  it.each(denials)("although it took effect, is verified against the list, with status %d", async (status) => {
    const answer = { kind: "status", status } as const;
    const adding = await testList(["com.own.a"], { faults: [{ on: { action: "add" }, effect: "after", answer }] });
    const added = await adding.change({ desired, managed });
    expect(added.failure).toBeUndefined();
    expect(adding.appBundles()).toEqual(["com.own.b"]);

    const removing = await testList(["com.own.a"], {
      faults: [{ on: { action: "remove", nth: 2 }, effect: "after", answer }],
    });
    const removed = await removing.change({ desired: noEntries, managed });
    expect(removed.failure).toBeUndefined();
    expect(removed.observedAfter.appBundles).toEqual(EntrySet.none);
  });

  it.each(denials)("and that had no effect fails with its status %d and the entries of the list", async (status) => {
    const list = await testList(["com.own.a"], {
      faults: [{ on: { action: "add" }, effect: "before", answer: { kind: "status", status } }],
    });
    const change = await list.change({ desired, managed });
    expect(change.failure?.message).toContain("No other change was observed.");
    expect(change).toMatchObject({ mayHaveChanged: false, unconfirmed: { add: noEntries, remove: noEntries } });
  });

  it("may have removed entries if the list can no longer be read", async () => {
    const answer = { kind: "status", status: 403 } as const;
    const list = await testList(["com.own.a"], {
      faults: [
        { on: { action: "remove", nth: 2 }, effect: "after", answer },
        { on: { action: "remove", nth: 3 }, effect: "before", answer },
      ],
    });
    const change = await list.change({ desired: noEntries, managed });
    expect(change.failure?.message).toContain(
      "Outcome unknown: the last request for 1 app bundle may have taken effect",
    );
    expect(change).toMatchObject({ mayHaveChanged: true, unconfirmed: { add: noEntries, remove: managed } });
  });
});

describe("a change that cannot begin", () => {
  it("changes nothing when the list does not exist", async () => {
    const list = await testList();
    list.simulator.deleteList(7);
    await expect(list.change({ desired: bundles("com.own.a") })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("fails after an addition with 404, and not after a 404 to the probe or the read endpoint alone", async () => {
    const list = await testList([], { behaviour: { read: "/v1/app_list/{id}" }, access: { observe: "read" } });
    list.simulator.deleteList(7);
    await expect(list.change({ desired: bundles("com.own.a") })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(list.requests()).toEqual(["token 200", "read 404", "remove 404", "remove 404", "add 404", "remove 404"]);
  });

  it("changes nothing if the API cannot be reached", async () => {
    const list = await testList();
    await list.simulator.close();
    await expect(list.change({ desired: bundles("com.own.a") })).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  });

  it("changes nothing when the removal guard refuses", async () => {
    const managed = Array.from({ length: 10 }, (_, index) => `com.app.x${index}`);
    const list = await testList(managed);
    const { failure, mayHaveChanged } = await list.change({
      desired: bundles(...managed.slice(4)),
      managed: bundles(...managed),
      removalGuard: usualGuard,
    });
    expect(failure?.code).toBe("REMOVAL_LIMIT");
    expect(failure?.message).toContain("would remove 4 of 10 entries (40%), more than the limit of 30% at once");
    expect(mayHaveChanged).toBe(false);
    expect(list.appBundles()).toHaveLength(10);
  });

  it("guards an exclusive list that it comes to see only by the answer to an addition", async () => {
    const unmanaged = Array.from({ length: 20 }, (_, index) => `com.existing.x${index}`);
    const list = await testList(unmanaged, { behaviour: { removeAbsent: "error" }, faults: [sentinelRefused] });
    const change = await list.change({
      desired: bundles("com.own.a"),
      exclusive: true,
      removalGuard: usualGuard,
    });
    expect(change.failure?.code).toBe("REMOVAL_LIMIT");
    expect(change.failure?.message).toContain("would remove 20 of 20 entries");
    expect(change.failure?.message).toContain("This change added 1 app bundle.");
    expect(list.appBundles()).toHaveLength(21);
  });

  it("allows an approved change, and judges the whole change", async () => {
    const managed = Array.from({ length: 10 }, (_, index) => `com.app.x${index}`);
    const list = await testList(managed);
    const asked: Changes[] = [];
    const isApproved = (change: Changes): boolean => asked.push(change) > 0;
    await list.change({
      desired: bundles(...managed.slice(4), "com.app.new"),
      managed: bundles(...managed),
      removalGuard: { ...usualGuard, isApproved },
    });
    expect(list.appBundles()).toEqual([...managed.slice(4), "com.app.new"].toSorted());
    // Before anything is sent, and again before the removal, when the addition was sent already.
    const whole = { add: bundles("com.app.new"), remove: bundles(...managed.slice(0, 4)) };
    expect(asked).toEqual([whole, whole]);
  });

  it("prints how to approve the rest if additions were sent before the guard refused", async () => {
    const unmanaged = Array.from({ length: 20 }, (_, index) => `com.existing.x${index}`);
    const list = await testList(unmanaged, { behaviour: { removeAbsent: "error" }, faults: [sentinelRefused] });
    const howToApprove = ({ add, remove }: Changes): string => `Approve +${count(add)} −${count(remove)}.`;
    const change = await list.change({
      desired: bundles("com.own.a"),
      exclusive: true,
      removalGuard: { ...usualGuard, howToApprove },
    });
    expect(change.failure?.message).toContain("Approve +0 −20.");
  });

  it("guards an exclusive list by all its entries", async () => {
    const unmanaged = Array.from({ length: 20 }, (_, index) => `com.existing.x${index}`);
    const list = await testList(unmanaged);
    const change = await list.change({ desired: bundles("com.own.a"), exclusive: true, removalGuard: usualGuard });
    expect(change.failure?.message).toContain("would remove 20 of 20 entries");
    expect(list.appBundles()).toHaveLength(20);
  });
});
