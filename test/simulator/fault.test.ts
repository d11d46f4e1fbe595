import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Fault, Simulator } from "../../provider/simulator/index";
import { testExamples } from "../harness/example-texts";
import { virtualClock } from "../harness/virtual-clock";
import { get, jsonOf, obtainToken, patch, patchCall, send, tokenCall } from "./client";
import { repeatedRequest } from "./gateway";
import { simulatorBehindGateway, simulatorForTest } from "./simulators";

function onAdd(effect: Fault["effect"], answer: Fault["answer"]): Fault {
  return { on: { action: "add" }, effect, answer };
}

/** Sends an addition to list 1, and returns the response before its body has arrived. */
async function add(simulator: Simulator, signal: AbortSignal | null = null): Promise<Response> {
  const { path, ...init } = patchCall(await obtainToken(simulator), "/v1/app_list/1/add", { app_bundles: "com.a" });
  return fetch(simulator.url + path, { ...init, signal });
}

const answers: readonly Fault["answer"][] = [
  { kind: "status", status: 503, headers: { "retry-after": "7" }, body: "{}" },
  { kind: "status", status: 200, headers: { "Content-Type": "text/html" }, body: Buffer.from([0xff, 0x80]) },
  { kind: "status", status: 204 },
  { kind: "cut" },
  { kind: "hang" },
  { kind: "reset" },
];

/** What an addition gets, what the list then holds, and the journal. A request that hangs is reset. */
async function linesOf(effect: Fault["effect"], answer: Fault["answer"]): Promise<readonly string[]> {
  const simulator: Simulator = await simulatorForTest({
    faults: [onAdd(effect, answer)],
    onRequest: ({ action }) => void (action === "add" && setImmediate(() => simulator.resetHanging())),
  });
  const read = async (response: Response) => {
    const headers = ["content-type", "retry-after"].map((name) => response.headers.get(name));
    const body = await response.arrayBuffer().then((bytes) => Buffer.from(bytes).toString("latin1"), String);
    return [response.status, ...headers, body].filter(Boolean).join(" ");
  };
  const got = await add(simulator).then(read, String);
  const { appBundles: [held = "nothing"] = [] } = simulator.list(1) ?? {};
  return [got, `held: ${held}`, JSON.stringify(simulator.journal.at(-1))];
}

testExamples(
  join(import.meta.dirname, "fault.txt"),
  Object.fromEntries(
    (["before", "after"] as const).flatMap((effect) =>
      answers.map((answer, index) => [
        `fault ${index}, ${effect} the change: ${answer.kind}`,
        () => linesOf(effect, answer),
      ]),
    ),
  ),
);

describe("a fault", () => {
  it("can be that of a gateway that repeats the request, with its credentials", async () => {
    const simulator = await simulatorBehindGateway({ faults: [onAdd("before", repeatedRequest(400))] });
    const got = await patch(simulator, "add", { app_bundles: "com.a" });
    expect(got.status).toBe(400);
    const [token] = simulator.issuedTokens;
    expect(jsonOf(got)).toMatchObject({
      request: { method: "PATCH", headers: { authorization: `Bearer ${token}` }, body: '{"app_bundles":"com.a"}' },
    });
  });

  it("counts its own requests, and the first of several applies", async () => {
    const simulator = await simulatorForTest({
      faults: [
        { on: { action: "add", nth: 1 }, effect: "before", answer: { kind: "status", status: 501 } },
        { on: { action: "add", nth: 2 }, effect: "before", answer: { kind: "status", status: 502 } },
        onAdd("before", { kind: "status", status: 503 }),
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
      behavior: { read: "/v1/app_list/{id}" },
      faults: [{ on: { appListId: 2 }, effect: "before", answer: { kind: "status", status: 500 } }],
    });
    expect((await get(simulator, "/v1/app_list/1")).status).toBe(200);
    expect((await get(simulator, "/v1/app_list/2")).status).toBe(500);
    simulator.addFault({ on: { action: "token" }, effect: "before", answer: { kind: "status", status: 429 } });
    expect((await send(simulator, tokenCall)).status).toBe(429);
    expect(simulator.journal.at(-1)).toMatchObject({ action: "token", status: 429 });
  });
});

describe("a slow answer", () => {
  /** The time when each test begins, in milliseconds. */
  const start = virtualClock().now();

  /** A simulator whose additions take 70 seconds of a virtual clock. */
  async function slowSimulator(effect: Fault["effect"] = "after") {
    const clock = virtualClock();
    const faults = [onAdd(effect, { kind: "slow", seconds: 70 })];
    return { clock, simulator: await simulatorForTest({ clock, faults }) };
  }

  it("is the true one, later, with the effect at that time", async () => {
    const { clock, simulator } = await slowSimulator();
    clock.timeout(30_000).addEventListener("abort", () => {
      expect(simulator.list(1)?.appBundles).toEqual([]);
      simulator.edit(1, { add: { appBundles: ["com.early"] } });
    });
    const got = await patch(simulator, "add", { app_bundles: "com.a" });
    expect(jsonOf(got)).toMatchObject({ app_bundles: "com.early,com.a" });
    expect(clock.now()).toBe(start + 70_000);
    expect(simulator.journal.at(-1)).toMatchObject({ status: 200, fault: { effect: "after", kind: "slow" } });
  });

  it("has its effect although the client has gone away, when the time has come", async () => {
    const { clock, simulator } = await slowSimulator();
    await expect(add(simulator, clock.timeout(60_000))).rejects.toMatchObject({ name: "TimeoutError" });
    await simulator.disconnect();
    expect(clock.now()).toBe(start + 60_000);
    expect(simulator.list(1)?.appBundles).toEqual([]);
    await clock.sleep(10_000, new AbortController().signal);
    expect(simulator.list(1)?.appBundles).toEqual(["com.a"]);
    expect(simulator.journal.at(-1)).toMatchObject({ action: "add", status: undefined });
  });

  it("can be that of a gateway that waits for a shorter time, before the effect", async () => {
    const clock = virtualClock();
    const faults = [onAdd("after", { kind: "slow", seconds: 70 })];
    const simulator = await simulatorBehindGateway({ clock, faults }, { clock, seconds: 60 });
    expect((await patch(simulator, "add", { app_bundles: "com.a" })).status).toBe(504);
    expect([clock.now(), simulator.list(1)?.appBundles]).toEqual([start + 60_000, []]);
    await clock.sleep(10_000, new AbortController().signal);
    expect(simulator.list(1)?.appBundles).toEqual(["com.a"]);
  });

  it("without effect is that of a gateway", async () => {
    const { simulator } = await slowSimulator("before");
    expect((await patch(simulator, "add", { app_bundles: "com.a" })).status).toBe(504);
    expect(simulator.list(1)?.appBundles).toEqual([]);
  });
});
