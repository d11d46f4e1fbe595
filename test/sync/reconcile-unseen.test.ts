import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { noEntries, type Entries } from "../../provider/list/entries";
import type { Behaviour, Fault } from "../../provider/simulator/index";
import { bundles, entries, testList, refusedBy } from "./list";

const website = entries({ websites: ["own.example"] });

/** The API refuses a sentinel. */
const sentinelRefused: Fault = {
  on: { action: "add", nth: 1 },
  effect: "before",
  answer: { kind: "status", status: 422 },
};

/** The API returns 404 for an action. */
function notFoundAt(action: "add" | "remove"): Fault {
  return { on: { action }, effect: "before", answer: { kind: "status", status: 404 } };
}

describe("an exclusive list that the API never shows", () => {
  it("is a failure, because its other entries are unknown", async () => {
    const list = await testList(["com.existing.a", "com.own.a"], { access: { observe: "off" } });
    const own = bundles("com.own.a");
    const change = await list.change({ desired: own, managed: own, exclusive: true });
    expect(change.failure?.code).toBe("LIST_UNVERIFIED");
    expect(change.failure?.message).toContain("it could not be: app-list:observe is off");
    expect(list.requests()).toEqual([]);
  });

  it("is none if the list need not be exclusive, and is reported as not verified", async () => {
    const list = await testList(["com.own.a"], { access: { observe: "off" } });
    const change = await list.change({ desired: bundles("com.own.a"), managed: bundles("com.own.a") });
    expect(change).toMatchObject({ appList: undefined, notVerified: "app-list:observe is off", mayHaveChanged: false });
    expect(change.failure).toBeUndefined();
  });

  it("is cleared of unmanaged entries as soon as a response shows it", async () => {
    const list = await testList(["com.existing.a"], { access: { observe: "off" } });
    const change = await list.change({ desired: bundles("com.own.a"), exclusive: true });
    expect(change.failure).toBeUndefined();
    expect(list.appBundles()).toEqual(["com.own.a"]);
  });
});

describe("a list that turns out not to exist", () => {
  it("is a failure that names what to do, if its first addition returns 404", async () => {
    const list = await testList([], { access: { observe: "off" }, faults: [notFoundAt("add")] });
    const change = await list.change({ desired: bundles("com.own.a") });
    expect(change).toMatchObject({ failure: { cause: { code: "NOT_FOUND" } }, mayHaveChanged: false });
    expect(change.failure?.message).toContain("If app list 7 no longer exists, remove its resource from the program");
  });

  it("is a failure with what was done before if something was", async () => {
    const list = await testList(["com.own.a"], { access: { observe: "off" }, faults: [notFoundAt("remove")] });
    const change = await list.change({ desired: bundles("com.own.b"), managed: bundles("com.own.a") });
    expect(change.failure?.code).toBe("CHANGE_INTERRUPTED");
    expect(change.failure?.message).toContain("This change added 1 app bundle.");
    expect(change.unconfirmed).toEqual({ add: noEntries, remove: bundles("com.own.a") });
  });
});

describe("a list that cannot be read after an addition without a response", () => {
  it.each([501, 422])("keeps what was to be removed, with status %d", async (status) => {
    const list = await testList(["com.own.a"], {
      faults: [
        { on: { action: "add" }, effect: "after", answer: { kind: "reset" } },
        { on: { action: "remove", nth: 2 }, effect: "before", answer: { kind: "status", status } },
      ],
    });
    const change = await list.change({ desired: bundles("com.own.b"), managed: bundles("com.own.a") });
    expect(change.failure?.code).toBe("CHANGE_INTERRUPTED");
    expect(list.requests()).toEqual(["token 200", "remove 200", "add none", `remove ${status}`]);
    expect(list.appBundles()).toEqual(["com.own.a", "com.own.b"]);
  });
});

describe("an addition without an answer", () => {
  it.each([403, 422])("ends the change if the list cannot be read (%d), however much remains", async (status) => {
    const list = await testList([], {
      policy: { maxEntriesPerRequest: 1 },
      faults: [
        { on: { action: "add" }, effect: "after", answer: { kind: "reset" } },
        { on: { action: "remove", nth: 2 }, effect: "before", answer: { kind: "status", status } },
      ],
    });
    const change = await list.change({ desired: bundles("com.own.a", "com.own.b") });
    expect(change.failure?.code).toBe("CHANGE_INTERRUPTED");
    expect(list.requests()).toEqual(["token 200", "remove 200", "add none", `remove ${status}`]);
  });

  it("is completed in the kinds that are shown, and is the reason why the others are unknown", async () => {
    const list = await testList([], {
      behaviour: { websites: "hidden" },
      faults: [{ on: { action: "add", nth: 1 }, effect: "before", answer: { kind: "reset" } }],
    });
    const change = await list.change({ desired: { ...website, appBundles: EntrySet.of(["com.own.a"]) } });
    expect(change.failure?.code).toBe("CHANGE_INTERRUPTED");
    expect(change.failure?.message).toContain("ECONNRESET");
    expect(change.unconfirmed.add).toEqual(website);
    expect(list.appBundles()).toEqual(["com.own.a"]);
  });

  it("is not the reason after its outcome is known, if another writer removes the additions", async () => {
    const list = await testList([], {
      policy: { maxEntriesPerRequest: 1 },
      faults: [{ on: { action: "add", nth: 1 }, effect: "before", answer: { kind: "reset" } }],
      onRequest: ({ action }) => {
        if (action === "add") list.simulator.edit(7, { remove: { appBundles: ["com.own.a", "com.own.b"] } });
      },
    });
    const change = await list.change({ desired: bundles("com.own.a", "com.own.b") });
    expect(change.failure?.code).toBe("ENTRIES_NOT_APPLIED");
  });
});

describe("a removal without an answer", () => {
  it("is known after a read of the list", async () => {
    const list = await testList(["com.own.a"], {
      faults: [{ on: { action: "remove", nth: 2 }, effect: "after", answer: { kind: "reset" } }],
    });
    const change = await list.change({ desired: noEntries, managed: bundles("com.own.a") });
    expect(change.failure).toBeUndefined();
    expect(change).toMatchObject({ mayHaveChanged: true, unconfirmed: { add: noEntries, remove: noEntries } });
    expect(list.requests()).toEqual(["token 200", "remove 200", "remove none", "remove 200"]);
  });
});

describe("a change that the API denies", () => {
  const answer = { kind: "status", status: 403 } as const;
  const own = bundles("com.own.a");

  it("may have changed the list if a read shows that it did", async () => {
    const adding = await testList([], { faults: [{ on: { action: "add" }, effect: "after", answer }] });
    expect(await adding.change({ desired: own })).toMatchObject({ mayHaveChanged: true });
    const removing = await testList(["com.own.a"], {
      faults: [{ on: { action: "remove", nth: 2 }, effect: "after", answer }],
    });
    expect(await removing.change({ desired: noEntries, managed: own })).toMatchObject({ mayHaveChanged: true });
  });

  it("is followed by another sentinel if the API refuses the probe", async () => {
    const list = await testList(["com.own.a"], {
      behaviour: { removeAbsent: "error" },
      faults: [{ on: { action: "add", nth: 2 }, effect: "before", answer }],
    });
    await list.change({ desired: bundles("com.own.b"), managed: own });
    const sentinel = ["add 200", "remove 200"];
    expect(list.requests()).toEqual(["token 200", "remove 422", ...sentinel, "add 403", ...sentinel]);
  });

  it("has not changed it if a read shows that it did not", async () => {
    const list = await testList(["com.own.a"], {
      faults: [{ on: { action: "remove", nth: 2 }, effect: "before", answer }],
    });
    const change = await list.change({ desired: noEntries, managed: own });
    expect(change.failure?.code).toBe("CHANGE_INTERRUPTED");
    expect(change).toMatchObject({ mayHaveChanged: false, unconfirmed: { add: noEntries, remove: noEntries } });
  });
});

describe("a refused removal of an entry that the API shows", () => {
  it("is verified by the list", async () => {
    const list = await testList(["com.own.a"], { behaviour: { removeAbsent: "error" } });
    const change = await list.change({ desired: noEntries, managed: bundles("com.gone.a", "com.own.a") });
    expect(change.failure).toBeUndefined();
    expect(change).toMatchObject({ assumedRemoved: noEntries, acknowledged: { remove: bundles("com.own.a") } });
  });
});

describe("websites that the API does not show", () => {
  const behaviour = { websites: "hidden" } as const;

  it("are refused with what to do if they may be in the list already, or not any more", async () => {
    const hint = "and this one does not show them";
    const failureOf = async (refusing: Partial<Behaviour>, desired: Entries, managed = noEntries) => {
      const list = await testList([], { behaviour: { ...behaviour, ...refusing } });
      const { failure } = await list.change({ desired, managed });
      expect(failure?.code).toBe("ENTRIES_REFUSED");
      return failure?.message;
    };
    const refused = new Set(["own.example", "com.own.a"]);
    expect(await failureOf({ refused }, website)).toContain(`in the list already, ${hint}`);
    expect(await failureOf({ refused }, bundles("com.own.a"))).not.toContain(hint);
    expect(await failureOf({ removalRefused: refused }, noEntries, website)).toContain(
      `refuse to remove absent entries, ${hint}`,
    );
  });

  it("are managed after the API accepts their addition, and not after it accepts their removal", async () => {
    const list = await testList([], { behaviour });
    const added = await list.change({ desired: website });
    expect(added).toMatchObject({ acknowledged: { add: website, remove: noEntries }, mayHaveChanged: true });
    const removed = await list.change({ desired: noEntries, managed: website });
    expect(removed).toMatchObject({ acknowledged: { add: noEntries, remove: website }, assumedRemoved: noEntries });
    expect(removed.failure).toBeUndefined();
    expect(removed.notVerified).toBeUndefined();
    expect(list.simulator.list(7)?.websites).toEqual([]);
  });

  it("are not sent again if they are managed, unless they may have been removed", async () => {
    const list = await testList([], { behaviour });
    await list.change({ desired: website, managed: website });
    expect(list.simulator.list(7)?.websites).toEqual([]);
    const change = await list.change({ desired: website, managed: website, unconfirmedRemovals: website });
    expect(change.failure).toBeUndefined();
    expect(list.simulator.list(7)?.websites).toEqual(["own.example"]);
  });

  it("stay unconfirmed if their removal has no response", async () => {
    const list = await testList([], {
      behaviour,
      faults: [{ on: { action: "remove", nth: 2 }, effect: "after", answer: { kind: "reset" } }],
    });
    const change = await list.change({ desired: noEntries, managed: website });
    expect(change.failure?.code).toBe("CHANGE_INTERRUPTED");
    expect(change).toMatchObject({ unconfirmed: { add: noEntries, remove: website }, mayHaveChanged: true });
  });

  it.each(["error", "notFound", "listNotFound"] as const)(
    "count as removed if their removal is refused by an API that refuses the probe, with %s",
    async (removeAbsent) => {
      const list = await testList([], { behaviour: { ...behaviour, removeAbsent } });
      const change = await list.change({ desired: noEntries, managed: website });
      expect(change.failure).toBeUndefined();
      expect(change).toMatchObject({
        assumedRemoved: website,
        acknowledged: { add: noEntries, remove: website },
        unconfirmed: { add: noEntries, remove: noEntries },
      });
    },
  );

  it("count as removed one by one, beside others that are removed", async () => {
    const list = await testList([], { behaviour: { ...behaviour, removeAbsent: "error" } });
    const gone = entries({ websites: ["a.example", "b.example"] });
    list.simulator.edit(7, { add: { websites: ["own.example"] } });
    const change = await list.change({
      desired: noEntries,
      managed: { ...gone, websites: gone.websites.union(website.websites) },
    });
    expect(change.failure).toBeUndefined();
    expect(change.assumedRemoved).toEqual(gone);
    expect(list.simulator.list(7)?.websites).toEqual([]);
  });

  it("do not count as removed if the list is read from the read endpoint: the API was sent no probe", async () => {
    const list = await testList(["com.existing.a"], {
      behaviour: { ...behaviour, removeAbsent: "error", read: "/v1/app_list/{id}" },
      access: { observe: "read" },
    });
    const change = await list.change({ desired: noEntries, managed: website });
    expect(change.failure?.code).toBe("ENTRIES_REFUSED");
    expect(change.failure?.message).toContain("if app-list:observe is not probe, set it to probe for one command");
    expect(change).toMatchObject({ assumedRemoved: noEntries, unconfirmed: { add: noEntries, remove: website } });
  });

  it("do not count as removed if the API refuses the sentinel as well", async () => {
    const list = await testList([], { behaviour: { ...behaviour, removeAbsent: "error" }, faults: [sentinelRefused] });
    const change = await list.change({ desired: noEntries, managed: website });
    expect(change.failure?.code).toBe("ENTRIES_REFUSED");
    expect(change.assumedRemoved).toEqual(noEntries);
  });

  it("do not count as removed if no request about the list may be sent", async () => {
    const list = await testList([], {
      behaviour: { ...behaviour, removeAbsent: "error" },
      access: { observe: "off" },
    });
    const change = await list.change({ desired: noEntries, managed: website });
    expect(change.failure?.code).toBe("ENTRIES_REFUSED");
    expect(change.assumedRemoved).toEqual(noEntries);
    expect(list.requests()).toEqual(["token 200", "remove 422"]);
  });

  it("count as removed one by one only, not as a group", async () => {
    const list = await testList([], { behaviour: { ...behaviour, removeAbsent: "error" } });
    const many = entries({ websites: Array.from({ length: 200 }, (_, index) => `x${index}.example`) });
    const change = await list.change({ desired: noEntries, managed: many });
    expect(change.failure?.code).toBe("ENTRIES_REFUSED");
    expect(change.failure?.message).toContain("not narrowed down further");
    const reported = refusedBy(change);
    for (const { entries: group } of reported)
      expect(group.websites.intersect(change.assumedRemoved.websites).size).toBe(0);
    expect(reported.length).toBeGreaterThan(0);
  });

  it("do not count as removed if their removal is refused with another status", async () => {
    const list = await testList([], {
      behaviour,
      faults: [
        { on: { action: "remove", nth: 1 }, effect: "before", answer: { kind: "status", status: 422 } },
        { on: { action: "remove", nth: 2 }, effect: "before", answer: { kind: "status", status: 400 } },
        { on: { action: "remove", nth: 4 }, effect: "before", answer: { kind: "status", status: 400 } },
      ],
    });
    const change = await list.change({ desired: noEntries, managed: website });
    expect(change.failure?.code).toBe("ENTRIES_REFUSED");
    expect(change.assumedRemoved).toEqual(noEntries);
  });

  it("are not there if their addition is refused, also in the words of the probe", async () => {
    const answer = { kind: "status", status: 422 } as const;
    const list = await testList([], {
      behaviour,
      faults: (["add", "remove"] as const).map((action) => ({ on: { action }, effect: "before", answer })),
    });
    const change = await list.change({ desired: website });
    expect(change.failure?.code).toBe("ENTRIES_REFUSED");
    expect(change).toMatchObject({ assumedRemoved: noEntries, acknowledged: { add: noEntries, remove: noEntries } });
  });

  it("stay unconfirmed if the API denies their removal", async () => {
    const list = await testList([], {
      behaviour,
      faults: [{ on: { action: "remove", nth: 2 }, effect: "after", answer: { kind: "status", status: 403 } }],
    });
    const change = await list.change({ desired: noEntries, managed: website });
    expect(change).toMatchObject({ unconfirmed: { add: noEntries, remove: website }, mayHaveChanged: true });
  });

  it("are a failure if neither an addition nor a removal had a response", async () => {
    const reset = { effect: "after", answer: { kind: "reset" } } as const;
    const list = await testList([], {
      behaviour,
      faults: [
        { on: { action: "add", nth: 1 }, ...reset },
        { on: { action: "remove", nth: 3 }, ...reset },
      ],
    });
    const change = await list.change({ desired: website, managed: entries({ websites: ["old.example"] }) });
    expect(change.failure?.code).toBe("CHANGE_INTERRUPTED");
  });

  it("do not count as removed if the API silently removes an entry that cannot be in the list", async () => {
    const list = await testList([], { behaviour: { ...behaviour, removalRefused: new Set(["own.example"]) } });
    const change = await list.change({ desired: noEntries, managed: website });
    expect(change.failure?.code).toBe("ENTRIES_REFUSED");
    expect(change.assumedRemoved).toEqual(noEntries);
  });
});
