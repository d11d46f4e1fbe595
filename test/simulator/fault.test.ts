import { describe, expect, it } from "vitest";
import type { Fault } from "../../provider/simulator/index";
import { gatewayNotFound } from "../harness/gateway-not-found";
import { virtualClock } from "../harness/virtual-clock";
import { get, jsonOf, obtainToken, patch, patchCall, send, tokenCall } from "./client";
import { simulatorForTest } from "./simulators";

function onAdd(effect: Fault["effect"], answer: Fault["answer"]): Fault {
  return { on: { action: "add" }, effect, answer };
}

describe("a fault", () => {
  it.each([
    ["before", []],
    ["after", ["com.a"]],
  ] as const)("that strikes %s the change can answer with another status", async (effect, held) => {
    const answer = { kind: "status", status: 503, headers: { "retry-after": "7" }, body: "{}" } as const;
    const simulator = await simulatorForTest({ faults: [onAdd(effect, answer)] });
    const got = await patch(simulator, "add", { app_bundles: "com.a" });
    expect(got.status).toBe(503);
    expect(got.headers.get("retry-after")).toBe("7");
    expect(got.headers.get("content-type")).toBe("application/json");
    expect(got.text).toBe("{}");
    expect(simulator.list(1)?.appBundles).toEqual(held);
  });

  it("can answer with the request itself, with its credentials", async () => {
    const simulator = await simulatorForTest({ faults: [onAdd("before", { kind: "echo", status: 400 })] });
    const got = await patch(simulator, "add", { app_bundles: "com.a" });
    expect(got.status).toBe(400);
    const [token] = simulator.issuedTokens;
    expect(jsonOf(got)).toMatchObject({
      request: { method: "PATCH", headers: { authorization: `Bearer ${token}` }, body: '{"app_bundles":"com.a"}' },
    });
  });

  it.each([
    ["before", []],
    ["after", ["com.a"]],
  ] as const)("that strikes %s the change can reset the connection", async (effect, held) => {
    const simulator = await simulatorForTest({ faults: [onAdd(effect, { kind: "reset" })] });
    await expect(patch(simulator, "add", { app_bundles: "com.a" })).rejects.toThrow("fetch failed");
    expect(simulator.list(1)?.appBundles).toEqual(held);
    expect(simulator.journal.at(-1)).toMatchObject({ status: undefined, fault: { effect, kind: "reset" } });
  });

  it.each([
    ["before", []],
    ["after", ["com.a"]],
  ] as const)("that strikes %s the change can cut the answer in half", async (effect, held) => {
    const simulator = await simulatorForTest({ faults: [onAdd(effect, { kind: "cut" })] });
    const call = patchCall(await obtainToken(simulator), "/v1/app_list/1/add", { app_bundles: "com.a" });
    const { path, ...init } = call;
    const response = await fetch(simulator.url + path, init);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow("terminated");
    expect(simulator.list(1)?.appBundles).toEqual(held);
    expect(simulator.journal.at(-1)).toMatchObject({ status: 200, fault: { effect, kind: "cut" } });
  });

  it.each([
    ["before", []],
    ["after", ["com.a"]],
  ] as const)("that strikes %s the change can give no answer, until the simulator is closed", async (effect, held) => {
    const arrived = Promise.withResolvers<void>();
    const simulator = await simulatorForTest({
      faults: [onAdd(effect, { kind: "hang" })],
      onRequest: (entry) => {
        if (entry.action === "add") arrived.resolve();
      },
    });
    const closeOnceArrived = async () => {
      await arrived.promise;
      await simulator.close();
    };
    await Promise.all([
      expect(patch(simulator, "add", { app_bundles: "com.a" })).rejects.toThrow("fetch failed"),
      closeOnceArrived(),
    ]);
    expect(simulator.list(1)?.appBundles).toEqual(held);
    expect(simulator.journal.at(-1)).toMatchObject({ status: undefined, fault: { effect, kind: "hang" } });
  });

  it("can stop in the middle of the answer, until the connection is reset", async () => {
    const simulator = await simulatorForTest({ faults: [onAdd("after", { kind: "stall" })] });
    const call = patchCall(await obtainToken(simulator), "/v1/app_list/1/add", { app_bundles: "com.a" });
    const { path, ...init } = call;
    const response = await fetch(simulator.url + path, init);
    expect(response.status).toBe(200);
    const text = response.text();
    simulator.resetHanging();
    await expect(text).rejects.toThrow("terminated");
    expect(simulator.list(1)?.appBundles).toEqual(["com.a"]);
  });

  it("can enlarge the answer, also with compression", async () => {
    const bytes = 5_000_000;
    const simulator = await simulatorForTest({ faults: [onAdd("after", { kind: "flood", bytes })] });
    expect((await patch(simulator, "add", { app_bundles: "com.a" })).text).toHaveLength(bytes);
    simulator.clearFaults();
    simulator.addFault(onAdd("after", { kind: "flood", bytes, encoding: "gzip" }));
    const inflated = await patch(simulator, "add", { app_bundles: "com.a" });
    expect(inflated.headers.get("content-encoding")).toBe("gzip");
    expect(inflated.text).toHaveLength(bytes);
    expect(jsonOf(inflated)).toMatchObject({ id: 1, app_bundles: "com.a" });
  });

  it("applies to the nth request that matches, or to every one", async () => {
    const answer = { kind: "status", status: 500 } as const;
    const simulator = await simulatorForTest({
      faults: [{ on: { action: "add", nth: 2 }, effect: "before", answer }],
    });
    const statuses = async () => [
      (await patch(simulator, "add", { app_bundles: "a" })).status,
      (await patch(simulator, "remove", { app_bundles: "z" })).status,
      (await patch(simulator, "add", { app_bundles: "b" })).status,
      (await patch(simulator, "add", { app_bundles: "c" })).status,
    ];
    expect(await statuses()).toEqual([200, 200, 500, 200]);
    simulator.clearFaults();
    simulator.addFault({ on: { action: "add" }, effect: "before", answer });
    expect(await statuses()).toEqual([500, 200, 500, 500]);
    simulator.clearFaults();
    expect(await statuses()).toEqual([200, 200, 200, 200]);
  });

  it("counts its own requests, and the first of several applies", async () => {
    const simulator = await simulatorForTest({
      faults: [
        { on: { action: "add", nth: 1 }, effect: "before", answer: { kind: "status", status: 501 } },
        { on: { action: "add", nth: 2 }, effect: "before", answer: { kind: "status", status: 502 } },
        { on: { action: "add" }, effect: "before", answer: { kind: "status", status: 503 } },
      ],
    });
    const status = async () => (await patch(simulator, "add", { app_bundles: "a" })).status;
    expect([await status(), await status(), await status()]).toEqual([501, 502, 503]);
  });

  it("can apply to one list, one action, or a token call", async () => {
    const simulator = await simulatorForTest({
      lists: [
        { id: 1, name: "one" },
        { id: 2, name: "two" },
      ],
      behaviour: { read: "/v1/app_list/{id}" },
      faults: [{ on: { appListId: 2 }, effect: "before", answer: { kind: "status", status: 500 } }],
    });
    expect((await get(simulator, "/v1/app_list/1")).status).toBe(200);
    expect((await get(simulator, "/v1/app_list/2")).status).toBe(500);
    simulator.addFault({ on: { action: "token" }, effect: "before", answer: { kind: "status", status: 429 } });
    expect((await send(simulator, tokenCall)).status).toBe(429);
    expect(simulator.journal.at(-1)).toMatchObject({ action: "token", status: 429 });
  });

  it("can apply to all paths that begin alike, also to unknown ones, or to every request", async () => {
    const { html, json } = gatewayNotFound;
    const simulator = await simulatorForTest({
      faults: [{ on: { path: "/v1/app_list" }, effect: "before", answer: html }],
    });
    const answers = async () => [
      await patch(simulator, "add", { app_bundles: "a" }),
      await send(simulator, { method: "DELETE", path: "/v1/app_list/9/unknown" }),
      await get(simulator, "/v1/meta/campaigns"),
    ];
    expect((await answers()).map(({ status }) => status)).toEqual([404, 404, 200]);
    const [page] = await answers();
    expect(page?.headers.get("content-type")).toBe("text/html");
    simulator.clearFaults();
    simulator.addFault({ on: {}, effect: "before", answer: json });
    const all = await Promise.all([send(simulator, tokenCall), send(simulator, { path: "/nowhere" })]);
    expect(all.map(({ status, text }) => ({ status, text }))).toEqual(
      all.map(() => ({ status: 404, text: json.body })),
    );
  });

  it("can redirect, and can answer with something other than JSON", async () => {
    const simulator = await simulatorForTest({
      faults: [
        onAdd("before", { kind: "status", status: 302, headers: { location: "/elsewhere" } }),
        {
          on: { action: "remove" },
          effect: "before",
          answer: { kind: "status", status: 200, headers: { "Content-Type": "text/html" }, body: "<html>" },
        },
      ],
    });
    const redirect = await patch(simulator, "add", { app_bundles: "a" });
    expect([redirect.status, redirect.headers.get("location")]).toEqual([302, "/elsewhere"]);
    const page = await patch(simulator, "remove", { app_bundles: "a" });
    expect([page.headers.get("content-type"), page.text]).toEqual(["text/html", "<html>"]);
  });
});

describe("a slow answer", () => {
  /** A simulator whose additions take 70 seconds of a virtual clock. */
  async function slowSimulator(effect: Fault["effect"] = "after") {
    const clock = virtualClock();
    const faults = [onAdd(effect, { kind: "slow", seconds: 70 })];
    return { clock, simulator: await simulatorForTest({ ...clock, faults }) };
  }

  it("is the true one, later, with the effect at that time", async () => {
    const { clock, simulator } = await slowSimulator();
    clock.timeout(30_000).addEventListener("abort", () => {
      expect(simulator.list(1)?.appBundles).toEqual([]);
      simulator.edit(1, { add: { appBundles: ["com.early"] } });
    });
    const got = await patch(simulator, "add", { app_bundles: "com.a" });
    expect(jsonOf(got)).toMatchObject({ app_bundles: "com.early,com.a" });
    expect(clock.now()).toBe(70_000);
    expect(simulator.journal.at(-1)).toMatchObject({ status: 200, fault: { effect: "after", kind: "slow" } });
  });

  it("has its effect although the client has gone away, when the time has come or is no longer awaited", async () => {
    for (const end of ["time", "finishSlow"] as const) {
      const { clock, simulator } = await slowSimulator();
      const call = patchCall(await obtainToken(simulator), "/v1/app_list/1/add", { app_bundles: "com.a" });
      const { path, ...init } = call;
      const early = fetch(simulator.url + path, { ...init, signal: clock.timeout(60_000) });
      await expect(early).rejects.toMatchObject({ name: "TimeoutError" });
      await simulator.disconnect();
      expect(clock.now()).toBe(60_000);
      expect(simulator.list(1)?.appBundles).toEqual([]);
      if (end === "time") await clock.sleep(10_000, new AbortController().signal);
      else simulator.finishSlow();
      expect(simulator.list(1)?.appBundles).toEqual(["com.a"]);
      expect(simulator.journal.at(-1)).toMatchObject({ action: "add", status: undefined });
    }
  });

  it("can be that of a gateway that waits for a shorter time, before the effect", async () => {
    const clock = virtualClock();
    const answer = { kind: "slow", seconds: 70, gatewaySeconds: 60 } as const;
    const simulator = await simulatorForTest({ ...clock, faults: [onAdd("after", answer)] });
    expect((await patch(simulator, "add", { app_bundles: "com.a" })).status).toBe(504);
    expect([clock.now(), simulator.list(1)?.appBundles]).toEqual([60_000, []]);
    await clock.sleep(10_000, new AbortController().signal);
    expect(simulator.list(1)?.appBundles).toEqual(["com.a"]);
  });

  it("without effect is that of a gateway", async () => {
    const { simulator } = await slowSimulator("before");
    expect((await patch(simulator, "add", { app_bundles: "com.a" })).status).toBe(504);
    expect(simulator.list(1)?.appBundles).toEqual([]);
  });

  it("takes as long by the clock of this machine", async () => {
    const simulator = await simulatorForTest({ faults: [onAdd("after", { kind: "slow", seconds: 0.01 })] });
    expect((await patch(simulator, "add", { app_bundles: "com.a" })).status).toBe(200);
    expect(simulator.list(1)?.appBundles).toEqual(["com.a"]);
  });
});
