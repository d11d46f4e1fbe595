import { describe, expect, it } from "vitest";
import type { Fault, FaultAnswer, Simulator } from "../../provider/simulator/index";
import { observeOrGone } from "../../provider/sync/absence";
import type { ReadBy } from "../../provider/sync/observe";
import { testList, type TestList } from "./list";

const html: FaultAnswer = {
  kind: "status",
  status: 404,
  headers: { "content-type": "text/html" },
  body: "<html><title>404 Not Found</title></html>",
};
const otherJson: FaultAnswer = {
  kind: "status",
  status: 404,
  body: '{"message":"no Route matched with those values"}',
};
/** The words of the simulator for a path that it does not have. */
const sameForm: FaultAnswer = {
  kind: "status",
  status: 404,
  body: '{"error":"Not Found","message":"there is no such path"}',
};

function on(action: "read" | "remove" | "campaigns", answer: FaultAnswer, nth?: number): Fault {
  return { on: { action, nth }, effect: "before", answer };
}

async function goneList(edit?: (simulator: Simulator) => void, options: Parameters<typeof testList>[1] = {}) {
  const list = await testList(["com.own.a"], options);
  list.simulator.deleteList(7);
  edit?.(list.simulator);
  return list;
}

async function reasonOf({ access }: TestList, readBefore: ReadBy = "probe"): Promise<string> {
  const observation = await observeOrGone(access, readBefore);
  return observation.outcome === "notVerified" ? observation.reason : observation.outcome;
}

describe("a list that is gone", () => {
  it("is proven so by a repeated answer in the form of the API, and by what the API answers to other requests", async () => {
    const list = await goneList();
    expect(await observeOrGone(list.access, "probe")).toEqual({ outcome: "gone" });
    // The request, again, for a list that cannot exist, for a path that does not exist, and one that succeeds.
    expect(list.requests()).toEqual([
      "token 200",
      "remove 404",
      "remove 404",
      "remove 404",
      "other 404",
      "campaigns 200",
    ]);
    // A gateway can answer one method only: the unknown path is requested with that of the removal, and without entries.
    expect(list.simulator.journal.at(-2)).toMatchObject({ method: "PATCH", entries: {} });
  });

  it("is proven so with a read endpoint as well", async () => {
    const list = await goneList(undefined, {
      behaviour: { read: "/v1/app_list/{id}" },
      access: { observe: "read" },
    });
    expect(await observeOrGone(list.access, "read")).toEqual({ outcome: "gone" });
  });

  it.each<[string, Fault]>([
    [
      "responds differently for a list that cannot exist",
      on("remove", { ...sameForm, kind: "status", status: 422 }, 3),
    ],
    ["another request failed as well", on("campaigns", { kind: "status", status: 403 })],
  ])("is not verified when the API %s", async (doubt, fault) => {
    const list = await goneList((simulator) => simulator.addFault(fault));
    expect(await reasonOf(list)).toContain(doubt);
  });

  it("is not verified if it was never read in this way before: an API may answer so when an entry is absent", async () => {
    expect(await reasonOf(await goneList(), "sentinel")).toContain("was never read in this way before");
    expect(await reasonOf(await goneList(), "read")).toContain("pulumi state delete");
  });
});

describe("a list whose probe is answered with a status that is mostly not about the entry", () => {
  it.each([403, 405, 501])("is not verified if it was never read by the probe, with %d", async (status) => {
    const list = await testList(["com.own.a"], { faults: [on("remove", { kind: "status", status })] });
    expect(await reasonOf(list, "sentinel")).toContain(`refuses to remove an entry that is not in the list`);
    await expect(observeOrGone(list.access, "probe")).rejects.toHaveProperty("status", status);
  });
});

describe("a gateway that answers 404", () => {
  it.each([html, otherJson, sameForm])("once does not make a list gone: %j", async (answer) => {
    const list = await testList(["com.own.a"], { faults: [on("remove", answer, 1)] });
    expect(await observeOrGone(list.access, "probe")).toMatchObject({ outcome: "seen" });
  });

  it.each<[string, FaultAnswer]>([
    ["does not have the form of the API's other errors", html],
    ["does not have the form of the API's other errors", otherJson],
    ["responds alike for a path that does not exist", sameForm],
  ])("always is no proof: it %s", async (doubt, answer) => {
    const list = await testList(["com.own.a"], { faults: [on("remove", answer)] });
    const reason = await reasonOf(list);
    expect(reason).toContain("which does not prove that the list is gone");
    expect(reason).toContain(doubt);
    expect(list.requests().length).toBeLessThanOrEqual(6);
  });

  it("to every request is no proof either", async () => {
    const list = await testList(["com.own.a"], {
      faults: (["add", "remove", "campaigns", "read", "other"] as const).map((action) => ({
        on: { action },
        effect: "before",
        answer: otherJson,
      })),
    });
    expect(await reasonOf(list)).toContain("responds alike for a path that does not exist");
  });
});
