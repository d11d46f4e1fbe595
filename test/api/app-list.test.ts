import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { noEntries } from "../../provider/list/entries";
import { appListSchema, changeCall, join, processAppList, readCall, split } from "../../provider/api/app-list";
import type { Exchange } from "../../provider/api/http";
import { Redactor } from "../../provider/api/redaction";
import fc from "fast-check";

const settings = {
  ownKeys: new Set<never>(),
  secrets: ["the-secret"],
  baseUrl: "https://api.example.com/ads",
  readPath: "/lists/{id}?list={id}",
};
const entries = { ...noEntries, appBundles: EntrySet.of(["com.b", "com.a"]), websites: EntrySet.of(["a.com"]) };
const change = changeCall(settings, 7, "add", entries, "change");

function process(exchange: Exchange, call = change) {
  return processAppList(call, exchange, new Redactor(["the-secret"]));
}

function response(status: number, body: unknown): Exchange {
  return { outcome: "response", status, body: JSON.stringify(body) };
}

describe("the call that changes a list", () => {
  it("sends only the kinds that have entries, sorted, below the path of the base URL", () => {
    expect(change).toMatchObject({
      purpose: "change",
      appListId: 7,
      request: {
        method: "PATCH",
        path: "/ads/v1/app_list/7/add",
        headers: { "content-type": "application/json" },
        body: '{"app_bundles":"com.a,com.b","websites":"a.com"}',
      },
    });
  });

  it("returns the list in the response, without secrets in its texts", () => {
    const body = { id: 7, name: "the-secret list", description: "the-secret", app_bundles: "com.a" };
    expect(process(response(200, body))).toEqual({
      id: 7,
      name: "[secret] list",
      description: "[secret]",
      entries: { appBundles: EntrySet.of(["com.a"]), placementIds: undefined, websites: undefined },
      sentinels: EntrySet.none,
    });
  });

  it.each<[Exchange, RegExp]>([
    [response(200, { id: 8 }), /it is about app list 8 and not 7/],
    [response(200, { ok: true }), /unexpected id/],
    [{ outcome: "response", status: 200, body: "" }, /it is empty/],
    [{ outcome: "response", status: 200, body: "<html>" }, /it is not JSON/],
  ])("fails with the problem of an unreadable response: %j", (exchange, problem) => {
    expect(() => process(exchange)).toThrow(problem);
  });

  it.each<[Exchange, string, string]>([
    [response(404, { error: "no" }), "NOT_FOUND", "denied"],
    [response(200, { id: 8 }), "RESPONSE_UNREADABLE", "possible"],
    [response(200, { ok: true }), "RESPONSE_UNREADABLE", "possible"],
    [response(204, {}), "RESPONSE_UNREADABLE", "possible"],
    [response(422, { error: "no" }), "REQUEST_REFUSED", "denied"],
    [response(500, {}), "SERVICE_UNAVAILABLE", "possible"],
    [{ outcome: "interrupted", status: 200, reason: "cut", isTransient: true }, "RESPONSE_UNREADABLE", "possible"],
    [{ outcome: "noResponse", sent: true, reason: "reset", isTransient: true }, "OUTCOME_UNKNOWN", "possible"],
    [{ outcome: "noResponse", sent: false, reason: "refused", isTransient: true }, "SERVICE_UNAVAILABLE", "none"],
  ])("fails with its effect on the list: %j", (exchange, code, effect) => {
    expect(() => process(exchange)).toThrow(expect.objectContaining({ code, effect }));
    const probe = changeCall(settings, 7, "remove", entries, "probe");
    expect(() => process(exchange, probe)).toThrow(expect.objectContaining({ effect: "none" }));
  });
});

describe("the call that reads a list", () => {
  it("uses the path of the settings", () => {
    expect(readCall(settings, 7)).toMatchObject({
      purpose: "read",
      request: { method: "GET", path: "/ads/lists/7?list=7" },
    });
  });

  it("needs a path in the settings", () => {
    expect(() => readCall({ ...settings, readPath: undefined }, 7)).toThrow(RangeError);
  });
});

describe("an app list", () => {
  it("is parsed as documented", () => {
    expect(
      appListSchema.parse({
        id: 4321,
        name: "brand-safety",
        description: "Not here",
        app_bundles: "com.example.one,com.example.two",
        placement_ids: "12-abc",
        has_associated_campaigns: true,
        added_later: 1,
      }),
    ).toEqual({
      id: 4321,
      name: "brand-safety",
      description: "Not here",
      hasAssociatedCampaigns: true,
      entries: {
        appBundles: EntrySet.of(["com.example.one", "com.example.two"]),
        placementIds: EntrySet.of(["12-abc"]),
        websites: undefined,
      },
      sentinels: EntrySet.none,
    });
  });

  it("has no entries of a kind whose documented member is null or empty", () => {
    const { entries } = appListSchema.parse({ id: 1, app_bundles: null, placement_ids: "" });
    expect(entries.appBundles).toEqual(EntrySet.none);
    expect(entries.placementIds).toEqual(EntrySet.none);
  });

  it("does not show a kind whose member is missing", () => {
    const { entries } = appListSchema.parse({ id: 1 });
    expect(entries).toEqual({ appBundles: undefined, placementIds: undefined, websites: undefined });
  });

  it("shows websites only if they are text, as their member is not documented", () => {
    expect(appListSchema.parse({ id: 1, websites: null }).entries.websites).toBeUndefined();
    expect(appListSchema.parse({ id: 1, websites: "" }).entries.websites).toEqual(EntrySet.none);
    expect(appListSchema.parse({ id: 1, websites: "a.com, b.com" }).entries.websites).toEqual(
      EntrySet.of(["a.com", "b.com"]),
    );
  });

  it("may have its ID as a decimal string and its entries as an array", () => {
    const list = appListSchema.parse({ id: "4321", app_bundles: [" a.b ", "", "c.d"] });
    expect(list.id).toBe(4321);
    expect(list.entries.appBundles).toEqual(EntrySet.of(["a.b", "c.d"]));
  });

  it.each(["text", "an array"])("does not count sentinels among its app bundles, in any letter case, in %s", (form) => {
    const listed = ["a.b", "invalid.pulumiapplist.x1", "Invalid.PulumiAppList.x2", "my.invalid.pulumiapplist.x3"];
    const { entries, sentinels } = appListSchema.parse({
      id: 1,
      app_bundles: form === "text" ? listed.join() : listed,
    });
    expect(sentinels).toEqual(EntrySet.of(["invalid.pulumiapplist.x1", "Invalid.PulumiAppList.x2"]));
    expect(entries.appBundles).toEqual(EntrySet.of(["a.b", "my.invalid.pulumiapplist.x3"]));
  });

  it("may have numeric IDs as numbers, and no other items than these and texts, in an array", () => {
    expect(appListSchema.parse({ id: 1, websites: [5, "a,b"] }).entries.websites).toEqual(EntrySet.of(["5", "a,b"]));
    expect(appListSchema.safeParse({ id: 1, websites: ["a", 1.5] }).success).toBe(false);
    expect(appListSchema.safeParse({ id: 1, websites: ["a", null] }).success).toBe(false);
  });

  it("is readable if members that only inform are not as documented", () => {
    expect(appListSchema.parse({ id: 1, name: null, description: 5, has_associated_campaigns: "yes" })).toEqual({
      id: 1,
      entries: { appBundles: undefined, placementIds: undefined, websites: undefined },
      sentinels: EntrySet.none,
    });
  });

  it.each([[{}], [{ id: null }], [{ id: 1.5 }], [{ id: "4321x" }], [{ id: 1, app_bundles: 7 }], [[]], ["text"]])(
    "is not parsed from %j",
    (body) => {
      expect(appListSchema.safeParse(body).success).toBe(false);
    },
  );
});

const entry = fc
  .string({ unit: "grapheme", minLength: 1 })
  .filter((text) => !text.includes(",") && text.trim() === text);

describe("comma-separated entries", () => {
  it("are split as they were joined", () => {
    fc.assert(
      fc.property(fc.uniqueArray(entry), (entries) => {
        expect(split(join(entries))).toEqual(EntrySet.of(entries));
      }),
    );
  });

  it("do not depend on the order of the entries", () => {
    fc.assert(
      fc.property(fc.uniqueArray(entry), (entries) => {
        expect(join(entries.toReversed())).toBe(join(entries));
      }),
    );
  });

  it("are sorted by code unit", () => {
    expect(join(["b", "a", "B", "10", "2"])).toBe("10,2,B,a,b");
  });

  it("are split without whitespace and without empty ones", () => {
    expect(split(" com.example.one ,, com.example.two,\n")).toEqual(
      EntrySet.of(["com.example.one", "com.example.two"]),
    );
    expect(split("")).toEqual(EntrySet.none);
  });
});

describe("the body of a change", () => {
  it.each([
    [{ ...noEntries, placementIds: EntrySet.of(["2-b", "1-a"]) }, { placement_ids: "1-a,2-b" }],
    [
      { ...noEntries, appBundles: EntrySet.of(["a.b"]), websites: EntrySet.of(["example.com"]) },
      { app_bundles: "a.b", websites: "example.com" },
    ],
  ])("has only the kinds that have entries", (entries, body) => {
    const { request } = changeCall(settings, 7, "add", entries, "change");
    expect(JSON.parse(request.body ?? "")).toEqual(body);
  });
});
