import { describe, expect, it } from "vitest";
import { get, jsonOf, obtainToken, patch, patchCall, send } from "./client";
import { simulatorForTest } from "./simulators";
import type { Shown } from "../../provider/simulator/index";
import { showing } from "../harness/shows";

const list = {
  id: 1,
  name: "brand-safety",
  description: "what we avoid",
  appBundles: ["com.b", "com.a"],
  placementIds: ["12-abc"],
  websites: ["example.com"],
  hasAssociatedCampaigns: true,
};

describe("a PATCH", () => {
  it("answers with the whole list after it, with an empty text for an empty kind", async () => {
    const simulator = await simulatorForTest({ lists: [list] });
    const added = await patch(simulator, "add", { app_bundles: "com.c,com.a", placement_ids: "3-x" });
    expect(added.headers.get("content-type")).toBe("application/json");
    const shown = {
      id: 1,
      name: "brand-safety",
      description: "what we avoid",
      app_bundles: "com.b,com.a,com.c",
      placement_ids: "12-abc,3-x",
      websites: "example.com",
      has_associated_campaigns: true,
    };
    expect(jsonOf(added)).toEqual(shown);
    const removed = await patch(simulator, "remove", { app_bundles: "com.b,com.not-there", websites: "example.com" });
    expect(jsonOf(removed)).toEqual({ ...shown, app_bundles: "com.a,com.c", websites: "" });
  });

  it.each<[string, string | Uint8Array<ArrayBuffer>]>([
    ["no member", "{}"],
    ["an unknown member", '{"app_bundles": "com.a", "apps": "com.b"}'],
    ["an array of entries", '{"app_bundles": ["com.a"]}'],
    ["null", '{"app_bundles": null}'],
    ["no text", '{"app_bundles": ""}'],
    ["an empty item", '{"app_bundles": "com.a,,com.b"}'],
    ["a comma at the end", '{"app_bundles": "com.a,"}'],
    ["a space after a comma", '{"app_bundles": "com.a, com.b"}'],
    ["a newline at the end", String.raw`{"websites": "a.com\n"}`],
    ["an array", '[{"app_bundles": "com.a"}]'],
    ["a text", '"com.a"'],
    ["half of an object", "{"],
    ["bytes that are not UTF-8", Uint8Array.of(0x22, 0xff, 0x22)],
  ])("with %s is refused with 400 and changes nothing", async (_, body) => {
    const simulator = await simulatorForTest({ lists: [list] });
    const call = patchCall(await obtainToken(simulator), "/v1/app_list/1/add", {});
    const answer = await send(simulator, { ...call, body });
    expect(answer.status).toBe(400);
    expect(jsonOf(answer)).toMatchObject({ error: "Bad Request" });
    expect(simulator.list(1)).toEqual(list);
  });

  it.each([
    ["content-type", "text/plain", 415],
    ["content-type", "application/x-www-form-urlencoded", 415],
    ["content-type", "Application/JSON;charset=UTF-8", 200],
    ["accept", "*/*", 200],
    ["accept", "application/*", 200],
    ["accept", "application/json, text/plain, */*", 200],
    ["accept", "text/html, image/gif, *; q=.2, */*; q=.2", 200],
    ["accept", "Application/JSON; Charset=utf-8", 200],
    ["accept", "text/html", 406],
    ["accept", "text/*", 406],
    ["accept", "text/html, application/json;q=0.9", 200],
  ])("with %s %s gets %i", async (header, value, status) => {
    const simulator = await simulatorForTest();
    const call = patchCall(await obtainToken(simulator), "/v1/app_list/1/add", { app_bundles: "com.a" });
    const answer = await send(simulator, { ...call, headers: { ...call.headers, [header]: value } });
    expect(answer.status).toBe(status);
  });
});

describe("what answers show", () => {
  const small = { id: 1, name: "n", appBundles: ["com.b", "com.a"] };
  const apps = { app_bundles: "com.b,com.a" };
  const [placements, websites] = [{ placement_ids: "" }, { websites: "a.com" }];

  it.each<[Shown, Readonly<Record<string, unknown>>]>([
    [{}, { ...apps, ...placements, ...websites }],
    [{ kinds: ["appBundles"] }, apps],
    [
      { kinds: ["appBundles"], others: "null" },
      { ...apps, placement_ids: null, websites: null },
    ],
    [{ kinds: "requested" }, websites],
    [{ omitsEmpty: true }, { ...apps, ...websites }],
    [{ kinds: ["placementIds"], omitsEmpty: true }, {}],
  ])("are the kinds of %j, in the order in which entries were added", async (shown, expected) => {
    const simulator = await simulatorForTest({ lists: [small], behavior: showing(shown) });
    const answer = jsonOf(await patch(simulator, "add", websites));
    expect(answer).toEqual({ id: 1, name: "n", description: "", has_associated_campaigns: false, ...expected });
  });

  it("is chosen for each form of request", async () => {
    const read = "/v1/app_list/{id}";
    const behavior = { read, shows: { add: { kinds: ["websites"] }, read: { kinds: ["placementIds"] } } } as const;
    const simulator = await simulatorForTest({ lists: [small], behavior });
    expect(jsonOf(await patch(simulator, "add", websites))).not.toHaveProperty("app_bundles");
    expect(jsonOf(await patch(simulator, "remove", { websites: "b.com" }))).toMatchObject(apps);
    expect(jsonOf(await get(simulator, "/v1/app_list/1"))).not.toHaveProperty("websites");
  });
});

describe("the read endpoint", () => {
  it("does not exist unless its path is set", async () => {
    const simulator = await simulatorForTest({ lists: [list] });
    expect((await get(simulator, "/v1/app_list/1")).status).toBe(404);
    simulator.setBehavior({ read: "/v1/app_list/{id}" });
    const answer = await get(simulator, "/v1/app_list/1");
    expect(answer.status).toBe(200);
    expect(jsonOf(answer)).toMatchObject({ id: 1, app_bundles: "com.b,com.a" });
    expect((await get(simulator, "/v1/app_list/2")).status).toBe(404);
    simulator.setBehavior({ read: undefined });
    expect((await get(simulator, "/v1/app_list/1")).status).toBe(404);
  });
});

it.each([
  "/v1/app_list/007/add",
  "/v1/app_list/-1/add",
  "/v1/app_list/1/add/",
  "/v2/app_list/1/add",
  "/app_list/1/add",
])("has no path %s", async (path) => {
  const simulator = await simulatorForTest({ lists: [1, 7].map((id) => ({ id, name: "brand-safety" })) });
  const call = patchCall(await obtainToken(simulator), path, { app_bundles: "com.a" });
  expect((await send(simulator, call)).status).toBe(404);
  expect(simulator.journal.at(-1)).toMatchObject({ action: "other" });
});
