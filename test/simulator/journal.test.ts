import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JournalEntry } from "../../provider/simulator/index";
import { createSimulation } from "../../provider/simulator/simulation";
import { readTarget } from "../../provider/simulator/request";
import { get, obtainToken, patch, patchCall, send } from "./client";
import { simulatorForTest } from "./simulators";

describe("the journal", () => {
  it("contains requests and their outcomes, in order", async () => {
    const simulator = await simulatorForTest();
    await patch(simulator, "add", { app_bundles: "com.a,com.b", websites: "a.com" });
    await get(simulator, "/v1/meta/campaigns?page=2&per_page=50");
    await send(simulator, { path: "/nowhere?page=1" });
    const token = { method: "POST", path: "/v1/authentication/token", action: "token", status: 200 };
    expect(simulator.journal).toEqual([
      token,
      {
        method: "PATCH",
        path: "/v1/app_list/1/add",
        action: "add",
        appListId: 1,
        entries: { appBundles: ["com.a", "com.b"], websites: ["a.com"] },
        status: 200,
      },
      token,
      { method: "GET", path: "/v1/meta/campaigns", action: "campaigns", page: 2, perPage: 50, status: 200 },
      { method: "GET", path: "/nowhere", action: "other", status: 404 },
    ]);
  });

  it("contains the entries of a refused PATCH, and none that could not be read", async () => {
    const simulator = await simulatorForTest();
    await send(simulator, patchCall("wrong", "/v1/app_list/1/add", { app_bundles: "com.a" }));
    await send(simulator, patchCall("wrong", "/v1/app_list/1/add", { app_bundles: 1 }));
    const [readable, unreadable] = simulator.journal;
    expect(readable).toMatchObject({ status: 401, entries: { appBundles: ["com.a"] } });
    expect(Object.keys(readable?.entries ?? {})).toEqual(["appBundles"]);
    expect(unreadable?.entries).toBeUndefined();
  });

  it("is passed to a listener before the client has its answer, can be cleared, and is a copy", async () => {
    const received: JournalEntry[] = [];
    const simulator = await simulatorForTest({ onRequest: (entry) => received.push(entry) });
    await obtainToken(simulator);
    const before = simulator.journal;
    expect(received).toEqual(before);
    simulator.clearJournal();
    // An edit by somebody else is no request.
    simulator.edit(1, { add: { appBundles: ["com.a"] } });
    expect(simulator.journal).toEqual([]);
    expect(before).toHaveLength(1);
  });

  it("contains nothing from a header, a query, an address or the body of a token call, whatever the request", () => {
    const secret = "5ecre7";
    const lists = ["/v1/app_list/1/add", "/v1/app_list/2/remove", "/v1/app_list/1"];
    const target = fc.constantFrom("/v1/authentication/token", ...lists, "/v1/meta/campaigns", "/other");
    const headers = fc.constantFrom(
      {},
      { authorization: `Bearer ${secret}`, accept: "application/json", "content-type": "application/json" },
      { authorization: `Basic ${secret}`, "content-type": "application/x-www-form-urlencoded" },
      { "x-api-key": secret },
    );
    const body = fc.constantFrom(
      `grant_type=password&username=${secret}&password=${secret}`,
      `{"access_token":"${secret}"}`,
      `{"app_bundles":"com.a","password":"${secret}"}`,
      secret,
    );
    fc.assert(
      fc.property(
        fc.constantFrom("GET", "POST", "PATCH", "DELETE"),
        target,
        fc.constantFrom("", `?access_token=${secret}`, `?page=${secret}&per_page=2`, `?${secret}`, `??${secret}`),
        fc.constantFrom("", `http://user:${secret}@host`),
        headers,
        body,
        (method, path, query, origin, header, text) => {
          const { controls, receive } = createSimulation({
            lists: [{ id: 1, name: secret }],
            behavior: { read: "/v1/app_list/{id}" },
            accounts: [{ basicCredential: secret, username: secret, password: secret }],
            faults: [{ on: {}, effect: "after", answer: { kind: "status", status: 500, body: secret } }],
          });
          const request = { method, ...readTarget(origin + path + query), headers: header, body: Buffer.from(text) };
          void receive(request, new AbortController().signal);
          const journal = JSON.stringify(controls.journal);
          for (const one of [secret, ...controls.issuedTokens]) expect(journal).not.toContain(one);
          expect(controls.journal).toHaveLength(1);
        },
      ),
    );
  });
});
