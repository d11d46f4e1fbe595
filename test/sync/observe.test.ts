import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { observe } from "../../provider/sync/observe";
import { gatewayNotFound } from "../harness/gateway-not-found";
import { fault, testList } from "./list";

/** An API that can read a list. */
const readable = { behavior: { read: "/v1/app_list/{id}" }, access: { observe: "read" } } as const;

describe("reading a list", () => {
  it("shows its entries, by the probe and by the read endpoint", async () => {
    for (const options of [{}, readable]) {
      const list = await testList(["com.own.a"], options);
      const observation = await observe(list.access);
      expect(observation).toMatchObject({ appList: { entries: { appBundles: EntrySet.of(["com.own.a"]) } } });
    }
  });

  it("sends nothing if it is off, and reports that", async () => {
    const list = await testList(["com.own.a"], { access: { observe: "off" } });
    expect(await observe(list.access)).toEqual({
      outcome: "notVerified",
      reason: "app-list:observe is off",
      reader: { by: "none" },
    });
    expect(list.requests()).toEqual([]);
  });
});

it("null shows nothing of a kind, also in the response to the probe, which names app bundles, and it is not repeated", async () => {
  const nulls = { kind: "status", status: 200, body: '{"id":7,"app_bundles":null,"placement_ids":"1-a"}' } as const;
  for (const options of [{ faults: [fault("remove", nulls)] }, { ...readable, faults: [fault("read", nulls)] }]) {
    const list = await testList(["com.own.a"], options);
    const entries = { appBundles: undefined, placementIds: EntrySet.of(["1-a"]), websites: undefined };
    expect(await observe(list.access)).toMatchObject({ outcome: "seen", appList: { entries } });
    expect(list.requests()).toHaveLength(2);
  }
});

describe("an API that refuses the probe", () => {
  it.each([400, 405, 409, 410, 422])(
    "cannot show the list if the API refuses the entry with status %d",
    async (status) => {
      const answer = { kind: "status", status, body: '{"error":"no such entry"}' } as const;
      const list = await testList([], { faults: [fault("remove", answer)] });
      expect(await observe(list.access)).toMatchObject({
        outcome: "notVerified",
        reason:
          `the API refused the probe (${status}, no such entry). If it has a read endpoint: ` +
          "pulumi config set app-list:observe read, and app-list:readPath to its path",
        reader: { by: "sentinel", refusal: status },
      });
    },
  );

  it.each([302, 413])("fails if its status is not about the entry, as %d", async (status) => {
    const list = await testList([], { faults: [fault("remove", status)] });
    await expect(observe(list.access)).rejects.toMatchObject({ code: "REQUEST_REFUSED" });
  });
});

describe("a 404 to the probe", () => {
  const once = { on: { action: "remove", nth: 1 }, effect: "before" } as const;
  const answers = [gatewayNotFound.html, gatewayNotFound.json, { kind: "status", status: 404 }] as const;

  it.each(answers)("is repeated once, a second later: %j", async (answer) => {
    const list = await testList(["com.own.a"], { faults: [{ ...once, answer }] });
    expect(await observe(list.access)).toMatchObject({ outcome: "seen", reader: { by: "probe" } });
    expect(list.requests()).toEqual(["token 200", "remove 404", "remove 200"]);
    expect(list.clock.now()).toBe(1000);
  });

  it("of a list that does not exist leads to no request about another list or path", async () => {
    const list = await testList();
    list.simulator.deleteList(7);
    expect(await observe(list.access)).toEqual({
      outcome: "notVerified",
      reason:
        "the API returns 404 (Not Found; there is no such app list) for the request that reads app list 7: the list does " +
        "not exist, or the API returns 404 when an entry is not in the list",
      reader: { by: "sentinel", refusal: 404 },
    });
    expect(new Set(list.simulator.journal.slice(1).map(({ path }) => path))).toEqual(
      new Set(["/v1/app_list/7/remove"]),
    );
  });
});

describe("a read endpoint that fails", () => {
  it("is not replaced by the probe if it fails otherwise", async () => {
    const list = await testList([], { ...readable, faults: [fault("read", 403)] });
    await expect(observe(list.access)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    expect(list.requests()).toEqual(["token 200", "read 403"]);
  });

  it("is replaced by the probe if there is nothing under its path", async () => {
    const list = await testList(["com.own.a"], { access: { observe: "read" } });
    expect(await observe(list.access)).toMatchObject({ outcome: "seen", appList: { id: 7 }, reader: { by: "probe" } });
    expect(list.requests()).toEqual(["token 200", "other 404", "remove 200"]);
  });
});
