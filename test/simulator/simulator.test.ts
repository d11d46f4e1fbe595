import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { startSimulator } from "../../provider/simulator/index";
import { listen } from "../../provider/simulator/server";
import { rejectionOf } from "../api/server";
import { jsonOf, patch, patchCall, send, tokenCall } from "./client";
import { simulatorForTest } from "./simulators";

describe("a simulator", () => {
  it("reports that its port is not available", async () => {
    const { url } = await simulatorForTest();
    const port = Number(new URL(url).port);
    await expect(startSimulator({ port })).rejects.toThrow(
      `The simulator cannot listen on port ${port} of 127.0.0.1. Choose another port, or 0 for a free one.`,
    );
  });

  it("can edit a list as somebody else: as a set, entry by entry, whatever the behavior", async () => {
    const given = ["a", "b", "b", "c"];
    const simulator = await simulatorForTest({
      lists: [{ id: 1, name: "n", appBundles: given }],
      behavior: { letterCase: "lower", refused: new Set(["X"]) },
    });
    given.push("not in the list");
    const before = simulator.list(1);
    simulator.edit(1, { add: { appBundles: ["b", "X", "X"] }, remove: { appBundles: ["a", "z"], websites: ["w"] } });
    expect(simulator.list(1)?.appBundles).toEqual(["b", "b", "c", "X"]);
    const answer = await patch(simulator, "add", { app_bundles: "d" });
    expect(jsonOf(answer)).toMatchObject({ app_bundles: "b,b,c,X,d" });
    expect(before?.appBundles).toEqual(["a", "b", "b", "c"]);
  });

  it("has accounts that see the same lists unless they have their own, and shows which one sent a request", async () => {
    const account = (name: string) => ({ basicCredential: name, username: name, password: name });
    const other = { ...account("other"), lists: [{ id: 1, name: "theirs", appBundles: ["com.b"] }] };
    const simulator = await simulatorForTest({ accounts: [account("first"), account("second"), other] });
    const addAs = async (name: string, appBundle: string) => {
      const headers = { ...tokenCall.headers, authorization: `basic ${name}` };
      const body = `grant_type=password&username=${name}&password=${name}`;
      const { text } = await send(simulator, { ...tokenCall, headers, body });
      const [, token = ""] = /"access_token":"([^"]+)"/.exec(text) ?? [];
      return send(simulator, patchCall(token, "/v1/app_list/1/add", { app_bundles: appBundle }));
    };
    await addAs("first", "com.a");
    expect(jsonOf(await addAs("second", "com.c"))).toMatchObject({ name: "brand-safety", app_bundles: "com.a,com.c" });
    expect(jsonOf(await addAs("other", "com.c"))).toMatchObject({ name: "theirs", app_bundles: "com.b,com.c" });
    simulator.edit(1, { remove: { appBundles: ["com.b"] } }, other);
    expect([simulator.list(1), simulator.list(1, other)].map((list) => list?.appBundles.length)).toEqual([2, 1]);
    simulator.deleteList(1, other);
    expect((await addAs("other", "com.d")).status).toBe(404);
    simulator.addList({ id: 1, name: "new" }, other);
    expect(jsonOf(await addAs("other", "com.d"))).toMatchObject({ name: "new" });
    expect((await addAs("nobody", "com.d")).status).toBe(401);
    const senders = simulator.journal.filter(({ action }) => action === "add").map((entry) => entry.account);
    expect(senders).toEqual([0, 1, 2, 2, 2, undefined]);
  });

  it("refuses impossible options", async () => {
    await expect(startSimulator({ accounts: [] })).rejects.toThrow(RangeError);
    await expect(startSimulator({ lists: [{ id: -1, name: "n" }] })).rejects.toThrow(RangeError);
    await expect(startSimulator({ lists: [{ id: 1, name: "n", websites: ["a,b"] }] })).rejects.toThrow(RangeError);
    const simulator = await simulatorForTest();
    expect(() => simulator.addList({ id: 1, name: "again" })).toThrow(RangeError);
    expect(() => simulator.deleteList(2)).toThrow(RangeError);
    expect(() => simulator.edit(2, {})).toThrow(RangeError);
    expect(() => simulator.edit(1, { add: { appBundles: ["a,b"] } })).toThrow(RangeError);
    expect(simulator.list(1)?.appBundles).toEqual([]);
  });

  it("resets only the connections of requests that hang", async () => {
    const held = Promise.withResolvers<void>();
    const simulator = await simulatorForTest({
      faults: [{ on: { action: "token", nth: 1 }, effect: "after", answer: { kind: "hang" } }],
      onRequest: () => held.resolve(),
    });
    const hanging = rejectionOf(send(simulator, tokenCall));
    await held.promise;
    simulator.resetHanging();
    expect(String(await hanging)).toContain("fetch failed");
    simulator.resetHanging();
    expect((await send(simulator, tokenCall)).status).toBe(200);
  });

  it("closes connections, and no request of them has an effect later", async () => {
    const simulator = await simulatorForTest();
    const request = "GET /v1/meta/campaigns HTTP/1.1\r\nhost: localhost\r\n\r\n";
    const closed = Array.from({ length: 20 }, async () => {
      const socket = connect(Number(new URL(simulator.url).port), "127.0.0.1");
      const isClosed = new Promise((resolve) => socket.once("close", resolve));
      socket.on("error", () => {});
      socket.resume().end(request);
      await isClosed;
    });
    await simulator.disconnect();
    const arrived = simulator.journal.length;
    await Promise.all(closed);
    expect((await send(simulator, tokenCall)).status).toBe(200);
    expect(simulator.journal).toHaveLength(arrived + 1);
  });

  it("knows that the client is gone once the connections are closed", async () => {
    const received = Promise.withResolvers<AbortSignal>();
    const server = await listen((_request, gone) => {
      received.resolve(gone);
      return new Promise(() => {});
    }, 0);
    const request = rejectionOf(send(server, tokenCall));
    const gone = await received.promise;
    await server.disconnect();
    expect(gone.aborted).toBe(true);
    await request;
    await server.close();
  });
});
