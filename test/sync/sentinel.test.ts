import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { noEntries } from "../../provider/list/entries";
import { reservedAppBundlePrefix } from "../../provider/list/entry";
import { gatewayNotFound } from "../harness/gateway-not-found";
import { observeBeforeChange } from "../../provider/sync/observe";
import { seenViews } from "../../provider/list/views";
import { bundles } from "../list/entries";
import { endOf, fault, guardWith, numbered, testList, words, type TestList } from "./list";

const refusing = { removeAbsent: "error" } as const;
const own = ["com.own.a", "com.own.b"];
const ifGone =
  "If app list 7 no longer exists, remove its resource from the state, then from the program: pulumi state delete URN";
const leftover = `${reservedAppBundlePrefix}xleft`;

describe("a list that the probe cannot read", () => {
  it.each([
    [422, { behavior: refusing }],
    ...[405, 406, 501].map((status) => [status, { faults: [fault("remove 1", status)] }] as const),
    // A gateway answers in place of the API.
    [404, { faults: [fault("remove 1", gatewayNotFound.html), fault("remove 2", gatewayNotFound.html)] }],
  ] as const)("is read by a sentinel, which is removed again, if the probe gets %d", async (status, options) => {
    const list = await testList(own, options);
    const observation = await observeBeforeChange(list.access);
    expect(observation).toMatchObject({ outcome: "seen", reader: { by: "sentinel", refusal: { status } } });
    expect(observation).toHaveProperty("appList.entries.appBundles", EntrySet.of(own));
    const probes = status === 404 ? "remove 404, remove 404" : `remove ${status}`;
    expect(list.requests().join(", ")).toBe(`token 200, ${probes}, add 200, remove 200`);
    expect(list.appBundles()).toEqual(own);
  });

  it("is named as possibly left if its addition had no response", async () => {
    const list = await testList(own, { behavior: refusing, faults: [fault("add 1", "reset", "after")] });
    const message: unknown = expect.stringContaining("the provider added it to read the list");
    await expect(observeBeforeChange(list.access)).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN", message });
    expect(list.appBundles()).toHaveLength(own.length + 1);
  });

  it.each([
    [422, "remove 422, add 401, token 422", "The API refused the login"],
    [404, "remove 404, remove 401, token 404", "does not exist (404)"],
  ] as const)("fails if the login is refused with the status of the probe (%s)", async (status, requests, message) => {
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
  });

  it("is not read, and keeps no sentinel, if no addition has a response", async () => {
    const list = await testList(own, { behavior: refusing, faults: [fault("add", 502)] });
    await expect(observeBeforeChange(list.access)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    expect(list.requests().length).toBeLessThanOrEqual(8);
    expect(list.appBundles()).toEqual(own);
  });

  it("is a failure if its addition returns 404", async () => {
    const list = await testList();
    list.simulator.deleteList(7);
    const message = words("App list 7 was not found (404).", "\nCheck the ID of the list and ");
    await expect(observeBeforeChange(list.access)).rejects.toMatchObject({ code: "NOT_FOUND", message });
    expect(list.requests()).toEqual(["token 200", "remove 404", "remove 404", "add 404"]);
  });
});

describe("a sentinel that could not be removed", () => {
  const desired = bundles("com.own.a");

  it("is removed at the end of the change", async () => {
    const options = { behavior: refusing, faults: [fault("remove 2", 503)] };
    const end = { code: undefined, sentinels: noEntries, appBundles: own };
    expect(await endOf({ desired: bundles(...own) }, [], options)).toMatchObject(end);
  });

  it("is removed by the next change, whichever way that reads the list", async () => {
    for (const behavior of [refusing, {}]) {
      const end = await endOf({ desired }, [leftover, "com.existing.a"], { behavior });
      const viewsBefore = seenViews(bundles("com.existing.a"));
      expect(end).toMatchObject({ viewsBefore, appBundles: ["com.existing.a", "com.own.a"] });
    }
  });

  it("is removed even when nothing else is left to do, or the change is refused", async () => {
    const done = { code: undefined, appBundles: ["com.own.a"] };
    // It is none of the entries of an exclusive list.
    const goal = {
      desired,
      managed: desired,
      exclusive: true,
      guard: guardWith(desired, { unit: "entries", most: 0 }),
    };
    expect(await endOf(goal, [leftover, "com.own.a"])).toMatchObject(done);
    const guarded = { desired, exclusive: true, guard: guardWith(noEntries) };
    const refused = { code: "CHANGE_LIMIT", appBundles: numbered(20) };
    expect(await endOf(guarded, [leftover, ...numbered(20)])).toMatchObject(refused);
  });

  it("is not followed by another one, although the outcome of an addition is still unknown", async () => {
    const faults = [fault("add 2", "reset"), fault("remove 3", 422)];
    expect(await endOf({ desired }, [], { behavior: refusing, faults })).toMatchObject({
      code: "CHANGE_INTERRUPTED",
      requests: "token 200, remove 422, add 200, remove 200, add none, add 200, remove 422, remove 200",
    });
  });

  it("is read by the response to its removal, too: an entry that somebody removed by then is missing", async () => {
    const faults = [fault("remove 2", { kind: "status", status: 200, body: '{"id":7,"app_bundles":""}' })];
    const end = await endOf({ desired, managed: desired }, [leftover, "com.own.a"], { faults });
    expect(end).toMatchObject({ code: "ENTRIES_NOT_APPLIED" });
  });

  it("is gone after the API accepted its removal, even if the response shows no app bundles", async () => {
    const faults = [fault("remove 2", { kind: "status", status: 200, body: '{"id":7}' }, "after")];
    expect(await endOf({ desired, managed: desired }, [leftover, "com.own.a"], { faults })).toMatchObject({
      code: undefined,
      sentinels: noEntries,
    });
  });

  it("stays with what is known of it when it cannot be removed at all", async () => {
    const end = { code: undefined, sentinels: bundles(leftover) };
    const behavior = { removalRefused: new Set([leftover]) };
    expect(await endOf({ desired }, [leftover], { behavior })).toMatchObject(end);
  });
});

describe("an API that refuses the sentinel as well", () => {
  const both = { behavior: refusing, faults: [fault("add 1", 422)] };
  const refusingNames = { behavior: { ...refusing, reservedNames: "refuse" } } as const;
  const desired = bundles("com.own.a", "com.own.b", "com.own.c");

  it("is read by the addition of one entry, which may have been in the list before", async () => {
    expect(await endOf({ desired }, ["com.own.b"], both)).toMatchObject({
      code: undefined,
      first: { refusal: { status: 422 }, reader: { by: "none" } },
      viewsBefore: { appBundles: { basis: "seen", entries: EntrySet.of(["com.own.a", "com.own.b"]) } },
      viewsAfter: seenViews(desired),
      requests: "token 200, remove 422, add 422, add 200, add 200",
    });
  });

  it("is sent all entries but those that it refuses", async () => {
    const options = { ...both, behavior: { ...refusing, refused: new Set(["com.own.a"]) } };
    expect(await endOf({ desired }, [], options)).toMatchObject({
      code: "ENTRIES_REFUSED",
      message: words('refused to add 1 app bundle ("com.own.a")'),
      appBundles: ["com.own.b", "com.own.c"],
    });
  });

  it("is not asked again after a request without a known outcome", async () => {
    const faults = [...both.faults, fault("add 2", "reset", "after")];
    expect(await endOf({ desired }, [], { ...both, faults })).toMatchObject({
      code: "CHANGE_INTERRUPTED",
      unconfirmed: { add: bundles("com.own.a"), remove: noEntries },
      requests: "token 200, remove 422, add 422, add none",
    });
  });

  it("has its removals judged without the entries that were added before, which would make them a smaller share", async () => {
    const goal = { desired: bundles(...numbered(100)), exclusive: true, guard: guardWith(noEntries) };
    expect(await endOf(goal, ["com.existing.a", "com.existing.b"], both)).toMatchObject({
      code: "CHANGE_LIMIT",
      message: words("allows 1 of 2; this change removes 2 unmanaged app bundles"),
      appBundles: ["com.existing.a", "com.existing.b", ...numbered(100)],
    });
  });

  it("refuses a delete of entries that are not in the list, and of which it shows nothing", async () => {
    const goal = { desired: noEntries, managed: bundles(...own) };
    expect(await endOf(goal, ["com.existing.a"], refusingNames)).toMatchObject({
      code: "ENTRIES_REFUSED",
      message: words('refused to remove 2 app bundles ("com.own.a", "com.own.b") (422)'),
      requests: "token 200, remove 422, remove 422, add 422, remove 422, remove 422, remove 422",
    });
  });

  it("is sent the rest of a delete as long as its responses show the list", async () => {
    const goal = { desired: noEntries, managed: bundles(...own) };
    const end = { code: undefined, appBundles: ["com.existing.a"] };
    expect(await endOf(goal, ["com.own.a", "com.existing.a"], refusingNames)).toMatchObject(end);
  });
});

describe("a delete of entries from a list that the probe cannot read", () => {
  const all = numbered(300);
  const left = all.slice(200);
  const removal = { desired: noEntries, managed: bundles(...all) };
  const refusals = [
    [422, "remove 422"],
    [404, "remove 404, remove 404"],
  ] as const;

  it.each(refusals)("needs no sentinel while nothing is refused, with %s", async (absent, probes) => {
    const behavior = { removeAbsent: "error", statuses: { absent } } as const;
    const requests = `token 200, ${probes}, remove 200`;
    const end = { code: undefined, appBundles: ["com.existing.a"], requests };
    expect(await endOf(removal, [...all, "com.existing.a"], { behavior })).toMatchObject(end);
  });

  it.each(refusals)("finds out by a sentinel which of them are left, with %s", async (absent, probes) => {
    const behavior = { removeAbsent: "error", statuses: { absent } } as const;
    const requests = `token 200, ${probes}, remove ${absent}, add 200, remove 200, remove 200`;
    expect(await endOf(removal, left, { behavior })).toMatchObject({ code: undefined, appBundles: [], requests });
  });

  it("finds out by a sentinel which are left even if the API answers 405 to absent entries", async () => {
    const faults = [fault("remove 1", 405), fault("remove 2", 405)];
    const requests = "token 200, remove 405, remove 405, add 200, remove 200, remove 200";
    expect(await endOf(removal, left, { faults })).toMatchObject({ code: undefined, appBundles: [], requests });
  });

  it("gets no other sentinel after one without a response, which is removed at the end", async () => {
    const options = { behavior: refusing, faults: [fault("add", "reset", "after")] };
    expect(await endOf(removal, left, options)).toMatchObject({
      code: "CHANGE_INTERRUPTED",
      requests: "token 200, remove 422, remove 422, add none, remove 200",
      appBundles: left,
    });
  });

  it("fails after few requests if every request returns 404, and names what to do about a list that is gone", async () => {
    const answer = { kind: "status", status: 404, body: '{"message":"no route"}' } as const;
    const faults = [fault("add", answer), fault("remove", answer)];
    expect(await endOf(removal, all, { faults })).toMatchObject({
      failure: { code: "CHANGE_INTERRUPTED", cause: { code: "NOT_FOUND" } },
      message: words(ifGone),
      requests: "token 200, remove 404, remove 404, remove 404, add 404",
      unconfirmed: { remove: noEntries },
    });
  });
});
