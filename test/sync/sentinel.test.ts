import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { noEntries } from "../../provider/list/entries";
import { reservedAppBundlePrefix } from "../../provider/list/entry";
import type { Fault, FaultAnswer } from "../../provider/simulator/index";
import { gatewayNotFound } from "../harness/gateway-not-found";
import { observe, observeBeforeChange } from "../../provider/sync/observe";
import { bundles, testList, type TestList } from "./list";

const refusing = { removeAbsent: "error" } as const;
const own = ["com.own.a", "com.own.b"];
const leftover = `${reservedAppBundlePrefix}xleft`;

function failing(action: "add" | "remove", nth: number, effect: Fault["effect"], answer: FaultAnswer): Fault {
  return { on: { action, nth }, effect, answer };
}

describe("a list that the probe cannot read", () => {
  it("is read by a sentinel, which is removed again", async () => {
    const list = await testList(["com.existing.a"], { behaviour: refusing });
    const observation = await observeBeforeChange(list.access);
    expect(observation).toMatchObject({ outcome: "seen", refusal: 422 });
    expect(observation).toHaveProperty("appList.entries.appBundles", EntrySet.of(["com.existing.a"]));
    expect(list.requests()).toEqual(["token 200", "remove 422", "add 200", "remove 200"]);
    expect(list.appBundles()).toEqual(["com.existing.a"]);
  });

  it.each([403, 405, 406, 501])("is read by a sentinel also if the API refuses the probe with %d", async (status) => {
    const faults = [failing("remove", 1, "before", { kind: "status", status })];
    const list = await testList(["com.existing.a"], { faults });
    const observation = await observeBeforeChange(list.access);
    expect(observation).toMatchObject({ outcome: "seen", refusal: status });
    expect(list.requests()).toEqual(["token 200", `remove ${status}`, "add 200", "remove 200"]);
    expect(list.appBundles()).toEqual(["com.existing.a"]);
  });

  it("is not changed if such a status cannot be about the entry, as the probe worked before", async () => {
    const list = await testList(own, { faults: [failing("remove", 1, "before", { kind: "status", status: 403 })] });
    await expect(observeBeforeChange(list.access, false)).rejects.toMatchObject({ code: "AUTHENTICATION_FAILED" });
    expect(list.requests()).toEqual(["token 200", "remove 403"]);
  });

  it("is a failure in few requests if the account may not change it", async () => {
    const answer = { kind: "status", status: 403 } as const;
    const faults = (["add", "remove"] as const).map(
      (action) => ({ on: { action }, effect: "before", answer }) as const,
    );
    const list = await testList([], { faults });
    const { failure, mayHaveChanged } = await list.change({ desired: bundles(...own) });
    expect(failure?.message).toContain("has no permission for this request (PATCH /v1/app_list/7/add, status 403)");
    expect(mayHaveChanged).toBe(false);
    expect(list.requests()).toEqual(["token 200", "remove 403", "add 403", "add 403"]);
  });

  it("is not touched if app-list:observe is off", async () => {
    const list = await testList(own, { access: { observe: "off" } });
    expect(await observeBeforeChange(list.access)).toEqual({
      outcome: "notVerified",
      reason: "app-list:observe is off",
    });
    expect(list.requests()).toEqual([]);
  });

  it("does not keep a sentinel whose addition had no response", async () => {
    for (const effect of ["before", "after"] as const) {
      const list = await testList(own, { behaviour: refusing, faults: [failing("add", 1, effect, { kind: "reset" })] });
      const observation = await observeBeforeChange(list.access);
      expect(observation).toHaveProperty("appList.entries.appBundles", EntrySet.of(own));
      expect(list.appBundles()).toEqual(own);
    }
  });

  it("is a failure, and not one that refuses the sentinel, if the token request is refused with the status of the probe", async () => {
    const list: TestList = await testList(own, {
      behaviour: refusing,
      faults: [{ on: { action: "token", nth: 2 }, effect: "before", answer: { kind: "status", status: 422 } }],
      onRequest: ({ action }) => {
        if (action === "remove") list.simulator.revokeTokens();
      },
    });
    await expect(observeBeforeChange(list.access)).rejects.toThrow("/v1/authentication/token");
    expect(list.requests()).toEqual(["token 200", "remove 422", "add 401", "token 422"]);
  });

  it("is not read, and keeps no sentinel, if no addition has a response", async () => {
    const answer = { kind: "status", status: 502 } as const;
    const list = await testList(own, {
      behaviour: refusing,
      faults: [{ on: { action: "add" }, effect: "before", answer }],
    });
    await expect(observeBeforeChange(list.access)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    expect(list.requests().length).toBeLessThanOrEqual(8);
    expect(list.appBundles()).toEqual(own);
  });

  it("is a failure that names what to do about a list that is gone, if its addition returns 404", async () => {
    const list = await testList();
    list.simulator.deleteList(7);
    const failure = observeBeforeChange(list.access);
    await expect(failure).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(failure).rejects.toThrow(
      "If app list 7 no longer exists, remove its resource from the program, and from the state with pulumi state delete " +
        "<URN> (docs/how-to/recover.md).",
    );
    expect(list.requests()).toEqual(["token 200", "remove 404", "remove 404", "add 404", "remove 404"]);
  });

  it("is read by the sentinel if a gateway answers 404 to every probe", async () => {
    const faults = [1, 2].map((nth) => failing("remove", nth, "before", gatewayNotFound.html));
    const list = await testList(own, { faults });
    expect(await observeBeforeChange(list.access)).toMatchObject({ outcome: "seen", refusal: 404 });
    expect(list.requests()).toEqual(["token 200", "remove 404", "remove 404", "add 200", "remove 200"]);
    expect(list.appBundles()).toEqual(own);
  });

  it("is read, and keeps no sentinel, if its addition took effect although a gateway answers 404", async () => {
    const faults = [failing("add", 1, "after", gatewayNotFound.json)];
    const list = await testList(own, { behaviour: refusing, faults });
    expect(await observeBeforeChange(list.access)).toMatchObject({ outcome: "seen", refusal: 422 });
    expect(list.requests()).toEqual(["token 200", "remove 422", "add 404", "remove 200"]);
    expect(list.appBundles()).toEqual(own);
  });
});

describe("a sentinel that could not be removed", () => {
  it("is removed at the end of the change", async () => {
    const list = await testList([], {
      behaviour: refusing,
      faults: [failing("remove", 2, "before", { kind: "status", status: 503 })],
    });
    const change = await list.change({ desired: bundles(...own) });
    expect(change.failure).toBeUndefined();
    expect(change.sentinelsLeft).toEqual(noEntries);
    expect(list.appBundles()).toEqual(own);
  });

  it("is removed by the next change, whichever way that reads the list", async () => {
    for (const behaviour of [refusing, {}]) {
      const list = await testList([leftover, "com.existing.a"], { behaviour });
      const change = await list.change({ desired: bundles("com.own.a") });
      expect(change.observedBefore.appBundles).toEqual(EntrySet.of(["com.existing.a"]));
      expect(list.appBundles()).toEqual(["com.existing.a", "com.own.a"]);
    }
  });

  it("is removed also when nothing else is left to do, or the change is refused", async () => {
    const done = await testList([leftover, "com.own.a"]);
    await done.change({ desired: bundles("com.own.a"), managed: bundles("com.own.a") });
    expect(done.appBundles()).toEqual(["com.own.a"]);
    const many = Array.from({ length: 20 }, (_, index) => `com.existing.x${index}`);
    const guarded = await testList([leftover, ...many]);
    const removalGuard = { limit: undefined, isApproved: () => false, howToApprove: () => "" };
    const change = await guarded.change({ desired: bundles("com.own.a"), exclusive: true, removalGuard });
    expect(change.failure).toMatchObject({ code: "REMOVAL_LIMIT" });
    expect(guarded.appBundles()).toEqual(many.toSorted());
  });

  it("is none of the entries of an exclusive list", async () => {
    const list = await testList([leftover, "com.own.a"]);
    const own = bundles("com.own.a");
    const removalGuard = {
      limit: { unit: "entries", most: 0 },
      isApproved: () => false,
      howToApprove: () => "",
    } as const;
    const change = await list.change({ desired: own, managed: own, exclusive: true, removalGuard });
    expect(change.failure).toBeUndefined();
    expect(list.appBundles()).toEqual(["com.own.a"]);
  });

  it("stays with what is known of it when it cannot be removed at all", async () => {
    const list = await testList([leftover], { behaviour: { removalRefused: new Set([leftover]) } });
    const change = await list.change({ desired: bundles("com.own.a") });
    expect(change.failure).toBeUndefined();
    expect(change.sentinelsLeft).toEqual(bundles(leftover));
  });
});

describe("an API that refuses the sentinel as well", () => {
  const both = {
    behaviour: refusing,
    faults: [failing("add", 1, "before", { kind: "status", status: 422 })],
  };

  it("is not read, so that nothing is known of the entries that were in the list before", async () => {
    const list = await testList(["com.own.b"], both);
    const change = await list.change({ desired: bundles("com.own.a", "com.own.b", "com.own.c") });
    expect(change.failure).toBeUndefined();
    expect(change.notVerified).toContain("It refuses to add such an entry as well");
    expect(change.observedBefore.appBundles).toBeUndefined();
    expect(change.observedAfter.appBundles).toEqual(EntrySet.of(["com.own.a", "com.own.b", "com.own.c"]));
    expect(list.requests()).toEqual(["token 200", "remove 422", "add 422", "add 200"]);
  });

  it("is sent all entries but those that it refuses", async () => {
    const list = await testList([], {
      behaviour: { ...refusing, refused: new Set(["com.own.a"]) },
      faults: both.faults,
    });
    const change = await list.change({ desired: bundles("com.own.a", "com.own.b", "com.own.c") });
    expect(change.failure?.code).toBe("ENTRIES_REFUSED");
    expect(change.failure?.message).toContain('refused to add app bundle "com.own.a"');
    expect(list.appBundles()).toEqual(["com.own.b", "com.own.c"]);
  });

  it("is not asked again after a request without a known outcome", async () => {
    const list = await testList([], {
      ...both,
      faults: [...both.faults, failing("add", 2, "after", { kind: "reset" })],
    });
    const change = await list.change({ desired: bundles(...own) });
    expect(change.failure).toMatchObject({ code: "CHANGE_INTERRUPTED" });
    expect(change.unconfirmed).toEqual({ add: bundles(...own), remove: noEntries });
    expect(list.requests()).toEqual(["token 200", "remove 422", "add 422", "add none"]);
  });

  it("has its removals judged without the entries that were added before, which would make them a smaller share", async () => {
    const list = await testList(["com.existing.a", "com.existing.b"], both);
    const many = Array.from({ length: 100 }, (_, index) => `com.own.x${index}`);
    const removalGuard = { limit: undefined, isApproved: () => false, howToApprove: () => "" };
    const change = await list.change({ desired: bundles(...many), exclusive: true, removalGuard });
    expect(change.failure).toMatchObject({ code: "REMOVAL_LIMIT" });
    expect(change.failure?.message).toContain("would remove 2 of 2 entries");
    expect(list.appBundles()).toEqual(["com.existing.a", "com.existing.b", ...many].toSorted());
  });

  it("refuses a delete of entries that are not in the list, and of which it shows nothing", async () => {
    const behaviour = { ...refusing, reservedNames: "refuse" } as const;
    const list = await testList(["com.existing.a"], { behaviour });
    const change = await list.change({ desired: noEntries, managed: bundles(...own) });
    expect(change.failure?.code).toBe("ENTRIES_REFUSED");
    expect(change.failure?.message).toContain('refused to remove app bundle "com.own.a"; app bundle "com.own.b"');
    expect(change.assumedRemoved).toEqual(noEntries);
    const sent = ["remove 422", "remove 422", "add 422", "remove 422", "remove 422", "remove 422"];
    expect(list.requests()).toEqual(["token 200", ...sent]);
  });

  it("is sent the rest of a delete as long as its responses show the list", async () => {
    const behaviour = { ...refusing, reservedNames: "refuse" } as const;
    const list = await testList(["com.own.a", "com.existing.a"], { behaviour });
    const change = await list.change({ desired: noEntries, managed: bundles(...own) });
    expect(change.failure).toBeUndefined();
    expect(list.appBundles()).toEqual(["com.existing.a"]);
  });
});

describe("a delete of entries from a list that the probe cannot read", () => {
  const many = Array.from({ length: 300 }, (_, index) => `com.own.x${index}`);

  it.each(["error", "notFound", "listNotFound"] as const)(
    "needs no sentinel while nothing is refused, with %s",
    async (removeAbsent) => {
      const list = await testList([...many, "com.existing.a"], { behaviour: { removeAbsent } });
      const change = await list.change({ desired: noEntries, managed: bundles(...many) });
      expect(change.failure).toBeUndefined();
      const probes = removeAbsent === "error" ? ["remove 422"] : ["remove 404", "remove 404"];
      expect(list.requests()).toEqual(["token 200", ...probes, "remove 200"]);
      expect(list.appBundles()).toEqual(["com.existing.a"]);
    },
  );

  it.each(["error", "notFound", "listNotFound"] as const)(
    "finds out by a sentinel which of them are left, with %s",
    async (removeAbsent) => {
      const list = await testList(many.slice(200), { behaviour: { removeAbsent } });
      const change = await list.change({ desired: noEntries, managed: bundles(...many) });
      expect(change.failure).toBeUndefined();
      expect(list.requests().slice(-3)).toEqual(["add 200", "remove 200", "remove 200"]);
      expect(list.appBundles()).toEqual([]);
    },
  );

  it("finds out by a sentinel which are left also if the API answers 403 to absent entries", async () => {
    const forbidden = { kind: "status", status: 403 } as const;
    const faults = [failing("remove", 1, "before", forbidden), failing("remove", 2, "before", forbidden)];
    const list = await testList(many.slice(200), { faults });
    const first = await observe(list.access, { mayRefuse: true, orProbe: true });
    expect(first).toMatchObject({ outcome: "notVerified", refusal: 403 });
    const change = await list.change({ desired: noEntries, managed: bundles(...many) }, first);
    expect(change.failure).toBeUndefined();
    expect(list.requests().slice(3)).toEqual(["add 200", "remove 200", "remove 200"]);
    expect(list.appBundles()).toEqual([]);
  });

  it("is not touched by a sentinel again that could not be read", async () => {
    const answer = { kind: "status", status: 503 } as const;
    const list = await testList(many.slice(200), {
      behaviour: refusing,
      faults: [{ on: { action: "add" }, effect: "before", answer }],
    });
    const change = await list.change({ desired: noEntries, managed: bundles(...many) });
    expect(change.failure).toMatchObject({ code: "CHANGE_INTERRUPTED" });
    expect(list.appBundles()).toEqual(many.slice(200).toSorted());
  });

  it("is done once all of them are gone, as after a delete whose response was lost", async () => {
    const list = await testList([], { behaviour: { removeAbsent: "notFound" } });
    const change = await list.change({ desired: noEntries, managed: bundles(...many) });
    expect(change.failure).toBeUndefined();
    expect(list.appBundles()).toEqual([]);
  });

  it("fails after few requests if every request returns 404, and names what to do about a list that is gone", async () => {
    const answer = { kind: "status", status: 404, body: '{"message":"no route"}' } as const;
    const list = await testList(many, {
      faults: (["add", "remove"] as const).map((action) => ({ on: { action }, effect: "before", answer })),
    });
    const change = await list.change({ desired: noEntries, managed: bundles(...many) });
    expect(change.failure).toMatchObject({ code: "CHANGE_INTERRUPTED", cause: { code: "NOT_FOUND" } });
    expect(change.failure?.message).toContain(
      "If app list 7 no longer exists, remove its resource from the program, and from the state with pulumi state delete",
    );
    expect(list.requests().slice(1)).toEqual(
      ["remove", "remove", "remove", "add", "remove"].map((each) => `${each} 404`),
    );
    expect(change.unconfirmed.remove).toEqual(noEntries);
  });
});
