import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { noEntries } from "../../provider/list/entries";
import { byKind, type ByKind } from "../../provider/list/kinds";
import { appListSchema, changeCall, join, processAppList, readCall, split } from "../../provider/api/app-list";
import type { Exchange } from "../../provider/api/http";
import { Redactor } from "../../provider/api/redaction";
import fc from "fast-check";

const settings = {
  owner: {},
  redactor: new Redactor(["the-secret"]),
  baseUrl: "https://api.example.com/ads",
  readPath: "/lists/{id}?list={id}",
};
const entries = { ...noEntries, appBundles: EntrySet.of(["com.b", "com.a"]), websites: EntrySet.of(["a.com"]) };
const change = changeCall(settings, 7, "add", entries, "change");

function process(exchange: Exchange, call = change) {
  return processAppList(call, exchange);
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
    expect(process(response(200, body))).toMatchObject({ name: "[secret] list", description: "[secret]" });
  });

  it.each<[Exchange, RegExp]>([
    [response(200, { id: 8 }), /it is about app list 8 and not 7/],
    [response(200, { ok: true }), /unexpected id/],
  ])("fails with the problem of an unreadable response: %j", (exchange, problem) => {
    expect(() => process(exchange)).toThrow(problem);
  });
});

describe("the call that reads a list", () => {
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
      forms: { app_bundles: "text, sorted, no capitals", placement_ids: "text, no capitals", websites: "absent" },
    });
  });

  it.each<[unknown, string]>([
    [undefined, "absent"],
    [null, "null"],
    ["", "text"],
    ["com.a", "text, no capitals"],
    ["com.Ä", "text, capitals"],
    ["com.a, com.b,com.b", "text, sorted, no capitals"],
    ["com.b,com.a,com.C", "text, not sorted, capitals"],
    // By code unit, as the provider sorts.
    ["com.a,com.B", "text, not sorted, capitals"],
    [[], "array"],
    [["com.a,com.b"], "array, no capitals"],
    [[12, "com.B"], "array, sorted, capitals"],
  ])("has the form of %j, without its entries: %s", (members, form) => {
    const { forms } = appListSchema.parse({ id: 1, app_bundles: members, websites: members });
    expect(forms).toEqual({ app_bundles: form, placement_ids: "absent", websites: form });
  });

  it.each([
    ["has no entries of a kind whose documented member is empty", { placement_ids: "" }, { placementIds: [] }],
    ["does not show a kind whose member is missing", {}, {}],
    ["does not show kinds whose members are null", { app_bundles: null, websites: null }, {}],
    ["shows websites that are an empty text", { websites: "" }, { websites: [] }],
    ["shows websites that are text", { websites: "a.com, b.com" }, { websites: ["a.com", "b.com"] }],
    ["may have its entries as an array", { app_bundles: [" a.b ", "", "c.d"] }, { appBundles: ["a.b", "c.d"] }],
    ["may have numeric IDs as numbers in an array", { websites: [5, "a,b"] }, { websites: ["5", "a,b"] }],
  ])("%s", (_, members, shown: Partial<ByKind<string[]>>) => {
    // The ID may be a decimal text.
    const list = appListSchema.parse({ id: "4321", ...members });
    expect(list.id).toBe(4321);
    expect(list.entries).toEqual(byKind((kind) => shown[kind] && EntrySet.of(shown[kind])));
  });

  it.each(["text", "an array"])("does not count sentinels among its app bundles, in any letter case, in %s", (form) => {
    const listed = ["a.b", "invalid.pulumiapplist.x1", "Invalid.PulumiAppList.x2", "my.invalid.pulumiapplist.x3"];
    const members = { id: 1, app_bundles: form === "text" ? listed.join() : listed };
    const { entries, sentinels } = appListSchema.parse(members);
    expect(sentinels).toEqual(EntrySet.of(["invalid.pulumiapplist.x1", "Invalid.PulumiAppList.x2"]));
    expect(entries.appBundles).toEqual(EntrySet.of(["a.b", "my.invalid.pulumiapplist.x3"]));
  });

  it("is readable if members that only inform are not as documented", () => {
    const list = appListSchema.parse({ id: 1, name: null, description: 5, has_associated_campaigns: "yes" });
    expect([list.id, list.name, list.description, list.hasAssociatedCampaigns]).toEqual([
      1,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each([
    [{}],
    [{ id: null }],
    [{ id: 1.5 }],
    [{ id: "4321x" }],
    [{ id: "4321.0" }],
    [{ id: 1, app_bundles: 7 }],
    [[]],
    ["text"],
  ])("is not parsed from %j", (body) => {
    expect(appListSchema.safeParse(body).success).toBe(false);
  });

  it.each([1.5, null])("is not parsed from an array of entries with %j", (item) => {
    expect(appListSchema.safeParse({ id: 1, websites: ["a", item] }).success).toBe(false);
  });
});

const entry = fc
  .string({ unit: "grapheme", minLength: 1 })
  .filter((text) => !text.includes(",") && text.trim() === text);

describe("comma-separated entries", () => {
  it("are split as they were joined, and do not depend on the order of the entries", () => {
    fc.assert(
      fc.property(fc.uniqueArray(entry), (entries) => {
        expect(EntrySet.of(split(join(entries)))).toEqual(EntrySet.of(entries));
        expect(join(entries.toReversed())).toBe(join(entries));
      }),
    );
  });

  it("are sorted by code unit", () => {
    expect(join(["b", "a", "B", "10", "2"])).toBe("10,2,B,a,b");
  });

  it("are split without whitespace and without empty ones", () => {
    expect(split(" com.example.one ,, com.example.two,\n")).toEqual(["com.example.one", "com.example.two"]);
    expect(split("")).toEqual([]);
  });
});
