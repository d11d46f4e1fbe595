import { describe, expect, it } from "vitest";
import { jsonOf, obtainToken, patchCall, send, tokenCall } from "./client";
import { simulatorForTest } from "./simulators";

describe("the token call", () => {
  it("issues a token with its lifetime as a decimal string and an empty scope", async () => {
    const simulator = await simulatorForTest();
    const answer = await send(simulator, tokenCall);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(jsonOf(answer)).toMatchObject({ expires_in: "1799", scope: "" });
    expect(answer.text).toMatch(/^\{"access_token":"[\w-]{43}",/);
  });

  it.each([
    ["accepts key and secret in UTF-8", Buffer.from("schlüssel:geheim").toString("base64"), "one", 200],
    ["accepts a ready-made credential", "ready-made", "two", 200],
    ["does not accept the credential of another account", "ready-made", "one", 401],
  ])("%s", async (_, credential, name, status) => {
    const accounts = [
      { apiKey: "schlüssel", apiSecret: "geheim", username: "one", password: "one" },
      { basicCredential: "ready-made", username: "two", password: "two" },
    ];
    const headers = { ...tokenCall.headers, authorization: `Basic ${credential}` };
    const body = `grant_type=password&username=${name}&password=${name}`;
    const simulator = await simulatorForTest({ accounts });
    expect((await send(simulator, { ...tokenCall, headers, body })).status).toBe(status);
  });

  const wrongLogin = { error: "Authentication error", message: "invalid login credentials" };
  it.each<[string, number, object, string | Uint8Array<ArrayBuffer>]>([
    ["a wrong secret", 401, { authorization: `Basic ${btoa("simulated-key:wrong")}` }, tokenCall.body],
    ["the key alone", 401, { authorization: `Basic ${btoa("simulated-key")}` }, tokenCall.body],
    ["no credential", 401, { authorization: "" }, tokenCall.body],
    ["a wrong user name", 401, {}, "grant_type=password&username=other&password=simulated%2Bpassword%2540"],
    ["a + that is not escaped", 401, {}, tokenCall.body.replace("ops%2Blists", "ops+lists")],
    ["a password that is escaped twice", 401, {}, tokenCall.body.replace("%2540", "%252540")],
    ["a wrong password", 401, {}, "grant_type=password&username=ad.ops%2Blists%40example.com&password=wrong"],
    ["a raw @", 400, {}, tokenCall.body.replace("%40", "@")],
    ["an unescaped space", 400, {}, tokenCall.body.replace("%2B", " ")],
    ["JSON", 400, {}, '{"grant_type":"password"}'],
    ["another grant", 400, {}, tokenCall.body.replace("grant_type=password", "grant_type=client_credentials")],
    ["no grant", 400, {}, tokenCall.body.replace("grant_type=password&", "")],
    ["a field too many", 400, {}, `${tokenCall.body}&scope=`],
    ["bytes that are not UTF-8", 400, {}, Uint8Array.of(0xff)],
  ])("refuses %s with %d", async (_, status, headers, body) => {
    const simulator = await simulatorForTest();
    const answer = await send(simulator, { ...tokenCall, headers: { ...tokenCall.headers, ...headers }, body });
    expect(answer.status).toBe(status);
    if (status === 401) expect(jsonOf(answer)).toEqual(wrongLogin);
  });
});

describe("a token", () => {
  it("is valid until its lifetime has passed, by the simulator's clock", async () => {
    let now = 5_000;
    const simulator = await simulatorForTest({ clock: { now: () => now }, behavior: { tokenLifetimeSeconds: 60 } });
    const token = await obtainToken(simulator);
    const add = () => send(simulator, patchCall(token, "/v1/app_list/1/add", { app_bundles: "com.a" }));
    now += 59_999;
    expect((await add()).status).toBe(200);
    now += 1;
    const late = await add();
    expect(late.status).toBe(401);
    expect(jsonOf(late)).toEqual({ error: "Authentication error", message: "invalid API key" });
  });

  it("is another one every time, stays valid, and is invalid after the tokens are revoked", async () => {
    const simulator = await simulatorForTest();
    const add = async (token: string) =>
      (await send(simulator, patchCall(token, "/v1/app_list/1/add", { app_bundles: "com.a" }))).status;
    const [first, second] = [await obtainToken(simulator), await obtainToken(simulator)];
    expect(second).not.toBe(first);
    expect([await add(first), await add(second)]).toEqual([200, 200]);
    simulator.revokeTokens();
    expect([await add(first), await add(second), await add(await obtainToken(simulator))]).toEqual([401, 401, 200]);
  });

  it.each(["/v1/meta/campaigns", "/v1/app_list/1"])("is needed to read %s", async (path) => {
    const simulator = await simulatorForTest({ behavior: { read: "/v1/app_list/{id}" } });
    expect((await send(simulator, { path, headers: { accept: "application/json" } })).status).toBe(401);
  });

  it.each(["Bearer wrong", "Bearer ", "", "Basic token"])("is never %j", async (authorization) => {
    const simulator = await simulatorForTest();
    const call = patchCall("", "/v1/app_list/1/add", { app_bundles: "com.a" });
    const answer = await send(simulator, { ...call, headers: { ...call.headers, authorization } });
    expect(answer.status).toBe(401);
    expect(jsonOf(answer)).toEqual({ error: "Authentication error", message: "invalid API key" });
    expect(simulator.list(1)?.appBundles).toEqual([]);
  });
});
