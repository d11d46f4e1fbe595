import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { observe } from "../../provider/sync/observe";
import { gatewayNotFound } from "../harness/gateway-not-found";
import { fault, readPath, testList } from "./list";

/** An API that can read a list. */
const readable = { behavior: { read: readPath }, access: { observe: "read" } } as const;

const notFound = { kind: "status", status: 404 } as const;
const nulls = { kind: "status", status: 200, body: '{"id":7,"app_bundles":null,"placement_ids":"1-a"}' } as const;
const own = { appBundles: EntrySet.of(["com.own.a"]) };
const withoutBundles = { appBundles: undefined, placementIds: EntrySet.of(["1-a"]), websites: undefined };

it.each([
  ["shows its entries, by the probe", {}, own, "probe", "remove 200"],
  ["shows its entries, by the read endpoint", readable, own, "read", "read 200"],
  [
    "shows nothing of a null, by the probe",
    { faults: [fault("remove", nulls)] },
    withoutBundles,
    "probe",
    "remove 200",
  ],
  ["or by the endpoint", { ...readable, faults: [fault("read", nulls)] }, withoutBundles, "read", "read 200"],
  [
    "probes it if the path of the endpoint is wrong",
    { access: readable.access },
    own,
    "probe",
    "other 404, remove 200",
  ],
  ...[gatewayNotFound.html, gatewayNotFound.json, notFound].map((answer) => {
    const name = `repeats the probe a second after 404: ${JSON.stringify(answer)}`;
    return [name, { faults: [fault("remove 1", answer)] }, own, "probe", "remove 404, remove 200"] as const;
  }),
] as const)("reading a list %s", async (_, options, entries, by, requests) => {
  const list = await testList(["com.own.a"], options);
  expect(await observe(list.access)).toMatchObject({ outcome: "seen", appList: { entries }, reader: { by } });
  expect(list.requests().join(", ")).toBe(`token 200, ${requests}`);
  expect(list.clock.delays).toEqual(requests.startsWith("remove 404") ? [1000] : []);
});

it("reading a list sends nothing if it is off, and reports that", async () => {
  const list = await testList(["com.own.a"], { access: { observe: "off" } });
  expect(await observe(list.access)).toEqual({ outcome: "notVerified", reader: { by: "none" } });
  expect(list.requests()).toEqual([]);
});

describe("an API that refuses the probe", () => {
  it.each([400, 405, 409, 410, 422])(
    "cannot show the list if the API refuses the entry with status %d",
    async (status) => {
      const answer = { kind: "status", status, body: '{"error":"no such entry"}' } as const;
      const list = await testList([], { faults: [fault("remove", answer)] });
      expect(await observe(list.access)).toMatchObject({
        outcome: "notVerified",
        refusal: { status, detail: "no such entry" },
        reader: { by: "sentinel", refusal: { status } },
      });
    },
  );

  it("with 404 for a list that does not exist gets no request about another list or path", async () => {
    const list = await testList();
    list.simulator.deleteList(7);
    expect(await observe(list.access)).toMatchObject({
      outcome: "notVerified",
      refusal: { meaning: "absent" },
      reader: { by: "sentinel", refusal: { status: 404 } },
    });
    expect(new Set(list.simulator.journal.slice(1).map(({ path }) => path))).toEqual(
      new Set(["/v1/app_list/7/remove"]),
    );
  });
});

it.each([
  ["the probe fails with 302, which is not about the entry", {}, fault("remove", 302), "REQUEST_REFUSED"],
  ["the probe fails with 413, which is not about the entry", {}, fault("remove", 413), "REQUEST_REFUSED"],
  ["the endpoint fails with another status than 404", readable, fault("read", 403), "PERMISSION_DENIED"],
] as const)("reading a list fails if %s", async (_, options, failing, code) => {
  const list = await testList([], { ...options, faults: [failing] });
  await expect(observe(list.access)).rejects.toMatchObject({ code });
  expect(list.requests()).toHaveLength(2);
});
