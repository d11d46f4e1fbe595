import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { noEntries } from "../../provider/list/entries";
import { reservedAppBundlePrefix } from "../../provider/list/entry";
import { gatewayNotFound } from "../harness/gateway-not-found";
import { observe, observeBeforeChange } from "../../provider/sync/observe";
import { seenViews } from "../../provider/list/views";
import { bundles } from "../list/entries";
import { fault, guardWith, numbered, testList, words, type TestList } from "./list";

const refusing = { removeAbsent: "error" } as const;
const own = ["com.own.a", "com.own.b"];
const ifGone =
  "If app list 7 no longer exists, remove its resource from the state, then from the program: pulumi state delete URN";
const leftover = `${reservedAppBundlePrefix}xleft`;

describe("a list that the probe cannot read", () => {
  it("is read by a sentinel, which is removed again", async () => {
    const list = await testList(["com.existing.a"], { behavior: refusing });
    const observation = await observeBeforeChange(list.access);
    expect(observation).toMatchObject({ outcome: "seen", reader: { by: "sentinel", refusal: 422 } });
    expect(observation).toHaveProperty("appList.entries.appBundles", EntrySet.of(["com.existing.a"]));
    expect(list.requests()).toEqual(["token 200", "remove 422", "add 200", "remove 200"]);
    expect(list.appBundles()).toEqual(["com.existing.a"]);
  });

  it.each([405, 406, 501])("is read by a sentinel even if the API refuses the probe with %d", async (status) => {
    const faults = [fault("remove 1", status)];
    const list = await testList(["com.existing.a"], { faults });
    const observation = await observeBeforeChange(list.access);
    expect(observation).toMatchObject({ outcome: "seen", reader: { by: "sentinel", refusal: status } });
    expect(list.requests()).toEqual(["token 200", `remove ${status}`, "add 200", "remove 200"]);
    expect(list.appBundles()).toEqual(["com.existing.a"]);
  });

  it("is named as possibly left if its addition had no response", async () => {
    const list = await testList(own, { behavior: refusing, faults: [fault("add 1", "reset", "after")] });
    const failure = observeBeforeChange(list.access);
    await expect(failure).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
    await expect(failure).rejects.toThrow("the provider added it to read the list");
    expect(list.appBundles()).toHaveLength(own.length + 1);
  });

  it.each([
    [422, "remove 422, add 401, token 422", "The API refused the login"],
    [404, "remove 404, remove 401, token 404", "There is no login at"],
  ] as const)(
    "is a failure if the login is refused with the status of the probe: that is not about an entry (%s)",
    async (status, requests, message) => {
      const list: TestList = await testList(own, {
        behavior: { removeAbsent: "error", statuses: { absent: status } },
        onRequest: ({ action }) => {
          if (action !== "remove") return;
          list.simulator.revokeTokens();
          list.simulator.addFault(fault("token", { kind: "status", status, body: '{"error":"no"}' }));
        },
      });
      await expect(observeBeforeChange(list.access)).rejects.toThrow(message);
      expect(list.requests().join(", ")).toContain(`token 200, ${requests}`);
    },
  );

  it("is not read, and keeps no sentinel, if no addition has a response", async () => {
    const list = await testList(own, { behavior: refusing, faults: [fault("add", 502)] });
    await expect(observeBeforeChange(list.access)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    expect(list.requests().length).toBeLessThanOrEqual(8);
    expect(list.appBundles()).toEqual(own);
  });

  it("is a failure if its addition returns 404", async () => {
    const list = await testList();
    list.simulator.deleteList(7);
    const failure = observeBeforeChange(list.access);
    await expect(failure).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(failure).rejects.toThrow(/^App list 7 was not found \(404\)\..*\nCheck the ID of the list and /u);
    expect(list.requests()).toEqual(["token 200", "remove 404", "remove 404", "add 404"]);
  });

  it("is read by the sentinel if a gateway answers 404 to every probe", async () => {
    const faults = [fault("remove 1", gatewayNotFound.html), fault("remove 2", gatewayNotFound.html)];
    const list = await testList(own, { faults });
    expect(await observeBeforeChange(list.access)).toMatchObject({
      outcome: "seen",
      reader: { by: "sentinel", refusal: 404 },
    });
    expect(list.requests()).toEqual(["token 200", "remove 404", "remove 404", "add 200", "remove 200"]);
    expect(list.appBundles()).toEqual(own);
  });
});

describe("a sentinel that could not be removed", () => {
  it("is removed at the end of the change", async () => {
    const list = await testList([], { behavior: refusing, faults: [fault("remove 2", 503)] });
    const end = { code: undefined, sentinels: noEntries, appBundles: own };
    expect(await list.end({ desired: bundles(...own) })).toMatchObject(end);
  });

  it("is removed by the next change, whichever way that reads the list", async () => {
    for (const behavior of [refusing, {}]) {
      const list = await testList([leftover, "com.existing.a"], { behavior });
      const viewsBefore = seenViews(bundles("com.existing.a"));
      const end = { viewsBefore, appBundles: ["com.existing.a", "com.own.a"] };
      expect(await list.end({ desired: bundles("com.own.a") })).toMatchObject(end);
    }
  });

  it("is removed even when nothing else is left to do, or the change is refused", async () => {
    const ownEntry = bundles("com.own.a");
    const done = await testList([leftover, "com.own.a"]);
    expect(await done.end({ desired: ownEntry, managed: ownEntry })).toMatchObject({ appBundles: ["com.own.a"] });
    const guarded = await testList([leftover, ...numbered(20)]);
    const refused = { code: "CHANGE_LIMIT", appBundles: numbered(20) };
    expect(await guarded.end({ desired: ownEntry, exclusive: true, guard: guardWith() })).toMatchObject(refused);
  });

  it("is none of the entries of an exclusive list", async () => {
    const list = await testList([leftover, "com.own.a"]);
    const ownEntry = bundles("com.own.a");
    const guard = guardWith({ unit: "entries", most: 0 });
    const goal = { desired: ownEntry, managed: ownEntry, exclusive: true, guard };
    expect(await list.end(goal)).toMatchObject({ code: undefined, appBundles: ["com.own.a"] });
  });

  it("stays with what is known of it when it cannot be removed at all", async () => {
    const list = await testList([leftover], { behavior: { removalRefused: new Set([leftover]) } });
    const end = { code: undefined, sentinels: bundles(leftover) };
    expect(await list.end({ desired: bundles("com.own.a") })).toMatchObject(end);
  });
});

describe("an API that refuses the sentinel as well", () => {
  const both = { behavior: refusing, faults: [fault("add 1", 422)] };
  const desired = bundles("com.own.a", "com.own.b", "com.own.c");

  it("is read by the addition of one entry, which may have been in the list before", async () => {
    const list = await testList(["com.own.b"], both);
    expect(await list.end({ desired })).toMatchObject({
      code: undefined,
      first: { reason: words("It also refused to add a sentinel") },
      viewsBefore: { appBundles: { basis: "seen", entries: EntrySet.of(["com.own.a", "com.own.b"]) } },
      viewsAfter: seenViews(desired),
      requests: "token 200, remove 422, add 422, add 200, add 200",
    });
  });

  it("is sent all entries but those that it refuses", async () => {
    const list = await testList([], { ...both, behavior: { ...refusing, refused: new Set(["com.own.a"]) } });
    expect(await list.end({ desired })).toMatchObject({
      code: "ENTRIES_REFUSED",
      message: words('refused to add 1 app bundle ("com.own.a")'),
      appBundles: ["com.own.b", "com.own.c"],
    });
  });

  it("is not asked again after a request without a known outcome", async () => {
    const list = await testList([], { ...both, faults: [...both.faults, fault("add 2", "reset", "after")] });
    expect(await list.end({ desired })).toMatchObject({
      code: "CHANGE_INTERRUPTED",
      unconfirmed: { add: bundles("com.own.a"), remove: noEntries },
      requests: "token 200, remove 422, add 422, add none",
    });
  });

  it("has its removals judged without the entries that were added before, which would make them a smaller share", async () => {
    const list = await testList(["com.existing.a", "com.existing.b"], both);
    const goal = { desired: bundles(...numbered(100)), exclusive: true, guard: guardWith() };
    expect(await list.end(goal)).toMatchObject({
      code: "CHANGE_LIMIT",
      message: words("allows 0 of 2; this change removes 2 unmanaged"),
      appBundles: ["com.existing.a", "com.existing.b", ...numbered(100)],
    });
  });

  it("refuses a delete of entries that are not in the list, and of which it shows nothing", async () => {
    const list = await testList(["com.existing.a"], { behavior: { ...refusing, reservedNames: "refuse" } });
    expect(await list.end({ desired: noEntries, managed: bundles(...own) })).toMatchObject({
      code: "ENTRIES_REFUSED",
      message: words('refused to remove 2 app bundles ("com.own.a", "com.own.b") (422)'),
      requests: "token 200, remove 422, remove 422, add 422, remove 422, remove 422, remove 422",
    });
  });

  it("is sent the rest of a delete as long as its responses show the list", async () => {
    const behavior = { ...refusing, reservedNames: "refuse" } as const;
    const list = await testList(["com.own.a", "com.existing.a"], { behavior });
    const end = { code: undefined, appBundles: ["com.existing.a"] };
    expect(await list.end({ desired: noEntries, managed: bundles(...own) })).toMatchObject(end);
  });
});

describe("a delete of entries from a list that the probe cannot read", () => {
  const all = numbered(300);
  const left = all.slice(200);
  const removal = { desired: noEntries, managed: bundles(...all) };

  it.each([422, 404])("needs no sentinel while nothing is refused, with %s", async (absent) => {
    const behavior = { removeAbsent: "error", statuses: { absent } } as const;
    const list = await testList([...all, "com.existing.a"], { behavior });
    const probes = absent === 422 ? "remove 422" : "remove 404, remove 404";
    const requests = `token 200, ${probes}, remove 200`;
    expect(await list.end(removal)).toMatchObject({ code: undefined, appBundles: ["com.existing.a"], requests });
  });

  it.each([422, 404])("finds out by a sentinel which of them are left, with %s", async (absent) => {
    const list = await testList(left, { behavior: { removeAbsent: "error", statuses: { absent } } });
    expect(await list.end(removal)).toMatchObject({ code: undefined, appBundles: [] });
    expect(list.requests().slice(-3)).toEqual(["add 200", "remove 200", "remove 200"]);
  });

  it("finds out by a sentinel which are left even if the API answers 405 to absent entries", async () => {
    const list = await testList(left, { faults: [fault("remove 1", 405), fault("remove 2", 405)] });
    const first = await observe(list.access);
    expect(first).toMatchObject({ outcome: "notVerified", reader: { by: "sentinel", refusal: 405 } });
    const requests = "token 200, remove 405, remove 405, add 200, remove 200, remove 200";
    expect(await list.end(removal, first)).toMatchObject({ code: undefined, appBundles: [], requests });
  });

  it("is not touched by a sentinel again that could not be read", async () => {
    const list = await testList(left, { behavior: refusing, faults: [fault("add", 503)] });
    expect(await list.end(removal)).toMatchObject({ code: "CHANGE_INTERRUPTED", appBundles: left });
  });

  it("fails after few requests if every request returns 404, and names what to do about a list that is gone", async () => {
    const answer = { kind: "status", status: 404, body: '{"message":"no route"}' } as const;
    const list = await testList(all, { faults: [fault("add", answer), fault("remove", answer)] });
    expect(await list.end(removal)).toMatchObject({
      failure: { code: "CHANGE_INTERRUPTED", cause: { code: "NOT_FOUND" } },
      message: words(ifGone),
      requests: "token 200, remove 404, remove 404, remove 404, add 404",
      unconfirmed: { remove: noEntries },
    });
  });
});
